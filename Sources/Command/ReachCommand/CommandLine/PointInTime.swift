// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import LinuxSystem

extension TimeSpan: ExpressibleByArgument {
    package var defaultValueDescription: String { description }
}

/// A time on the command line: a duration, a time in the format of RFC 3339 (`2026-11-20T21:15:00Z`), or a local time in
/// a format of systemd.time(7) (`22:00`, `2026-11-25`, `2026-11-25 22:00`, `tomorrow 06:30`).
package enum PointInTime: ExpressibleByArgument, Sendable, Hashable {
    /// This many milliseconds from now, or ago.
    case after(Int64)
    /// This many milliseconds since 1970.
    case at(Int64)
    /// A time of the local clock.
    case local(LocalTimeOfDay)

    /// The time that an option means, where the text allows two.
    enum Direction {
        /// The last one: a duration ago, the last 22:00.
        case past
        /// The next one: a duration from now, the next 22:00.
        case future
    }

    /// Examples of durations and times, for messages.
    package static let examples =
        "90s, 1h30m, 22:00, tomorrow 06:30, 2026-11-25, 2026-11-25 22:00, 2026-11-25T21:00:00Z"

    /// Examples of times, and the time of day that an option means, for the help of commands.
    package static let help = "Times: \(examples). A bare time of day is the next one."

    /// Returns why a text is not a time; `nil` if it is one.
    package static func fault(in text: String) -> String? {
        if PointInTime(argument: text) != nil { return nil }
        if let fault = LocalTimeOfDay.fault(in: text) {
            return "'\(text.escaped)' is not a time: \(fault)"
        }
        return "'\(text.escaped)' is neither a duration nor a time; examples: \(examples)"
    }

    package init?(argument: String) {
        if let span = TimeSpan(argument: argument) {
            self = .after(span.milliseconds)
        } else if let time = Timestamp(text: argument) {
            self = .at(time.milliseconds)
        } else if let time = LocalTimeOfDay(argument) {
            self = .local(time)
        } else {
            return nil
        }
    }

    package var defaultValueDescription: String {
        if case .after(let duration) = self {
            "\(TimeSpan(milliseconds: duration))"
        } else {
            "\(self)"
        }
    }

    /// The time from now on, in milliseconds since 1970.
    ///
    /// - Parameter now: the current time, in milliseconds since 1970.
    package func milliseconds(from now: Int64) -> Int64 { milliseconds(.future, now: now) }

    /// The time in milliseconds since 1970.
    ///
    /// - Parameters:
    ///   - direction: the time that is meant.
    ///   - now: the current time, in milliseconds since 1970.
    ///   - clock: the local clock.
    func milliseconds(_ direction: Direction, now: Int64, clock: WallClock = WallClock()) -> Int64 {
        switch (self, direction) {
        case (.after(let duration), .past): now - duration
        case (.after(let duration), .future): now + duration
        case (.at(let time), _): time
        case (.local(let time), _): time.milliseconds(direction, now: now, clock: clock)
        }
    }
}

/// A time of day of the local clock, with or without the day.
package struct LocalTimeOfDay: Sendable, Hashable {
    private enum Day: Hashable {
        /// Days since 1970-01-01.
        case date(Int64)
        /// Days from today on.
        case fromToday(Int64)
        /// The last or the next one with the time.
        case any
    }

    private let day: Day
    /// Milliseconds since midnight, as the clock shows them.
    private let timeOfDay: Int64

    private static let words: [(text: String, days: Int64)] = [
        ("yesterday", -1), ("today", 0), ("tomorrow", 1),
    ]

    /// Parses `22:00`, `22:00:30`, `2026-11-25`, `today`, `yesterday` or `tomorrow`, and days with a time after them.
    init?(_ text: String) {
        var rest = text.utf8[...]
        var date = rest
        if let word = Self.words.first(where: { rest.starts(with: $0.text.utf8) }) {
            rest.removeFirst(word.text.utf8.count)
            day = .fromToday(word.days)
        } else if let days = date.takeDate() {
            rest = date
            day = .date(days)
        } else {
            day = .any
        }
        if day != .any {
            guard !rest.isEmpty else {
                timeOfDay = 0
                return
            }
            guard rest.take(" ") else { return nil }
        }
        guard let hour = rest.takeNumber(digits: 2), rest.take(":"),
            let minute = rest.takeNumber(digits: 2), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        if rest.take(":") {
            guard let number = rest.takeNumber(digits: 2), number < 60 else { return nil }
            second = number
        }
        guard rest.isEmpty else { return nil }
        timeOfDay = (hour * 3600 + minute * 60 + second) * 1000
    }

    /// Returns which part of a date or a time of day does not exist; `nil` if none is named, or each of them exists.
    fileprivate static func fault(in text: String) -> String? {
        // The parts as they are read, whatever comes between and after them.
        var rest = text.utf8[...]
        var date = rest
        if let year = date.takeNumber(digits: 4), date.take("-"),
            let month = date.takeNumber(digits: 2), date.take("-"),
            date.takeNumber(digits: 2) != nil
        {
            guard rest.takeDate() != nil else {
                if year < 1970 { return "times begin with the year 1970" }
                return (1...12).contains(month)
                    ? "the calendar has no such day"
                    : "a year has 12 months, and no month \(month)"
            }
            guard rest.take(" ") || rest.take("T") || rest.take("t") else { return nil }
        } else if let word = words.first(where: { text.begins(with: $0.text + " ") }) {
            rest.removeFirst(word.text.utf8.count + 1)
        }
        guard let hour = rest.takeNumber(digits: 2), rest.take(":"),
            let minute = rest.takeNumber(digits: 2), hour > 23 || minute > 59
        else { return nil }
        return hour == 24 && minute == 0
            ? "a day ends at 23:59:59; midnight is 00:00" : "the last time of a day is 23:59:59"
    }

    /// The time in milliseconds since 1970. Of a time that the clock shows twice on a given day, the first one counts.
    fileprivate func milliseconds(
        _ direction: PointInTime.Direction, now: Int64, clock: WallClock
    ) -> Int64 {
        let today = clock.day(now)
        switch day {
        case .date(let days): return clock.times(on: days, at: timeOfDay)[0]
        case .fromToday(let days): return clock.times(on: today + days, at: timeOfDay)[0]
        case .any:
            let times = (today - 2...today + 2).flatMap { clock.times(on: $0, at: timeOfDay) }
            let found =
                switch direction {
                case .past: times.last { $0 <= now }
                case .future: times.first { $0 > now }
                }
            // A day has less than 48 hours.
            return found ?? now
        }
    }
}
