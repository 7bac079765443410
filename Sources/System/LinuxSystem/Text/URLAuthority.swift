// SPDX-License-Identifier: Apache-2.0

/// The parts of a URL before its path (RFC 3986, section 3.2), as libcurl and browsers find them.
///
/// Bytes decide, not characters: a slash that a combining mark follows ends the authority, and what stands behind it is
/// no host.
package struct URLAuthority {
    /// The text before `://`.
    package let scheme: Substring
    /// User and password: the text before the last `@`; `nil` if there is none.
    package let userInformation: Substring?
    /// The host, and its port if it has one.
    package let host: Substring

    /// Finds the parts after the first `://`. They are not decoded, and may be empty.
    ///
    /// - Returns: `nil` if there is no `://`.
    package init?(_ url: String) {
        let bytes = url.utf8
        var colon = bytes.startIndex
        while colon < bytes.endIndex, !bytes[colon...].starts(with: "://".utf8) {
            colon = bytes.index(after: colon)
        }
        guard colon < bytes.endIndex else { return nil }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
        scheme = url[..<colon]
        if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) {
            userInformation = url[start..<at]
            host = url[bytes.index(after: at)..<end]
        } else {
            userInformation = nil
            host = url[start..<end]
        }
    }
}
