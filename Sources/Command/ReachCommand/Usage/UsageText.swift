// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A usage for people: what is recorded, and a table with bars.
struct UsageText {
    let report: UsageReport
    let clock: WallClock
    let style: TextStyle
    /// The width of the terminal; `nil` if the output is not a terminal.
    let width: Int?
    /// Whether the range is this month.
    let isThisMonth: Bool

    /// The highest number of gaps that are listed.
    private static let listedGaps = 3
    /// The widest bar, in columns.
    private static let widestBar = 16
    /// The columns of a name that is cut off.
    private static let leastName = 8

    var text: String {
        let lines = ([heading] + gaps).flatMap { $0.wrapped(to: width) }
        let parts = [lines.joined(separator: "\n") + "\n", table, plans].filter { !$0.isEmpty }
        return parts.joined(separator: "\n")
    }

    // MARK: Heading

    private var heading: String { "\(range) (\(known))" }

    private var range: String {
        if report.isSinceBoot { return "Since the boot at \(clock.dateAndMinute(report.from))" }
        return isThisMonth
            ? clock.monthAndYear(report.from)
            : "\(clock.dateAndMinute(report.from)) – \(clock.dateAndMinute(report.to))"
    }

    private var known: String {
        (isThisMonth && !report.isSinceBoot ? "since the 1st, " : "") + report.recordedText
    }

    private var gaps: [String] {
        let gaps = report.gaps
        let longest = gaps.sorted { $0.duration > $1.duration }.prefix(Self.listedGaps)
            .sorted { $0.from < $1.from }
        let rest = gaps.count - longest.count
        return longest.map { $0.gapText(clock) + "." }
            + (rest > 0 ? ["Nor in \(rest) shorter \(rest == 1 ? "time" : "times")."] : [])
    }

    // MARK: Table

    private var table: String {
        let rows = report.rows
        guard !rows.isEmpty else { return "Nothing was carried.\n" }
        let names = rows.map { $0.key.text(report.grouping).escaped }
        let amounts = rows.map { row in
            [row.bytes.received, row.bytes.sent, row.bytes.total].map(\.byteText)
        }
        let totals = [report.totals.received, report.totals.sent, report.totals.total]
            .map(\.byteText)
        let headings = ["RECEIVED", "SENT", "TOTAL"]
        let widths = headings.indices.map { column in
            ([headings, totals] + amounts).map { $0[column].count }.max() ?? 0
        }
        var columns = Array(headings.indices)
        let firsts = [report.grouping.heading] + names + (rows.count > 1 ? ["Total"] : [])
        let wanted = firsts.map(\.displayWidth).max() ?? 0
        // In a narrow terminal, only the sum is shown; in a narrower one, names are cut off.
        func rest() -> Int { (width ?? 80) - columns.reduce(0) { $0 + widths[$1] + 2 } }
        if rest() < wanted { columns = [2] }
        let nameWidth = max(min(wanted, rest()), min(wanted, Self.leastName))
        let barWidth = min(Self.widestBar, rest() - nameWidth - 2)
        func line(_ name: String, _ cells: [String]) -> String {
            let name = name.shortened(to: nameWidth).padded(to: nameWidth)
            return columns.reduce(into: name) { line, column in
                let blanks = 2 + widths[column] - cells[column].count
                line += String(repeating: " ", count: blanks) + cells[column]
            }
        }
        let largest = rows.map(\.bytes.total).max() ?? 0
        var lines = [style.apply(.heading, to: line(report.grouping.heading, headings))]
        for (position, row) in rows.enumerated() {
            let bar = barWidth < 4 ? "" : Self.bar(row.bytes.total, of: largest, barWidth)
            let end = bar.isEmpty ? "" : "  " + style.apply(.good, to: bar)
            lines.append(line(names[position], amounts[position]) + end)
        }
        if rows.count > 1 { lines.append(style.apply(.strong, to: line("Total", totals))) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The plans with what they have used; empty without plans.
    private var plans: String {
        guard !report.plans.isEmpty else { return "" }
        let headings = ["PLAN", "USED", "RENEWS", "AT THIS PACE"]
        let rows = report.plans.map { plan in
            [
                TextTable.Cell(plan.plan.name), TextTable.Cell(plan.usedText, plan.plan.role),
                TextTable.Cell(renewal(plan)), TextTable.Cell(pace(plan)),
            ]
        }
        let heading = headings.map { TextTable.Cell($0, .heading) }
        let table = TextTable(rows: [heading] + rows)
        let isWide = table.text(.plain, columns: width).pieces(separatedBy: "\n")
            .contains { String($0).displayWidth > width ?? .max }
        return isWide ? narrowPlans : table.text(style, columns: width)
    }

    /// The plans one below the other, for a terminal that is narrower than the table.
    private var narrowPlans: String {
        report.plans.map { plan in
            let pace = pace(plan)
            let renews = plan.plan.currentPeriod != nil
            let facts =
                [plan.usedText, renews ? "renews \(renewal(plan))" : "never renews"]
                + (pace.isEmpty ? [] : ["at this pace \(pace)"])
            let name = plan.plan.name.escaped.shortened(to: width ?? .max)
            return "\(style.apply(.strong, to: name))\n"
                + facts.flatMap { $0.wrapped(to: width.map { $0 - 2 }) }.map { "  \($0)\n" }
                .joined()
        }.joined()
    }

    private func renewal(_ plan: PlanReport) -> String {
        guard let end = plan.plan.currentPeriod?.end else { return "never" }
        let left = TimeSpan.text(milliseconds: end - report.now)
        return
            "\(clock.monthAndDay(end)), in \(left.pieces(separatedBy: " ").prefix(2).joined(separator: " "))"
    }

    private func pace(_ plan: PlanReport) -> String {
        guard let forecast = plan.forecast else { return "" }
        let end = plan.end.map { ": used up on \(clock.monthAndDay($0))" } ?? ""
        return ByteAmount.text(forecast) + end
    }

    /// A bar of blocks, to an eighth of a column.
    static func bar(_ amount: UInt64, of largest: UInt64, _ width: Int) -> String {
        guard largest > 0, amount > 0 else { return "" }
        let eighths = max(1, Int((Double(amount) / Double(largest) * Double(width * 8)).rounded()))
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + partial
    }
}

extension UsageReport {
    /// How much of the range was recorded, in words.
    var recordedText: String {
        if recorded.runs.isEmpty { return "not recorded" }
        if gaps.isEmpty { return "recorded without a gap" }
        let known = recorded.duration(from: from, to: to)
        return "recorded for \(TimeSpan.text(milliseconds: known)) of "
            + TimeSpan.text(milliseconds: to - from)
    }
}

extension TimePeriod {
    /// The sentence about a time without a record, without its full stop.
    func gapText(_ clock: WallClock) -> String {
        "Nothing was recorded from \(clock.dateAndMinute(from)) to \(clock.dateAndMinute(end))"
    }
}

extension PlanReport {
    /// `1.3 of 2 GB (65 %)`
    var usedText: String {
        // Rounded as the amount is. Less than the limit is never all of it.
        var percent = Int64((Double(used) / Double(max(1, plan.limit)) * 100).rounded())
        if used < plan.limit { percent = min(percent, 99) }
        return "\(ByteAmount.text(used, of: plan.limit)) (\(percent) %)"
    }
}

extension String {
    /// The text with blanks after it.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - displayWidth))
    }
}
