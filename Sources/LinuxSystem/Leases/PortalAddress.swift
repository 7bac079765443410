// SPDX-License-Identifier: Apache-2.0

/// The address of a captive portal, as a DHCP server tells it (RFC 8910, option 114).
///
/// The server chooses the text, and anybody can be the server. So only what is an address of the web for certain is passed
/// on: it has no control characters, no name that stands before the host, and a bounded length.
package enum PortalAddress {
    /// The maximum length in bytes.
    static let limit = 2048

    /// Parses an address of HTTP or HTTPS (RFC 3986, RFC 9110 section 4.2).
    ///
    /// - Parameter bytes: the text. Zero bytes at its end are ignored, because some servers end texts with them.
    /// - Returns: the text; `nil` if it is not such an address, also if it is the name that says that there is no portal
    ///   (`urn:ietf:params:capport:unrestricted`).
    package static func parse(_ bytes: some Collection<UInt8>) -> String? {
        var address = Array(bytes)
        while address.last == 0 { address.removeLast() }
        guard address.count <= limit, address.allSatisfy(mayOccur), isEscaped(address) else {
            return nil
        }
        let text = String(decoding: address, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":"),
            ["http", "https"].contains(text[..<colon].lowercased()),
            text[colon...].hasPrefix("://")
        else { return nil }
        let authority = text[colon...].dropFirst(3).prefix { !"/?#".contains($0) }
        return isServer(authority) ? text : nil
    }

    /// Whether a byte may occur in an address. All of them are ASCII, and none is a blank or a control character.
    private static func mayOccur(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !Array(#""<>\^`{|}"#.utf8).contains(byte)
    }

    /// Whether two hexadecimal digits follow each percent sign.
    private static func isEscaped(_ address: [UInt8]) -> Bool {
        address.indices.allSatisfy { index in
            guard address[index] == UInt8(ascii: "%") else { return true }
            let digits = address[(index + 1)...].prefix(2)
            return digits.count == 2
                && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }

    /// Whether a text is a host, and a port if there is a colon. User names are not accepted: who reads an address takes
    /// what stands first for the host.
    private static func isServer(_ authority: Substring) -> Bool {
        var host = authority
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return false }
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
            host = authority[authority.index(after: authority.startIndex)..<end]
            guard host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }), host.contains(":")
            else {
                return false
            }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[colon...].dropFirst()
        }
        let isPort = port?.allSatisfy { $0.isASCII && $0.isNumber } ?? true
        return !host.isEmpty && isPort && !authority.contains("@") && (port?.count ?? 0) <= 5
    }
}
