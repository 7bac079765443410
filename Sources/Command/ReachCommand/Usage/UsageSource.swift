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
        let boot = Boot.identifier
        let needsEnd = range.to >= now.time || ledger.start != nil
        var end = needsEnd ? RecordEnd(boot: boot) : nil
        let entries = try folder.traffic(
            from: min(start, range.from), to: max(last, now.time), clock: clock, end: &end
        ) { entry in
            let time = Self.time(of: entry, boot: boot, now: now)
            report.add(entry.rows, time: time)
            ledger.add(entry.rows, time: time)
        }
        let isRunning = FileLock.isTaken(folder.lock) == true
        let history = RecordedHistory(entries, running: isRunning ? (boot, now) : nil)
        report.recorded = RecordedTimes(history.runs)
        if let end {
            let live = try count(after: end)
            report.add(live, time: now.time)
            ledger.add(live, time: now.time)
        }
        report.plans = ledger.reports(at: now.time)
        return report
    }

    /// The time at which the bytes of a line count.
    ///
    /// A line that the recorder has written after `now` was read counts at `now`, because the bytes that the kernel has
    /// counted after that line are added at `now`, too.
    static func time(of entry: RecordEntry, boot: String, now: RecordMoment) -> Int64 {
        guard entry.boot == boot, let uptime = entry.uptime, uptime >= now.uptime else {
            return entry.time
        }
        return min(entry.time, now.time)
    }

    /// Returns the bytes that the kernel has counted since the end of a record.
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

    /// Returns the bytes that the kernel has counted since the boot, by interface, with the plans that a recorder
    /// publishes.
    func reportSinceBoot() throws -> UsageReport {
        var report = UsageReport(
            .interface, from: now.time - now.uptime, to: now.time, now: now.time, clock: clock)
        report.isSinceBoot = true
        // A record of another boot: all counters begin at 0.
        report.add(try count(after: RecordEnd(isEmpty: false)), time: now.time)
        report.plans = configuration.question.plans.states().compactMap {
            PlanReport($0, at: now.time)
        }
        return report
    }
}
