// SPDX-License-Identifier: Apache-2.0

/// The parts of a request that decide whether its response may be stored.
package struct StorageRequest: Sendable, Hashable {
    package var method: String
    package var headers: HeaderFields
    package var hasContent: Bool
    /// Whether the request has credentials: in a field, in the address, or by a challenge.
    package var hasCredentials: Bool
    /// Whether the caller has said for whom answers are stored.
    package var hasAccount: Bool

    package init(
        method: String, headers: HeaderFields, hasContent: Bool = false,
        hasCredentials: Bool = false, hasAccount: Bool = false
    ) {
        self.method = method
        self.headers = headers
        self.hasContent = hasContent
        self.hasCredentials = hasCredentials || headers.contains("Authorization")
        self.hasAccount = hasAccount
    }

    /// Why the request neither gets a stored response nor has its response stored, whatever that is; `nil` if a cache can
    /// serve it.
    package var obstacle: StorageObstacle? {
        guard method == "GET" || method == "HEAD" else { return .method }
        if hasContent { return .content }
        if headers.contains("Range") { return .part }
        if Self.conditions.contains(where: headers.contains) { return .condition }
        // A private cache may store them, and would then give them to another user of the program (section 3.5).
        if hasCredentials, !hasAccount { return .credentials }
        return nil
    }

    /// The fields of a conditional request (RFC 9110, section 13.1).
    private static let conditions = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
    ]

    /// Why a response is not stored; `nil` if it may be.
    package func obstacle(ofStatus status: Int, _ response: HeaderFields) -> StorageObstacle? {
        if let obstacle { return obstacle }
        guard method == "GET" else { return .method }
        if RequestDirectives(headers).noStore { return .requestNoStore }
        if status == 206 || response.contains("Content-Range") { return .part }
        let directives = ResponseDirectives(response)
        guard Self.storedStatuses.contains(status) else { return .status }
        // A cache that knows the status may ignore no-store then (section 5.2.2.3).
        if directives.noStore, !directives.mustUnderstand { return .noStore }
        let saysHowLong = directives.maxAge != nil || response.contains("Expires")
        // An error replaces the last good answer only if the server says for how long it is one.
        guard status < 400 || saysHowLong else { return .status }
        if response[list: "Vary"].contains("*") { return .varyAny }
        return nil
    }

    /// The statuses that are stored. All of them are understood.
    ///
    /// RFC 9111 allows to store more, as long as the server says for how long: errors of the server, or of the caller's
    /// credentials. They would take the place of the last good answer.
    private static let storedStatuses: Set<Int> = [
        200, 203, 204, 300, 301, 308, 404, 405, 410, 414,
    ]
}
