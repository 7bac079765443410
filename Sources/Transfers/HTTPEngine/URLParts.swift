// SPDX-License-Identifier: Apache-2.0

internal import CCurl
package import LinuxSystem
package import TransferRules

/// The parts of an http or https URL as libcurl reads it, so that what is checked is what is connected to.
///
/// Names of hosts are in lower case and in Punycode, `.` and `..` in the path are resolved, and blanks and characters
/// that are not ASCII are percent-encoded.
package struct URLParts: Sendable, Hashable {
    /// How the server is spoken to.
    package enum Scheme: String, Sendable, Hashable {
        /// Without TLS.
        case http
        /// With TLS.
        case https
    }

    /// The scheme.
    package let scheme: Scheme
    /// The user, decoded.
    package let user: String?
    /// The password, decoded.
    package let password: String?
    /// The name or the address of the host. An IPv6 address has no brackets, and its zone is ``zone``.
    package let host: String
    /// The interface of a link-local IPv6 address.
    package let zone: String?
    /// The port, also where the URL does not name it.
    package let port: UInt16
    /// The path, encoded. It begins with a slash.
    package let path: String
    /// The query, encoded, without its question mark; `nil` if there is none, or nothing in it.
    package let query: String?
    /// The URL without user, password and fragment.
    package let text: String
}

extension URLParts {
    /// Parses a URL.
    ///
    /// - Throws: ``ParseError`` if the text is not a URL with a host, or has another scheme than http and https.
    package init(_ text: String) throws(ParseError) {
        try self.init(text, base: nil)
    }

    /// Resolves the value of a `Location` field, which may be relative.
    ///
    /// - Returns: the URL. It has no user and no password unless the reference has.
    /// - Throws: ``ParseError`` if the result is not a URL with a host, or has another scheme than http and https.
    package func resolving(_ reference: String) throws(ParseError) -> URLParts {
        try URLParts(reference, base: text)
    }

    private init(_ text: String, base: String?) throws(ParseError) {
        let parser = try URLParser()
        if let base { try parser.set(CURLUPART_URL, to: base) }
        try parser.set(CURLUPART_URL, to: text)
        guard let name = parser.get(CURLUPART_SCHEME) else { throw .malformed("no scheme") }
        guard let scheme = Scheme(rawValue: name.lowercased()) else { throw .scheme(name) }
        self.scheme = scheme
        user = parser.get(CURLUPART_USER, flags: UInt32(CURLU_URLDECODE))
        password = parser.get(CURLUPART_PASSWORD, flags: UInt32(CURLU_URLDECODE))
        zone = parser.get(CURLUPART_ZONEID)
        guard let given = parser.get(CURLUPART_HOST), !given.isEmpty, given != "[]" else {
            throw .malformed("no host")
        }
        guard let host = parser.asciiHost?.lowercased(), host.utf8.allSatisfy({ $0 < 128 }) else {
            throw .malformed("\(given) is not the name of a host")
        }
        self.host = host.begins(with: "[") ? String(host.dropFirst().dropLast()) : host
        let port = parser.get(CURLUPART_PORT, flags: UInt32(CURLU_DEFAULT_PORT))
        guard let port = port.flatMap({ UInt16($0) }), port > 0 else {
            throw .malformed("no such port")
        }
        self.port = port
        path = parser.get(CURLUPART_PATH) ?? "/"
        // An empty one is left out of the URL, too.
        query = parser.get(CURLUPART_QUERY).flatMap { $0.isEmpty ? nil : $0 }
        try parser.set(CURLUPART_SCHEME, to: scheme.rawValue)
        try parser.set(CURLUPART_HOST, to: host)
        // The zone is a part of the host, and gets lost with it.
        if let zone { try parser.set(CURLUPART_ZONEID, to: zone) }
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
            try parser.set(part, to: nil)
        }
        guard let text = parser.get(CURLUPART_URL, flags: UInt32(CURLU_NO_DEFAULT_PORT)) else {
            throw .malformed("not a URL")
        }
        self.text = text
    }
}

extension URLParts {
    /// The origin of the URL.
    package var origin: Origin {
        Origin(scheme: scheme.rawValue, host: host, port: Int(port))
    }

    /// The last component of the path, decoded; `nil` if it has none.
    package var lastComponent: String? {
        path.pieces(separatedBy: "/").last.flatMap { PercentEncoding.decode($0) ?? String($0) }
    }
}

extension URLParts {
    /// Why a text is not a URL that can be used.
    package enum ParseError: Error, Sendable, Hashable {
        /// The text is not a URL, or has no host; with libcurl's sentence.
        case malformed(String)
        /// The scheme is neither http nor https.
        case scheme(String)
        /// libcurl, which reads URLs, cannot be loaded. That says nothing of the text.
        case noParser(SystemError)
    }
}

/// libcurl's URL parser (libcurl-url(3)).
@safe final class URLParser {
    private let handle: OpaquePointer

    init() throws(URLParts.ParseError) {
        do throws(SystemError) { try MultiHandle.loadLibrary() } catch { throw .noParser(error) }
        // It fails only without memory.
        guard let handle = unsafe ccu_url() else { fatalError("no memory for a URL") }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe ccu_url_cleanup(handle)
    }

    /// Sets a part, or removes it. A URL is resolved against the one that was set before.
    func set(_ part: CURLUPart, to text: String?) throws(URLParts.ParseError) {
        if text?.utf8.contains(0) == true { throw .malformed("a zero byte") }
        let isURL = part == CURLUPART_URL
        // Not of single parts, where it would encode brackets.
        let flags = isURL ? UInt32(CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME) : 0
        let result = unsafe ccu_url_set(handle, part, text, flags)
        guard result == CURLUE_OK else {
            throw .malformed(unsafe String(cString: ccu_url_strerror(result)))
        }
    }

    /// Gets a part; `nil` if the URL does not have it.
    func get(_ part: CURLUPart, flags: UInt32 = 0) -> String? {
        unsafe text { unsafe ccu_url_get(handle, part, &$0, flags) }
    }

    /// The name of the host in ASCII, as name servers know it (`xn--…`); `nil` if there is none, or no such form.
    var asciiHost: String? { unsafe text { unsafe ccu_url_get_ascii_host(handle, &$0) } }

    private func text(_ get: (inout UnsafeMutablePointer<CChar>?) -> CURLUcode) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe get(&text) == CURLUE_OK else { return nil }
        defer { unsafe ccu_free(text) }
        return unsafe text.map { unsafe String(cString: $0) }
    }
}
