// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The end of a wait: after a duration, or at a time of day, whose distance changes when the clock is set.
struct WaitLimit {
    /// The clocks at one moment, in milliseconds.
    struct Clocks {
        var monotonic: Int64
        /// As ``monotonic``, but it goes on while the machine sleeps.
        var boot: Int64
        var real: Int64

        static var now: Clocks {
            Clocks(
                monotonic: MonotonicClock.milliseconds, boot: BootTimeClock.milliseconds,
                real: RealTimeClock.milliseconds)
        }
    }

    let end: PointInTime
    private let start: Clocks

    /// Creates the limit of a wait.
    ///
    /// - Parameter start: the beginning of the wait.
    init(_ end: PointInTime, from start: Clocks = .now) {
        self.end = end
        self.start = start
    }

    /// Whether the end is a time, and no duration.
    var isTime: Bool { if case .after = end { false } else { true } }

    /// The end by ``MonotonicClock``. A time that has passed is the end at once.
    var due: Int64 { due(.now) }

    /// The end in milliseconds since 1970.
    var realTime: Int64 { realTime(.now) }

    func due(_ now: Clocks) -> Int64 {
        if case .after(let duration) = end { return start.monotonic + duration }
        return now.monotonic + realTime(now) - now.real
    }

    /// Clocks are often set at boot, while the network is waited for. What the clock would have shown at the beginning
    /// of the wait decides which 22:00 is the next one.
    private func realTime(_ now: Clocks) -> Int64 {
        end.milliseconds(from: now.real - (now.boot - start.boot))
    }

    /// The limit of another wait, which begins now: a duration begins again, a time stays.
    var forNextWait: WaitLimit { isTime ? self : WaitLimit(end) }

    /// The end as the end of a sentence.
    var text: String {
        if case .after(let duration) = end { return "after \(TimeSpan(milliseconds: duration))" }
        return "at \(Timestamp(milliseconds: realTime).local)"
    }
}
