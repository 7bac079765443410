// SPDX-License-Identifier: Apache-2.0

import ReachCommand

/// The line of one transfer while it is shown on a terminal: its name, a bar, and how far it is.
struct ProgressLine: Sendable, Hashable {
    /// The name of the file.
    var name: String
    var done: Int64
    /// The total number of bytes; `nil` if it is unknown.
    var total: Int64?
    /// The rate in bytes a second; `nil` if nothing is received.
    var rate: Int64?
    /// What is said in place of the rate: why it waits, or how it ended; `nil` while it runs.
    var note: String?

    /// The columns of a long name, of a bar, and the least for a bar.
    private static let longestName = 30
    private static let longestBar = 40
    private static let shortestBar = 10

    /// The line in at most this many columns.
    func text(columns: Int) -> String {
        let columns = max(columns, 1)
        let name = name.escaped.shortened(to: min(Self.longestName, max(columns / 3, 8)))
        let wantsBar = total != nil && (note == nil || done > 0)
        let facts = [amount, briefAmount].map { self.facts($0) }
        // The total goes before the bar does.
        let room = facts.map { columns - name.displayWidth - $0.displayWidth - 4 }
        if wantsBar, let choice = room.firstIndex(where: { $0 >= Self.shortestBar + 2 }) {
            let bar = bar(width: min(room[choice], Self.longestBar + 2))
            return "\(name)  \(bar)  \(facts[choice])"
        }
        return "\(name)  \(facts[0])".shortened(to: columns)
    }

    private func facts(_ amount: String) -> String {
        [percent, amount, note?.escaped ?? pace].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    private var briefAmount: String { Quantity.bytes(done) }

    private var percent: String {
        Quantity.percent(done, of: total).map {
            String(repeating: " ", count: $0 < 10 ? 2 : $0 < 100 ? 1 : 0) + "\($0)%"
        }
            ?? ""
    }

    private var amount: String {
        if let total { return "\(Quantity.bytes(done)) of \(Quantity.bytes(total))" }
        return done > 0 || note == nil ? Quantity.bytes(done) : ""
    }

    private var pace: String {
        guard let rate else { return "" }
        let left = Quantity.timeLeft(done, of: total, rate: rate)
        return Quantity.rate(rate)
            + (left.map { "  \(Quantity.duration(milliseconds: $0)) left" } ?? "")
    }

    /// A bar with its brackets, of this width.
    private func bar(width: Int) -> String {
        let room = width - 2
        let share = total.map { $0 == 0 ? 1 : min(1, max(0, Double(done) / Double($0))) } ?? 0
        let filled = Int(share * Double(room))
        return "[" + String(repeating: "#", count: filled)
            + String(repeating: "-", count: room - filled) + "]"
    }
}

extension String {
    /// The text in at most this many columns; the end of a longer one is replaced by `…`.
    func shortened(to columns: Int) -> String {
        guard displayWidth > columns else { return self }
        var text = ""
        var width = 1
        for character in self {
            width += String(character).displayWidth
            if width > columns { break }
            text.append(character)
        }
        return columns > 0 ? text + "…" : ""
    }
}
