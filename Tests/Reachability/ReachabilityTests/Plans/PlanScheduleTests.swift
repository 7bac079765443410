// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// When a plan is read again. A plan of 1000 MB with a warning at 900 MB, over 10,000 s.
struct PlanScheduleTests {
    private static let plan = DataPlan(
        name: "LTE", limit: 1_000_000_000, warning: 900_000_000, renewal: .daily)
    private static let period = TimePeriod(from: 0, end: 10_000_000)

    /// A reading of the plan: its time in milliseconds, the used megabytes, and the wait until the next reading.
    private struct Reading {
        let time: Int64
        let used: Int64?
        let wait: Int64?

        init(_ time: Int64, _ used: Int64?, waits wait: Int64?) {
            (self.time, self.used, self.wait) = (time, used, wait)
        }
    }

    private func check(
        _ readings: [Reading], in period: TimePeriod? = period, of plan: DataPlan = plan,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var machine = PlanSchedule()
        for reading in readings {
            let seen = NetworkPath.Plan(
                plan, used: reading.used.map { $0 * 1_000_000 }, in: period, at: reading.time)
            machine.note([PlanReading(plan: seen, moment: reading.time, time: reading.time)])
            #expect(
                machine.due.map { $0 - reading.time } == reading.wait, "at \(reading.time)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("Without a rate, every 10 seconds")
    func noRate() {
        check([
            Reading(0, 0, waits: 10_000), Reading(10_000, 0, waits: 10_000),
            Reading(20_000, 0, waits: 10_000),
        ])
    }

    @Test("Where nothing records, every 10 seconds")
    func unknown() {
        check([Reading(0, nil, waits: 10_000), Reading(10_000, nil, waits: 10_000)])
    }

    @Test("When the warning, then the limit could be reached at the highest rate seen")
    func nextState() {
        check(
            [
                Reading(0, 0, waits: 10_000),
                // 20 MB/s: 700 MB are left up to the warning.
                Reading(10_000, 200, waits: 35_000),
                // The rate fell, and the highest one counts.
                Reading(45_000, 300, waits: 30_000),
                Reading(75_000, 895, waits: 10_000),
                Reading(85_000, 901, waits: 10_000),
            ], in: nil)
    }

    @Test("A low rate that was seen does not hide a line of 12.5 MB/s")
    func lowRate() {
        check(
            [
                Reading(0, 0, waits: 10_000), Reading(10_000, 25, waits: 70_000),
                Reading(80_000, 900, waits: 10_000),
            ], in: nil)
        check([Reading(0, 799, waits: 10_000), Reading(10_000, 800, waits: 10_000)], in: nil)
    }

    @Test("At least 10 seconds, at most 10 minutes")
    func bounds() {
        check([Reading(0, 0, waits: 10_000), Reading(10_000, 899, waits: 10_000)], in: nil)
        check(
            [Reading(0, 0, waits: 10_000), Reading(1_000_000, 1, waits: 600_000)], in: nil,
            of: DataPlan(name: "LTE", limit: 100_000_000_000, renewal: .never))
    }

    @Test("A plan that is used up is read when it renews, and every 10 minutes")
    func over() {
        check([Reading(0, 1000, waits: 600_000), Reading(600_000, 1000, waits: 600_000)], in: nil)
        check([Reading(9_900_000, 1000, waits: 100_000)])
    }

    @Test("When the plan renews, to the millisecond")
    func renewal() {
        check([Reading(9_995_000, 0, waits: 5000)])
    }

    @Test("When a plan that is ahead of its pace is on it again")
    func pace() {
        // 200 MB are on pace at 2,000 s, and the highest rate was 20 MB/s.
        check([Reading(0, 0, waits: 10_000), Reading(10_000, 200, waits: 35_000)])
        // The pace catches up before the plan could reach its warning at 12.5 MB/s.
        check([
            Reading(1_000_000, 100, waits: 10_000), Reading(1_100_000, 112, waits: 20_000),
        ])
    }

    @Test("When a plan that is on its pace could be ahead of it")
    func aheadOfPace() {
        // 0.1 MB/s is the pace, and 20.1 MB/s was seen: the lead of 299 MB is gone after 14.95 s.
        check([Reading(4_990_000, 0, waits: 10_000), Reading(5_000_000, 201, waits: 14_950)])
    }

    @Test("A period that has ended begins another sum, and the rate stays")
    func reset() {
        check(
            [
                Reading(0, 500, waits: 10_000), Reading(10_000, 700, waits: 10_000),
                Reading(40_000, 0, waits: 45_000),
            ], in: nil)
    }

    @Test("Without a plan nothing is due, and what was seen is forgotten")
    func none() {
        var schedule = PlanSchedule()
        #expect(schedule.due == nil)
        let seen = NetworkPath.Plan(Self.plan, used: 0, in: nil, at: 0)
        schedule.note([PlanReading(plan: seen, moment: 0, time: 0)])
        #expect(schedule.due == 10_000)
        schedule.note([])
        #expect(schedule.due == nil)
    }

    @Test("Whatever is used, a state is noticed at most 10 s late if the highest rate was seen")
    func lateness() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var schedule = PlanSchedule()
            var (now, used, rate): (Int64, Double, Double) = (0, 0, 0)
            let highest = Double.random(in: 1...200_000, using: &generator)
            var changed: Int64?
            var known = NetworkPath.Plan.State.within
            while now < 20_000_000, known != .over {
                let seen = NetworkPath.Plan(Self.plan, used: Int64(used), in: nil, at: now)
                if seen.state != known {
                    let late = now - (changed ?? now)
                    #expect(late <= 10_000, "\(highest)")
                    known = seen.state
                }
                schedule.note([PlanReading(plan: seen, moment: now, time: now)])
                let due = schedule.due ?? .max
                #expect(due >= now + 10_000)
                #expect(due <= now + 600_000)
                changed = nil
                // The first reading measures the highest rate.
                rate = now == 0 ? highest : Double.random(in: 0...highest, using: &generator)
                let bound = known == .within ? 900_000_000.0 : 1_000_000_000
                if rate > 0, used < bound, used + rate * Double(due - now) >= bound {
                    changed = now + Int64((bound - used) / rate)
                }
                used += rate * Double(due - now)
                now = due
            }
        }
    }
}
