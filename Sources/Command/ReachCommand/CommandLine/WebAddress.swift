// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// An address (URL) on the command line, as far as it is checked before anything is added.
package struct WebAddress: Sendable, Hashable {
    /// The address as it was given, with user and password.
    package let text: String

    /// The reason to refuse an address.
    package enum Fault: Error, Hashable {
        /// It has another scheme than http and https.
        case scheme(String)
        /// It has no scheme.
        case noScheme
        /// It has no host.
        case noHost
        /// The port is not a number from 1 to 65535.
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

    /// Checks an address. Before the request, it is parsed again, and more strictly.
    package init(_ text: String) throws(Fault) {
        let isClean = text.unicodeScalars.allSatisfy {
            $0.value > 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        let scalars = text.unicodeScalars
        guard isClean, !scalars.contains("\\") else { throw .character }
        guard let authority = URLAuthority(text), !authority.scheme.unicodeScalars.contains(":")
        else {
            let scheme = scalars.prefix { $0 != ":" && $0 != "/" }
            // "mailto:x" has a scheme, "localhost:80" and "example.org/a" have none.
            let rest = scalars.dropFirst(scheme.count + 1)
            let isScheme =
                scalars.contains(":") && !scheme.contains(".")
                && rest.first.map { !("0"..."9").contains($0) } == true
            if isScheme, scheme.allSatisfy(\.properties.isAlphabetic), !scheme.isEmpty,
                !["http", "https"].contains(String(scheme).lowercased())
            {
                throw .scheme(String(scheme))
            }
            throw .noScheme
        }
        let scheme = String(authority.scheme)
        guard ["http", "https"].contains(scheme.lowercased()) else { throw .scheme(scheme) }
        guard !authority.host.isEmpty else { throw .noHost }
        let host = authority.host.unicodeScalars
        var name = host
        if host.first == "[" {
            guard let end = host.firstIndex(of: "]") else { throw .noHost }
            name = host[end...].dropFirst()
        }
        if let colon = name.firstIndex(of: ":") {
            guard host.first == "[" || colon != name.startIndex else { throw .noHost }
            let port = name[name.index(after: colon)...]
            guard port.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(String(port)),
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
    static func withoutCredentials(_ text: String) -> String {
        guard let authority = URLAuthority(text), let user = authority.userInformation else {
            return text
        }
        return String(text[..<user.startIndex]) + text[authority.host.startIndex...]
    }
}
