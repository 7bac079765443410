// SPDX-License-Identifier: Apache-2.0

/// How long a failed operation waits until it is tried again (WorkManager's `BackoffPolicy`).
///
/// A part of each interval, ``jitter``, is left to chance, so that many who failed together do not
/// come back together.
public struct Backoff: Sendable, Hashable {
    /// How intervals grow.
    public enum Growth: Sendable, Hashable {
        /// By the first one each time: 30, 60, 90 s …
        case linear
        /// To the double each time: 30, 60, 120 s …
        case exponential
    }

    /// How intervals grow.
    public var growth: Growth
    /// The interval after the first failure.
    public var first: Duration
    /// The longest interval.
    public var limit: Duration
    /// The part of an interval that may be missing from it by chance, from 0 to 1. Values below 0 and
    /// `nan` count as 0, values above 1 as 1.
    public var jitter: Double

    /// Intervals that grow by the first one each time. As WorkManager, it begins with 30 s and ends
    /// with 5 h if nothing else is said.
    public static func linear(
        first: Duration = .seconds(30),
        limit: Duration = .seconds(18_000),
        jitter: Double = 0
    ) -> Backoff {
        Backoff(growth: .linear, first: first, limit: limit, jitter: jitter)
    }

    /// Intervals that double each time. As WorkManager, it begins with 30 s and ends with 5 h if
    /// nothing else is said.
    public static func exponential(
        first: Duration = .seconds(30),
        limit: Duration = .seconds(18_000),
        jitter: Double = 0.5
    ) -> Backoff {
        Backoff(growth: .exponential, first: first, limit: limit, jitter: jitter)
    }

    /// The interval after so many failures in a row.
    ///
    /// - Parameters:
    ///   - failures: how often the operation has failed, at least once.
    ///   - generator: where chance comes from.
    public func interval(
        afterFailures failures: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        interval(afterFailures: failures, chance: .random(in: 0..<1, using: &generator))
    }

    /// The interval after so many failures in a row, where chance is a number from 0 up to 1.
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
        // In seconds: the product may be more than a duration holds.
        let isCapped = first.seconds * factor >= limit.seconds
        let interval = isCapped ? limit : first * factor
        // `max(_:_:)` would pass `nan` on, and a duration times `nan` traps.
        let part = jitter > 0 ? min(jitter, 1) : 0
        return interval * (1 - part * chance)
    }
}

extension Backoff: CustomStringConvertible {
    /// The growth and the intervals: `exponential from 30.0 seconds to 18000.0 seconds, jitter 0.5`.
    public var description: String { "\(growth) from \(first) to \(limit), jitter \(jitter)" }
}
