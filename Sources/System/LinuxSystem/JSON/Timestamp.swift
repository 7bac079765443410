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
    package static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
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
        try description.encode(to: encoder)
    }
}

extension Int64 {
    /// Divides and rounds down, also where the number is negative; the remainder is never negative.
    package func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Timestamp {
    /// Parses a time in the format of RFC 3339. A blank may stand in place of the `T`, as GNU date prints it. Of a
    /// fraction, milliseconds count.
    package init?(text: String) {
        var rest = text.utf8[...]
        guard
            let days = rest.takeDate(),
            rest.take("T") || rest.take("t") || rest.take(" "),
            let hour = rest.takeNumber(digits: 2), rest.take(":"),
            let minute = rest.takeNumber(digits: 2), rest.take(":"),
            let second = rest.takeNumber(digits: 2)
        else { return nil }
        // A leap second counts as the one after it.
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        var fraction: Int64 = 0
        if rest.take(".") {
            var scale: Int64 = 100
            var isEmpty = true
            while let digit = rest.takeNumber(digits: 1) {
                fraction += digit * scale
                scale /= 10
                isEmpty = false
            }
            if isEmpty { return nil }
        }
        guard let offset = rest.takeOffset(), rest.isEmpty else { return nil }
        let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
        self.init(milliseconds: seconds * 1000 + fraction)
    }

    /// The number of days of a month of the Gregorian calendar.
    package static func days(of month: Int64, in year: Int64) -> Int64 {
        let isLeap =
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        switch month {
        case 2: return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// The number of a day of the Gregorian calendar, since 1970-01-01. Internally a year begins in March, so that the leap
    /// day is its last day.
    package static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}

extension Substring.UTF8View {
    /// Takes a number of this many digits from the beginning.
    package mutating func takeNumber(digits: Int) -> Int64? {
        guard count >= digits else { return nil }
        var number: Int64 = 0
        for digit in prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        removeFirst(digits)
        return number
    }

    /// Takes a date from 1970 on, `2026-11-25`.
    ///
    /// - Returns: the days since 1970-01-01.
    package mutating func takeDate() -> Int64? {
        guard let year = takeNumber(digits: 4), take("-"),
            let month = takeNumber(digits: 2), take("-"),
            let day = takeNumber(digits: 2),
            year >= 1970, (1...12).contains(month),
            (1...Timestamp.days(of: month, in: year)).contains(day)
        else { return nil }
        return Timestamp.daysSince1970(year: year, month: month, day: day)
    }

    /// Takes the offset from UTC, in minutes: `Z`, `+01:00`.
    fileprivate mutating func takeOffset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-") else { return nil }
        guard let hours = takeNumber(digits: 2), take(":"), let minutes = takeNumber(digits: 2),
            hours < 24,
            minutes < 60
        else { return nil }
        return (isEast ? 1 : -1) * (hours * 60 + minutes)
    }
}
