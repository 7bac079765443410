// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import TestSupport
import Testing

@testable import ReachCommand

/// What a time on the command line is, in several time zones.
struct PointInTimeTests {
    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text)?.milliseconds ?? -1
    }

    @Test(
        "A duration, a time of RFC 3339",
        arguments: [
            ("90s", .after(90_000)), ("0.5", .after(500)), ("1970-01-01T00:00:00Z", .at(0)),
            ("2026-11-20T21:15:00.123Z", .at(1_795_209_300_123)),
            ("2026-11-20 22:15:00+01:00", .at(1_795_209_300_000)),
            ("2024-02-29T00:00:00Z", .at(1_709_164_800_000)),
        ] as [(String, PointInTime?)])
    func universal(text: String, time: PointInTime?) {
        #expect(PointInTime(argument: text) == time)
    }

    @Test(
        "Invalid times are refused",
        arguments: [
            "", "soon", "-5m", "24:00", "22:60", "22:00:60", "22:", "9:00x", "9:00", "22:00 ",
            " 22:00",
            "22:00Z", "2026-13-01", "2026-02-29", "2023-02-29T00:00:00Z", "1969-12-31",
            "2026-11-25 ",
            "2026-11-25  22:00", "2026-11-25 24:00", "2026-11-25 22", "2026-11-20T24:00:00Z",
            "2026-11-20T21:15:00", "2026-11-20T21:15:00.Z", "2026-11-20T21:15:00Zx", "todays",
            "today22:00", "today 22:00 23:00", "tomorrow 1h", "Today", "22:00\u{301}", "２２:00",
        ])
    func none(text: String) { #expect(PointInTime(argument: text) == nil) }

    /// Each row: a text, and why it is no time; `nil` for the general message.
    @Test(
        "A date or a time of day that does not exist is named",
        arguments: [
            ("2026-02-30", "the calendar has no such day"),
            ("2026-02-30 22:00", "the calendar has no such day"),
            ("2026-02-30T22:00:00Z", "the calendar has no such day"),
            ("2026-04-31T24:00", "the calendar has no such day"),
            ("2026-01-00", "the calendar has no such day"),
            ("2026-13-01", "a year has 12 months, and no month 13"),
            ("1969-12-31", "times begin with the year 1970"),
            ("24:00", "a day ends at 23:59:59; midnight is 00:00"),
            ("tomorrow 24:00:00", "a day ends at 23:59:59; midnight is 00:00"),
            ("25:00", "the last time of a day is 23:59:59"),
            ("2026-11-25 22:60", "the last time of a day is 23:59:59"),
            ("2026-11-25T25:00:00Z", "the last time of a day is 23:59:59"),
            ("soon", nil), ("22:", nil), ("2026-11-25 22", nil), ("today22:00", nil), ("-5m", nil),
        ] as [(String, String?)])
    func fault(text: String, reason: String?) {
        #expect(
            PointInTime.fault(in: text)
                == (reason.map { "'\(text)' is not a time: \($0)" }
                    ?? "'\(text)' is neither a duration nor a time; examples: \(PointInTime.examples)")
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let (zone, now, text, past, future): (String, String, String, String, String)

        init(_ zone: String, _ now: String, _ text: String, _ past: String, _ future: String? = nil)
        {
            (self.zone, self.now, self.text, self.past) = (zone, now, text, past)
            self.future = future ?? past
        }

        var testDescription: String { "\(text) in \(zone) at \(now)" }
    }

    private static let berlin = "Europe/Berlin"
    private static let noon = "2026-11-25T11:00:00Z"

    static let cases = [
        // A bare time of day is the last one or the next one.
        Case(berlin, noon, "22:00", "2026-11-24T21:00:00Z", "2026-11-25T21:00:00Z"),
        Case(berlin, noon, "06:30", "2026-11-25T05:30:00Z", "2026-11-26T05:30:00Z"),
        Case(berlin, noon, "12:00", "2026-11-25T11:00:00Z", "2026-11-26T11:00:00Z"),
        Case(berlin, noon, "12:00:01", "2026-11-24T11:00:01Z", "2026-11-25T11:00:01Z"),
        // The local day is another one than that of UTC.
        Case("Asia/Tokyo", "2026-11-25T20:00:00Z", "today", "2026-11-25T15:00:00Z"),
        Case(
            "Asia/Tokyo", "2026-11-25T20:00:00Z", "04:00", "2026-11-25T19:00:00Z",
            "2026-11-26T19:00:00Z"),
        Case("America/New_York", "2026-11-25T03:00:00Z", "today", "2026-11-24T05:00:00Z"),
        Case("Pacific/Kiritimati", "2026-11-25T11:00:00Z", "today", "2026-11-25T10:00:00Z"),
        Case("Pacific/Pago_Pago", "2026-11-25T10:00:00Z", "today", "2026-11-24T11:00:00Z"),
        Case("Asia/Kathmandu", noon, "2026-11-25 22:00", "2026-11-25T16:15:00Z"),
        Case(
            "America/New_York", "1970-01-01T06:00:00Z", "04:00", "1969-12-31T09:00:00Z",
            "1970-01-01T09:00:00Z"),
        Case("America/New_York", "1970-01-01T01:00:00Z", "tomorrow", "1970-01-01T05:00:00Z"),
        // Dates and words, with a time or without.
        Case("UTC", noon, "today", "2026-11-25T00:00:00Z"),
        Case("UTC", noon, "yesterday", "2026-11-24T00:00:00Z"),
        Case("UTC", noon, "tomorrow", "2026-11-26T00:00:00Z"),
        Case("UTC", noon, "today 22:00", "2026-11-25T22:00:00Z"),
        Case("UTC", noon, "yesterday 08:15:30", "2026-11-24T08:15:30Z"),
        Case("UTC", noon, "tomorrow 06:30", "2026-11-26T06:30:00Z"),
        Case("UTC", noon, "2026-11-25", "2026-11-25T00:00:00Z"),
        Case("UTC", noon, "2024-02-29 23:59:59", "2024-02-29T23:59:59Z"),
        Case(berlin, noon, "2026-07-01 12:00", "2026-07-01T10:00:00Z"),
        // 02:30 is skipped on March 29, and shown twice on October 25.
        Case(berlin, noon, "2026-03-29 02:30", "2026-03-29T01:00:00Z"),
        Case(berlin, noon, "2026-03-29 02:00", "2026-03-29T01:00:00Z"),
        Case(berlin, noon, "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
        Case(berlin, noon, "2026-03-29 01:59", "2026-03-29T00:59:00Z"),
        Case(
            berlin, "2026-03-29T00:30:00Z", "02:30", "2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z"),
        Case(berlin, noon, "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
        Case(
            berlin, "2026-10-25T01:00:00Z", "02:30", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
        // The day of the change has 23 or 25 hours.
        Case(berlin, "2026-03-29T20:00:00Z", "yesterday", "2026-03-27T23:00:00Z"),
        Case(berlin, "2026-10-25T20:00:00Z", "tomorrow", "2026-10-25T23:00:00Z"),
        // Half an hour, and midnight itself is skipped.
        Case("Australia/Lord_Howe", noon, "2026-10-04 02:15", "2026-10-03T15:30:00Z"),
        Case("Africa/Cairo", noon, "2024-04-26", "2024-04-25T22:00:00Z"),
        Case("Asia/Beirut", noon, "2026-03-29 00:30", "2026-03-28T22:00:00Z"),
        // Samoa had no 30 December 2011.
        Case("Pacific/Apia", noon, "2011-12-30 12:00", "2011-12-30T10:00:00Z"),
        Case("Pacific/Apia", noon, "2011-12-30", "2011-12-30T10:00:00Z"),
        Case(
            "Pacific/Apia", "2011-12-30T09:00:00Z", "12:00", "2011-12-29T22:00:00Z",
            "2011-12-30T10:00:00Z"),
        // What does not depend on the zone.
        Case(berlin, noon, "2h", "2026-11-25T09:00:00Z", "2026-11-25T13:00:00Z"),
        Case(berlin, noon, "2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
    ]

    @Test("A local time, as the last one and as the next one", arguments: cases)
    func local(one: Case) throws {
        let point = try #require(PointInTime(argument: one.text))
        let clock = try WallClock.ofZone(one.zone)
        let now = Self.time(one.now)
        func shown(_ direction: PointInTime.Direction) -> String {
            String(
                Timestamp(milliseconds: point.milliseconds(direction, now: now, clock: clock))
                    .description.replacing(".000Z", with: "Z"))
        }
        #expect(shown(.past) == one.past)
        #expect(shown(.future) == one.future)
    }

    @Test(
        "A time of day that is named is on the clock, or is skipped",
        arguments: [
            "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "America/Santiago",
            "Africa/Casablanca", "Antarctica/Troll",
        ])
    func everyHour(zone: String) throws {
        let clock = try WallClock.ofZone(zone)
        let first = Self.time("2026-01-01T00:00:00Z") / 86_400_000
        let changes = (first..<first + 365).filter { day in
            clock.secondsAheadOfUTC((day - 1) * 86_400_000)
                != clock.secondsAheadOfUTC((day + 2) * 86_400_000)
        }
        #expect(!changes.isEmpty)
        for day in changes {
            for quarter in 0..<96 as Range<Int64> {
                let times = clock.times(on: day, at: quarter * 900_000)
                let shown = day * 86_400_000 + quarter * 900_000
                for time in times where clock.local(time) != shown {
                    // The clock is turned forward over it.
                    #expect(clock.local(time - 1) < shown && clock.local(time) > shown)
                }
            }
        }
    }

    @Test(
        "The time limit of reach run begins with its wait, in which NetworkManager may be waited for first"
    )
    func limitOfRun() {
        let start = WaitLimit.Clocks(monotonic: 5000, boot: 6000, real: Self.time(Self.noon))
        let limit = WaitLimit(.after(1000), from: start)
        #expect(RunMachine(RunMachine.Options(), until: limit).due == 6000)
        #expect(RunMachine(RunMachine.Options(), until: nil).due == nil)
    }

    @Test(
        "When the clock is set during a wait, a time of day is the next one after the beginning of the wait"
    )
    func clockSet() throws {
        let end = try #require(PointInTime(argument: "2026-11-25T21:00:00Z"))
        let start = WaitLimit.Clocks(monotonic: 5000, boot: 6000, real: Self.time(Self.noon))
        let limit = WaitLimit(end, from: start)
        #expect(limit.due(start) == 5000 + 10 * 3_600_000)
        // A minute later the clock shows nine hours more.
        var later = WaitLimit.Clocks(
            monotonic: 65_000, boot: 66_000, real: Self.time("2026-11-25T20:01:00Z"))
        #expect(limit.due(later) == 65_000 + 59 * 60_000)
        // The time has passed.
        later.real = Self.time("2027-01-01T00:00:00Z")
        #expect(limit.due(later) < later.monotonic)
        // A duration knows nothing of clocks that are set.
        #expect(WaitLimit(.after(1000), from: start).due(later) == 6000)
        // A time of day that has no date stays in the future.
        let daily = WaitLimit(try #require(PointInTime(argument: "22:00")), from: start)
        for days in 0..<400 as Range<Int64> {
            later.real = days * 86_400_000 + 1000
            #expect(daily.due(later) > start.monotonic)
        }
    }
}
