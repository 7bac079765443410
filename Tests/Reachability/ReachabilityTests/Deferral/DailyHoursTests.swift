// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import NetworkReachability

/// Hours of the day: their text, and when they begin and end in several time zones.
@Suite struct DailyHoursTests {
    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text)?.milliseconds ?? -1
    }

    @Test(
        "Hours are their text",
        arguments: [
            "23:00-06:00", "00:00-23:59", "00:00-00:01", "12:00-00:00",
            "08:00-12:00,13:00-17:30", "20:00-22:00,06:00-08:00",
        ])
    func text(text: String) throws {
        let hours = try #require(DailyHours(text))
        #expect(hours.description == text)
        let data = try JSONEncoder().encode([hours])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([DailyHours].self, from: data) == [hours])
    }

    @Test(
        "The error for invalid text says what is wrong",
        arguments: [
            ("", "'' is not a span of times"), ("23:00", "'23:00' is not a span of times"),
            ("23:00-", "'' is not a time of day in two digits each"),
            ("-", "'' is not a time of day in two digits each"),
            ("1-2-3", "'1-2-3' is not a span of times"),
            ("23:00-06:00,", "'' is not a span of times"),
            ("23:00-06:00;07:00-08:00", "'23:00-06:00;07:00-08:00' is not a span of times"),
            ("9:00-10:00", "'9:00' is not a time of day in two digits each"),
            ("09:00-10:0", "'10:0' is not a time of day in two digits each"),
            ("09-10", "'09' is not a time of day in two digits each"),
            ("09:00:00-10:00", "'09:00:00' is not a time of day in two digits each"),
            (" 09:00-10:00", "' 09:00' is not a time of day in two digits each"),
            ("09:00–10:00", "'09:00–10:00' is not a span of times"),
            ("٠٩:00-10:00", "is not a time of day in two digits each"),
            ("08:00-08:00", "'08:00-08:00' begins and ends at the same time"),
            ("06:00-07:00,00:00-00:00", "'00:00-00:00' begins and ends at the same time"),
            ("00:00-24:00", "'24:00' is not a time of day: write 00:00 for the end of the day"),
            ("24:00-06:00", "'24:00' is not a time of day"),
            ("25:00-06:00", "'25:00' is not a time of day, from 00:00 to 23:59"),
            ("23:60-06:00", "'23:60' is not a time of day, from 00:00 to 23:59"),
        ])
    func faults(text: String, fault: String) {
        #expect(DailyHours(text) == nil)
        let error = #expect(throws: InvalidText.self) { try DailyHours.parse(text) }
        #expect(error?.explanation.contains(fault) == true, "\(error?.explanation ?? "")")
        let data = Data("[\"\(text)\"]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DailyHours].self, from: data)
        }
    }

    @Test("Minutes make hours, unless they are equal or no minutes of a day")
    func minutes() {
        #expect(DailyHours(fromMinute: 1380, toMinute: 360)?.description == "23:00-06:00")
        for (start, end) in [(0, 0), (-1, 5), (0, 1440), (1440, 0)] {
            #expect(DailyHours(fromMinute: start, toMinute: end) == nil)
        }
    }

    @Test(
        "The first minute is inside, and the last one is not",
        arguments: [
            ("08:00-12:00", ["08:00", "11:59"], ["07:59", "12:00", "00:00"]),
            ("23:00-06:00", ["23:00", "23:59", "00:00", "05:59"], ["22:59", "06:00", "12:00"]),
            ("12:00-00:00", ["12:00", "23:59"], ["00:00", "11:59"]),
            ("08:00-12:00,13:00-17:30", ["08:00", "13:00", "17:29"], ["12:00", "12:59", "17:30"]),
            ("08:00-10:00,09:00-11:00", ["08:30", "09:30", "10:30"], ["11:00"]),
        ])
    func inside(text: String, inside: [String], outside: [String]) throws {
        let hours = try #require(DailyHours(text))
        let clock = WallClock { _ in 0 }
        func contains(_ time: String) -> Bool {
            hours.contains(Self.time("2026-11-20T\(time):59Z"), clock)
        }
        for time in inside { #expect(contains(time), "\(time)") }
        for time in outside { #expect(!contains(time), "\(time)") }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        /// The zone, the hours, the time, and then the times of the next changes, in UTC.
        let (zone, text, now, changes): (String, String, String, [String])

        init(_ zone: String, _ text: String, _ now: String, _ changes: String...) {
            (self.zone, self.text, self.now, self.changes) = (zone, text, now, changes)
        }

        var testDescription: String { "\(text) in \(zone) at \(now)" }
    }

    private static let (berlin, lordHowe) = ("Europe/Berlin", "Australia/Lord_Howe")

    static let cases = [
        Case(
            "UTC", "23:00-06:00", "2026-11-20T14:05:00Z", "2026-11-20T23:00:00Z",
            "2026-11-21T06:00:00Z", "2026-11-21T23:00:00Z"),
        Case("UTC", "23:00-06:00", "2026-11-20T22:59:59Z", "2026-11-20T23:00:00Z"),
        Case("UTC", "23:00-06:00", "2026-11-20T23:00:00Z", "2026-11-21T06:00:00Z"),
        // Spans that touch are one, and those that fill the day never end.
        Case("UTC", "08:00-12:00,12:00-13:00", "2026-11-20T09:00:00Z", "2026-11-20T13:00:00Z"),
        Case("UTC", "08:00-10:00,09:00-11:00", "2026-11-20T09:30:00Z", "2026-11-20T11:00:00Z"),
        Case("UTC", "00:00-12:00,12:00-00:00", "2026-11-20T09:30:00Z"),
        Case(
            berlin, "23:00-06:00", "2026-11-20T14:05:00Z", "2026-11-20T22:00:00Z",
            "2026-11-21T05:00:00Z"),
        // 02:00 to 03:00 is skipped on 29 March: the night has one hour less.
        Case(
            berlin, "23:00-06:00", "2026-03-28T20:00:00Z", "2026-03-28T22:00:00Z",
            "2026-03-29T04:00:00Z"),
        Case(
            berlin, "01:30-02:30", "2026-03-29T00:00:00Z", "2026-03-29T00:30:00Z",
            "2026-03-29T01:00:00Z", "2026-03-29T23:30:00Z"),
        Case(
            berlin, "02:30-03:30", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z",
            "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"),
        // Hours that are not on the clock that day do not begin.
        Case(
            berlin, "02:10-02:50", "2026-03-28T01:00:00Z", "2026-03-28T01:10:00Z",
            "2026-03-28T01:50:00Z", "2026-03-30T00:10:00Z"),
        // 02:00 to 03:00 is shown twice on 25 October.
        Case(
            berlin, "23:00-06:00", "2026-10-24T20:00:00Z", "2026-10-24T21:00:00Z",
            "2026-10-25T05:00:00Z"),
        Case(
            berlin, "02:30-03:30", "2026-10-25T00:00:00Z", "2026-10-25T00:30:00Z",
            "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z"),
        Case(
            berlin, "02:10-02:20", "2026-10-25T00:00:00Z", "2026-10-25T00:10:00Z",
            "2026-10-25T00:20:00Z", "2026-10-25T01:10:00Z", "2026-10-25T01:20:00Z",
            "2026-10-26T01:10:00Z"),
        // Half an hour: 02:00 to 02:30 is skipped on 4 October, and 01:30 to 02:00 shown twice on 5 April.
        Case(
            lordHowe, "01:00-02:15", "2026-10-03T14:00:00Z", "2026-10-03T14:30:00Z",
            "2026-10-03T15:30:00Z", "2026-10-04T14:00:00Z"),
        Case(
            lordHowe, "01:45-03:00", "2026-04-04T14:00:00Z", "2026-04-04T14:45:00Z",
            "2026-04-04T15:00:00Z", "2026-04-04T15:15:00Z", "2026-04-04T16:30:00Z"),
        // Samoa had no 30 December 2011.
        Case(
            "Pacific/Apia", "12:00-13:00", "2011-12-29T23:30:00Z", "2011-12-30T22:00:00Z",
            "2011-12-30T23:00:00Z"),
    ]

    @Test("The hours begin and end when the local clock says so", arguments: cases)
    func changes(one: Case) throws {
        let (hours, clock) = (try #require(DailyHours(one.text)), try WallClock.ofZone(one.zone))
        var now = Self.time(one.now)
        var isInside = hours.contains(now, clock)
        for change in one.changes {
            let next = try #require(hours.nextChange(after: now, clock))
            #expect(
                Timestamp(milliseconds: next).description == change.replacing("Z", with: ".000Z"))
            #expect(hours.contains(next, clock) != isInside)
            #expect(hours.contains(next - 1, clock) == isInside)
            isInside.toggle()
            now = next
        }
        if one.changes.isEmpty { #expect(hours.nextChange(after: now, clock) == nil) }
    }

    @Test(
        "The next change of random hours is the first minute that differs",
        arguments: [
            "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Africa/Cairo",
            "Asia/Kathmandu", "Antarctica/Troll",
        ])
    func model(zone: String) throws {
        let clock = try WallClock.ofZone(zone)
        // Around the days on which the clocks of these zones are turned, and others.
        let days = [
            "2026-03-28", "2026-03-29", "2026-04-04", "2026-04-24", "2026-10-03", "2026-10-24",
            "2026-10-29", "2026-10-31", "2026-03-07", "2026-06-15",
        ]
        var random = SystemRandomNumberGenerator()
        for day in days {
            for _ in 0..<10 {
                let minutes = (0..<4).map { _ in Int.random(in: 0..<1440, using: &random) }
                guard let one = DailyHours(fromMinute: minutes[0], toMinute: minutes[1]),
                    let other = DailyHours(fromMinute: minutes[2], toMinute: minutes[3]),
                    let hours = DailyHours("\(one),\(other)")
                else { continue }
                let now =
                    Self.time("\(day)T00:00:00Z") + Int64.random(in: 0..<1440, using: &random)
                    * 60_000
                let isInside = hours.contains(now, clock)
                let expected = (1...2 * 1440).lazy.map { now + Int64($0) * 60_000 }
                    .first { hours.contains($0, clock) != isInside }
                let next = hours.nextChange(after: now, clock)
                // A change that is more than two days away is left out here.
                if expected != nil { #expect(next == expected, "\(hours) at \(day): \(now)") }
            }
        }
    }

    @Test(
        "The next beginning is the first one after a minute",
        arguments: [
            ("23:00-06:00", 845, "23:00"), ("23:00-06:00", 360, "23:00"),
            ("08:00-12:00,13:00-17:30", 720, "13:00"),
            ("08:00-12:00,13:00-17:30", 1100, "08:00"),
            ("08:00-12:00,13:00-17:30", 479, "08:00"),
        ])
    func nextStart(text: String, minute: Int, start: String) throws {
        let hours = try #require(DailyHours(text))
        #expect(WallClock.hoursAndMinutes(hours.nextStart(afterMinute: minute)) == start)
    }
}
