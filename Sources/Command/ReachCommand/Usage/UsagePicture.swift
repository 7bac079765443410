// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// A usage as a picture (SVG 1.1), for light and dark pages: a bar for each day, stacked by network.
///
/// The networks differ by their order and by lines between them, too, not by colors alone. Each part has its text.
struct UsagePicture {
    let report: UsageReport
    let clock: WallClock

    // Lengths in units of the picture.
    private static let left: Int64 = 88
    private static let top: Int64 = 96
    private static let plotHeight: Int64 = 240
    /// The lower edge of the plot.
    private static let bottom = top + plotHeight
    /// The networks with a color of their own. The others are added up.
    private static let mostNetworks = 7

    /// A network in the picture, or all that have no color of their own.
    private struct Network {
        let name: String
        let keys: [UsageKey]
        let bytes: UInt64
        /// The number of its color; the last one is that of the others.
        let color: Int
    }

    var text: String {
        let networks = networks
        let days = days
        let most = days.map(\.total).max() ?? 0
        let scale = Self.scale(most)
        let plansTop = Self.bottom + 40 + legendHeight(networks)
        let height = plansTop + Int64(report.plans.count) * Self.planRow
        let page = SVGPage(
            title: "Network usage, \(clock.date(report.from)) to \(clock.date(report.to))",
            description: description(networks, days), height: height, style: Self.style,
            darkStyle: Self.darkStyle)
        var lines = [
            SVGPage.label(SVGPage.border, 42, "\(report.totals.total.byteText) in all", "head"),
            SVGPage.label(SVGPage.border, 66, subtitle, "small"),
        ]
        lines += report.gaps.map { gap($0, days) }
        lines += grid(scale)
        for (position, day) in days.enumerated() {
            lines += bars(day, position, days.count, networks, scale.top)
        }
        lines += legend(networks)
        for (position, plan) in report.plans.enumerated() {
            lines += bar(plan, at: plansTop + Int64(position) * Self.planRow)
        }
        return page.text(lines)
    }

    // MARK: Contents

    /// A day with its bytes by network.
    private struct Day {
        let start: Int64
        let date: String
        let amounts: [UsageKey: ByteCounts]
        var total: UInt64 { ByteCounts.sum(amounts.values).total }

        func bytes(_ network: Network) -> UInt64 {
            ByteCounts.sum(network.keys.compactMap { amounts[$0] }).total
        }
    }

    /// All days of the range, from the first one with bytes or of the month on.
    private var days: [Day] {
        var days: [Day] = []
        var start = clock.startOfDay(report.from)
        while start <= report.to, days.count < 800 {
            let date = clock.date(start)
            days.append(Day(start: start, date: date, amounts: report.days[date] ?? [:]))
            start = max(start + 1, clock.startOfNextDay(start))
        }
        return days
    }

    /// The networks, the largest first.
    private var networks: [Network] {
        var amounts: [UsageKey: ByteCounts] = [:]
        for day in report.days.values { amounts.merge(day) { .sum([$0, $1]) } }
        let sorted = amounts.map { (key: $0.key, name: $0.key.text(.network), bytes: $0.value) }
            .sorted { ($1.bytes.total, $0.name) < ($0.bytes.total, $1.name) }
        var networks = sorted.prefix(Self.mostNetworks).enumerated().map { position, one in
            Network(name: one.name, keys: [one.key], bytes: one.bytes.total, color: position)
        }
        let others = sorted.dropFirst(Self.mostNetworks)
        if !others.isEmpty {
            networks.append(
                Network(
                    name: "\(others.count) others", keys: others.map(\.key),
                    bytes: ByteCounts.sum(others.map(\.bytes)).total,
                    color: Self.mostNetworks))
        }
        return networks
    }

    private var subtitle: String {
        "\(clock.date(report.from)) – \(clock.date(report.to)), \(report.recordedText)"
    }

    private func description(_ networks: [Network], _ days: [Day]) -> String {
        var sentences = [
            "\(report.totals.received.byteText) were received and "
                + "\(report.totals.sent.byteText) sent."
        ]
        sentences += networks.map { "\($0.name.escaped): \($0.bytes.byteText)." }
        if let largest = days.max(by: { $0.total < $1.total }), largest.total > 0 {
            sentences.append("Most on \(largest.date): \(largest.total.byteText).")
        }
        sentences += report.plans.map {
            "Plan \($0.plan.name.escaped): \($0.usedText) used."
        }
        return sentences.joined(separator: " ")
    }

    // MARK: Plot

    /// The amounts at the lines of the grid.
    private struct Scale {
        let step: UInt64
        let count: UInt64
        var top: UInt64 { step * count }
    }

    /// Round steps. At most five reach the largest amount.
    private static func scale(_ most: UInt64) -> Scale {
        var power: UInt64 = 1
        while power < UInt64.max / 100 {
            for factor: UInt64 in [1, 2, 5] {
                let step = power * factor
                if most / step < 5 { return Scale(step: step, count: max(1, most / step + 1)) }
            }
            power *= 10
        }
        return Scale(step: most / 4, count: 4)
    }

    private func grid(_ scale: Scale) -> [String] {
        (0...scale.count).flatMap { line -> [String] in
            let y = Self.bottom - Int64(line) * Self.plotHeight / Int64(scale.count)
            let amount = line == 0 ? "0" : (UInt64(line) * scale.step).byteText
            return [
                #"<path class="\#(line == 0 ? "axis" : "grid")" d="M\#(Self.left) \#(y)H\#(SVGPage.width - SVGPage.border)"/>"#,
                SVGPage.label(
                    atHundredth: (Self.left - 10) * 100, y + 4, amount, anchor: "end"),
            ]
        }
    }

    /// The width of the plot.
    private static let room = SVGPage.width - SVGPage.border - left

    /// Draws a time without a record, so that it does not look like one without traffic.
    private func gap(_ gap: TimePeriod, _ days: [Day]) -> String {
        func place(_ time: Int64) -> Int64 {
            let number = days.lastIndex { $0.start <= time } ?? 0
            let start = days.isEmpty ? report.from : days[number].start
            let length = max(1, clock.startOfNextDay(start) - start)
            let share = Double(Int64(number)) + Double(min(time - start, length)) / Double(length)
            return Self.left * 100
                + Int64(max(0, share) / Double(max(1, days.count)) * Double(Self.room * 100))
        }
        let (from, to) = (place(gap.from), place(gap.end))
        return #"<rect class="gap" x="\#(SVGPage.decimal(from))" y="\#(Self.top)" "#
            + #"width="\#(SVGPage.decimal(max(50, to - from)))" height="\#(Self.plotHeight)">"#
            + "<title>\(gap.gapText(clock))</title></rect>"
    }

    private func bars(
        _ day: Day, _ position: Int, _ count: Int, _ networks: [Network], _ most: UInt64
    ) -> [String] {
        // In hundredths of a unit.
        let column = Self.room * 100 / Int64(max(1, count))
        let gap = min(column / 5, 1000)
        let x = Self.left * 100 + Int64(position) * column + gap / 2
        let width = max(100, min(column - gap, 6000))
        // A line around each part would hide narrow bars.
        let shape = width < 500 ? "" : "bar "
        var lines: [String] = []
        var below: UInt64 = 0
        func y(_ amount: UInt64) -> Int64 {
            let share = Double(amount) / Double(max(1, most))
            return Self.bottom * 100 - Int64(share * Double(Self.plotHeight * 100))
        }
        for network in networks {
            let amount = day.bytes(network)
            guard amount > 0 else { continue }
            let (from, to) = (y(below), y(below &+ amount))
            below &+= amount
            let text = "\(day.date): \(network.name.escaped), \(amount.byteText)"
            lines.append(
                #"<rect class="\#(shape)c\#(network.color)" x="\#(SVGPage.decimal(x))" y="\#(SVGPage.decimal(to))" "#
                    + #"width="\#(SVGPage.decimal(width))" height="\#(SVGPage.decimal(max(50, from - to)))" rx="1.5">"#
                    + "<title>\(text.xml)</title></rect>")
        }
        // Labels do not touch each other: of many days, those have one that are at least 90 units apart.
        let unit = max(1, column)
        let every = count > 14 ? (9000 + unit - 1) / unit : max(1, 6600 / unit)
        if Int64(position).isMultiple(of: every) {
            let label = String(day.date.dropFirst(5))
            lines.append(
                SVGPage.label(
                    atHundredth: x + width / 2, Self.bottom + 22, label,
                    anchor: "middle"))
        }
        return lines
    }

    // MARK: Legend

    private static let legendColumns = 3
    private static let legendRow: Int64 = 26

    private func legendHeight(_ networks: [Network]) -> Int64 {
        let count = networks.count + (report.gaps.isEmpty ? 0 : 1)
        let rows = (count + Self.legendColumns - 1) / Self.legendColumns
        return Int64(rows) * Self.legendRow + 16
    }

    private func legend(_ networks: [Network]) -> [String] {
        var entries = networks.map { network in
            (
                shape: "c\(network.color)",
                text: "\(network.name.escaped.shortened(to: 26)): \(network.bytes.byteText)"
            )
        }
        if !report.gaps.isEmpty { entries.append((shape: "gap", text: "not recorded")) }
        let column = (SVGPage.width - 2 * SVGPage.border) / Int64(Self.legendColumns)
        return entries.enumerated().flatMap { position, entry -> [String] in
            let x = SVGPage.border + Int64(position % Self.legendColumns) * column
            let y = Self.bottom + 44 + Int64(position / Self.legendColumns) * Self.legendRow
            return [
                #"<rect class="\#(entry.shape)" x="\#(x)" y="\#(y)" width="14" height="14" rx="3"/>"#,
                SVGPage.label(x + 22, y + 12, entry.text, "small"),
            ]
        }
    }

    // MARK: Plans

    private static let planRow: Int64 = 52

    /// A plan as a bar, with lines above and below it at the warning, and a triangle at the share of the period that has
    /// passed: a bar that is longer is ahead of its pace.
    private func bar(_ plan: PlanReport, at top: Int64) -> [String] {
        let (left, right, y) = (SVGPage.border, SVGPage.width - SVGPage.border, top + 24)
        let room = (right - left) * 100
        func place(_ share: Double) -> Int64 {
            left * 100 + Int64(max(0, min(1, share)) * Double(room))
        }
        func place(_ bytes: Int64) -> Int64 {
            place(Double(bytes) / Double(max(1, plan.plan.limit)))
        }
        let name = plan.plan.name.escaped.shortened(to: 40)
        let period = plan.plan.currentPeriod
        let renewal = period.map { ", renews on \(clock.monthAndDay($0.end))" } ?? ""
        let pace = plan.forecast.map { "; at this pace \(ByteAmount.text($0))" } ?? ""
        let text = "\(name): \(plan.usedText)\(renewal)\(pace)"
        let width = SVGPage.decimal(place(plan.used) - left * 100)
        let warning = SVGPage.decimal(place(plan.plan.warning))
        var lines = [
            SVGPage.label(left, top + 14, text, "small"),
            #"<rect class="limit" x="\#(left)" y="\#(y)" width="\#(right - left)" height="12" rx="6"/>"#,
            #"<rect class="\#(plan.plan.state.rawValue)" x="\#(left)" y="\#(y)" width="\#(width)" height="12" rx="6">"#
                + "<title>\(text.xml)</title></rect>",
            #"<path class="axis" d="M\#(warning) \#(y - 4)v4m0 12v4">"#
                + "<title>warning: \(ByteAmount.text(plan.plan.warning))</title></path>",
        ]
        if let period {
            let share =
                Double(report.now - period.from) / Double(max(1, period.duration))
            let passed = "\(Int(max(0, min(1, share)) * 100)) % of the period has passed"
            lines += [
                SVGPage.label(
                    atHundredth: right * 100, top + 14, "▲ \(passed)", anchor: "end"),
                #"<path class="pace" d="M\#(SVGPage.decimal(place(share))) \#(y + 13)l4 7h-8z">"#
                    + "<title>\(passed)</title></path>",
            ]
        }
        return lines
    }

    private static let style = """
        .head { font-size: 22px; font-weight: 600; }
        .grid { stroke: #d1d9e0; stroke-width: 1; }
        .gap { fill: #eaeef2; } .pace { fill: #59636e; }
        .bar { stroke: #ffffff; stroke-width: 0.8; }
        .c0 { fill: #0969da; } .c1 { fill: #2da44e; } .c2 { fill: #d4a72c; } .c3 { fill: #8250df; }
        .c4 { fill: #bc4c00; } .c5 { fill: #1b7c83; } .c6 { fill: #bf3989; } .c7 { fill: #8c959f; }
        .limit { fill: #eaeef2; } .within { fill: #2da44e; } .warning { fill: #d4a72c; } .over { fill: #cf222e; }
        """

    private static let darkStyle = """
        .grid { stroke: #30363d; }
        .gap { fill: #21262d; } .pace { fill: #9198a1; }
        .bar { stroke: #0d1117; }
        .c0 { fill: #4493f8; } .c1 { fill: #3fb950; } .c2 { fill: #e3b341; } .c3 { fill: #ab7df8; }
        .limit { fill: #21262d; } .within { fill: #3fb950; } .warning { fill: #e3b341; } .over { fill: #ff6a61; }
        .c4 { fill: #f0883e; } .c5 { fill: #39c5cf; } .c6 { fill: #f778ba; } .c7 { fill: #656c76; }
        """
}
