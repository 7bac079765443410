// SPDX-License-Identifier: Apache-2.0

/// A time in an HTTP header (RFC 9110, section 5.6.7), with a resolution of one second.
package struct HTTPDate: Sendable, Hashable, Comparable {
    /// The seconds since 1970-01-01 00:00 UTC.
    package let seconds: Int64

    /// Creates a time from the seconds since 1970-01-01 00:00 UTC.
    package init(seconds: Int64) { self.seconds = seconds }

    package static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }

    /// Parses one of the three formats: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94
    /// 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
    ///
    /// Returns `nil` for any other text. Names can be in upper and lower case (RFC 9111, section 4.2). The day of the week is
    /// not compared with the date.
    ///
    /// - Parameter now: the time of this machine's clock. A two-digit year is the latest one that
    ///   is at most 50 years after it.
    package init?(_ text: String, now: HTTPDate) {
        let words = text.asciiLowercased.unicodeScalars.split(
            separator: " ", omittingEmptySubsequences: false
        ).map { String($0) }
        let (day, month, year, time): (String, String, String, String)
        switch words.count {
        case 6 where words[5] == "gmt" && Self.isWeekday(words[0], in: Self.weekdays, ","):
            (day, month, year, time) = (words[1], words[2], words[3], words[4])
            guard day.utf8.count == 2, year.utf8.count == 4 else { return nil }
        case 4 where words[3] == "gmt" && Self.isWeekday(words[0], in: Self.longWeekdays, ","):
            let parts = words[1].unicodeScalars.split(
                separator: "-", omittingEmptySubsequences: false
            ).map { String($0) }
            guard parts.count == 3, parts[0].utf8.count == 2, parts[2].utf8.count == 2 else {
                return nil
            }
            (day, month, year, time) = (parts[0], parts[1], parts[2], words[2])
        case 5 where Self.isWeekday(words[0], in: Self.weekdays, ""):
            (month, day, time, year) = (words[1], words[2], words[3], words[4])
            guard day.utf8.count == 2, year.utf8.count == 4 else { return nil }
        case 6 where words[2].isEmpty && Self.isWeekday(words[0], in: Self.weekdays, ""):
            (month, day, time, year) = (words[1], words[3], words[4], words[5])
            guard day.utf8.count == 1, year.utf8.count == 4 else { return nil }
        default: return nil
        }
        guard let written = Decimal.parse(year), let seconds = Self.seconds(time) else {
            return nil
        }
        let candidates = year.utf8.count == 2 ? Self.years(endingIn: written, now: now) : [written]
        let times = candidates.compactMap { year in
            Self.days(day, month, year).map { $0 * 86_400 + seconds }
        }
        guard
            let time = times.first(where: {
                year.utf8.count == 4 || $0 - now.seconds <= Self.future
            })
        else { return nil }
        self.seconds = time
    }

    /// The average length of a year of the Gregorian calendar.
    private static let secondsInYear: Int64 = 31_556_952
    /// How far in the future a two-digit year can be.
    private static let future = 50 * secondsInYear

    /// The year with the given last two digits about 50 years in the future, and the one 100 years
    /// earlier.
    private static func years(endingIn digits: Int64, now: HTTPDate) -> [Int64] {
        let latest = 1970 + now.seconds / secondsInYear + 51
        let year = latest - (latest - digits) % 100
        return [year, year - 100]
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let longWeekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isWeekday(_ word: String, in names: [String], _ end: String) -> Bool {
        names.contains { word == $0 + end }
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar.
    private static func days(_ day: String, _ month: String, _ year: Int64) -> Int64? {
        guard let day = Decimal.parse(day), let index = months.firstIndex(of: month) else {
            return nil
        }
        let month = Int64(index) + 1
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[index]).contains(day) else { return nil }
        // In years that begin in March, the leap day is the last day.
        let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        return shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5 + day - 1 - 719_468
    }

    /// The seconds since midnight. A leap second counts as the second before it.
    private static func seconds(_ time: String) -> Int64? {
        let parts = time.unicodeScalars.split(separator: ":", omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }),
            let hours = Decimal.parse(parts[0]), hours < 24,
            let minutes = Decimal.parse(parts[1]), minutes < 60,
            let seconds = Decimal.parse(parts[2]), seconds <= 60
        else { return nil }
        return hours * 3600 + minutes * 60 + min(seconds, 59)
    }
}
