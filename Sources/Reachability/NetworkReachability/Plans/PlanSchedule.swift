// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The state of a plan, as a source said it at one moment.
struct PlanReading: Sendable {
    var plan: NetworkPath.Plan
    /// The moment by the monotonic clock.
    var moment: Int64
    /// The moment in milliseconds since 1970.
    var time: Int64
}

/// Decides when the plans of paths are read again, because their states may differ then. It does no I/O.
///
/// A plan is read again when it could reach the next state at the highest rate that was seen, or at the usual rate of
/// a line if that is higher, at least 10 seconds and at most 10 minutes later, and when it renews. While no rate was seen,
/// it is read every 10 seconds.
struct PlanSchedule: Sendable {
    /// The last observation of one plan.
    fileprivate struct Sight: Sendable {
        var used: Int64
        /// When that was seen, by the monotonic clock.
        var time: Int64
        /// The highest rate, in bytes per millisecond.
        var highestRate = 0.0
    }

    /// The shortest and the longest time between two readings, in milliseconds.
    static let shortest: Int64 = 10_000
    static let longest: Int64 = 600_000
    /// The rate that a line is assumed to have at least, in bytes per millisecond: 12.5 MB/s, that of 100 Mbit/s.
    ///
    /// A rate that was seen says little about the next one: after an hour of mail, a download begins. At the rate of mail
    /// the plan would be read 10 minutes later, when the download has used it up long since.
    fileprivate static let assumedRate = 12_500.0
    /// Rates are measured over at least this time: the first packet says nothing about a rate.
    private static let shortestMeasurement: Int64 = 1000

    private var sights: [String: Sight] = [:]
    /// When to read again, by the monotonic clock; `nil` while no path uses a plan.
    private(set) var due: Int64?

    /// Notes the last readings of the plans that paths use, and when to read them again. Rates of other plans are forgotten.
    mutating func note(_ readings: [PlanReading]) {
        var others = sights
        sights = [:]
        due = nil
        for reading in readings where sights[reading.plan.name] == nil {
            let (plan, now, time) = (reading.plan, reading.moment, reading.time)
            guard let used = plan.used else {
                due = min(due ?? .max, now + Self.shortest)
                continue
            }
            var sight = others.removeValue(forKey: plan.name) ?? Sight(used: used, time: now)
            sight.note(used, now: now, after: Self.shortestMeasurement)
            sights[plan.name] = sight
            var wait = sight.timeUntilNextState(of: plan, used: used, at: time)
            wait = max(Self.shortest, min(wait, Self.longest))
            if let end = plan.period?.end, end > time { wait = min(wait, end - time) }
            due = min(due ?? .max, now + wait)
        }
    }
}

extension PlanSchedule.Sight {
    mutating func note(_ used: Int64, now: Int64, after shortest: Int64) {
        // The plan has renewed, or something else was counted.
        if used < self.used {
            (self.used, time) = (used, now)
        } else if now - time >= shortest {
            highestRate = max(highestRate, Double(used - self.used) / Double(now - time))
            (self.used, time) = (used, now)
        }
    }

    /// After how many milliseconds the plan could be in the next state, or off its pace, at the highest rate or the assumed
    /// one; zero while no rate was seen.
    func timeUntilNextState(of plan: NetworkPath.Plan, used: Int64, at time: Int64) -> Int64 {
        let rate = max(highestRate, PlanSchedule.assumedRate)
        var times: [Double] = []
        for bound in [plan.warning, plan.limit] where used < bound {
            times.append(Double(bound - used) / rate)
        }
        if let period = plan.period {
            let slope = Double(plan.limit) / Double(period.end - period.from)
            let lead = slope * Double(time - period.from) - Double(used)
            if !plan.isOnPace {
                // The clock alone brings it back, and it must not be late.
                times.append(-lead / slope)
            } else if rate > slope {
                times.append(lead / (rate - slope))
            }
        }
        // The state of a plan that is used up does not change until it renews.
        guard highestRate > 0 || used >= plan.limit else { return 0 }
        return Int64(exactly: (times.min() ?? .infinity).rounded(.up)) ?? .max
    }
}
