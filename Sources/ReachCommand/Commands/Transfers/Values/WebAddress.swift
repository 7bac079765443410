// SPDX-License-Identifier: Apache-2.0

/// An address (URL) on the command line, as far as it is checked before anything is added.
package struct WebAddress: Sendable, Hashable {
    /// The address as it was given, with user and password.
    package let text: String

    /// Why an address is refused.
    package enum Fault: Error, Hashable {
        /// It has another scheme than http and https.
        case scheme(String)
        /// It has no scheme.
        case noScheme
        /// It has no host.
        case noHost
        /// The port is no number from 1 to 65535.
        case port
        /// It has white space or a control character.
        case character

        /// The fault as the rest of a sentence that begins with the address.
        package var explanation: String {
            switch self {
            case .scheme(let scheme):
                "has the scheme \(scheme.escaped); only http and https are supported"
            case .noScheme: "has no scheme; write https://…"
            case .noHost: "has no host"
            case .port: "has an invalid port"
            case .character: "has a space, a backslash or a control character; write a space as %20"
            }
        }
    }

    /// Checks an address. What the checks let pass is parsed again, and strictly, before it is requested.
    package init(_ text: String) throws(Fault) {
        let isClean = text.unicodeScalars.allSatisfy {
            $0.value > 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        guard isClean, !text.contains("\\") else { throw .character }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            let scheme = text.prefix { $0 != ":" && $0 != "/" }
            // "mailto:x" has a scheme, "localhost:80" and "example.org/a" have none.
            let rest = text.dropFirst(scheme.count + 1)
            let isScheme =
                text.contains(":") && !scheme.contains(".") && rest.first?.isNumber == false
            if isScheme, scheme.allSatisfy(\.isLetter), !scheme.isEmpty {
                throw .scheme(String(scheme))
            }
            throw .noScheme
        }
        let scheme = text[..<colon]
        guard ["http", "https"].contains(scheme.lowercased()) else { throw .scheme(String(scheme)) }
        guard let host = Self.parts(text)?.host, !host.isEmpty else { throw .noHost }
        var name = host
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { throw .noHost }
            name = host[end...].dropFirst()
        }
        if let colon = name.firstIndex(of: ":") {
            guard host.hasPrefix("[") || colon != name.startIndex else { throw .noHost }
            let port = name[name.index(after: colon)...]
            guard port.allSatisfy({ $0.isASCII && $0.isWholeNumber }), let number = Int(port),
                (1...65_535).contains(number)
            else { throw .port }
        }
        self.text = text
    }

    /// An address without user, password, query and fragment, for messages and lists.
    package static func shown(_ text: String) -> String {
        // Of 10,000 addresses in a list, nearly all are shown as they are.
        let isPlain = !text.utf8.contains {
            $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@")
        }
        if isPlain { return text }
        let end =
            text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
            ?? text.endIndex
        return withoutCredentials(String(text[..<end]))
    }

    /// An address without user and password.
    package static func withoutCredentials(_ text: String) -> String {
        guard let parts = parts(text), let user = parts.user else { return text }
        return String(text[..<user.startIndex]) + text[parts.host.startIndex...]
    }

    /// The user information and the host with the port; `nil` if the text is no address with an authority.
    ///
    /// What is before the last `@` of the authority is no host (RFC 3986, and as libcurl sees it). Bytes count, as they do
    /// there: a slash with an accent after it is a slash.
    private static func parts(_ text: String) -> (user: Substring?, host: Substring)? {
        guard let start = authorityStart(in: text.utf8) else { return nil }
        let rest = text.utf8[start...]
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? text.endIndex
        guard let at = rest[..<end].lastIndex(of: UInt8(ascii: "@")) else {
            return (nil, text[start..<end])
        }
        return (text[start..<at], text[text.utf8.index(after: at)..<end])
    }

    /// The index after the first `://`; `nil` if there is none.
    private static func authorityStart(in bytes: String.UTF8View) -> String.Index? {
        var rest = bytes[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[bytes.index(after: colon)...]
            if rest.starts(with: "//".utf8) { return bytes.index(rest.startIndex, offsetBy: 2) }
        }
        return nil
    }
}
