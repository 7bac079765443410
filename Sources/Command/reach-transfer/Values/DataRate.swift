// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem

/// A rate on the command line, in bytes a second: a whole number, or one with the unit `K`, `M` or `G` of 1024
/// (`500K`, `1.5M`), as curl and wget have it.
struct DataRate: ExpressibleByArgument, Hashable {
    var bytesPerSecond: Int64

    /// Examples of rates, for messages.
    static let examples = "65536, 500K, 1.5M, 1G (bytes a second, in units of 1024)"

    init?(argument: String) {
        var text = argument.unicodeScalars[...]
        var unit: Int64 = 1
        if let last = text.last, let factor = Self.units[last] {
            unit = factor
            text = text.dropLast()
        }
        let parts = Substring(text).pieces(separatedBy: ".", maxSplits: 1, omittingEmpty: false)
        guard let first = parts.first, let whole = Self.number(first) else { return nil }
        var rate = whole.multipliedReportingOverflow(by: unit)
        if parts.count == 2 {
            // Bytes have no parts, and no rate needs more digits.
            guard unit > 1, parts[1].count <= 6, let fraction = Self.number(parts[1]) else {
                return nil
            }
            let scale = (0..<parts[1].count).reduce(Int64(1)) { scale, _ in scale * 10 }
            rate = rate.partialValue.addingReportingOverflow(fraction * unit / scale)
        }
        guard !rate.overflow, rate.partialValue > 0, whole <= Int64.max / unit else { return nil }
        bytesPerSecond = rate.partialValue
    }

    private static let units: [Unicode.Scalar: Int64] = [
        "K": 1 << 10, "k": 1 << 10, "M": 1 << 20, "m": 1 << 20, "G": 1 << 30, "g": 1 << 30,
    ]

    private static func number(_ digits: Substring) -> Int64? {
        // Int64 would accept a sign.
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int64(digits) : nil
    }
}
