// SPDX-License-Identifier: Apache-2.0

/// The delay before a failed operation is tried again (WorkManager's `BackoffPolicy`).
///
/// The delay after each failure in a row is one interval. ``jitter`` shortens each interval at
/// random, so that operations that failed together are not all tried again at the same time.
public struct Backoff: Sendable, Hashable {
    /// How the intervals grow with each failure in a row.
    public enum Growth: Sendable, Hashable {
        /// Each interval is longer than the one before by ``Backoff/first``: 30, 60, 90 s …
        case linear
        /// Each interval is twice as long as the one before: 30, 60, 120 s …
        case exponential
    }

    /// How the intervals grow with each failure in a row.
    public var growth: Growth
    /// The interval after the first failure.
    public var first: Duration
    /// The longest interval.
    public var limit: Duration
    /// The largest fraction of an interval that is left out at random, from 0 to 1. Values below 0
    /// and `nan` count as 0, values above 1 as 1.
    public var jitter: Double

    /// Returns a backoff whose intervals grow by the first one each time.
    ///
    /// The defaults are WorkManager's: the first interval is 30 s, the longest 5 h.
    public static func linear(
        first: Duration = .seconds(30),
        limit: Duration = .seconds(18_000),
        jitter: Double = 0
    ) -> Backoff {
        Backoff(growth: .linear, first: first, limit: limit, jitter: jitter)
    }

    /// Returns a backoff whose intervals double each time.
    ///
    /// The defaults are WorkManager's: the first interval is 30 s, the longest 5 h.
    public static func exponential(
        first: Duration = .seconds(30),
        limit: Duration = .seconds(18_000),
        jitter: Double = 0.5
    ) -> Backoff {
        Backoff(growth: .exponential, first: first, limit: limit, jitter: jitter)
    }

    /// Returns the interval after a number of failures in a row.
    ///
    /// - Parameters:
    ///   - failures: the number of failures; values below 1 count as 1.
    ///   - generator: the source of the random numbers for ``jitter``.
    public func interval(
        afterFailures failures: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        interval(afterFailures: failures, chance: .random(in: 0..<1, using: &generator))
    }

    /// Returns the interval after a number of failures in a row.
    ///
    /// - Parameter chance: the random number for the jitter, from 0 up to 1.
    func interval(afterFailures failures: Int, chance: Double) -> Duration {
        let steps = max(1, failures)
        let factor =
            switch growth {
            case .linear: Double(steps)
            // Beyond 2^63 every limit is reached.
            case .exponential: Double(UInt64(1) << min(steps - 1, 63))
            }
        let limit = limit.bounded
        let first = first.bounded
        // Computed in seconds, because the product can be more than a `Duration` holds.
        let isCapped = first.seconds * factor >= limit.seconds
        let interval = isCapped ? limit : first * factor
        // `max(_:_:)` would pass `nan` on, and a duration times `nan` traps.
        let part = jitter > 0 ? min(jitter, 1) : 0
        return interval * (1 - part * chance)
    }
}

extension Backoff: CustomStringConvertible {
    /// The growth, the first and the longest interval, and the jitter: `exponential from 30.0
    /// seconds to 18000.0 seconds, jitter 0.5`.
    public var description: String { "\(growth) from \(first) to \(limit), jitter \(jitter)" }
}
