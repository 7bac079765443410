// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A history as a picture (SVG 1.1), for light and dark pages: a sentence, the timeline, a scale and a legend.
///
/// The kinds differ without colors, too: outages are higher, and the others have patterns. Each span has its text.
struct HistoryPicture {
    let report: HistoryReport
    let clock: WallClock

    // Lengths in units of the picture.
    private static let firstRow: Int64 = 92
    private static let scaleHeight: Int64 = 30
    private static let legendHeight: Int64 = 46
    /// The highest number of spans that are drawn one by one.
    private static let mostSpans = 5000
    /// The smallest width of an outage, so that it can be seen.
    private static let leastOutage: Int64 = 2

    var text: String {
        let timeline = Timeline(report.history, clock)
        let layout = Layout(timeline)
        let summary = HistorySummary(report: report, clock: clock)
        let page = SVGPage(
            title: "Network history, \(moment(report.history.from)) to "
                + "\(moment(report.history.to))",
            description: description(summary), height: layout.height, style: Self.style,
            darkStyle: Self.darkStyle)
        var lines = [Self.patterns] + headline(summary)
        lines.append(SVGPage.label(SVGPage.border, 66, range(summary), "small"))
        for (number, row) in timeline.rows.enumerated() {
            lines += self.row(row, at: layout.top(number), layout)
        }
        if let row = timeline.rows.last { lines += scale(timeline, row, layout) }
        lines += legend(timeline, layout)
        return page.text(lines)
    }

    private func moment(_ time: Int64) -> String { clock.dateAndMinute(time) }

    private func range(_ summary: HistorySummary) -> String {
        let times = "\(moment(report.history.from)) – \(moment(report.history.to))"
        return ([times + "."] + summary.notes).joined(separator: " ")
    }

    /// The content of the picture as text, for screen readers.
    private func description(_ summary: HistorySummary) -> String {
        let lists = Observation.State.Outage.allCases.compactMap { kind in
            let outages = report.outages(kind).suffix(20).map {
                "\(moment($0.from)) to \(moment($0.to))"
            }
            return outages.isEmpty ? nil : "\(kind.headline): \(outages.joined(separator: ", "))."
        }
        return ([summary.sentence] + lists).joined(separator: " ")
    }

    /// The sizes of the letters of the first sentence. Below the least it takes two lines.
    private static let headline: (most: Int64, least: Int64) = (20, 15)

    /// The first sentence, as large as it fits.
    private func headline(_ summary: HistorySummary) -> [String] {
        let texts = [summary.outages(), summary.outages(isShort: true)]
        for text in texts {
            if Self.size(text) >= Self.headline.least {
                return [Self.headline(text, size: Self.size(text), at: 40)]
            }
            guard let (first, second) = Self.halves(text) else { continue }
            let size = min(Self.size(first), Self.size(second))
            guard size >= Self.headline.least || text == texts[1] else { continue }
            return [
                Self.headline(first, size: size, at: 26), Self.headline(second, size: size, at: 46),
            ]
        }
        return []
    }

    private static func headline(_ text: String, size: Int64, at y: Int64) -> String {
        #"<text class="head" font-size="\#(size)" x="\#(SVGPage.border)" y="\#(y)">\#(text.xml)</text>"#
    }

    /// The size at which a text fits.
    private static func size(_ text: String) -> Int64 {
        // The letters of a bold font are 0.6 times as wide as the font is high, at the most.
        let fitting = (SVGPage.width - 2 * SVGPage.border) * 10 / (6 * Int64(max(1, text.count)))
        return min(headline.most, fitting)
    }

    /// A text in two lines of nearly the same length; `nil` for a single word.
    private static func halves(_ text: String) -> (String, String)? {
        let words = text.pieces(separatedBy: " ").map(String.init)
        let splits = (0..<words.count).dropFirst().map { count in
            (
                words[..<count].joined(separator: " "), words[count...].joined(separator: " ")
            )
        }
        return splits.min { max($0.0.count, $0.1.count) < max($1.0.count, $1.1.count) }
    }

    // MARK: Rows

    /// The places of rows.
    private struct Layout {
        let isDaily: Bool
        let count: Int64
        let left: Int64
        let right = SVGPage.width - SVGPage.border
        let rowHeight: Int64
        let gap: Int64

        init(_ timeline: Timeline) {
            isDaily = timeline.isDaily
            count = Int64(timeline.rows.count)
            left = isDaily ? 148 : SVGPage.border
            (rowHeight, gap) = isDaily ? (20, 6) : (48, 0)
        }

        func top(_ number: Int) -> Int64 {
            HistoryPicture.firstRow + Int64(number) * (rowHeight + gap)
        }

        /// The lower edge of the last row.
        var bottom: Int64 { HistoryPicture.firstRow + count * (rowHeight + gap) - gap }

        var height: Int64 {
            bottom + HistoryPicture.scaleHeight + HistoryPicture.legendHeight
        }

        /// The place of a time, in hundredths.
        func place(_ time: Int64, in row: TimePeriod) -> Int64 {
            // A day has less than 2^27 milliseconds, and the longest row one day.
            left * 100 + (time - row.from) * (right - left) * 100 / max(1, row.duration)
        }
    }

    private func row(_ row: TimePeriod, at top: Int64, _ layout: Layout) -> [String] {
        let spans = report.history.spans(from: row.from, to: row.end)
        var lines: [String] = []
        if layout.isDaily {
            let name = "\(clock.weekday(row.from)) \(clock.date(row.from))"
            let bottom = top + layout.rowHeight * 3 / 4
            lines.append(SVGPage.label(SVGPage.border, bottom, name, "small"))
        }
        if report.history.spans.count > Self.mostSpans {
            return lines + merged(spans, of: row, at: top, layout)
        }
        // Outages are drawn last, because they are drawn wider than they are.
        for isOffline in [false, true] {
            for span in spans where (span.state?.outage != nil) == isOffline {
                let kind = Timeline.Kind(span)
                let from = layout.place(max(span.from, row.from), in: row)
                let to = layout.place(min(span.to, row.end), in: row)
                let width = max(to - from, isOffline ? Self.leastOutage * 100 : 0)
                // At the right edge an outage grows to the left.
                let start = min(from, layout.right * 100 - width)
                let lowered = isOffline ? 0 : layout.rowHeight / 4
                lines.append(
                    #"<rect class="\#(kind.name)" x="\#(SVGPage.decimal(start))" y="\#(top + lowered)" "#
                        + #"width="\#(SVGPage.decimal(width))" height="\#(layout.rowHeight - lowered)">"#
                        + "<title>\(text(span).xml)</title></rect>")
            }
        }
        return lines
    }

    /// Draws the spans of a long history in columns of one unit, without a text for each span. The size of the picture
    /// depends on its rows alone.
    private func merged(
        _ spans: ArraySlice<PathHistory.Span>, of row: TimePeriod, at top: Int64, _ layout: Layout
    ) -> [String] {
        let columns = Timeline.Pieces(spans, of: row, count: Int(layout.right - layout.left))
        // Outages are drawn last, because they are higher.
        let kinds = Timeline.Kind.allCases
        return (kinds.filter { !$0.isOutage } + kinds.filter(\.isOutage)).compactMap { kind in
            let lowered = kind.isOutage ? 0 : layout.rowHeight / 4
            let shape = columns.runs(of: kind).map { run in
                "M\(layout.left + Int64(run.lowerBound)) \(top + lowered)"
                    + "h\(run.count)v\(layout.rowHeight - lowered)h-\(run.count)z"
            }
            guard !shape.isEmpty else { return nil }
            return #"<path class="\#(kind.name)" d="\#(shape.joined())">"#
                + "<title>\(kind.text)</title></path>"
        }
    }

    /// A span for those who point at it.
    private func text(_ span: PathHistory.Span) -> String {
        let times =
            "\(clock.date(span.from)) \(clock.second(span.from)) – "
            + "\(clock.date(span.to)) \(clock.second(span.to))"
        let duration = TimeSpan.text(milliseconds: span.duration)
        return "\(times) (\(duration)): \(span.isAsleep ? "asleep" : text(span.state))"
    }

    private func text(_ state: Observation.State?) -> String {
        guard let state else { return "unknown" }
        if let outage = state.outage { return outage.text }
        let name = state.primary.map { " (\($0.escaped))" } ?? ""
        return "online via \(state.connection.text)\(name), "
            + (state.metered == .unknown ? "cost unknown" : state.metered.text)
    }

    // MARK: Scale and legend

    private func scale(_ timeline: Timeline, _ row: TimePeriod, _ layout: Layout) -> [String] {
        timeline.ticks(of: row, clock, maximum: 16).flatMap { tick -> [String] in
            let place = layout.place(tick, in: row)
            let (top, bottom) = (layout.bottom, layout.bottom + 6)
            let line = #"<path class="axis" d="M\#(SVGPage.decimal(place)) \#(top)V\#(bottom)"/>"#
            // A label at the edge would not fit.
            guard place < (layout.right - 16) * 100 else { return [line] }
            let time = clock.minute(tick)
            return [
                line, SVGPage.label(atHundredth: place, bottom + 16, time, anchor: "middle"),
            ]
        }
    }

    private func legend(_ timeline: Timeline, _ layout: Layout) -> [String] {
        let top = layout.bottom + Self.scaleHeight + 8
        let column = (SVGPage.width - 2 * SVGPage.border) / Int64(timeline.kinds.count)
        return timeline.kinds.enumerated().flatMap { number, kind -> [String] in
            let left = SVGPage.border + Int64(number) * column
            let duration = duration(kind)
            let time = duration == 0 ? "none" : TimeSpan.text(milliseconds: duration)
            return [
                #"<rect class="\#(kind.name)" x="\#(left)" y="\#(top)" width="16" height="16"/>"#,
                SVGPage.label(left + 24, top + 13, "\(kind.text): \(time)", "small"),
            ]
        }
    }

    private func duration(_ kind: Timeline.Kind) -> Int64 {
        let metered = report.costs[.metered, default: 0]
        return switch kind {
        case .online: report.online - metered
        case .metered: metered
        case .noInternet: report.noInternet
        case .offline: report.offline
        case .asleep: report.asleep
        case .unknown: report.unknown
        }
    }

    private static let style = """
        .head { font-weight: 600; }
        rect { shape-rendering: crispEdges; }
        .online { fill: #2da44e; }
        .metered { fill: url(#stripes); }
        .no-internet { fill: #bc4c00; }
        .offline { fill: #cf222e; }
        .asleep { fill: #b6c2cf; }
        .unknown { fill: url(#dots); }
        .stripe { stroke: #7d4e00; stroke-width: 3; }
        .ground { fill: #eac54f; }
        .dot { fill: #8c959f; }
        .empty { fill: #eaeef2; }
        """

    private static let darkStyle = """
        .online { fill: #3fb950; }
        .no-internet { fill: #f0883e; }
        .offline { fill: #ff6a61; }
        .asleep { fill: #3d4957; }
        .dot { fill: #656c76; }
        .empty { fill: #21262d; }
        """

    private static let patterns = """
        <defs>
        <pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="ground" width="8" height="8"/><path class="stripe" d="M0 0V8"/>
        </pattern>
        <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect class="empty" width="6" height="6"/><circle class="dot" cx="3" cy="3" r="1"/>
        </pattern>
        </defs>
        """
}

extension Timeline.Kind {
    /// The class in the picture.
    fileprivate var name: String {
        switch self {
        case .online: "online"
        case .metered: "metered"
        case .noInternet: "no-internet"
        case .offline: "offline"
        case .asleep: "asleep"
        case .unknown: "unknown"
        }
    }
}
