// SPDX-License-Identifier: Apache-2.0

/// When a stored response is to be used.
package enum ServingOccasion: Sendable, Hashable, CaseIterable {
    /// The server could be asked, and is not.
    case unasked
    /// The server is asked after the response was used (RFC 5861, section 3).
    case revalidatingInBackground
    /// The server cannot be reached, or has not answered in time (RFC 9111, section 4.2.4).
    case disconnected
    /// The server has answered with an error of its own (RFC 5861, section 4).
    case serverError
}

extension ServingOccasion {
    /// Whether a status says that the server has failed, and not that the request is wrong (RFC 5861, section 4). 501 and
    /// 505 do not pass, and 511 comes from the network.
    package static func isServerError(_ status: Int) -> Bool {
        (500...599).contains(status) && ![501, 505, 511].contains(status)
    }
}

/// Why a stored response may not be used.
package enum ServingRestriction: Sendable, Hashable, CaseIterable {
    /// It is stale.
    case stale
    /// The request prefers a newer one.
    case requested
    /// The server wants to be asked each time (`no-cache`).
    case noCache
    /// A request has changed the resource since.
    case invalidated
    /// The server forbids to use it when it is stale (`must-revalidate`).
    case mustRevalidate
    /// It has been stale for longer than the server allows before it is validated (`stale-while-revalidate`).
    case staleWhileRevalidate
    /// It has been stale for longer than is allowed when the server fails (`stale-if-error`).
    case staleIfError
}

extension StoredResponse {
    /// Why the response may not be used (RFC 9111, section 4); empty if it may be.
    package func restrictions(
        on occasion: ServingOccasion, for request: RequestDirectives, now: HTTPDate
    ) -> Set<ServingRestriction> {
        var restrictions: Set<ServingRestriction> = []
        if directives.noCache { restrictions.insert(.noCache) }
        if isInvalidated { restrictions.insert(.invalidated) }
        let staleness = staleness(now: now)
        if staleness != nil, directives.mustRevalidate { restrictions.insert(.mustRevalidate) }
        switch occasion {
        case .unasked:
            if !isPreferred(by: request, now: now) { restrictions.insert(.requested) }
            if let staleness, staleness > request.maxStale ?? -1 { restrictions.insert(.stale) }
        case .revalidatingInBackground:
            if request.noCache { restrictions.insert(.requested) }
            if let staleness, let limit = directives.staleWhileRevalidate, staleness > limit {
                restrictions.insert(.staleWhileRevalidate)
            }
        case .disconnected: break
        case .serverError:
            let limits = [directives.staleIfError, request.staleIfError].compactMap(\.self)
            if let staleness, let limit = limits.max(), staleness > limit {
                restrictions.insert(.staleIfError)
            }
        }
        return restrictions
    }

    /// Whether the response may be used although it is stale, if it is validated in the background: the server has said so for this time
    /// (RFC 5861, section 3), and the request does not want a newer one.
    package func mayBeUsedWhileRevalidating(
        for request: RequestDirectives, now: HTTPDate
    ) -> Bool {
        guard let staleness = staleness(now: now), let limit = directives.staleWhileRevalidate
        else { return false }
        return staleness <= limit && restrictions(on: .unasked, for: request, now: now) == [.stale]
    }

    /// Whether the response is as new as the request prefers, apart from being stale.
    private func isPreferred(by request: RequestDirectives, now: HTTPDate) -> Bool {
        let age = age(now: now)
        if request.noCache { return false }
        if let maxAge = request.maxAge, age > maxAge { return false }
        if let minFresh = request.minFresh, lifetime - age < minFresh { return false }
        return true
    }
}
