// SPDX-License-Identifier: Apache-2.0

/// The time at which routes must be queried again because routes expire.
///
/// IPv6 routes have lifetimes, which router advertisements set. A query does not find a route whose
/// lifetime is over. The kernel removes the route, and reports the removal, when it collects
/// garbage, up to half a minute later. A router advertisement in between renews the route, and the
/// kernel does not report that.
///
/// Times are in milliseconds of ``MonotonicClock``.
struct RouteExpiry: Sendable {
    /// When the first of the routes in use expires; `nil` if none does.
    private var end: Int64?
    /// When an expired route will have been collected or renewed.
    private var collection: Int64?

    /// The unit of the kernel's times (`USER_HZ` is 100).
    private static let tick: Int64 = 10
    /// A route that expires within a tick looks like a route that never expires, so an expiry this
    /// close is kept.
    private static let near: Int64 = 100

    /// Records when the first of the queried routes expires.
    ///
    /// - Parameters:
    ///   - ticks: the number of ticks until the first queried route expires; `nil` if none does.
    ///   - isOfAll: whether all routes in use were queried.
    ///   - now: the time after the queries.
    ///   - collectionInterval: the longest time that the kernel takes to collect an expired route.
    mutating func note(
        _ ticks: UInt32?,
        isOfAll: Bool,
        now: @autoclosure () -> Int64,
        collectionInterval: @autoclosure () -> Int64
    ) {
        // Few routes expire, and without any the clock need not be read.
        guard ticks != nil || end != nil || collection != nil else { return }
        let now = now()
        if isOfAll {
            if let collection, collection <= now { self.collection = nil }
            if let end, end <= now { collection = now + collectionInterval() }
            if let end, end <= now || end > now + Self.near { self.end = nil }
        }
        guard let ticks else { return }
        // The kernel rounds down to ticks, and the route expires once the kernel's clock has passed
        // its end; this clock may have the same resolution.
        let new = now + (Int64(ticks) + 2) * Self.tick
        // The routes that were not queried may expire first. (If they were removed, one query is
        // unnecessary.)
        end = min(end ?? new, new)
    }

    /// When all routes in use must be queried again; `nil` if no time is set.
    var due: Int64? {
        guard let end, let collection else { return end ?? collection }
        return min(end, collection)
    }
}
