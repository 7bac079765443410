// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import NetworkReachability

/// When plans renew, in several time zones, and how much of a period has passed.
struct PlanPeriodTests {
    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text)?.milliseconds ?? -1
    }

    private static func plan(_ renewal: DataPlan.Renewal, limit: Int64 = 1000) -> DataPlan {
        DataPlan(name: "a", limit: limit, renewal: renewal)
    }

    @Test(
        "A period begins and ends at 00:00 of local time",
        arguments: [
            (
                "UTC", "monthly on 5", "2026-11-26T12:00:00Z", "2026-11-05T00:00:00Z",
                "2026-12-05T00:00:00Z"
            ),
            (
                "UTC", "monthly on 5", "2026-11-05T00:00:00Z", "2026-11-05T00:00:00Z",
                "2026-12-05T00:00:00Z"
            ),
            (
                "UTC", "monthly on 5", "2026-11-04T23:59:59Z", "2026-10-05T00:00:00Z",
                "2026-11-05T00:00:00Z"
            ),
            (
                "UTC", "monthly on 5", "2027-01-01T00:00:00Z", "2026-12-05T00:00:00Z",
                "2027-01-05T00:00:00Z"
            ),
            // The last day where a month is shorter.
            (
                "UTC", "monthly on 31", "2026-11-30T00:00:00Z", "2026-11-30T00:00:00Z",
                "2026-12-31T00:00:00Z"
            ),
            (
                "UTC", "monthly on 31", "2026-11-29T23:00:00Z", "2026-10-31T00:00:00Z",
                "2026-11-30T00:00:00Z"
            ),
            (
                "UTC", "monthly on 30", "2027-02-28T00:00:00Z", "2027-02-28T00:00:00Z",
                "2027-03-30T00:00:00Z"
            ),
            (
                "UTC", "monthly on 29", "2028-02-29T05:00:00Z", "2028-02-29T00:00:00Z",
                "2028-03-29T00:00:00Z"
            ),
            (
                "Europe/Berlin", "monthly on 1", "2026-11-30T23:30:00Z", "2026-11-30T23:00:00Z",
                "2026-12-31T23:00:00Z"
            ),
            (
                "Europe/Berlin", "monthly on 1", "2026-03-15T00:00:00Z", "2026-02-28T23:00:00Z",
                "2026-03-31T22:00:00Z"
            ),
            (
                "America/New_York", "daily", "2026-11-26T03:00:00Z", "2026-11-25T05:00:00Z",
                "2026-11-26T05:00:00Z"
            ),
            // A day of 25 hours, and one of 23.
            (
                "Europe/Berlin", "daily", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z",
                "2026-10-25T23:00:00Z"
            ),
            (
                "Europe/Berlin", "daily", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z",
                "2026-03-29T22:00:00Z"
            ),
            // A midnight that is skipped is the moment of the change.
            (
                "America/Santiago", "daily", "2026-09-06T12:00:00Z", "2026-09-06T04:00:00Z",
                "2026-09-07T03:00:00Z"
            ),
            // A midnight that comes twice: the clock goes from 24:00 back to 23:00.
            (
                "America/Santiago", "daily", "2026-04-05T03:30:00Z", "2026-04-04T03:00:00Z",
                "2026-04-05T04:00:00Z"
            ),
            (
                "UTC", "weekly on monday", "2026-11-26T12:00:00Z", "2026-11-23T00:00:00Z",
                "2026-11-30T00:00:00Z"
            ),
            (
                "UTC", "weekly on thursday", "2026-11-26T00:00:00Z", "2026-11-26T00:00:00Z",
                "2026-12-03T00:00:00Z"
            ),
            (
                "UTC", "weekly on friday", "2026-11-26T12:00:00Z", "2026-11-20T00:00:00Z",
                "2026-11-27T00:00:00Z"
            ),
            (
                "UTC", "every 30d from 2026-11-01", "2026-11-26T12:00:00Z", "2026-11-01T00:00:00Z",
                "2026-12-01T00:00:00Z"
            ),
            (
                "UTC", "every 30d from 2026-11-01", "2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z",
                "2026-12-31T00:00:00Z"
            ),
            (
                "UTC", "every 30d from 2026-11-01", "2026-10-31T23:59:59Z", "2026-10-02T00:00:00Z",
                "2026-11-01T00:00:00Z"
            ),
            (
                "UTC", "every 1d from 2030-01-01", "2026-11-26T12:00:00Z", "2026-11-26T00:00:00Z",
                "2026-11-27T00:00:00Z"
            ),
        ])
    func period(zone: String, renews: String, now: String, from: String, end: String) throws {
        let plan = Self.plan(try #require(DataPlan.Renewal(renews)))
        let period = plan.period(at: Self.time(now), try WallClock.ofZone(zone))
        #expect(period.map { Timestamp(milliseconds: $0.from) } == Timestamp(text: from))
        #expect(period.map { Timestamp(milliseconds: $0.end) } == Timestamp(text: end))
    }

    @Test("A plan that never renews has no period")
    func never() { #expect(Self.plan(.never).period(at: 0, WallClock { _ in 0 }) == nil) }

    /// A model that walks from day to day, and asks of each whether the plan renews on it.
    private struct Model {
        let renewal: DataPlan.Renewal
        let calendar: Calendar

        func renews(on start: Date) -> Bool {
            let parts = calendar.dateComponents([.day, .weekday], from: start)
            switch renewal {
            case .never: return false
            case .daily: return true
            case .weekly(let day):
                let number = (DataPlan.Weekday.allCases.firstIndex(of: day) ?? 0) + 2
                return parts.weekday == (number == 8 ? 1 : number)
            case .monthly(let day):
                let count = calendar.range(of: .day, in: .month, for: start)?.count ?? 0
                return parts.day == min(day, count)
            case .every(let days, let first):
                let local = Int64(calendar.timeZone.secondsFromGMT(for: start))
                let number = (Int64(start.timeIntervalSince1970) + local) / 86_400
                return (number - first.number).isMultiple(of: Int64(days))
            }
        }

        func period(at time: Date) -> TimePeriod {
            var start = calendar.startOfDay(for: time)
            func next(_ day: Date, _ step: Int) -> Date {
                // From noon to noon, which no zone of these tests skips.
                let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day) ?? day
                let other = calendar.date(byAdding: .day, value: step, to: noon) ?? day
                return calendar.startOfDay(for: other)
            }
            while !renews(on: start) { start = next(start, -1) }
            var end = next(start, 1)
            while !renews(on: end) { end = next(end, 1) }
            return TimePeriod(
                from: Int64(start.timeIntervalSince1970 * 1000),
                end: Int64(end.timeIntervalSince1970 * 1000))
        }
    }

    @Test(
        "Periods are those that a walk from day to day finds",
        arguments: ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia"])
    func walk(zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let clock = try WallClock.ofZone(zone)
        var generator = SystemRandomNumberGenerator()
        let first = try #require(DataPlan.Day("2026-11-01"))
        for _ in 0..<150 {
            let renewal: DataPlan.Renewal =
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: .daily
                case 1: .weekly(on: DataPlan.Weekday.allCases.randomElement() ?? .monday)
                case 2: .monthly(on: .random(in: 1...31, using: &generator))
                default: .every(days: .random(in: 1...45, using: &generator), from: first)
                }
            let time = Int64.random(in: 1_735_689_600...1_893_456_000, using: &generator)
            let model = Model(renewal: renewal, calendar: calendar)
                .period(at: Date(timeIntervalSince1970: Double(time)))
            let period = Self.plan(renewal).period(at: time * 1000, clock)
            #expect(period == model, "\(renewal) at \(time) in \(zone)")
            // The next period begins where this one ends.
            let next = period.flatMap { Self.plan(renewal).period(at: $0.end, clock) }
            #expect(next?.from == period?.end, "\(renewal) at \(time) in \(zone)")
        }
    }

    @Test(
        "The forecast is the pace of the period so far, and null in its first 5 %",
        arguments: [
            (500, 0, nil), (500, 49, nil), (500, 50, 10_000), (500, 100, 5000), (500, 1000, 500),
            (0, 500, 0), (1300, 650, 2000), (500, 2000, 500), (500, -5, nil),
        ] as [(Int64, Int64, Int64?)])
    func forecast(used: Int64, at time: Int64, forecast: Int64?) {
        let period = TimePeriod(from: 0, end: 1000)
        #expect(DataPlan.forecast(used: used, in: period, at: time) == forecast)
    }

    @Test(
        "On pace: the used share is not greater than the share of the period that has passed",
        arguments: [
            (0, 0, true), (1, 0, false), (500, 500, true), (501, 500, false), (499, 500, true),
            (1000, 1000, true), (1001, 1000, false), (1, 2000, true), (1, -1, false),
        ] as [(Int64, Int64, Bool)])
    func pace(used: Int64, at time: Int64, isOnPace: Bool) {
        let period = TimePeriod(from: 0, end: 1000)
        #expect(Self.plan(.daily).isOnPace(used: used, in: period, at: time) == isOnPace)
    }

    @Test("Large amounts do not overflow")
    func large() {
        let period = TimePeriod(from: 0, end: 86_400_000 * 366)
        let plan = Self.plan(.daily, limit: .max)
        #expect(plan.isOnPace(used: .max / 2, in: period, at: period.end / 2 + 1))
        #expect(!plan.isOnPace(used: .max, in: period, at: period.end / 2))
        #expect(DataPlan.forecast(used: .max, in: period, at: period.end / 2) == .max)
    }
}
