// SPDX-License-Identifier: Apache-2.0

import CommandSystem

/// Dates and times of day for people, by a time zone. All times are milliseconds since 1970.
struct WallClock: Sendable {
    /// How many seconds the local time is ahead of UTC at a time.
    var secondsAheadOfUTC: @Sendable (Int64) -> Int64 = { LocalTime.secondsAheadOfUTC(at: $0) }

    private static let day: Int64 = 86_400_000

    /// Milliseconds since 1970-01-01, as a clock on the wall counts them.
    func local(_ time: Int64) -> Int64 { time + secondsAheadOfUTC(time) * 1000 }

    /// `2026-11-20`
    func date(_ time: Int64) -> String { String(text(time).prefix(10)) }

    /// `21:15`
    func minute(_ time: Int64) -> String { String(text(time).dropFirst(11).prefix(5)) }

    /// `21:15:00`
    func second(_ time: Int64) -> String { String(text(time).dropFirst(11).prefix(8)) }

    /// `Fri`
    func weekday(_ time: Int64) -> String {
        let days = local(time) / Self.day
        return ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(days % 7)]
    }

    /// The beginning of the day that has this time.
    func startOfDay(_ time: Int64) -> Int64 {
        let midnight = local(time) / Self.day * Self.day
        // The offset may change during the day.
        let near = midnight - secondsAheadOfUTC(time) * 1000
        return midnight - secondsAheadOfUTC(near) * 1000
    }

    /// The beginning of the day after the one that has this time. A day has 23 to 25 hours.
    func startOfNextDay(_ time: Int64) -> Int64 {
        startOfDay(startOfDay(time) + Self.day * 3 / 2)
    }

    private func text(_ time: Int64) -> String { Timestamp(milliseconds: local(time)).description }
}
