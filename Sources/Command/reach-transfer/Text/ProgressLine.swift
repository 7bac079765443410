// SPDX-License-Identifier: Apache-2.0

import ReachCommand

/// The line of one transfer on a terminal: its name, a bar, and its progress.
struct ProgressLine: Sendable, Hashable {
    /// The name of the file.
    var name: String
    var done: Int64
    /// The total number of bytes; `nil` if it is unknown.
    var total: Int64?
    /// The rate in bytes a second; `nil` if nothing is received.
    var rate: Int64?
    /// The text in place of the rate: why the transfer waits, or how it ended; `nil` while it runs.
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

/// Numbers of bytes and durations for people, in a width that changes little.
enum Quantity {
    private static let units: [(name: String, size: Int64)] = [
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40), ("PiB", 1 << 50),
        ("EiB", 1 << 60),
    ]

    /// A number of bytes with three digits: `999 B`, `1.00 KiB`, `70.0 MiB`, `512 GiB`.
    static func bytes(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(max(0, count)) B" }
        for unit in units {
            let hundredths = hundredths(count, unit.size)
            // 1000 KiB has four digits, so the next unit begins before 1024.
            if hundredths < 99_950 { return decimal(hundredths) + " " + unit.name }
        }
        return "\(count) B"
    }

    /// The number of bytes in hundredths of a unit, rounded.
    private static func hundredths(_ count: Int64, _ unit: Int64) -> Int64 {
        let (whole, rest) = count.quotientAndRemainder(dividingBy: unit)
        // The rest of an exbibyte, times 100, does not overflow if it is divided first.
        let scale = max(1, unit >> 40)
        return whole * 100 + (rest / scale * 100 + unit / scale / 2) / (unit / scale)
    }

    /// A number of hundredths with three digits, or more if it is 1000 or above.
    private static func decimal(_ hundredths: Int64) -> String {
        if hundredths >= 9995 { return String((hundredths + 50) / 100) }
        if hundredths >= 1000 {
            let tenths = (hundredths + 5) / 10
            return "\(tenths / 10).\(tenths % 10)"
        }
        return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
    }

    /// A rate: `1.50 MiB/s`.
    static func rate(_ bytesPerSecond: Int64) -> String { bytes(bytesPerSecond) + "/s" }

    /// A duration with its two largest units: `7s`, `2m05s`, `3h07m`, `2d04h`.
    static func duration(milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds + 999) / 1000
        func pair(_ large: Int64, _ one: String, _ small: Int64, _ other: String) -> String {
            "\(large)\(one)\(small < 10 ? "0" : "")\(small)\(other)"
        }
        if seconds < 60 { return "\(seconds)s" }
        if seconds < 3600 { return pair(seconds / 60, "m", seconds % 60, "s") }
        if seconds < 86_400 { return pair(seconds / 3600, "h", seconds / 60 % 60, "m") }
        return pair(seconds / 86_400, "d", seconds / 3600 % 24, "h")
    }

    /// The share that is done, in whole percent, and 100 only if all is done; `nil` if the total is unknown.
    static func percent(_ done: Int64, of total: Int64?) -> Int? {
        guard let total, total >= 0 else { return nil }
        if done >= total { return 100 }
        guard done > 0 else { return 0 }
        return min(99, Int(Double(done) / Double(total) * 100))
    }

    /// The time that the rest takes, in milliseconds; `nil` if the total or the rate is unknown.
    static func timeLeft(_ done: Int64, of total: Int64?, rate: Int64?) -> Int64? {
        guard let total, let rate, rate > 0, done <= total else { return nil }
        let seconds = Double(total - done) / Double(rate)
        return seconds < 1e9 ? Int64(seconds * 1000) : nil
    }
}
