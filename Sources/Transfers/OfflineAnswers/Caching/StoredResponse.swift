// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// A response that a cache has stored, without its content (RFC 9111).
package struct StoredResponse: Sendable, Hashable {
    /// The status.
    let status: Int
    /// The header as the server sent it, without the fields that belong to the connection.
    let fields: [FieldLine]
    /// When the request was sent, by this machine's clock.
    let requestedAt: HTTPDate
    /// When the response was received, by this machine's clock.
    let receivedAt: HTTPDate
    /// How long the redirections that led to the response are fresh after it was received, in seconds; `nil` if there were
    /// none. After a redirection, the header is about another address than the requested one.
    let redirectionLifetime: Int64?
    /// Whether a request has changed the resource since (RFC 9111, section 4.4), so that the response must be validated.
    var isInvalidated: Bool
    /// The header.
    let headers: HeaderFields
    /// The directives of the response.
    let directives: ResponseDirectives

    /// Creates a stored response.
    ///
    /// - Parameter fields: the header as it was received.
    package init(
        status: Int,
        fields: [FieldLine],
        requestedAt: HTTPDate,
        receivedAt: HTTPDate,
        redirectionLifetime: Int64? = nil,
        isInvalidated: Bool = false
    ) {
        self.status = status
        self.fields = fields.storable
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.redirectionLifetime = redirectionLifetime
        self.isInvalidated = isInvalidated
        headers = HeaderFields(self.fields)
        directives = ResponseDirectives(headers)
    }

    /// Whether a redirection led to the content.
    var isRedirected: Bool { redirectionLifetime != nil }

    /// The header for a caller that gets the response without a request to the server: with its age (RFC 9111, section 5.1),
    /// and without the fields that must be validated first.
    func servedFields(now: HTTPDate) -> [FieldLine] {
        let withheld = directives.unvalidatedFields.union(["age"])
        return fields.filter { !withheld.contains($0.name.lowercased()) }
            + [FieldLine("Age", "\(age(now: now))")]
    }
}

extension [FieldLine] {
    /// The fields that may be stored: not those that belong to the connection (RFC 9111, section 3.1).
    fileprivate var storable: [FieldLine] {
        let named = HeaderFields(filter { $0.name.lowercased() == "connection" })[
            list: "Connection"]
        let dropped = Self.ofConnections.union(named.map { $0.lowercased() })
        return filter { !dropped.contains($0.name.lowercased()) }
    }

    private static var ofConnections: Set<String> {
        [
            "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
            "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        ]
    }
}

/// The selection of one of several stored responses to the same request (RFC 9111, section 4).
extension StoredResponse {
    /// Whether the response is an error (4xx, 5xx). An error is stored beside the last good response, not in its place.
    var isError: Bool { status >= 400 }

    /// The position of the response that is used; `nil` if there is none.
    ///
    /// It is the most recent one by `Date`. If there is another response, an error is used only while it is fresh.
    ///
    /// - Parameters:
    ///   - responses: the responses in the order in which they were stored, the last one first. The order decides between
    ///     equal dates.
    ///   - now: the time of this machine's clock.
    static func selected(among responses: [StoredResponse], now: HTTPDate) -> Int? {
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

    /// A number that is higher for a more recent response: its `Date`, or the time when it was received. A time in the
    /// future does not count, because this machine's clock was set back.
    private func recency(_ now: HTTPDate) -> Int64 {
        if let date = headers.date(now: receivedAt) { return date.seconds }
        return receivedAt <= now ? receivedAt.seconds : .min
    }
}

/// The occasion on which a stored response is used.
enum ServingOccasion: Sendable, Hashable, CaseIterable {
    /// The server is asked after the response was used (RFC 5861, section 3).
    case revalidatingInBackground
    /// The server cannot be reached, or has not answered in time (RFC 9111, section 4.2.4).
    case disconnected
    /// The server has answered with an error of its own (RFC 5861, section 4).
    case serverError
}

extension ServingOccasion {
    /// Whether a status means that the server has failed, not that the request is wrong (RFC 5861, section 4). The statuses
    /// 501 and 505 are permanent, and 511 comes from the network.
    static func isServerError(_ status: Int) -> Bool {
        (500...599).contains(status) && ![501, 505, 511].contains(status)
    }
}

extension StoredResponse {
    /// Why the response may not be used without an answer of the server (RFC 9111, section 4); empty if it may be.
    func restrictions(
        on occasion: ServingOccasion, for request: RequestDirectives, now: HTTPDate
    ) -> Set<OfflineAnswer.Restriction> {
        var restrictions: Set<OfflineAnswer.Restriction> = []
        if directives.noCache { restrictions.insert(.noCache) }
        if isInvalidated { restrictions.insert(.changed) }
        let staleness = staleness(now: now)
        if staleness != nil, directives.mustRevalidate { restrictions.insert(.mustRevalidate) }
        switch occasion {
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

    /// Whether the response may be used although the server could be asked: it is fresh, or as stale as the request allows.
    func isFresh(for request: RequestDirectives, now: HTTPDate) -> Bool {
        let isAllowed = staleness(now: now).map { $0 <= request.maxStale ?? -1 } ?? true
        return isAllowed && isPreferred(by: request, now: now)
    }

    /// Whether the stale response may be used while it is validated in the background: the server allows it for this time
    /// (RFC 5861, section 3), and the request does not prefer a newer one.
    func mayBeUsedWhileRevalidating(
        for request: RequestDirectives, now: HTTPDate
    ) -> Bool {
        guard let staleness = staleness(now: now), let limit = directives.staleWhileRevalidate
        else { return false }
        return staleness <= limit && isPreferred(by: request, now: now)
    }

    /// Whether nothing but its age restricts the use of the response, and the request does not prefer a newer one.
    private func isPreferred(by request: RequestDirectives, now: HTTPDate) -> Bool {
        guard restrictions(on: .disconnected, for: request, now: now).isEmpty else { return false }
        let age = age(now: now)
        if request.noCache { return false }
        if let maxAge = request.maxAge, age > maxAge { return false }
        if let minFresh = request.minFresh, lifetime - age < minFresh { return false }
        return true
    }
}
