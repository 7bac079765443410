// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension Date {
    /// The time in UTC with milliseconds, by RFC 3339: `2026-11-20T21:15:00.123Z`.
    package var internetText: String {
        var bytes: [UInt8] = []
        appendInternetText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``internetText`` to a text.
    func appendInternetText(to bytes: inout [UInt8]) {
        let (days, time) = Self.divided(milliseconds, by: 86_400_000)
        let (year, month, day) = Self.date(daysSince1970: days)
        func append(_ number: Int64, _ count: Int, _ end: Unicode.Scalar) {
            var divisor: Int64 = 1
            for _ in 1..<count { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        append(year, 4, "-")
        append(month, 2, "-")
        append(day, 2, "T")
        append(time / 3_600_000, 2, ":")
        append(time / 60_000 % 60, 2, ":")
        append(time / 1000 % 60, 2, ".")
        append(time % 1000, 3, "Z")
    }

    /// The date of the Gregorian calendar.
    ///
    /// A year begins in March here, so that the leap day is its last day. 400 years have 146,097 days.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = divided(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }

    /// The quotient, rounded down, and the remainder, which is not negative.
    private static func divided(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let remainder = number % divisor
        return remainder < 0
            ? (number / divisor - 1, remainder + divisor) : (number / divisor, remainder)
    }
}
