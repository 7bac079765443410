// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// The source of a usage: a record, and the kernel's counters since its last line.
struct UsageSource {
    let clock: WallClock
    let now: RecordMoment
    let configuration: Configuration

    /// Returns the report of a range.
    func report(
        _ grouping: UsageGrouping, _ range: TimeRange, _ folder: RecordFolder
    ) throws -> UsageReport {
        var ledger = PlanLedger(configuration.plans, at: now.time, clock)
        let (start, last) = (ledger.start ?? range.from, ledger.end ?? now.time)
        var report = UsageReport(
            grouping, from: range.from, to: range.to, now: now.time, clock: clock)
        let entries = try folder.traffic(
            from: min(start, range.from), to: max(last, now.time), clock: clock
        ) { entry in
            report.add(entry.rows, time: entry.time)
            ledger.add(entry.rows, time: entry.time)
        }
        let isRunning = FileLock.isTaken(folder.lock) == true
        let history = RecordedHistory(entries, running: isRunning ? (Boot.identifier, now) : nil)
        report.recorded = RecordedTimes(history.runs)
        if range.to >= now.time || ledger.start != nil {
            // The last lines of this boot can be in another month: the clock may have been set.
            let end: RecordEnd
            do { end = try folder.end(boot: Boot.identifier) } catch let error as SystemError {
                throw Failure(error.description.escaped, exitCode: 66)
            }
            let live = try count(after: end)
            report.add(live, time: now.time)
            ledger.add(live, time: now.time)
        }
        report.plans = ledger.reports(at: now.time)
        return report
    }

    /// What the kernel has counted since the end of a record.
    private func count(after former: RecordEnd) throws -> [TrafficRow] {
        let path = try NetworkPath.currentWithCosts(configuration.question, notifies: false)
        let networks = path.interfaceNetworks(changedSince: nil).map {
            ($0.index, TrafficNetwork($0))
        }
        var machine = RecordMachine(interval: 1) { $0 + 1 }
        return machine.start(
            try TrafficReader().read(path), Dictionary(networks) { $1 }, after: former, now: now
        ).missed
    }

    /// Returns what the kernel has counted since the boot, by interface, with the plans that a recorder publishes.
    func reportSinceBoot() throws -> UsageReport {
        var report = UsageReport(
            .interface, from: now.time - now.uptime, to: now.time, now: now.time, clock: clock)
        report.isSinceBoot = true
        // A record of another boot: all counters begin at 0.
        report.add(try count(after: RecordEnd(isEmpty: false)), time: now.time)
        report.plans = zip(configuration.plans, configuration.question.plans.states()).compactMap {
            plan, state in
            state.used.map {
                PlanReport(plan, used: $0, plan.period(at: now.time, clock), now.time)
            }
        }
        return report
    }
}
