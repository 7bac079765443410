// SPDX-License-Identifier: Apache-2.0

/// Numbers of bytes and durations as people read them, in a width that changes little.
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

    /// How much is done, in whole percent, and 100 only if all is; `nil` if the total is unknown.
    static func percent(_ done: Int64, of total: Int64?) -> Int? {
        guard let total, total >= 0 else { return nil }
        if done >= total { return 100 }
        guard done > 0 else { return 0 }
        return min(99, Int(Double(done) / Double(total) * 100))
    }

    /// How long the rest takes, in milliseconds; `nil` if the total or the rate is unknown.
    static func timeLeft(_ done: Int64, of total: Int64?, rate: Int64?) -> Int64? {
        guard let total, let rate, rate > 0, done <= total else { return nil }
        let seconds = Double(total - done) / Double(rate)
        return seconds < 1e9 ? Int64(seconds * 1000) : nil
    }
}
