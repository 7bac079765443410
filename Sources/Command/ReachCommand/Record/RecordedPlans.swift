// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The bytes that the plans of the configuration have used, as the recorder counts them.
struct RecordedPlans {
    private(set) var ledger: PlanLedger
    private let folder: RecordFolder
    private let clock: WallClock
    /// Says what the plans of the recorder's own path have used.
    private let usage = KeptPlanUsage()
    private let boot = Boot.identifier

    /// Reads what plans have used.
    ///
    /// - Parameters:
    ///   - plans: the plans of the configuration.
    ///   - folder: the record.
    ///   - clock: shows the local time.
    ///   - former: the end of the record so far.
    init(
        _ plans: [DataPlan], _ folder: RecordFolder, _ clock: WallClock, after former: RecordEnd
    ) throws {
        (self.folder, self.clock) = (folder, clock)
        ledger = try Self.ledger(plans, folder, clock)
        _ = keep(former.rows.values.sorted { $0.index < $1.index })
    }

    /// Reads what other plans have used.
    ///
    /// - Parameters:
    ///   - plans: the plans.
    ///   - rows: the last row of each interface.
    ///   - pending: the lines with bytes that are still to be written.
    mutating func read(
        _ plans: [DataPlan], _ rows: [TrafficRow], pending: [RecordEntry]
    ) throws {
        ledger = try Self.ledger(plans, folder, clock)
        for entry in pending { ledger.add(entry.rows, time: entry.time) }
        _ = keep(rows)
    }

    private static func ledger(
        _ plans: [DataPlan], _ folder: RecordFolder, _ clock: WallClock
    ) throws -> PlanLedger {
        var ledger = PlanLedger(plans, at: RealTimeClock.milliseconds, clock)
        if let start = ledger.start, let end = ledger.end {
            try folder.readTraffic(from: start, to: end, skipsForeign: true, clock: clock) {
                ledger.add($0.rows, time: $0.time)
            }
        }
        return ledger
    }

    /// The question about the path, whose plans have the states that the recorder knows.
    func question(of configuration: Configuration) -> PathQuestion {
        var question = configuration.question
        question.plans.usage = usage
        return question
    }

    /// Counts rows of a line.
    mutating func add(_ rows: [TrafficRow], time: Int64) { ledger.add(rows, time: time) }

    /// Begins the periods that a time is in.
    ///
    /// - Returns: whether there are new ones. If the clock was set, the record can have bytes of them.
    mutating func advance(to time: Int64) -> Bool { ledger.advance(to: time) }

    /// Has the path's plans count up to some rows.
    ///
    /// - Parameter rows: the last row of each interface.
    /// - Returns: the sums for others.
    func keep(_ rows: [TrafficRow]) -> PlanSums {
        let sums = ledger.sums(boot: boot, rows)
        usage.keep(sums)
        return sums
    }
}
