// SPDX-License-Identifier: Apache-2.0

/// Which one of several stored responses to the same request is used (RFC 9111, section 4).
extension StoredResponse {
    /// Whether the response is an error (4xx, 5xx). An error is stored beside the last good response, not in its place.
    package var isError: Bool { status >= 400 }

    /// The position of the response that is used; `nil` if there is none.
    ///
    /// It is the most recent one by `Date`. An error is used only while it is fresh, if there is another response: then
    /// the last good one says more.
    ///
    /// - Parameter responses: in the order in which they were stored, the last one first. The order decides between equal
    ///   dates.
    package static func selected(among responses: [StoredResponse], now: HTTPDate) -> Int? {
        let newestFirst = responses.indices.sorted { one, other in
            let (first, second) = (responses[one].recency(now), responses[other].recency(now))
            return first == second ? one < other : first > second
        }
        return newestFirst.first { index in
            let response = responses[index]
            return !response.isError
                || (response.staleness(now: now) == nil && !response.isInvalidated)
        } ?? newestFirst.first
    }

    /// A number that is higher for a more recent response: its `Date`, or when it was received if that was not in the
    /// future. This machine's clock may have been set back since.
    private func recency(_ now: HTTPDate) -> Int64 {
        if let date = headers.date(now: receivedAt) { return date.seconds }
        return receivedAt <= now ? receivedAt.seconds : .min
    }
}
