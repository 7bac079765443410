// SPDX-License-Identifier: Apache-2.0

/// What a request says about stored responses (RFC 9111, section 5.2.1).
///
/// All but ``noStore`` and ``onlyIfCached`` are preferences: they decide whether the server is asked, and not what is used
/// when it cannot be.
package struct RequestDirectives: Sendable, Hashable {
    /// Nothing of the request or its response may be stored (`no-store`).
    package let noStore: Bool
    /// A stored response is not preferred before the server has validated it (`no-cache`, or `Pragma: no-cache`).
    package let noCache: Bool
    /// The preferred maximum age of a stored response, in seconds (`max-age`).
    package let maxAge: Int64?
    /// How stale a stored response may be, in seconds (`max-stale`).
    package let maxStale: Int64?
    /// How long a stored response should be fresh from now on, in seconds (`min-fresh`).
    package let minFresh: Int64?
    /// The server is not to be asked (`only-if-cached`).
    package let onlyIfCached: Bool
    /// How stale a response may be when the server fails, in seconds (`stale-if-error`, RFC 5861, section 4).
    package let staleIfError: Int64?

    /// Reads the directives of a request.
    package init(_ headers: HeaderFields) {
        let control = CacheControl(headers[joined: "Cache-Control"])
        noStore = control.contains("no-store")
        // Pragma counts only where there is no Cache-Control (RFC 9111, section 5.4).
        noCache =
            control.contains("no-cache")
            || (!headers.contains("Cache-Control")
                && headers[list: "Pragma"].contains { $0.lowercased() == "no-cache" })
        maxAge = control.seconds("max-age")
        // Without an argument, any staleness is accepted.
        maxStale =
            control.isUnqualified("max-stale") ? CacheControl.longest : control.seconds("max-stale")
        minFresh = control.seconds("min-fresh")
        onlyIfCached = control.contains("only-if-cached")
        staleIfError = control.seconds("stale-if-error")
    }
}
