// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The address that a connectivity check asks, in a form that every HTTP client reads alike: `http://HOST[:PORT][/PATH]`.
///
/// libcurl accepts more addresses than this, and in places fewer than RFC 3986. An address that passes this check is valid
/// for both, so that a configuration can be checked without libcurl.
package struct ProbeAddress: Sendable, Hashable {
    /// The address as text.
    package let text: String

    /// The reason why a text is not such an address.
    package enum Fault: Error, Sendable, Hashable, CaseIterable {
        case scheme, secure, credentials, character, noHost, host, port

        /// The fault as the rest of a sentence that begins with the address.
        package var explanation: String {
            switch self {
            case .scheme: "must begin with http://"
            case .secure: "must begin with http://: a captive portal cannot answer https"
            case .credentials: "must not have a user or a password"
            case .character: "has a space, a backslash or a control character; write a space as %20"
            case .noHost: "has no host"
            case .host:
                "has a host that is neither a name of letters, digits and hyphens (xn--… if it is internationalized) "
                    + "nor an address"
            case .port: "has an invalid port"
            }
        }
    }

    /// Checks an address. Bytes count, as they do for libcurl.
    package init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8)
        let isClean = text.unicodeScalars.allSatisfy {
            $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\\"
        }
        guard isClean else { throw .character }
        let lowered = bytes.prefix(8).map { $0 | 0x20 }
        guard lowered.starts(with: "http://".utf8.map { $0 | 0x20 }) else {
            throw lowered.starts(with: "https://".utf8.map { $0 | 0x20 }) ? .secure : .scheme
        }
        let rest = bytes[7...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .credentials }
        guard !authority.isEmpty else { throw .noHost }
        let (host, port) = try Self.split(authority)
        guard !host.isEmpty else { throw .noHost }
        guard Self.isHost(host) else { throw .host }
        if let port, !Self.isPort(port) { throw .port }
        self.text = text
    }

    /// Splits an authority at the colon of its port.
    private static func split(
        _ authority: ArraySlice<UInt8>
    ) throws(Fault) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?) {
        var end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            end = bracket + 1
        }
        guard end < authority.endIndex else { return (authority, nil) }
        guard authority[end] == UInt8(ascii: ":") else { throw .host }
        return (authority[..<end], authority[(end + 1)...])
    }

    private static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "[") else {
            let name = String(decoding: bytes, as: UTF8.self)
            return !name.utf8.contains(UInt8(ascii: ":")) && HostName(name) != nil
        }
        let inner = bytes.dropFirst().dropLast()
        let address = inner.prefix { $0 != UInt8(ascii: "%") }
        guard AddressText.parseIPv6(String(decoding: address, as: UTF8.self)) != nil else {
            return false
        }
        let zone = inner[address.endIndex...]
        // `%25` is an encoded percent sign (RFC 6874), and libcurl takes at most 15 bytes after it.
        return zone.isEmpty
            || zone.starts(with: "%25".utf8) && (1...15).contains(zone.count - 3)
                && zone.dropFirst(3).allSatisfy(Self.isPlain)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (1...5).contains(bytes.count),
            bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return false }
        return (1...65_535).contains(bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
}
