// SPDX-License-Identifier: Apache-2.0

/// Why a response is not stored (RFC 9111, section 3).
package enum StorageObstacle: String, Sendable, Hashable {
    /// The method is not `GET`.
    case method
    /// The request has content, by which the server may choose its answer.
    case content
    /// The request is for a part of the content, or the response has only a part.
    case part
    /// The request is conditional, so that the response is about what the caller has.
    case condition
    /// The request has credentials, and its account is not known.
    case credentials
    /// The request does not want it (`no-store`).
    case requestNoStore
    /// The response does not want it (`no-store`).
    case noStore
    /// The status is not one that a cache stores, or not without a word of the server.
    case status
    /// No later request could be known to have the same answer (`Vary: *`).
    case varyAny
}
