// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import NetworkReachability

/// The meaning of a server's answer to a probe.
struct ProbeReading: AnswerReading {
    /// The number of bytes of content that are read at most.
    static let contentLimit = 64 << 10

    private(set) var answer: ConnectivityAnswer?
    private let expectation: HTTPConnectivityProbe.Expectation
    private let isAsNetworkManager: Bool
    private var status = 0
    private var content: [UInt8] = []

    /// - Parameters:
    ///   - expectation: the answer of a server that is reached.
    ///   - isAsNetworkManager: whether the answer is read as NetworkManager reads it (nm-connectivity.c): a header field
    ///     with its status suffices, the content only begins with the text, and no content is as good as status 204.
    init(_ expectation: HTTPConnectivityProbe.Expectation, isAsNetworkManager: Bool = false) {
        self.expectation = expectation
        self.isAsNetworkManager = isAsNetworkManager
    }

    mutating func read(_ response: HTTPResponse) {
        status = response.status
        if isAsNetworkManager, (200..<300).contains(status), Self.isOnline(response) {
            return conclude(.full, "HTTP status \(status) with X-NetworkManager-Status: online")
        }
        switch (status, expectation) {
        // Only a captive portal sends it (RFC 6585, section 6).
        case (511, _): conclude(.portal, "HTTP status 511")
        case (500..., _): conclude(.limited, "HTTP status \(status)")
        case (300..<400, _): conclude(.portal, "HTTP status \(status)" + Self.target(of: response))
        case (204, .noContent): conclude(.full, "HTTP status 204, as expected")
        case (200, .noContent) where isAsNetworkManager: break
        case (_, .noContent): conclude(.portal, "HTTP status \(status) instead of 204")
        case (200..<300, .text): break
        case (_, .text): conclude(.portal, "HTTP status \(status)")
        }
    }

    mutating func read(_ bytes: RawSpan) {
        content.append(contentsOf: bytes)
        guard content.count > Self.contentLimit else { return }
        if isAsNetworkManager { return end() }
        conclude(.portal, "HTTP status \(status) with more than 64 KiB of other content")
    }

    mutating func end() {
        guard answer == nil else { return }
        switch expectation {
        case .noContent where content.isEmpty:
            conclude(.full, "HTTP status \(status) without content, as expected")
        case .noContent: conclude(.portal, "HTTP status \(status) with content instead of 204")
        case .text(let text):
            let expected = Array(text.utf8).trimmed
            let isExpected =
                isAsNetworkManager
                ? content.trimmed.starts(with: expected) : content.trimmed == expected
            if isExpected {
                conclude(.full, "HTTP status \(status) with the expected text")
            } else {
                conclude(.portal, "HTTP status \(status) with other content than expected")
            }
        }
    }

    mutating func fail(_ reason: String) {
        if answer == nil { conclude(.limited, reason) }
    }

    private mutating func conclude(
        _ value: NetworkPath.Connectivity.Value, _ detail: String
    ) {
        answer = ConnectivityAnswer(value, detail: detail)
    }

    /// Whether the server says in the header that it is reached, as servers for NetworkManager do.
    private static func isOnline(_ response: HTTPResponse) -> Bool {
        response.fields.contains {
            $0.name.lowercased() == "x-networkmanager-status"
                && $0.value.lowercased().begins(with: "online")
        }
    }

    /// Where a redirect leads, without a query, which may contain secrets.
    private static func target(of response: HTTPResponse) -> String {
        guard let field = response.fields.first(where: { $0.name.lowercased() == "location" })
        else {
            return ""
        }
        let place = String(field.value.unicodeScalars.prefix { $0 != "?" && $0 != "#" }.prefix(200))
        return ", a redirect to \(place)"
    }
}

extension [UInt8] {
    /// The bytes without white space at the ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return [] }
        return self[first...last]
    }
}
