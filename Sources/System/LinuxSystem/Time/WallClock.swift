// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Dates and times of day for people, by a time zone. All times are milliseconds since 1970.
package struct WallClock: Sendable {
    /// Returns the seconds by which the local time is ahead of UTC at a time.
    package var secondsAheadOfUTC: @Sendable (Int64) -> Int64

    /// Creates a clock that shows the time of the process' own time zone (`TZ`, `/etc/localtime`), as it is now.
    package init() {
        // localtime_r(3) reads the time zone once; tzset(3) again, if the file has changed.
        tzset()
        self.init { Self.secondsAheadOfUTC(at: $0) }
    }

    /// Creates a clock.
    ///
    /// - Parameter secondsAheadOfUTC: returns the seconds by which the local time is ahead of UTC at a time.
    package init(secondsAheadOfUTC: @escaping @Sendable (Int64) -> Int64) {
        self.secondsAheadOfUTC = secondsAheadOfUTC
    }

    private static let day: Int64 = 86_400_000

    /// Milliseconds since 1970-01-01, as a clock on the wall counts them.
    package func local(_ time: Int64) -> Int64 { time + secondsAheadOfUTC(time) * 1000 }

    /// `2026-11-20`
    package func date(_ time: Int64) -> String { String(text(time).prefix(10)) }

    /// `21:15`
    package func minute(_ time: Int64) -> String { String(text(time).dropFirst(11).prefix(5)) }

    /// `2026-11-20 21:15`
    package func dateAndMinute(_ time: Int64) -> String { "\(date(time)) \(minute(time))" }

    /// `21:15:00`
    package func second(_ time: Int64) -> String { String(text(time).dropFirst(11).prefix(8)) }

    /// `22:15:00+01:00`
    package func secondWithOffset(_ time: Int64) -> String {
        let offset = secondsAheadOfUTC(time)
        return second(time) + (offset < 0 ? "-" : "+")
            + Self.hoursAndMinutes(Int(abs(offset)) / 60)
    }

    /// Returns a number of minutes as a time of day: `06:30`.
    package static func hoursAndMinutes(_ minutes: Int) -> String {
        func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// `Fri`
    package func weekday(_ time: Int64) -> String {
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        return names[Int(day(time).floorDivided(by: 7).remainder)]
    }

    /// `Dec 5`
    package func monthAndDay(_ time: Int64) -> String {
        let (_, month, day) = Timestamp.date(daysSince1970: self.day(time))
        return "\(Self.months[Int(month) - 1].prefix(3)) \(day)"
    }

    /// `December 2026`
    package func monthAndYear(_ time: Int64) -> String {
        let (year, month, _) = Timestamp.date(daysSince1970: day(time))
        return "\(Self.months[Int(month) - 1]) \(year)"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The number of the day that has this time, since 1970-01-01. West of Greenwich a clock that is not set yet shows the
    /// day before.
    package func day(_ time: Int64) -> Int64 {
        local(time).floorDivided(by: Self.day).quotient
    }

    /// The beginning of the day that has this time.
    package func startOfDay(_ time: Int64) -> Int64 { times(on: day(time), at: 0)[0] }

    /// The beginning of the day after the one that has this time. A day has 23 to 25 hours.
    package func startOfNextDay(_ time: Int64) -> Int64 {
        startOfDay(startOfDay(time) + Self.day * 3 / 2)
    }

    /// The month that has this time: `2026-11`
    package func month(_ time: Int64) -> String { String(text(time).prefix(7)) }

    /// The beginning of the month that has this time.
    package func startOfMonth(_ time: Int64) -> Int64 {
        let day = day(time)
        return times(on: day - Timestamp.date(daysSince1970: day).day + 1, at: 0)[0]
    }

    /// The beginning of the month after the one that has this time.
    package func startOfNextMonth(_ time: Int64) -> Int64 {
        // A month has at most 31 days, and two have at least 59.
        startOfMonth(startOfMonth(time) + 40 * Self.day)
    }

    /// Returns when the clock on the wall shows a time of day, in ascending order: once, or twice when it is turned back.
    /// A time that is skipped, when the clock is turned forward, is the moment of that change.
    ///
    /// - Parameters:
    ///   - day: the number of the day since 1970-01-01.
    ///   - timeOfDay: milliseconds since midnight, as the clock shows them.
    package func times(on day: Int64, at timeOfDay: Int64) -> [Int64] {
        let shown = day * Self.day + timeOfDay
        // Time zones are less than a day ahead of UTC or behind it.
        let before = secondsAheadOfUTC(shown - Self.day) * 1000
        let after = secondsAheadOfUTC(shown + Self.day) * 1000
        let times = [shown - max(before, after), shown - min(before, after)]
        let found = times.filter { local($0) == shown }
        if let first = found.first { return found.last == first ? [first] : found }
        return [turn(between: times[0], times[1])]
    }

    /// Returns when the clock is turned forward or back, after a time and up to another.
    package func turns(after start: Int64, until end: Int64) -> [Int64] {
        // No zone turns its clock twice in a quarter of a day.
        stride(from: start, to: end, by: Int(Self.day / 4)).compactMap { early in
            let late = min(early + Self.day / 4, end)
            return secondsAheadOfUTC(early) == secondsAheadOfUTC(late)
                ? nil : turn(between: early, late)
        }
    }

    /// Returns when the clock is turned, between two times around that.
    private func turn(between early: Int64, _ late: Int64) -> Int64 {
        let after = secondsAheadOfUTC(late)
        var (early, late) = (early, late)
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if secondsAheadOfUTC(middle) == after { late = middle } else { early = middle }
        }
        return late
    }

    private func text(_ time: Int64) -> String { Timestamp(milliseconds: local(time)).description }

    /// The offset of the process' own time zone (`localtime_r(3)`); 0 if the time zone is unknown.
    private static func secondsAheadOfUTC(at milliseconds: Int64) -> Int64 {
        var seconds = time_t(milliseconds.floorDivided(by: 1000).quotient)
        var local = unsafe tm()
        guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
        return unsafe Int64(local.tm_gmtoff)
    }
}

extension Timestamp {
    /// The local date and time with the UTC offset: `2026-11-20 22:15:00+01:00`.
    package var local: String {
        let clock = WallClock()
        return "\(clock.date(milliseconds)) \(clock.secondWithOffset(milliseconds))"
    }
}
