// SPDX-License-Identifier: Apache-2.0

/// A time in the format of RFC 3339, in UTC with milliseconds: `2026-11-20T21:15:00.123Z`.
///
/// The calendar functions of the C library are not used, because they open the time zone file even for UTC.
package struct Timestamp: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64

    /// Creates a time from milliseconds since 1970.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
}

extension Timestamp: CustomStringConvertible {
    package var description: String {
        let (days, time) = milliseconds.floorDivided(by: 86_400_000)
        let (year, month, day) = Self.date(daysSince1970: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        func append(_ number: Int64, digits: Int, _ end: Unicode.Scalar) {
            var divisor: Int64 = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        append(year, digits: 4, "-")
        append(month, digits: 2, "-")
        append(day, digits: 2, "T")
        append(time / 3_600_000, digits: 2, ":")
        append(time / 60_000 % 60, digits: 2, ":")
        append(time / 1000 % 60, digits: 2, ".")
        append(time % 1000, digits: 3, "Z")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a date of the Gregorian calendar.
    ///
    /// Internally a year begins in March, so that the leap day is its last day. 400 years have 146,097 days.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Timestamp: Encodable {
    /// Encodes the time as text.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
