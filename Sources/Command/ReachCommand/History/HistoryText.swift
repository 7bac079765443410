// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A history for people: a sentence, a timeline, the outages, and times by connection and by cost.
struct HistoryText {
    let report: HistoryReport
    let clock: WallClock
    let style: TextStyle
    /// The number of columns of the timeline.
    let columns: Int
    /// The width of the terminal; `nil` if the output is not a terminal.
    var width: Int?

    /// The highest number of outages that are listed.
    private static let listed = 20

    var text: String {
        let timeline = TimelineText(
            timeline: Timeline(report.history, clock), clock: clock, style: style, columns: columns,
            width: width)
        let sentence = summary.sentence.wrapped(to: width).joined(separator: "\n") + "\n"
        return [sentence, timeline.text, outages, connections, costs]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var summary: HistorySummary { HistorySummary(report: report, clock: clock) }

    private var outages: String {
        guard !report.outages.isEmpty else { return "" }
        let rows = report.outages.suffix(Self.listed).map { outage in
            let cells = [
                TextTable.Cell(clock.date(outage.from)),
                TextTable.Cell(times(outage), .bad), TextTable.Cell(duration(outage)),
            ]
            return report.noInternet > 0 ? cells + [TextTable.Cell(outage.kind.text)] : cells
        }
        let omitted = report.outages.count - rows.count
        return heading("Outages") + TextTable(rows: rows, indent: "  ").text(style, columns: width)
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
            (isExact ? "" : "at least ") + TimeSpan.text(milliseconds: outage.duration)
        return report.current != nil && outage.to == report.history.to
            ? text + ", and goes on" : text
    }

    private var connections: String {
        let rows = NetworkPath.Connection.allCases.compactMap { connection in
            report.connections[connection].map { row(connection.text, $0) }
        }
        return rows.isEmpty
            ? ""
            : heading("By connection")
                + TextTable(rows: rows, indent: "  ").text(style, columns: width)
    }

    private var costs: String {
        let rows = Observation.State.Cost.allCases.compactMap { cost in
            report.costs[cost].map { row(Self.text(cost), $0) }
        }
        return rows.isEmpty
            ? ""
            : heading("By cost") + TextTable(rows: rows, indent: "  ").text(style, columns: width)
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
            TextTable.Cell(name), TextTable.Cell(TimeSpan.text(milliseconds: time)),
            TextTable.Cell("\(tenths / 10).\(tenths % 10) %"),
        ]
    }

    private func heading(_ text: String) -> String { style.apply(.strong, to: text) + "\n" }
}

/// A history in a sentence or two.
struct HistorySummary {
    let report: HistoryReport
    let clock: WallClock

    var sentence: String {
        [known ?? "Known: all of \(rangeName).", outages(), asleep, now].compactMap(\.self)
            .joined(separator: " ")
    }

    /// The known part of the range; `nil` if all of it is known.
    var known: String? {
        guard report.unknown >= 1000 else { return nil }
        let known = TimeSpan.text(milliseconds: length - report.unknown)
        return "Known: \(known) of \(rangeName)."
    }

    private var length: Int64 { report.history.to - report.history.from }

    private var rangeName: String {
        report.history.endsNow ? "the last \(Self.range(length))" : "this time"
    }

    /// The time that the machine slept; `nil` if it did not.
    private var asleep: String? {
        guard report.asleep >= 1000 else { return nil }
        return "Asleep for \(TimeSpan.text(milliseconds: report.asleep))."
    }

    /// The outages of each kind in a sentence.
    ///
    /// - Parameter isShort: whether to leave out the longest one of several.
    func outages(isShort: Bool = false) -> String {
        let place =
            if known != nil {
                ""
            } else if report.history.endsNow {
                " in the last \(Self.range(length))"
            } else {
                " in this time"
            }
        let sentences = Observation.State.Outage.allCases.compactMap {
            sentence($0, place, isShort)
        }
        guard sentences.isEmpty else { return sentences.joined(separator: " ") }
        return known == nil ? "Never offline\(place)." : "Never offline while it was recorded."
    }

    /// The outages of a kind in a sentence; `nil` if there are none.
    private func sentence(
        _ kind: Observation.State.Outage, _ place: String, _ isShort: Bool
    ) -> String? {
        let outages = report.outages(kind)
        // The earlier one of two.
        guard let longest = outages.max(by: { $0.duration < $1.duration }) else { return nil }
        let total = TimeSpan.text(milliseconds: outages.reduce(0) { $0 + $1.duration })
        guard outages.count > 1 else {
            return "\(kind.headline) once\(place), for \(total): \(times(longest))."
        }
        let number = outages.count == 2 ? "twice" : "\(outages.count) times"
        let all = "\(kind.headline) \(number)\(place), \(total) in all"
        return isShort ? all + "." : "\(all); the longest \(times(longest))."
    }

    /// The reason why the internet cannot be used now; `nil` if it can.
    private var now: String? {
        switch report.current {
        case .offline: "It is offline now."
        case .limited: "The internet does not answer now."
        case .portal: "It is behind a captive portal now."
        case nil: nil
        }
    }

    /// The sentences beside ``outages``.
    var notes: [String] { [known, asleep, now].compactMap(\.self) }

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
        return TimeSpan.text(milliseconds: milliseconds)
    }
}

extension Observation.State.Outage {
    /// The kind as text.
    var text: String {
        switch self {
        case .offline: "offline"
        case .limited: "the internet did not answer"
        case .portal: "captive portal"
        }
    }

    /// The kind as the beginning of a sentence.
    var headline: String {
        switch self {
        case .offline: "Offline"
        case .limited: "The internet did not answer"
        case .portal: "Behind a captive portal"
        }
    }
}
