// SPDX-License-Identifier: Apache-2.0

/// What a response says to a private cache about its own use (RFC 9111, section 5.2.2, and RFC 5861).
///
/// `s-maxage` and `proxy-revalidate` are for shared caches, and do not count. `Pragma` has no meaning in a response.
package struct ResponseDirectives: Sendable, Hashable {
    /// The response may not be stored (`no-store`).
    package let noStore: Bool
    /// The response may not be used before the server has validated it (`no-cache` without names of fields).
    package let noCache: Bool
    /// The names, in lower case, of fields that may not be used before the server has validated the response
    /// (`no-cache="Set-Cookie"`).
    package let unvalidatedFields: Set<String>
    /// The response may not be used when it is stale, not even without a network (`must-revalidate`).
    package let mustRevalidate: Bool
    /// The response may be stored only by a cache that understands its status (`must-understand`).
    package let mustUnderstand: Bool
    /// The response may be stored although its status would not allow it (`public`, `private`).
    package let isExplicitlyStorable: Bool
    /// How long the response is fresh, in seconds (`max-age`); `nil` if it does not say.
    package let maxAge: Int64?
    /// How long a stale response may be used while it is validated, in seconds (RFC 5861, section 3); `nil` if it does
    /// not say.
    package let staleWhileRevalidate: Int64?
    /// How long a stale response may be used when the server fails, in seconds (RFC 5861, section 4); `nil` if it does
    /// not say.
    package let staleIfError: Int64?

    /// Reads the directives of a response.
    package init(_ headers: HeaderFields) {
        let control = CacheControl(headers[joined: "Cache-Control"])
        noStore = control.contains("no-store")
        noCache = control.isUnqualified("no-cache")
        unvalidatedFields = control.fieldNames("no-cache")
        mustRevalidate = control.contains("must-revalidate")
        mustUnderstand = control.contains("must-understand")
        isExplicitlyStorable = control.contains("public") || control.contains("private")
        maxAge = control.seconds("max-age")
        staleWhileRevalidate = control.seconds("stale-while-revalidate")
        staleIfError = control.seconds("stale-if-error")
    }
}
