// SPDX-License-Identifier: Apache-2.0

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
