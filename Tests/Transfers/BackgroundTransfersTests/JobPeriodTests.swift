// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import BackgroundTransfers

/// When periodic jobs are due: in several time zones, and by clocks that are set.
@Suite struct JobPeriodTests {
    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text)?.milliseconds ?? -1
    }

    // MARK: Times

    /// Returns when a job is due that has begun at a time.
    ///
    /// - Parameters:
    ///   - period: the period of the job.
    ///   - zone: the time zone of the clock.
    ///   - begin: when the job has begun.
    ///   - now: the time to which the clock was set afterwards; `nil` if it was not set.
    private static func due(
        _ period: String, in zone: String, begin: String, now: String? = nil
    ) throws -> Timestamp {
        let period = try #require(JobPeriod(period))
        let (clock, begun) = (try WallClock.ofZone(zone), time(begin))
        var due = period.due(after: begun, added: 0, clock)
        if let now { due = period.bounded(due, begun: begun, now: time(now), added: 0, clock) }
        return Timestamp(milliseconds: due)
    }

    @Test(
        "A job that begins is due again when its period ends",
        arguments: [
            ("UTC", "hourly", "2026-11-26T12:34:56Z", "2026-11-26T13:00:00Z"),
            ("UTC", "hourly", "2026-11-26T12:00:00Z", "2026-11-26T13:00:00Z"),
            ("UTC", "hourly", "2026-11-26T12:59:59.999Z", "2026-11-26T13:00:00Z"),
            ("UTC", "daily", "2026-11-26T12:00:00Z", "2026-11-27T00:00:00Z"),
            ("UTC", "daily", "2026-11-26T00:00:00Z", "2026-11-27T00:00:00Z"),
            ("UTC", "daily", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z"),
            // 2026-11-26 is a Thursday.
            ("UTC", "weekly", "2026-11-26T12:00:00Z", "2026-11-30T00:00:00Z"),
            ("UTC", "weekly", "2026-11-29T23:59:59Z", "2026-11-30T00:00:00Z"),
            ("UTC", "weekly", "2026-11-30T00:00:00Z", "2026-12-07T00:00:00Z"),
            ("UTC", "monthly", "2026-11-26T12:00:00Z", "2026-12-01T00:00:00Z"),
            // Months of 28, 29, 30 and 31 days.
            ("UTC", "monthly", "2027-02-28T23:59:59Z", "2027-03-01T00:00:00Z"),
            ("UTC", "monthly", "2028-02-29T00:00:00Z", "2028-03-01T00:00:00Z"),
            ("UTC", "monthly", "2026-04-30T12:00:00Z", "2026-05-01T00:00:00Z"),
            ("UTC", "monthly", "2026-12-31T12:00:00Z", "2027-01-01T00:00:00Z"),
            // Local time, and zones with parts of an hour.
            ("Asia/Kolkata", "hourly", "2026-11-26T12:15:00Z", "2026-11-26T12:30:00Z"),
            ("Asia/Kathmandu", "hourly", "2026-11-26T12:15:00Z", "2026-11-26T13:15:00Z"),
            ("America/New_York", "daily", "2026-11-26T03:00:00Z", "2026-11-26T05:00:00Z"),
            ("Europe/Berlin", "monthly", "2026-11-30T22:59:59Z", "2026-11-30T23:00:00Z"),
            ("Europe/Berlin", "weekly", "2026-11-29T22:59:59Z", "2026-11-29T23:00:00Z"),
            // A day of 23 hours, and one of 25.
            ("Europe/Berlin", "daily", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            ("Europe/Berlin", "daily", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
            // The hour that is skipped, and the two that have the same name.
            ("Europe/Berlin", "hourly", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"),
            ("Europe/Berlin", "hourly", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"),
            ("Europe/Berlin", "hourly", "2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z"),
            // The clock of Lord Howe is turned by half an hour, at 02:00.
            ("Australia/Lord_Howe", "hourly", "2026-04-04T14:45:00Z", "2026-04-04T15:00:00Z"),
            ("Australia/Lord_Howe", "hourly", "2026-04-04T15:10:00Z", "2026-04-04T15:30:00Z"),
            ("Australia/Lord_Howe", "hourly", "2026-10-03T15:10:00Z", "2026-10-03T15:30:00Z"),
            ("Australia/Lord_Howe", "hourly", "2026-10-03T15:40:00Z", "2026-10-03T16:00:00Z"),
            // A midnight that is skipped, one that comes twice, and a day that is left out.
            ("America/Santiago", "daily", "2026-09-06T03:30:00Z", "2026-09-06T04:00:00Z"),
            ("America/Santiago", "daily", "2026-04-05T03:30:00Z", "2026-04-05T04:00:00Z"),
            ("Pacific/Apia", "daily", "2011-12-30T09:00:00Z", "2011-12-30T10:00:00Z"),
        ])
    func calendar(zone: String, period: String, begin: String, due: String) throws {
        #expect(try Self.due(period, in: zone, begin: begin) == Timestamp(text: due))
    }

    @Test(
        "A duration counts from the time of adding, whatever the local clock shows",
        arguments: [
            ("1h", 0, 3600), ("1h", 3599, 3600), ("1h", 3600, 7200), ("90m", 10_000, 10_800),
            ("1s", 0, 1), ("2d", 172_799, 172_800),
            // The clock was set back to a time before the job was added.
            ("1h", -1, 0), ("1h", -3600, 0), ("1h", -3601, -3600),
        ] as [(String, Int64, Int64)])
    func duration(period: String, begin: Int64, due: Int64) throws {
        let period = try #require(JobPeriod(period))
        let added = Self.time("2026-03-29T00:17:23.456Z")
        let clock = try WallClock.ofZone("Europe/Berlin")
        let time = period.due(after: added + begin * 1000, added: added, clock)
        #expect(time == added + due * 1000)
    }

    @Test(
        "A clock that is set neither makes a job due twice for one period nor puts it off for more than one",
        arguments: [
            // The clock stays, or goes on: the time stays.
            ("daily", "2026-11-26T10:00:00Z", "2026-11-26T11:00:00Z", "2026-11-27T00:00:00Z"),
            ("daily", "2026-11-26T10:00:00Z", "2026-11-29T11:00:00Z", "2026-11-27T00:00:00Z"),
            // Some seconds back, to the period before: the job has begun for its period.
            ("hourly", "2026-11-26T10:00:00Z", "2026-11-26T09:59:55Z", "2026-11-26T11:00:00Z"),
            ("daily", "2026-11-26T10:00:00Z", "2026-11-25T10:00:00Z", "2026-11-27T00:00:00Z"),
            // Far back: the former time was wrong.
            ("daily", "2026-11-26T10:00:00Z", "2026-11-24T23:59:59Z", "2026-11-25T00:00:00Z"),
            ("daily", "2036-11-26T10:00:00Z", "2026-11-26T10:00:00Z", "2026-11-27T00:00:00Z"),
            ("monthly", "2036-11-26T10:00:00Z", "2026-11-26T10:00:00Z", "2026-12-01T00:00:00Z"),
            ("1h", "2026-11-26T10:00:00Z", "2026-11-26T08:30:00Z", "2026-11-26T09:00:00Z"),
        ])
    func setClock(period: String, begin: String, now: String, due: String) throws {
        #expect(try Self.due(period, in: "UTC", begin: begin, now: now) == Timestamp(text: due))
    }

    @Test("A board that starts without the time does not run a job again once it has the time")
    func boardWithoutClock() throws {
        let clock = try WallClock.ofZone("Europe/Berlin")
        let begun = Self.time("2026-11-26T02:00:00Z")
        var due = JobPeriod.daily.due(after: begun, added: begun, clock)
        for now in ["1970-01-01T00:00:10Z", "2026-11-26T09:00:00Z"] {
            due = JobPeriod.daily.bounded(
                due, begun: begun, now: Self.time(now), added: begun, clock)
        }
        #expect(due == Self.time("2026-11-26T23:00:00Z"))
    }

    // MARK: Random worlds

    /// The period of a time, found by the calendar of Foundation.
    private struct Model {
        let period: JobPeriod
        let added: Int64
        private var calendar = Calendar(identifier: .gregorian)

        init(period: JobPeriod, added: Int64, zone: String) throws {
            (self.period, self.added) = (period, added)
            calendar.timeZone = try #require(TimeZone(identifier: zone))
            // Monday.
            calendar.firstWeekday = 2
        }

        func number(of time: Int64) -> Int64 {
            let date = Date(timeIntervalSince1970: Double(time) / 1000)
            let unit: Calendar.Component
            switch period {
            case .hourly: unit = .hour
            case .daily: unit = .day
            case .weekly: unit = .weekOfYear
            case .monthly: unit = .month
            case .every(let duration):
                let length = Int64(duration / .milliseconds(1))
                return Int64((Double(time - added) / Double(length)).rounded(.down))
            }
            let start = calendar.dateInterval(of: unit, for: date)?.start ?? date
            return Int64(start.timeIntervalSince1970)
        }
    }

    /// A job, and a worker that looks at it now and then.
    private struct World {
        let period: JobPeriod
        let clock: WallClock
        let added: Int64
        var now: Int64
        var due: Int64
        var begun: Int64

        init(_ period: JobPeriod, _ clock: WallClock, now: Int64) {
            (self.period, self.clock, self.now) = (period, clock, now)
            (added, begun) = (now, now)
            due = period.due(after: now, added: now, clock)
        }

        /// Whether the job begins.
        mutating func look() -> Bool {
            guard now >= due else { return false }
            begun = now
            due = period.due(after: now, added: added, clock)
            return true
        }

        mutating func setClock(_ time: Int64) {
            now = time
            due = period.bounded(due, begun: begun, now: now, added: added, clock)
        }
    }

    private static func randomPeriod() -> JobPeriod {
        [.hourly, .daily, .weekly, .monthly, .every(.seconds(.random(in: 1...100_000)))]
            .randomElement() ?? .daily
    }

    /// About the length of a period, in milliseconds.
    private static func length(_ period: JobPeriod) -> Int64 {
        switch period {
        case .hourly: 3_600_000
        case .daily: 86_400_000
        case .weekly: 7 * 86_400_000
        case .monthly: 31 * 86_400_000
        case .every(let duration): Int64(duration / .milliseconds(1))
        }
    }

    private static let zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]

    @Test("A job begins once in each period in which the machine runs", arguments: zones)
    func steadyClock(zone: String) throws {
        let clock = try WallClock.ofZone(zone)
        for _ in 0..<30 {
            let period = Self.randomPeriod()
            var world = World(
                period, clock, now: .random(in: 1_767_225_600_000...1_893_456_000_000))
            let model = try Model(period: period, added: world.added, zone: zone)
            var last = model.number(of: world.now)
            for _ in 0..<60 {
                // Steps within a period, and across several while the machine is off.
                world.now += .random(in: 1...Self.length(period) * [1, 1, 5].randomElement()! / 2)
                let number = model.number(of: world.now)
                #expect(world.look() == (number != last), "\(period) at \(world.now) in \(zone)")
                last = number
            }
        }
    }

    @Test(
        "Whatever the clock is set to, a job is neither lost nor begun twice for a period",
        arguments: zones)
    func changingClock(zone: String) throws {
        let clock = try WallClock.ofZone(zone)
        for _ in 0..<30 {
            let period = Self.randomPeriod()
            let length = Self.length(period)
            var world = World(
                period, clock, now: .random(in: 1_767_225_600_000...1_893_456_000_000))
            let model = try Model(period: period, added: world.added, zone: zone)
            var last = model.number(of: world.now)
            var waited: Int64 = 0
            for _ in 0..<200 {
                if Int.random(in: 0..<4) == 0 {
                    let distance = Int64.random(in: 0...length) * [1, 1, 20].randomElement()!
                    world.setClock(world.now + (Bool.random() ? distance : -distance))
                    waited = 0
                } else {
                    let step = Int64.random(in: 1...length / 3 + 1)
                    world.now += step
                    waited += step
                }
                if world.look() {
                    let number = model.number(of: world.now)
                    #expect(number != last, "\(period) at \(world.now) in \(zone)")
                    last = number
                    waited = 0
                }
                // At most the rest of this period, and the next one, and an hour of daylight saving.
                #expect(world.due - world.now <= 2 * length + 3_600_000)
                #expect(waited <= 3 * length, "\(period) at \(world.now) in \(zone)")
            }
        }
    }

    // MARK: Text

    @Test(
        "A period is its text",
        arguments: [
            ("hourly", "hourly"), ("daily", "daily"), ("weekly", "weekly"), ("monthly", "monthly"),
            ("1s", "1s"), ("90m", "1h30m"), ("2d", "2d"), ("1500ms", "1500ms"), ("86400", "1d"),
        ])
    func text(text: String, shown: String) throws {
        let period = try #require(JobPeriod(text))
        #expect(period.description == shown)
        #expect(JobPeriod(shown) == period)
        let data = try JSONEncoder().encode([period])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(shown)\"]")
        #expect(try JSONDecoder().decode([JobPeriod].self, from: data) == [period])
    }

    @Test(
        "Text that is no period is refused, with what is allowed",
        arguments: [
            ("", "'' is not a period"), ("yearly", "'yearly' is not a period"),
            ("Daily", "'Daily' is not a period"), ("daily ", "'daily ' is not a period"),
            ("1w", "'1w' is not a period"), ("1h 30m", "'1h 30m' is not a period"),
            ("0", "'0' is too short"), ("0d", "'0d' is too short"),
            ("999ms", "'999ms' is too short"),
            ("0.5", "'0.5' is too short"), ("-1h", "'-1h' is negative"),
            ("-", "'-' is not a period"),
            ("--1h", "'--1h' is not a period"), ("+1h", "'+1h' is not a period"),
            ("99999999999d", "'99999999999d' is not a period"), ("١h", "'١h' is not a period"),
        ])
    func faults(text: String, fault: String) {
        #expect(JobPeriod(text) == nil)
        let error = #expect(throws: InvalidText.self) { try JobPeriod.parse(text) }
        #expect(error?.explanation.begins(with: fault + "; use hourly, daily, ") == true)
        let data = Data("[\"\(text)\"]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([JobPeriod].self, from: data)
        }
    }

    @Test("A duration of the library that is too short counts as the shortest one")
    func shortest() throws {
        for duration in [Duration.zero, .milliseconds(1), .seconds(-5)] {
            let clock = try WallClock.ofZone("UTC")
            #expect(JobPeriod.every(duration).due(after: 10_000, added: 10_000, clock) == 11_000)
            #expect(JobPeriod.every(duration).description == "1s")
        }
    }
}
