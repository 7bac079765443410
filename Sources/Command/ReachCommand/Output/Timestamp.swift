// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// A time in the format of RFC 3339, in UTC with milliseconds: `2026-11-20T21:15:00.123Z`.
///
/// The calendar functions of the C library are not used, because they open the time zone file even for UTC.
package struct Timestamp: CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64

    /// Creates a time from milliseconds since 1970.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The local date and time with the UTC offset: `2026-11-20 22:15:00+01:00`.
    package var local: String { "\(localDate) \(localTimeOfDay)" }

    /// The local date: `2026-11-20`.
    package var localDate: String { String(shifted.description.prefix(10)) }

    /// The local time of day with the UTC offset: `22:15:00+01:00`.
    package var localTimeOfDay: String {
        let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
        func twoDigits(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
        return shifted.description.suffix(13).prefix(8) + (offset < 0 ? "-" : "+")
            + "\(twoDigits(hours)):\(twoDigits(minutes))"
    }

    private var offset: Int64 { LocalTime.secondsAheadOfUTC(at: milliseconds) }

    /// The time whose UTC representation equals the local representation of this time.
    private var shifted: Timestamp { Timestamp(milliseconds: milliseconds + offset * 1000) }

    package var description: String {
        var buffer = ByteBuffer(capacity: 24)
        write(to: &buffer)
        return buffer.text
    }

    /// Writes the time to a buffer.
    func write(to buffer: inout ByteBuffer) {
        let (days, time) = milliseconds.floorDivided(by: 86_400_000)
        let (year, month, day) = Self.date(daysSince1970: days)
        buffer.append(year, digits: 4)
        buffer.append(UInt8(ascii: "-"))
        buffer.append(month, digits: 2)
        buffer.append(UInt8(ascii: "-"))
        buffer.append(day, digits: 2)
        buffer.append(UInt8(ascii: "T"))
        buffer.append(time / 3_600_000, digits: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.append(time / 60_000 % 60, digits: 2)
        buffer.append(UInt8(ascii: ":"))
        buffer.append(time / 1000 % 60, digits: 2)
        buffer.append(UInt8(ascii: "."))
        buffer.append(time % 1000, digits: 3)
        buffer.append(UInt8(ascii: "Z"))
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

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
