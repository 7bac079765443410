// SPDX-License-Identifier: Apache-2.0

extension HeaderFields {
    /// Creates a header from its lines.
    package init(_ fields: [FieldLine]) {
        self.init(fields.map { (name: $0.name, value: $0.value) })
    }
}

/// A response that a cache has stored, without its content (RFC 9111).
package struct StoredResponse: Sendable, Hashable {
    /// The status.
    package let status: Int
    /// The header as the server sent it, without the fields that belong to the connection.
    package let fields: [FieldLine]
    /// When the request was sent, by this machine's clock.
    package let requestedAt: HTTPDate
    /// When the response was received, by this machine's clock.
    package let receivedAt: HTTPDate
    /// For how long after the response was received the redirections are fresh that led to it, in seconds; `nil` if there
    /// were none. What the response says is about another address than the one that was asked for.
    package let redirectionLifetime: Int64?
    /// Whether a request has changed the resource since (RFC 9111, section 4.4), so that the response must be validated.
    package var isInvalidated: Bool
    /// The header.
    package let headers: HeaderFields
    /// What the response says about its own use.
    package let directives: ResponseDirectives

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
    package var isRedirected: Bool { redirectionLifetime != nil }

    /// The header for a caller that gets the response without a request to the server: with its age (RFC 9111, section 5.1),
    /// and without the fields that must be validated first.
    package func servedFields(now: HTTPDate) -> [FieldLine] {
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
