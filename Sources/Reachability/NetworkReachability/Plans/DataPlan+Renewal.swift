// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension DataPlan {
    /// When a period of a plan ends and the next one begins: on some days, at 00:00 of local time.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Renewal: Sendable, Hashable {
        /// Never: the plan has a single period without a beginning and an end.
        case never
        /// Each day.
        case daily
        /// On one day of each week.
        case weekly(on: Weekday)
        /// On one day of each month, from 1 to 31. Where a month has fewer days, on its last day.
        case monthly(on: Int)
        /// Every `days` days, counted from one of the days on which it renews.
        case every(days: Int, from: Day)
    }

    /// A day of the week. The raw value is its English name.
    public enum Weekday: String, Sendable, Hashable, CaseIterable {
        /// Monday.
        case monday
        /// Tuesday.
        case tuesday
        /// Wednesday.
        case wednesday
        /// Thursday.
        case thursday
        /// Friday.
        case friday
        /// Saturday.
        case saturday
        /// Sunday.
        case sunday
    }

    /// A day of the Gregorian calendar, from 1970 on.
    public struct Day: Sendable, Hashable, LosslessStringConvertible {
        /// The number of the day since 1970-01-01.
        let number: Int64

        /// Creates a day from text such as `2026-11-01`; `nil` if there is no such day.
        public init?(_ text: String) {
            var rest = text.utf8[...]
            guard let number = rest.takeDate(), rest.isEmpty else { return nil }
            self.number = number
        }

        /// The date: `2026-11-01`.
        public var description: String {
            String(Timestamp(milliseconds: number * 86_400_000).description.prefix(10))
        }
    }
}

/// A renewal is written as in the command's configuration file.
extension DataPlan.Renewal: LosslessStringConvertible {
    static let examples =
        "monthly on 5, weekly on monday, daily, every 30d from 2026-11-01, or never"

    /// Creates a renewal from text such as `monthly on 5`, `weekly on monday` (or `Mon`), `daily`,
    /// `every 30d from 2026-11-01`, `never`; `nil` if it is none of these.
    public init?(_ text: String) {
        let words = text.pieces(separatedBy: " ").map(String.init)
        switch (words.first, words.count) {
        case ("never", 1): self = .never
        case ("daily", 1): self = .daily
        case ("weekly", 3) where words[1] == "on":
            guard let day = DataPlan.Weekday(word: words[2]) else { return nil }
            self = .weekly(on: day)
        case ("monthly", 3) where words[1] == "on":
            guard let day = Int(digits: words[2]), (1...31).contains(day) else { return nil }
            self = .monthly(on: day)
        case ("every", 4) where words[2] == "from" && words[1].ends(with: "d"):
            // A century is longer than any plan.
            guard let days = Int(digits: String(words[1].dropLast())), (1...36_525).contains(days),
                let first = DataPlan.Day(words[3])
            else { return nil }
            self = .every(days: days, from: first)
        default: return nil
        }
    }

    /// The renewal as text: `monthly on 5`.
    public var description: String {
        switch self {
        case .never: "never"
        case .daily: "daily"
        case .weekly(let day): "weekly on \(day.rawValue)"
        case .monthly(let day): "monthly on \(day)"
        case .every(let days, let first): "every \(days)d from \(first)"
        }
    }
}

extension DataPlan.Weekday {
    /// Creates a day from its name or the first three letters of it, in any case.
    fileprivate init?(word: String) {
        let word = word.lowercased()
        let day = Self.allCases.first { $0.rawValue == word || $0.rawValue.prefix(3) == word }
        guard let day else { return nil }
        self = day
    }

    /// The place in the week, from 0 for Monday.
    var position: Int64 { Self.allCases.firstIndex(of: self).map(Int64.init) ?? 0 }
}

extension Int {
    /// Creates a number from digits alone, without a sign.
    fileprivate init?(digits: String) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.init(digits)
    }
}
