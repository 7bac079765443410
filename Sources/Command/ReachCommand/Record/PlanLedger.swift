// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The bytes that data plans have used in their periods, as the rows of a record count them.
///
/// Bytes count for the plan in their row, at the time of their line.
struct PlanLedger: Sendable {
    private struct Entry: Sendable {
        let plan: DataPlan
        var period: TimePeriod?
        var used: Int64 = 0
    }

    private var entries: [Entry]
    private let clock: WallClock

    /// Creates a ledger in which nothing is used.
    ///
    /// - Parameters:
    ///   - plans: the plans of the configuration.
    ///   - time: the present, in milliseconds since 1970.
    init(_ plans: [DataPlan], at time: Int64, _ clock: WallClock) {
        self.clock = clock
        entries = plans.map { Entry(plan: $0, period: $0.period(at: time, clock)) }
    }

    /// Whether there are no plans.
    var isEmpty: Bool { entries.isEmpty }

    /// When the first of the present periods began: lines before it count for no plan; `nil` without plans.
    var start: Int64? { entries.map { $0.period?.from ?? 0 }.min() }

    /// When the last of the present periods ends: lines from then on count for no plan; `nil` without plans. The clock may
    /// have been set back, so the record can have lines of a time that has not come.
    var end: Int64? { entries.map { $0.period?.end ?? .max }.max() }

    /// When the next plan renews; `nil` if none does.
    func nextRenewal(after time: Int64) -> Int64? {
        entries.compactMap { $0.plan.period(at: time, clock)?.end }.min()
    }

    /// Begins the periods that a time is in, with nothing used in those that are new.
    ///
    /// - Returns: whether there are new ones. If the clock was set, the record can have bytes of them.
    mutating func advance(to time: Int64) -> Bool {
        var hasChanged = false
        for position in entries.indices {
            guard let period = entries[position].period, !period.contains(time) else { continue }
            entries[position].period = entries[position].plan.period(at: time, clock)
            entries[position].used = 0
            hasChanged = true
        }
        return hasChanged
    }

    /// Counts rows of a line. Bytes outside of a plan's period do not count for it.
    mutating func add(_ rows: [TrafficRow], time: Int64) {
        for row in rows {
            guard let name = row.network.plan,
                let position = entries.firstIndex(where: { $0.plan.name.isSameText(as: name) }),
                entries[position].period?.contains(time) ?? true
            else { continue }
            let entry = entries[position]
            entries[position].used = entry.plan.adding(row.bytes, to: entry.used)
        }
    }

    /// The content of `plans.json`.
    ///
    /// - Parameter rows: the last row of each interface.
    func sums(boot: String, _ rows: [TrafficRow]) -> PlanSums {
        PlanSums(
            boot: boot,
            plans: entries.map {
                PlanSums.Sum(name: $0.plan.name, period: $0.period, used: $0.used)
            },
            counters: rows.filter { $0.network.plan != nil }.map { row in
                PlanSums.Counter(
                    interface: row.interface, index: UInt32(clamping: row.index),
                    plan: row.network.plan, bytes: row.counters)
            })
    }

    /// The plans for a report.
    ///
    /// - Parameter time: the present, in milliseconds since 1970.
    func reports(at time: Int64) -> [PlanReport] {
        entries.compactMap { entry in
            let plan = NetworkPath.Plan(entry.plan, used: entry.used, in: entry.period, at: time)
            return PlanReport(plan, at: time)
        }
    }
}
