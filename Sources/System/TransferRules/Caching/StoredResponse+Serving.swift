// SPDX-License-Identifier: Apache-2.0

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
