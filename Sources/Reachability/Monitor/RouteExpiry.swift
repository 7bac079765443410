// SPDX-License-Identifier: Apache-2.0

/// When routes must be looked up again because routes end by themselves.
///
/// IPv6 routes have lifetimes, which router advertisements set. A lookup finds a route no more as soon as its
/// lifetime is over. The kernel removes it, and says so, when it collects garbage, up to half a minute later. An
/// advertisement that comes in between brings the route back, and the kernel does not tell of that.
///
/// Times are in milliseconds, by ``MonotonicClock``.
struct RouteExpiry: Sendable {
    /// When the first of the routes in use ends; `nil` if none does.
    private var end: Int64?
    /// When a route that has ended was collected, or is back.
    private var collection: Int64?

    /// How long a tick of the kernel's times is (`USER_HZ` is 100).
    private static let tick: Int64 = 10
    /// A route that ends in less than a tick looks like one that does not end, so an end that is this near is not
    /// forgotten.
    private static let near: Int64 = 100

    /// Takes in a look.
    ///
    /// - Parameters:
    ///   - ticks: in how many ticks the first of the routes ends that were looked up; `nil` if none does.
    ///   - isOfAll: whether all routes in use were looked up.
    ///   - now: the time after the look.
    ///   - collectionInterval: how long the kernel takes at the most to collect a route that has ended.
    mutating func take(
        _ ticks: UInt32?,
        isOfAll: Bool,
        now: @autoclosure () -> Int64,
        collectionInterval: @autoclosure () -> Int64
    ) {
        // Few routes end, and then the clock is of no interest.
        guard ticks != nil || end != nil || collection != nil else { return }
        let now = now()
        if isOfAll {
            if let collection, collection <= now { self.collection = nil }
            if let end, end <= now { collection = now + collectionInterval() }
            if let end, end <= now || end > now + Self.near { self.end = nil }
        }
        guard let ticks else { return }
        // The kernel rounds down to ticks, and the route lives until its own clock has passed the end, which may
        // tick as seldom.
        let new = now + (Int64(ticks) + 2) * Self.tick
        // A part of the routes may end later than the rest. (If that is gone, one look is made in vain.)
        end = min(end ?? new, new)
    }

    /// When all routes in use must be looked up again; `nil` if no time calls for that.
    var due: Int64? {
        guard let end, let collection else { return end ?? collection }
        return min(end, collection)
    }
}
