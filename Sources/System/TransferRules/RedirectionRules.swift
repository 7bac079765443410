// SPDX-License-Identifier: Apache-2.0

/// The rules for the redirections of a request, and for the header of the next request (RFC 9110, section 15.4).
package struct RedirectionRules: Sendable, Hashable {
    /// The highest number of redirections of one request.
    package static let limit = 10

    /// The header fields of the caller that every server may see.
    package static let harmlessFields: Set<String> = ["accept", "accept-language", "user-agent"]

    /// Why a redirection is not followed.
    package enum RedirectionError: Error, Sendable, Hashable {
        /// The response has no address, or one that is not an HTTP address.
        case noAddress
        /// The redirection leads from https to http.
        case insecure
        /// There were ``limit`` redirections already.
        case tooMany
    }

    /// The origin of the first request.
    package let first: Origin
    /// The origin of the request.
    package private(set) var origin: Origin
    /// Whether the next request may have the caller's header fields. It never becomes true again.
    package private(set) var isTrusted = true
    private var count = 0

    /// Creates the rules of a chain of requests.
    ///
    /// - Parameter origin: the origin of the first request.
    package init(origin: Origin) {
        first = origin
        self.origin = origin
    }

    /// Follows a redirection.
    ///
    /// - Parameter next: the origin of the address that the response has; `nil` if it has none, or not one of http or
    ///   https.
    package mutating func follow(to next: Origin?) throws(RedirectionError) {
        guard count < Self.limit else { throw .tooMany }
        guard let next else { throw .noAddress }
        if origin.scheme == "https", next.scheme == "http" { throw .insecure }
        if !origin.isSameServer(as: next) { isTrusted = false }
        count += 1
        origin = next
    }
}

extension Origin {
    /// Whether another origin is the same one, or the secure one of the same host.
    func isSameServer(as next: Origin) -> Bool {
        self == next
            || (scheme == "http" && next.scheme == "https" && host == next.host && port == 80
                && next.port == 443)
    }
}

/// The server that content comes from (an origin of RFC 6454). Another server can have another
/// copy.
package struct Origin: Sendable, Hashable, Codable {
    /// The scheme, in lower case.
    package let scheme: String
    /// The host, in lower case.
    package let host: String
    package let port: Int

    /// Creates an origin. Without a port, it has the default port of the scheme.
    package init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
    }
}
