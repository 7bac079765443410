// SPDX-License-Identifier: Apache-2.0

/// How far another clock is ahead of ``MonotonicClock``.
package struct ClockOffset: Sendable, Hashable {
    /// In milliseconds.
    package private(set) var milliseconds: Int64

    /// Creates an offset.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The offset of the time of day now. It is another value after the clock was set, and after the machine slept.
    package static var current: ClockOffset {
        offset { RealTimeClock.milliseconds }
    }

    /// How long the machine has been suspended in total: the offset of ``BootTimeClock`` now.
    package static var suspended: ClockOffset {
        offset { BootTimeClock.milliseconds }
    }

    /// The offset of a clock now. If the thread was interrupted between the readings, they say nothing, and are repeated.
    private static func offset(of clock: () -> Int64) -> ClockOffset {
        while true {
            let before = MonotonicClock.milliseconds
            let value = clock()
            if MonotonicClock.milliseconds - before < tolerance / 2 {
                return ClockOffset(milliseconds: value - before)
            }
        }
    }

    /// The largest difference of two offsets between which nothing happened, in milliseconds: the clocks are not read at the same time.
    private static let tolerance: Int64 = 100

    /// After how many milliseconds to compare offsets again, where the system does not report that the clock was set.
    package static let interval: Int64 = 60_000

    /// Takes the offset of the same clock now.
    ///
    /// - Returns: whether it differs from the one before: the clock was set, or the machine slept.
    package mutating func update(_ now: ClockOffset) -> Bool {
        // Small differences add up until they count.
        guard abs(now.milliseconds - milliseconds) > Self.tolerance else { return false }
        self = now
        return true
    }
}
