// SPDX-License-Identifier: Apache-2.0

/// A timeline of characters, with a scale and a legend.
struct TimelineText {
    let timeline: Timeline
    let clock: WallClock
    let style: TextStyle
    /// The number of columns of the terminal.
    let columns: Int

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
    private func scale(of row: Timeline.Row, count: Int) -> String {
        var text = ""
        for tick in timeline.ticks(of: row, clock, maximum: count / Self.labelWidth) {
            let place = Int((tick - row.from) * Int64(count) / max(1, row.duration))
            let label = "|" + clock.minute(tick)
            guard place >= text.count, place + label.count <= count else { continue }
            text += String(repeating: " ", count: place - text.count) + label
        }
        return text
    }

    private var legend: String {
        var entries: [String] = []
        for kind in timeline.kinds {
            entries.append(style.apply(kind.role, to: String(kind.character)) + " \(kind.text)")
        }
        return entries.joined(separator: "   ")
    }
}

extension Timeline.Kind {
    /// The character of a piece, which tells the kinds apart without colors.
    fileprivate var character: Character {
        switch self {
        case .online: "█"
        case .metered: "▒"
        case .noInternet: "!"
        case .offline: "X"
        case .unknown: "·"
        }
    }

    fileprivate var role: TextStyle.Role? {
        switch self {
        case .online: .good
        case .metered: .doubtful
        case .noInternet, .offline: .bad
        case .unknown: .heading
        }
    }
}
