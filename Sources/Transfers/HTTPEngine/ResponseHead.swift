// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The header of an answer while its lines arrive.
///
/// Provisional answers (status 100 to 199) are skipped, and so are trailers, but all their bytes count.
struct ResponseHead {
    /// The meaning of a line.
    enum Step {
        /// Lines are missing, or the line is a trailer.
        case more
        /// This line was the last one of the final answer's header.
        case complete(HTTPResponse)
        /// The lines are longer than the limit.
        case tooLong
        /// The line is not HTTP.
        case malformed
    }

    /// The number of bytes that all lines may have.
    let limit: Int
    /// Whether the final answer's header is complete.
    private(set) var isComplete = false
    private var length = 0
    private var response: HTTPResponse?

    init(limit: Int) { self.limit = limit }

    /// Takes a line, with its line break.
    mutating func take(_ line: [UInt8]) -> Step {
        length += line.count
        guard length <= limit else { return .tooLong }
        guard !isComplete else { return .more }
        var text = line[...]
        if text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
        guard response != nil else {
            response = Self.parseStatusLine(Self.decode(text))
            return response == nil ? .malformed : .more
        }
        if text.isEmpty { return end() }
        takeField(text)
        return .more
    }

    private mutating func end() -> Step {
        defer { response = nil }
        guard let response else { return .malformed }
        guard response.status >= 200 else { return .more }
        isComplete = true
        return .complete(response)
    }

    private mutating func takeField(_ line: ArraySlice<UInt8>) {
        guard let first = line.first else { return }
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            // A folded line, which is obsolete (RFC 9112, section 5.2).
            guard let last = response?.fields.indices.last else { return }
            response?.fields[last].value += " " + Self.decode(Self.trim(line))
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = Self.decode(Self.trim(line[..<colon]))
        response?.fields.append((name, Self.decode(Self.trim(line[line.index(after: colon)...]))))
    }

    /// - Returns: `nil` unless the line is `HTTP/VERSION STATUS …`.
    private static func parseStatusLine(_ line: String) -> HTTPResponse? {
        let words = line.pieces(separatedBy: " ", maxSplits: 2)
        guard words.count >= 2, words[0].begins(with: "HTTP/"), words[1].utf8.count == 3,
            let status = Int(words[1]), (100...999).contains(status)
        else { return nil }
        return HTTPResponse(version: String(words[0].dropFirst(5)), status: status, fields: [])
    }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

extension HTTPResponse {
    /// Whether the content ends where the connection ends (RFC 9112, section 6.3).
    var endsWithConnection: Bool {
        guard version.begins(with: "1."), status != 204, status != 304 else { return false }
        return !fields.contains { field in
            switch field.name.lowercased() {
            case "content-length": true
            case "transfer-encoding": field.value.lowercased().ends(with: "chunked")
            default: false
            }
        }
    }
}
