// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// A history for people: a sentence, a timeline, the outages, and times by connection and by cost.
struct HistoryText {
    let report: HistoryReport
    let clock: WallClock
    let style: TextStyle
    /// The number of columns of the terminal.
    let columns: Int

    /// The highest number of outages that are listed.
    private static let listed = 20

    var text: String {
        let timeline = TimelineText(
            timeline: Timeline(report.history, clock), clock: clock, style: style, columns: columns)
        return [summary.sentence + "\n", timeline.text, outages, connections, costs]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var summary: HistorySummary { HistorySummary(report: report, clock: clock) }

    private var outages: String {
        guard !report.outages.isEmpty else { return "" }
        let rows = report.outages.suffix(Self.listed).map { outage in
            [
                TextTable.Cell(clock.date(outage.from)),
                TextTable.Cell(times(outage), .bad), TextTable.Cell(duration(outage)),
            ]
        }
        let omitted = report.outages.count - rows.count
        return heading("Outages") + TextTable(rows: rows, indent: "  ").text(style)
            + (omitted > 0 ? "  and \(omitted) before these (--json has all)\n" : "")
    }

    private func times(_ outage: HistoryReport.Outage) -> String {
        let isOneDay = clock.date(outage.from) == clock.date(outage.to)
        let day = isOneDay ? "" : clock.date(outage.to) + " "
        return "\(clock.second(outage.from)) – \(day)\(clock.second(outage.to))"
    }

    private func duration(_ outage: HistoryReport.Outage) -> String {
        let isExact = outage.isStartKnown && outage.isEndKnown
        let text =
            (isExact ? "" : "at least ") + StateDurations.text(milliseconds: outage.duration)
        return report.isOffline && outage.to == report.history.to ? text + ", and goes on" : text
    }

    private var connections: String {
        let rows = NetworkPath.Connection.allCases.compactMap { connection in
            report.connections[connection].map { row(connection.text, $0) }
        }
        return rows.isEmpty
            ? "" : heading("By connection") + TextTable(rows: rows, indent: "  ").text(style)
    }

    private var costs: String {
        let rows = Observation.State.Cost.allCases.compactMap { cost in
            report.costs[cost].map { row(Self.text(cost), $0) }
        }
        return rows.isEmpty
            ? "" : heading("By cost") + TextTable(rows: rows, indent: "  ").text(style)
    }

    private static func text(_ cost: Observation.State.Cost) -> String {
        switch cost {
        case .unmetered: "not metered"
        case .metered: "metered"
        case .unknown: "cost unknown"
        }
    }

    private func row(_ name: String, _ time: Int64) -> [TextTable.Cell] {
        // In tenths, so that a short time is not 0 %.
        let tenths = (time * 1000 + report.online / 2) / max(1, report.online)
        return [
            TextTable.Cell(name), TextTable.Cell(StateDurations.text(milliseconds: time)),
            TextTable.Cell("\(tenths / 10).\(tenths % 10) %"),
        ]
    }

    private func heading(_ text: String) -> String { style.apply(.strong, to: text) + "\n" }
}

/// A history in a sentence or two.
struct HistorySummary {
    let report: HistoryReport
    let clock: WallClock

    var sentence: String { ([outages] + notes).joined(separator: " ") }

    /// The outages in a sentence.
    var outages: String {
        let range = Self.range(report.history.to - report.history.from)
        guard let longest = report.longest else { return "Never offline in the last \(range)." }
        let total = StateDurations.text(milliseconds: report.offline)
        guard report.outages.count > 1 else {
            return "Offline once in the last \(range), for \(total): \(times(longest))."
        }
        let number = report.outages.count == 2 ? "twice" : "\(report.outages.count) times"
        return "Offline \(number) in the last \(range), \(total) in all; "
            + "the longest \(times(longest))."
    }

    /// What else is to be said.
    var notes: [String] {
        let now = report.isOffline ? ["It is offline now."] : []
        guard report.unknown >= 1000 else { return now }
        return now
            + ["Nothing is known of \(StateDurations.text(milliseconds: report.unknown)) of it."]
    }

    /// The times of an outage, with the date unless it is that of the end of the history.
    private func times(_ outage: HistoryReport.Outage) -> String {
        let today = clock.date(report.history.to)
        let (first, last) = (clock.date(outage.from), clock.date(outage.to))
        let isShort = clock.minute(outage.from) == clock.minute(outage.to) && first == last
        let time = isShort ? clock.second : clock.minute
        return (first == today ? "" : first + " ") + time(outage.from) + "–"
            + (first == last ? "" : last + " ") + time(outage.to)
    }

    private static let units: [(String, Int64)] = [
        ("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000),
    ]

    /// A duration after "the last": "day", "2 days", "90 minutes".
    private static func range(_ milliseconds: Int64) -> String {
        for (unit, length) in units {
            let (count, rest) = milliseconds.quotientAndRemainder(dividingBy: length)
            if rest == 0, count > 0 { return count == 1 ? unit : "\(count) \(unit)s" }
        }
        return StateDurations.text(milliseconds: milliseconds)
    }
}
