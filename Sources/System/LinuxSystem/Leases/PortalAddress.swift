// SPDX-License-Identifier: Apache-2.0

/// The address of a captive portal, as a DHCP server announces it (RFC 8910, option 114).
///
/// The server chooses the text, and any machine in the network can be the server. So only an address that is certainly
/// one of the web is passed on: without control characters, without a name before the host, and of a bounded length.
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
        guard let authority = URLAuthority(text),
            ["http", "https"].contains(authority.scheme.lowercased()),
            authority.userInformation == nil
        else { return nil }
        return isServer(authority.host.utf8) ? text : nil
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
                && digits.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
        }
    }

    /// Whether a text is a host, and a port if there is a colon. User names are not accepted: who reads an address takes
    /// what stands first for the host.
    private static func isServer(_ authority: Substring.UTF8View) -> Bool {
        let colon = UInt8(ascii: ":")
        var host = authority
        var port: Substring.UTF8View?
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let rest = authority[end...].dropFirst()
            guard rest.isEmpty || rest.first == colon else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
            host = authority[..<end].dropFirst()
            guard
                host.contains(colon),
                host.allSatisfy({
                    UnicodeScalar($0).properties.isASCIIHexDigit || $0 == colon
                        || $0 == UInt8(ascii: ".")
                })
            else { return false }
        } else if let end = authority.firstIndex(of: colon) {
            host = authority[..<end]
            port = authority[end...].dropFirst()
        }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return !host.isEmpty && (port?.allSatisfy(digits.contains) ?? true)
            && (port?.count ?? 0) <= 5
    }
}
