// SPDX-License-Identifier: Apache-2.0

/// A number of bytes as people write it for a data plan: `500MB`, `1.5GB`, `2GiB`.
///
/// `kB`, `MB`, `GB` and `TB` are decimal, as network operators count; `KiB`, `MiB`, `GiB` and `TiB` are binary.
package struct ByteAmount: Sendable, Hashable {
    /// The number of bytes.
    package let bytes: Int64

    /// Examples of amounts, for messages.
    package static let examples = "500MB, 2GB, 1.5GB or 2GiB"

    /// Parses an amount.
    ///
    /// - Returns: `nil` if the text is no number with a unit, or the number is too large.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        guard let number = rest.takeDecimal(),
            let size = Self.sizes.first(where: { rest.elementsEqual($0.unit.utf8) })?.bytes,
            let bytes = number.times(size)
        else { return nil }
        self.bytes = bytes
    }

    private static let sizes: [(unit: String, bytes: Int64)] = [
        ("B", 1), ("kB", 1000), ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
        ("TB", 1_000_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
        ("TiB", 1 << 40),
    ]

    /// Parses an amount, or a share of another one, such as `80%`.
    ///
    /// - Returns: `nil` if the text is neither, or the share is more than all.
    package init?(_ text: String, of whole: Int64) {
        var rest = text.utf8[...]
        guard let number = rest.takeDecimal(), rest.take("%"), rest.isEmpty else {
            self.init(text)
            return
        }
        guard let thousandths = number.times(1000), thousandths <= 100_000 else { return nil }
        let product = whole.multipliedFullWidth(by: thousandths)
        self.init(bytes: Int64(100_000).dividingFullWidth(product).quotient)
    }

    private init(bytes: Int64) { self.bytes = bytes }
}

/// Amounts in text.
extension ByteAmount {
    private static let units: [(name: String, bytes: Int64)] = [
        ("TB", 1_000_000_000_000), ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000),
    ]

    /// A number of bytes for people, in a decimal unit: `512 B`, `1.3 GB`, `250 MB`. Digits that do not fit are cut off.
    package static func text(_ bytes: Int64) -> String {
        guard let unit = units.first(where: { bytes >= $0.bytes }) else {
            return "\(max(0, bytes)) B"
        }
        return "\(number(bytes, unit.bytes)) \(unit.name)"
    }

    /// A part of an amount for people, in the unit of the whole: `1.3 of 2 GB`. It is rounded, unless a part that is less
    /// than the whole would look like the whole.
    package static func text(_ part: Int64, of whole: Int64) -> String {
        guard let unit = units.first(where: { whole >= $0.bytes }),
            part == 0 || part >= unit.bytes / 10
        else { return "\(text(part)) of \(text(whole))" }
        let rounding = part < 100 * unit.bytes ? unit.bytes / 20 : 0
        let (rounded, overflows) = part.addingReportingOverflow(rounding)
        let shown = overflows || (part < whole && rounded >= whole) ? part : rounded
        return "\(number(shown, unit.bytes)) of \(text(whole))"
    }

    /// A number of units with a decimal, unless that is 0 or the number has three digits.
    private static func number(_ bytes: Int64, _ unit: Int64) -> String {
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenth = rest / (unit / 10)
        return whole >= 100 || tenth == 0 ? "\(whole)" : "\(whole).\(tenth)"
    }
}

/// A decimal number without a sign, in billionths.
private struct Decimal {
    let whole: Int64
    let billionths: Int64

    /// The product with a number, cut to a whole number; `nil` if it is too large.
    func times(_ factor: Int64) -> Int64? {
        let (high, overflow) = whole.multipliedReportingOverflow(by: factor)
        let wide = billionths.multipliedFullWidth(by: factor)
        let part = Int64(1_000_000_000).dividingFullWidth(wide).quotient
        let (sum, exceeds) = high.addingReportingOverflow(part)
        return overflow || exceeds ? nil : sum
    }
}

extension Substring.UTF8View {
    /// Takes digits, and a fraction of at most nine digits, from the beginning.
    fileprivate mutating func takeDecimal() -> Decimal? {
        func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        let digits = prefix(while: isDigit)
        guard let whole = Int64(String(digits) ?? "") else { return nil }
        removeFirst(digits.count)
        guard take(".") else { return Decimal(whole: whole, billionths: 0) }
        let fraction = prefix(while: isDigit)
        guard (1...9).contains(fraction.count), var billionths = Int64(String(fraction) ?? "")
        else { return nil }
        for _ in fraction.count..<9 { billionths *= 10 }
        removeFirst(fraction.count)
        return Decimal(whole: whole, billionths: billionths)
    }
}
