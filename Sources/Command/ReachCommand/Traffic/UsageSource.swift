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
    ///
    /// - Parameter folder: the record; `nil` if there is none.
    func report(
        _ grouping: UsageGrouping, _ range: TimeRange, _ folder: RecordFolder?
    ) throws -> UsageReport {
        guard let folder else {
            StandardStream.error.notify(
                "reach: nothing records what is used, so these are the kernel's counters since the boot; "
                    + "to record it: sudo systemctl enable --now reach-record.service\n")
            return try sinceBoot()
        }
        var ledger = PlanLedger(configuration.plans, at: now.time, clock)
        let (start, last) = (ledger.start ?? range.from, ledger.end ?? now.time)
        var recorded = RecordedTimes()
        var report = UsageReport(
            grouping, from: range.from, to: min(range.to, now.time), clock: clock)
        try folder.readTraffic(
            from: min(start, range.from), to: max(last, now.time), clock: clock
        ) { entry in
            // The lines of the day before the range say whether a recorder ran when it began.
            if entry.time >= range.from - RecordFolder.day, entry.time <= range.to {
                recorded.add(entry, since: range.from)
                report.add(entry.rows, time: entry.time)
            }
            ledger.add(entry.rows, time: entry.time)
        }
        if FileLock.isTaken(folder.lock) == true { recorded.extend(to: now.time) }
        report.recorded = recorded
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

    /// What the kernel has counted since the boot, by interface.
    private func sinceBoot() throws -> UsageReport {
        var report = UsageReport(
            .interface, from: now.time - now.uptime, to: now.time, clock: clock)
        // A record of another boot: all counters begin at 0.
        report.add(try count(after: RecordEnd(isEmpty: false)), time: now.time)
        return report
    }
}
