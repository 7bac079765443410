// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The freshness lifetime and the age of a response (RFC 9111, section 4.2).
extension StoredResponse {
    /// The longest lifetime of a response without an explicit one, in seconds.
    static let longestHeuristicLifetime: Int64 = 86_400

    /// The statuses that are cacheable by default (RFC 9110, section 15.1), without 206, because parts are never stored.
    static let heuristicStatuses: Set<Int> = [
        200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501,
    ]

    /// How long the response is fresh after it was made, in seconds (section 4.2.1).
    ///
    /// After redirections, the response is fresh as long as it and all of them are fresh.
    var lifetime: Int64 {
        guard let redirectionLifetime else { return ownLifetime }
        return min(ownLifetime, initialAge + redirectionLifetime)
    }

    private var ownLifetime: Int64 {
        if let maxAge = directives.maxAge { return maxAge }
        if headers.contains("Expires") {
            // An invalid date, such as "0", is in the past (section 5.3).
            guard
                let expires = headers[single: "Expires"].flatMap({ HTTPDate($0, now: receivedAt) })
            else { return 0 }
            return max(0, expires.seconds - date.seconds)
        }
        return heuristicLifetime
    }

    /// How long from now on a cache could follow redirections without requesting them again, in seconds.
    ///
    /// A redirection that depends on fields of the request is requested each time.
    static func lifetime(ofRedirections responses: [StoredResponse], now: HTTPDate) -> Int64 {
        let lifetimes = responses.map { response -> Int64 in
            let directives = response.directives
            guard !directives.noStore, !directives.noCache, !response.headers.contains("Vary")
            else { return 0 }
            return max(0, response.lifetime - response.age(now: now))
        }
        return lifetimes.min() ?? 0
    }

    /// A tenth of the time since the last modification (section 4.2.2).
    private var heuristicLifetime: Int64 {
        guard Self.heuristicStatuses.contains(status) || directives.isExplicitlyStorable,
            let modified = headers[single: "Last-Modified"].flatMap({
                HTTPDate($0, now: receivedAt)
            })
        else { return 0 }
        return min(max(0, date.seconds - modified.seconds) / 10, Self.longestHeuristicLifetime)
    }

    /// The time when the server made the response, by its clock; without a `Date`, the time when it was received (RFC 9110,
    /// section 6.6.1).
    private var date: HTTPDate { headers.date(now: receivedAt) ?? receivedAt }

    /// The age when the response was received, in seconds (section 4.2.3).
    private var initialAge: Int64 {
        let apparentAge = max(0, receivedAt.seconds - date.seconds)
        let ageField = headers.age ?? 0
        let delay = max(0, receivedAt.seconds - requestedAt.seconds)
        return max(apparentAge, ageField + delay)
    }

    /// The age, in seconds (section 4.2.3).
    func age(now: HTTPDate) -> Int64 {
        initialAge + max(0, now.seconds - receivedAt.seconds)
    }

    /// How long the response has been stale, in seconds; `nil` if it is fresh.
    func staleness(now: HTTPDate) -> Int64? {
        // After the clock was set back, it is unknown how long ago the response was received.
        guard now >= receivedAt else { return .max }
        let excess = age(now: now) - lifetime
        return excess < 0 ? nil : excess
    }
}
