// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// What data plans have used, by the rows of a record.
@Suite struct PlanLedgerTests {
    private static let utc = WallClock { _ in 0 }

    private static func time(_ text: String) -> Int64 {
        Timestamp(text: text + "T12:00:00Z")?.milliseconds ?? 0
    }

    private static let lte = DataPlan(
        name: "LTE", interface: "wwan*", limit: 2_000_000_000, renewal: .monthly(on: 5))
    private static let train = DataPlan(
        name: "Train", ssid: "Train WiFi", limit: 200_000_000, counts: .received)

    private static func row(_ plan: String?, _ received: UInt64, _ sent: UInt64) -> TrafficRow {
        TrafficRow(
            interface: "wwan0", index: 7, type: "wwan", network: TrafficNetwork(plan: plan),
            bytes: .init(received: received, sent: sent), counters: .init(received: 10, sent: 20))
    }

    @Test("Rows count for the plan in them, in its present period")
    func counting() {
        var ledger = PlanLedger([Self.lte, Self.train], at: Self.time("2026-11-25"), Self.utc)
        #expect(ledger.start == 0)
        for (day, row) in [
            ("2026-11-04", Self.row("LTE", 1, 1)), ("2026-11-05", Self.row("LTE", 1_000, 100)),
            ("2026-11-20", Self.row("LTE", 200, 0)), ("2026-11-20", Self.row(nil, 9, 9)),
            ("2026-11-20", Self.row("other", 9, 9)), ("2020-01-01", Self.row("Train", 7, 70)),
        ] {
            ledger.add([row], time: Self.time(day))
        }
        let sums = ledger.sums(boot: "6f1c", [Self.row("LTE", 0, 0), Self.row(nil, 0, 0)])
        #expect(sums.plans.map(\.used) == [1300, 7])
        #expect(
            JSONLineEncoder.text(sums)
                == #"{"schema":1,"boot":"6f1c","plans":[{"name":"LTE","from":"2026-11-05T00:00:00.000Z","#
                + #""renewsAt":"2026-12-05T00:00:00.000Z","used":1300},"#
                + #"{"name":"Train","from":null,"renewsAt":null,"used":7}],"#
                + #""counters":[{"interface":"wwan0","index":7,"plan":"LTE","received":10,"sent":20}]}"#
        )
    }

    @Test("A plan that renews begins at 0, and others go on")
    func renewal() {
        var ledger = PlanLedger([Self.lte, Self.train], at: Self.time("2026-11-25"), Self.utc)
        #expect(
            ledger.nextRenewal(after: Self.time("2026-11-25"))
                == Timestamp(text: "2026-12-05T00:00:00Z")?.milliseconds)
        ledger.add(
            [Self.row("LTE", 100, 0), Self.row("Train", 100, 0)], time: Self.time("2026-12-04"))
        var hasChanged = ledger.advance(to: Self.time("2026-12-04"))
        #expect(!hasChanged)
        #expect(ledger.sums(boot: "", []).plans.map(\.used) == [100, 100])
        // The record is to be read again: if the clock was set, it has bytes of that period.
        hasChanged = ledger.advance(to: Self.time("2026-12-05"))
        #expect(hasChanged)
        #expect(ledger.sums(boot: "", []).plans.map(\.used) == [0, 100])
        ledger.add([Self.row("LTE", 5, 0)], time: Self.time("2026-12-05"))
        #expect(ledger.sums(boot: "", []).plans.map(\.used) == [5, 100])
    }

    @Test("A report has the state, and the forecast with the day on which the plan is used up")
    func report() throws {
        var ledger = PlanLedger([Self.lte], at: Self.time("2026-11-20"), Self.utc)
        ledger.add([Self.row("LTE", 1_300_000_000, 0)], time: Self.time("2026-11-19"))
        let report = try #require(ledger.reports(at: Self.time("2026-11-20")).first)
        #expect(report.plan.state == .within)
        #expect(report.usedText == "1.3 of 2 GB (65 %)")
        // 1.3 GB in 15.5 of 30 days.
        #expect(report.forecast == 2_516_129_032)
        #expect(report.end.map { Self.utc.date($0) } == "2026-11-28")
        #expect(
            JSONLineEncoder.text(report)
                == #"{"name":"LTE","used":1300000000,"limit":2000000000,"warning":1600000000,"#
                + #""state":"within","from":"2026-11-05T00:00:00.000Z","#
                + #""renewsAt":"2026-12-05T00:00:00.000Z","forecast":2516129032}"#)
        // The 36 hours from Nov 5 on are 5 % of the period.
        #expect(ledger.reports(at: Self.time("2026-11-06") - 1).first?.forecast == nil)
        #expect(ledger.reports(at: Self.time("2026-11-06")).first?.forecast != nil)
    }
}
