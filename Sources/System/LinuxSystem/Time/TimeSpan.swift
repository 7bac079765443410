// SPDX-License-Identifier: Apache-2.0

/// A duration as people write it.
///
/// Numbers with units, largest unit first (`500ms`, `30s`, `5m` or `5min`, `2h`, `1d`, `1h30m`), or a number of seconds
/// without a unit, which may have a fraction (`0.5`).
package struct TimeSpan: Sendable, Hashable, CustomStringConvertible {
    package var milliseconds: Int64

    /// Examples of durations, for messages.
    package static let examples = "500ms, 30s, 5m, 2h, 1d, 1h30m, or seconds such as 0.5"

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init?(argument: String) {
        guard
            let milliseconds = Self.seconds(argument) ?? Self.sum(argument),
            // A sum with a current time must not overflow.
            milliseconds < 1000 * 366 * 86_400_000
        else { return nil }
        self.milliseconds = milliseconds
    }

    /// The units, largest first, with the names of each.
    private static let units: [(names: [Substring], milliseconds: Int64)] = [
        (["d"], 86_400_000), (["h"], 3_600_000), (["m", "min"], 60_000), (["s"], 1000), (["ms"], 1),
    ]

    /// The milliseconds of a number of seconds without a unit, rounded up.
    private static func seconds(_ text: String) -> Int64? {
        let parts = text.pieces(separatedBy: ".", maxSplits: 1, omittingEmpty: false)
        guard let first = parts.first, let whole = number(first) else { return nil }
        var fraction: Int64 = 0
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].unicodeScalars.allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            let digits = parts[1].prefix(3)
            fraction = number(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
            if parts[1].unicodeScalars.dropFirst(3).contains(where: { $0 != "0" }) { fraction += 1 }
        }
        let (milliseconds, overflows) = whole.multipliedReportingOverflow(by: 1000)
        return overflows ? nil : adding(fraction, to: milliseconds)
    }

    /// The milliseconds of a sum of numbers with units.
    private static func sum(_ text: String) -> Int64? {
        var rest = text.unicodeScalars[...]
        var allowed = units[...]
        var sum: Int64 = 0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = Substring(rest.prefix(while: \.isASCIIDigit))
            rest = rest.drop(while: \.isASCIIDigit)
            let name = Substring(rest.prefix { !$0.isASCIIDigit })
            rest = rest.drop { !$0.isASCIIDigit }
            guard
                let number = number(digits),
                let position = allowed.firstIndex(where: { $0.names.contains(name) })
            else { return nil }
            let (part, overflows) = number.multipliedReportingOverflow(
                by: allowed[position].milliseconds)
            guard !overflows, let total = adding(part, to: sum) else { return nil }
            sum = total
            // Each unit occurs once, in this order.
            allowed = allowed[(position + 1)...]
        }
        return sum
    }

    private static func number(_ digits: Substring) -> Int64? {
        // Int64 would accept a sign.
        digits.unicodeScalars.allSatisfy(\.isASCIIDigit) ? Int64(digits) : nil
    }

    private static func adding(_ part: Int64, to sum: Int64) -> Int64? {
        let (total, overflows) = sum.addingReportingOverflow(part)
        return overflows ? nil : total
    }

    package var description: String {
        if milliseconds < 60_000, !milliseconds.isMultiple(of: 1000) { return "\(milliseconds)ms" }
        var rest = milliseconds
        var text = ""
        for unit in Self.units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.names[0])"
            rest %= unit.milliseconds
        }
        return text.isEmpty ? "0s" : text
    }

    /// Returns a duration as text with its two largest units: `3 h 12 min`.
    package static func text(milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
        func two(_ large: String, _ number: Int64, _ small: String) -> String {
            number == 0 ? large : "\(large) \(number) \(small)"
        }
        if days > 0 { return two("\(days) d", hours, "h") }
        if hours > 0 { return two("\(hours) h", minutes, "min") }
        if minutes > 0 { return two("\(minutes) min", seconds % 60, "s") }
        return seconds > 0 ? "\(seconds) s" : "\(max(0, milliseconds)) ms"
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
