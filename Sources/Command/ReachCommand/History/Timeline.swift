// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// A history as rows: one for each day, or a single one for a short range.
struct Timeline: Sendable {
    /// The state that a piece of a row shows.
    enum Kind: Int, CaseIterable, Sendable {
        case online, metered, noInternet, offline, asleep, unknown

        init(_ span: PathHistory.Span) {
            guard let state = span.state else {
                self = span.isAsleep ? .asleep : .unknown
                return
            }
            guard let outage = state.outage else {
                self = state.cost == .metered ? .metered : .online
                return
            }
            switch outage {
            case .offline: self = .offline
            case .limited, .portal: self = .noInternet
            }
        }

        /// Whether there was no internet access.
        var isOutage: Bool {
            switch self {
            case .noInternet, .offline: true
            case .online, .metered, .asleep, .unknown: false
            }
        }

        /// The kind in the legend.
        var text: String {
            switch self {
            case .online: "online"
            case .metered: "online, metered"
            case .noInternet: "no internet"
            case .offline: "offline"
            case .asleep: "asleep"
            case .unknown: "unknown"
            }
        }
    }

    let history: PathHistory
    /// The times of the rows. The part of a row outside of the history is empty.
    let rows: [TimePeriod]
    /// Whether each row is a day.
    let isDaily: Bool

    /// The kinds in the legend: times without internet, and asleep, are there only if there were some.
    var kinds: [Kind] {
        let found = Set(history.spans.map { Kind($0) })
        return Kind.allCases.filter {
            ![.noInternet, .asleep].contains($0) || found.contains($0)
        }
    }

    /// A range up to this has one row.
    private static let single: Int64 = 25 * 3_600_000

    init(_ history: PathHistory, _ clock: WallClock) {
        self.history = history
        isDaily = history.to - history.from > Self.single
        guard isDaily else {
            rows = [TimePeriod(from: history.from, end: history.to)]
            return
        }
        // Days without records need no rows, if they are the first ones.
        let first = history.spans.first { $0.state != nil }?.from ?? history.from
        var rows: [TimePeriod] = []
        var start = clock.startOfDay(first)
        while start < history.to {
            let end = max(start + 1, clock.startOfNextDay(start))
            rows.append(TimePeriod(from: start, end: end))
            start = end
        }
        self.rows = rows
    }

    /// A row, cut into pieces of the same length.
    struct Pieces {
        /// The kind that lasts the longest in each piece, apart from outages; `nil` for none.
        private let kinds: [Kind?]
        /// The outage in each piece, however short it is; `nil` for none. Offline counts more than no internet.
        private let outages: [Kind?]

        /// - Parameter spans: the spans of the row, in the order of time.
        init(_ spans: ArraySlice<PathHistory.Span>, of row: TimePeriod, count: Int) {
            let pieces = Int64(count)
            func start(_ piece: Int64) -> Int64 { row.from + piece * row.duration / pieces }
            var times = [[Int64]](
                repeating: Array(repeating: 0, count: Kind.allCases.count), count: count)
            var outages = [Kind?](repeating: nil, count: count)
            for span in spans {
                let (from, to) = (max(span.from, row.from), min(span.to, row.end))
                guard to > from else { continue }
                let kind = Kind(span)
                var piece = (from - row.from) * pieces / max(1, row.duration)
                // Divisions are rounded down, so the piece of a time can begin after it.
                while piece > 0, start(piece) > from { piece -= 1 }
                while piece < pieces, start(piece) < to {
                    let time = min(to, start(piece + 1)) - max(from, start(piece))
                    if time > 0 {
                        if kind.isOutage, outages[Int(piece)] != .offline {
                            outages[Int(piece)] = kind
                        }
                        times[Int(piece)][kind.rawValue] += time
                    }
                    piece += 1
                }
            }
            self.outages = outages
            kinds = times.map { times in
                Kind.allCases.filter { !$0.isOutage && times[$0.rawValue] > 0 }
                    .max { times[$0.rawValue] < times[$1.rawValue] }
            }
        }

        /// The kind that each piece shows: an outage, or else the one that lasts the longest; `nil` outside of the history.
        var shown: [Kind?] { zip(outages, kinds).map { $0 ?? $1 } }

        /// The pieces that have a kind, with neighbors together.
        func runs(of kind: Kind) -> [Range<Int>] {
            var runs: [Range<Int>] = []
            let shown = kind.isOutage ? outages : kinds
            for piece in shown.indices where shown[piece] == kind {
                if let last = runs.last, last.upperBound == piece {
                    runs[runs.count - 1] = last.lowerBound..<piece + 1
                } else {
                    runs.append(piece..<piece + 1)
                }
            }
            return runs
        }
    }

    /// Cuts a row into pieces of the same length, and returns the kind that each shows.
    func pieces(of row: TimePeriod, count: Int) -> [Kind?] {
        Pieces(history.spans(from: row.from, to: row.end), of: row, count: count).shown
    }

    /// Returns the times that a row is labelled with: round times of day.
    ///
    /// - Parameter maximum: the highest number of them.
    func ticks(of row: TimePeriod, _ clock: WallClock, maximum: Int) -> [Int64] {
        let step =
            Self.steps.first { row.duration / $0 <= Int64(maximum) } ?? row.duration
        // The times are round on the wall, also in time zones that are not whole hours ahead.
        let local = clock.local(row.from)
        let first = row.from + (step - local % step) % step
        return Array(stride(from: first, to: row.end, by: Int(step)))
    }

    private static let steps: [Int64] = [
        60_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 10_800_000, 14_400_000,
        21_600_000, 28_800_000, 43_200_000,
    ]
}

/// A timeline of characters, with a scale and a legend.
struct TimelineText {
    let timeline: Timeline
    let clock: WallClock
    let style: TextStyle
    /// The number of columns of the timeline.
    let columns: Int
    /// The width of the terminal; `nil` if the output is not a terminal.
    var width: Int?

    /// The columns for a label of the scale.
    private static let labelWidth = 7
    /// The fewest columns of a row. On a narrower terminal the lines are broken.
    private static let minimum = 12

    var text: String {
        let margin = timeline.isDaily ? "Fri 2026-11-20  ".count : 0
        let count = max(Self.minimum, columns - margin)
        var lines: [String] = []
        for row in timeline.rows {
            let label =
                timeline.isDaily ? "\(clock.weekday(row.from)) \(clock.date(row.from))  " : ""
            lines.append(label + blocks(timeline.pieces(of: row, count: count)))
        }
        if let row = timeline.rows.last {
            let scale = scale(of: row, count: count)
            lines.append(
                String(repeating: " ", count: margin) + style.apply(.heading, to: scale))
        }
        lines.append(legend)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Characters for pieces. Pieces of one kind in a row are colored together.
    private func blocks(_ pieces: [Timeline.Kind?]) -> String {
        var text = ""
        var rest = pieces[...]
        while let kind = rest.first {
            let run = rest.prefix { $0 == kind }
            rest = rest.dropFirst(run.count)
            let character = kind?.character ?? " "
            text += style.apply(kind?.role, to: String(repeating: character, count: run.count))
        }
        return text
    }

    /// A line with times of day, each with a stroke at its place.
    private func scale(of row: TimePeriod, count: Int) -> String {
        var text = ""
        for tick in timeline.ticks(of: row, clock, maximum: count / Self.labelWidth) {
            let place = Int((tick - row.from) * Int64(count) / max(1, row.duration))
            let label = "|" + clock.minute(tick)
            guard place >= text.count, place + label.count <= count else { continue }
            text += String(repeating: " ", count: place - text.count) + label
        }
        return text
    }

    /// The kinds, in as many lines as the terminal needs.
    private var legend: String {
        var lines: [(text: String, width: Int)] = []
        for kind in timeline.kinds {
            let entry = style.apply(kind.role, to: String(kind.character)) + " \(kind.text)"
            let width = 2 + kind.text.count
            if let last = lines.last, last.width + 3 + width <= self.width ?? .max {
                lines[lines.count - 1] = (last.text + "   " + entry, last.width + 3 + width)
            } else {
                lines.append((entry, width))
            }
        }
        return lines.map(\.text).joined(separator: "\n")
    }
}

extension Timeline.Kind {
    /// The character of a piece, by which the kinds differ without colors.
    fileprivate var character: Character {
        switch self {
        case .online: "█"
        case .metered: "▒"
        case .noInternet: "!"
        case .offline: "X"
        case .asleep: "z"
        case .unknown: "·"
        }
    }

    fileprivate var role: TextStyle.Role? {
        switch self {
        case .online: .good
        case .metered: .doubtful
        case .noInternet, .offline: .bad
        case .asleep, .unknown: .heading
        }
    }
}
