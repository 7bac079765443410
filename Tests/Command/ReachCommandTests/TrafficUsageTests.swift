// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// What a usage adds up, and how it is shown.
@Suite struct TrafficUsageTests {
    private static let utc = WallClock { _ in 0 }
    private static let hour: Int64 = 3_600_000
    /// 2026-11-01
    private static let month = Timestamp(text: "2026-11-01T00:00:00Z")?.milliseconds ?? 0

    private static func row(
        _ interface: String, ssid: String? = nil, place: String? = nil, plan: String? = nil,
        metered: String = "no", _ received: UInt64, _ sent: UInt64 = 0
    ) -> TrafficRow {
        TrafficRow(
            interface: interface, index: 2, type: ssid == nil ? "wwan" : "wifi",
            network: TrafficNetwork(ssid: ssid, place: place, plan: plan, metered: metered),
            bytes: ByteCounts(received: received, sent: sent))
    }

    /// Three rows of two networks, on two days.
    private static func report(
        _ grouping: UsageGrouping, recorded: RecordedTimes = RecordedTimes()
    ) -> UsageReport {
        var report = UsageReport(
            grouping, from: month, to: month + 48 * hour, now: month + 48 * hour,
            recorded: recorded, clock: utc)
        report.add(
            [row("wlan0", ssid: "Home", place: "home", 12_400_000_000, 1_100_000_000)],
            time: month + hour)
        report.add(
            [row("wwan0", plan: "LTE", metered: "yes", 1_000_000_000, 200_000_000)],
            time: month + 30 * hour)
        report.add(
            [row("wwan0", plan: "LTE", metered: "yes", 100_000_000)], time: month + 31 * hour)
        // Outside of the range.
        report.add([row("wwan0", 7)], time: month - 1)
        report.add([row("wwan0", 7)], time: month + 48 * hour + 1)
        return report
    }

    /// Each row: the grouping, and the rows as their first column and their sums.
    @Test(
        "Each grouping has rows of its own, with the sums of their bytes",
        arguments: [
            (.network, ["Wi-Fi Home 13500000000", "wwan0 1300000000"]),
            (.interface, ["wlan0 13500000000", "wwan0 1300000000"]),
            (.cost, ["not metered 13500000000", "metered 1300000000"]),
            (.place, ["home 13500000000", "no place 1300000000"]),
            (.plan, ["no plan 13500000000", "LTE 1300000000"]),
            (.day, ["2026-11-01 13500000000", "2026-11-02 1300000000"]),
            (
                .hour,
                [
                    "2026-11-01 01:00 13500000000", "2026-11-02 06:00 1200000000",
                    "2026-11-02 07:00 100000000",
                ]
            ),
        ] as [(UsageGrouping, [String])])
    func groups(grouping: UsageGrouping, rows: [String]) {
        let report = Self.report(grouping)
        #expect(
            report.rows.map { "\($0.key.text(grouping)) \($0.bytes.total)" } == rows)
        #expect(report.totals.received == 13_500_000_000)
        #expect(report.totals.sent == 1_300_000_000)
    }

    @Test("In JSON a row has values only for the members of its grouping")
    func json() {
        #expect(
            JSONLineEncoder.text(Self.report(.network).rows[0])
                == #"{"interface":null,"type":"wifi","ssid":"Home","place":null,"plan":null,"metered":null,"#
                + #""day":null,"hour":null,"received":12400000000,"sent":1100000000}"#)
        #expect(
            JSONLineEncoder.text(Self.report(.hour).rows[1])
                == #"{"interface":null,"type":null,"ssid":null,"place":null,"plan":null,"metered":null,"#
                + #""day":"2026-11-02","hour":6,"received":1000000000,"sent":200000000}"#)
        #expect(
            JSONLineEncoder.text(Self.report(.network).rows[1]).hasPrefix(
                #"{"interface":"wwan0","type":null,"ssid":null,"#))
    }

    private static func text(_ width: Int?, _ recorded: RecordedTimes) -> String {
        UsageText(
            report: report(.network, recorded: recorded), clock: utc, style: .plain, width: width,
            isThisMonth: true
        ).text
    }

    /// Times from a text: `0-48` is a run from hour 0 to hour 48.
    private static func recorded(_ text: String) -> RecordedTimes {
        var entries: [RecordEntry] = []
        for run in text.split(separator: " ") {
            let hours = run.split(separator: "-").compactMap { Int64($0) }
            for (event, time) in zip([.start, .traffic] as [RecordEntry.Event], hours) {
                entries.append(
                    RecordEntry(
                        time: month + time * hour, boot: "a", uptime: time * hour, event: event))
            }
        }
        return RecordedTimes(RecordedHistory(entries).runs)
    }

    /// Each row: the range in hours of the month, the present, and the bytes of lines at the hours 9, 10 and 11.
    @Test(
        "A line at the border of two ranges counts in the later one, and a range up to now has all",
        arguments: [
            (0, 9, 11, 0), (9, 10, 11, 1), (10, 11, 12, 2), (9, 11, 12, 3), (11, 12, 12, 4),
            (10, 11, 11, 6), (0, 48, 11, 7), (0, 9, 9, 1),
        ] as [(Int64, Int64, Int64, UInt64)])
    func borders(from: Int64, to: Int64, now: Int64, bytes: UInt64) {
        var report = UsageReport(
            .day, from: Self.month + from * Self.hour, to: Self.month + to * Self.hour,
            now: Self.month + now * Self.hour, clock: Self.utc)
        for (hour, amount) in [(9, 1), (10, 2), (11, 4)] as [(Int64, UInt64)] {
            report.add([Self.row("wwan0", amount)], time: Self.month + hour * Self.hour)
        }
        #expect(report.totals.received == bytes)
    }

    /// Each row: the boot, the uptime and the time of a line, and the time at which its bytes count.
    @Test(
        "A line that is written after the clock was read counts at that time",
        arguments: [
            ("a", 99, 999, 999), ("a", 101, 1001, 1000), ("a", 100, 1001, 1000),
            ("a", 100, 999, 999),
            // The clock was set back since.
            ("a", 99, 5000, 5000), ("b", 101, 5000, 5000), ("b", 101, 999, 999),
        ] as [(String, Int64, Int64, Int64)])
    func laterLines(boot: String, uptime: Int64, time: Int64, counts: Int64) {
        let entry = RecordEntry(time: time, boot: boot, uptime: uptime, event: .traffic)
        let now = RecordMoment(time: 1000, uptime: 100, awake: 50)
        #expect(UsageSource.time(of: entry, boot: "a", now: now) == counts)
    }

    /// Each row: since and until as days before a time on November 26, and the error without the times; `nil` for none.
    @Test(
        "The error for an empty range names the options that were given",
        arguments: [
            (1, nil, nil), (nil, nil, nil), (nil, 1, nil),
            (1, 2, "--since is , which is not before --until ()"),
            (-1, nil, "--since is , which is not before now"),
            (
                nil, 30,
                "--until is , which is not after the beginning of this month (); add --since"
            ),
        ] as [(Int64?, Int64?, String?)])
    func emptyRange(since: Int64?, until: Int64?, error: String?) {
        let now = Self.month + 25 * 24 * Self.hour
        func point(_ days: Int64?) -> PointInTime? {
            days.map { .at(now - $0 * 24 * Self.hour) }
        }
        var reason: String?
        do {
            _ = try TimeRange(
                from: point(since),
                default: .init(time: Self.month, name: "the beginning of this month"),
                until: point(until), now: now)
        } catch { reason = Failure(error).reason }
        let time = /20\d\d-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d/
        #expect(reason?.replacing(time, with: "") == error)
    }

    @Test("Plans are those of now, also where the range ended before")
    func plansOfNow() {
        var report = UsageReport(
            .network, from: Self.month, to: Self.month + 24 * Self.hour,
            now: Self.month + 15 * 24 * Self.hour, clock: Self.utc)
        report.plans = Self.plans
        let text = UsageText(
            report: report, clock: Self.utc, style: .plain, width: nil, isThisMonth: false
        ).text
        #expect(text.contains("Dec 1, in 15 d "), "\(text)")
        let picture = UsagePicture(report: report, clock: Self.utc).text
        #expect(picture.contains("▲ 50 % of the period has passed"))
    }

    @Test("The text says what is recorded, and has a bar for each network")
    func text() {
        #expect(
            Self.text(nil, Self.recorded("0-48")) == """
                November 2026 (since the 1st, recorded without a gap)

                NETWORK     RECEIVED    SENT    TOTAL
                Wi-Fi Home   12.4 GB  1.1 GB  13.5 GB  ████████████████
                wwan0         1.1 GB  200 MB   1.3 GB  █▌
                Total        13.5 GB  1.3 GB  14.8 GB

                """)
    }

    @Test("The text fits the terminal", arguments: [20, 30, 40, 50, 60, 80, 200])
    func fits(width: Int) {
        let lines = Self.text(width, Self.recorded("1-20 30-40")).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
        #expect(lines.contains { $0.contains("13.5 GB") })
    }

    /// A plan that is nearly used up, and one with a long name that never renews.
    private static let plans = [
        PlanReport(
            plan: NetworkPath.Plan(
                DataPlan(
                    name: "LTE", interface: "wwan*", limit: 2_000_000_000, renewal: .monthly(on: 1)),
                used: 1_300_000_000, in: TimePeriod(from: month, end: month + 30 * 24 * hour),
                at: month),
            used: 1_300_000_000, forecast: 2_400_000_000),
        PlanReport(
            plan: NetworkPath.Plan(
                DataPlan(
                    name: "A plan with a name that is longer than a narrow terminal is wide",
                    interface: "usb*", limit: 100_000_000),
                used: 7_000_000, in: nil, at: month),
            used: 7_000_000, forecast: nil),
    ]

    @Test("Plans fit the terminal, too", arguments: [30, 40, 60, 80, 120, 200])
    func plansFit(width: Int) {
        var report = Self.report(.network, recorded: Self.recorded("0-48"))
        report.plans = Self.plans
        let text = UsageText(
            report: report, clock: Self.utc, style: .plain, width: width, isThisMonth: true
        ).text
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width }, "\(text)")
        for word in ["1.3 of 2 GB (65 %)", "Dec 1, in 28 d", "2.4 GB", "7 of 100 MB (7 %)"] {
            #expect(text.contains(word), "\(text)")
        }
    }

    @Test("In a narrow terminal each plan has lines of its own")
    func narrowPlans() {
        var report = Self.report(.network, recorded: Self.recorded("0-48"))
        report.plans = Self.plans
        let text = UsageText(
            report: report, clock: Self.utc, style: .plain, width: 40, isThisMonth: true
        ).text
        #expect(
            text.hasSuffix(
                """

                LTE
                  1.3 of 2 GB (65 %)
                  renews Dec 1, in 28 d
                  at this pace 2.4 GB: used up on Nov 26
                A plan with a name that is longer than …
                  7 of 100 MB (7 %)
                  never renews

                """), "\(text)")
    }

    /// Each row: the runs, the recorded hours of 48, and the gaps.
    @Test(
        "The text lists the gaps of the record",
        arguments: [
            ("0-48", 48, []), ("1-48", 47, ["2026-11-01 00:00 to 2026-11-01 01:00"]),
            ("0-20 30-48", 38, ["2026-11-01 20:00 to 2026-11-02 06:00"]),
            ("0-47", 47, ["2026-11-02 23:00 to 2026-11-03 00:00"]),
            (
                "1-20 22-30 33-40", 34,
                [
                    "2026-11-01 20:00 to 2026-11-01 22:00", "2026-11-02 06:00 to 2026-11-02 09:00",
                    "2026-11-02 16:00 to 2026-11-03 00:00",
                ]
            ),
        ])
    func gaps(runs: String, hours: Int64, gaps: [String]) {
        let recorded = Self.recorded(runs)
        let to = Self.month + 48 * Self.hour
        #expect(recorded.duration(from: Self.month, to: to) == hours * Self.hour)
        let text = Self.text(nil, recorded)
        for gap in gaps { #expect(text.contains("Nothing was recorded from \(gap).")) }
        #expect(text.contains("without a gap") == gaps.isEmpty)
        #expect(text.contains("Nor in 1 shorter time.") == (runs.split(separator: " ").count == 3))
    }

    @Test("A sum that is too large for 64 bits stays at the largest number")
    func largestSum() {
        var report = UsageReport(
            .network, from: Self.month, to: Self.month + Self.hour, now: Self.month + Self.hour,
            clock: Self.utc)
        report.add([Self.row("wwan0", .max, .max), Self.row("wlan0", .max, 1)], time: Self.month)
        #expect(report.totals == ByteCounts(received: .max, sent: .max))
        #expect(report.totals.total == .max)
        let picture = UsagePicture(report: report, clock: Self.utc).text
        #expect(XMLParser(data: Data(picture.utf8)).parse())
    }

    @Test("The picture is XML with a title, a description and a part for each network and day")
    func picture() throws {
        let text = UsagePicture(report: Self.report(.day), clock: Self.utc).text
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(text.contains("<title>2026-11-01: Wi-Fi Home, 13.5 GB</title>"))
        #expect(text.contains("<title>2026-11-02: wwan0, 1.3 GB</title>"))
        #expect(text.contains("Most on 2026-11-01: 13.5 GB.</desc>"))
        #expect(text.contains("prefers-color-scheme: dark"))
        #expect(!text.contains(#"class="gap""#))
    }

    @Test("The picture shows gaps, and the warning and the pace of each plan")
    func pictureOfPlans() {
        var report = Self.report(.day, recorded: Self.recorded("0-20 30-48"))
        report.plans = Self.plans
        let text = UsagePicture(report: report, clock: Self.utc).text
        #expect(XMLParser(data: Data(text.utf8)).parse())
        #expect(
            text.contains(
                "<title>Nothing was recorded from 2026-11-01 20:00 to 2026-11-02 06:00</title>"))
        #expect(text.contains("not recorded</text>"))
        #expect(text.contains("<title>warning: 1.6 GB</title>"))
        // 2 of 30 days.
        #expect(text.contains("▲ 6 % of the period has passed"))
        #expect(text.contains("A plan with a name that is longer than …"))
    }
}
