// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Hours of every day, by the local clock: `23:00-06:00`, or several spans as in `08:00-12:00,13:00-17:30`.
///
/// A span includes its start, and excludes its end. If the end is the smaller one, the span goes past midnight. A time that
/// daylight saving skips is not on the clock: a span that begins or ends there begins or ends at the change. A time that the
/// clock shows twice is inside both times.
public struct DailyHours: Sendable, Hashable {
    /// A part of the day.
    public struct Span: Sendable, Hashable {
        /// The first minute, counted from midnight: 0 to 1439.
        public let start: Int
        /// The minute after the last one: 0 to 1439, and not ``start``.
        public let end: Int

        /// Whether a minute of the day is inside.
        func contains(_ minute: Int) -> Bool {
            start < end
                ? start <= minute && minute < end : start <= minute || minute < end
        }
    }

    /// The parts of the day, in the order in which they were given; at least one.
    public let spans: [Span]

    /// Creates hours of one span.
    ///
    /// - Parameters:
    ///   - start: the first minute of the day, counted from midnight.
    ///   - end: the minute after the last one. If it is smaller than `start`, the span goes past midnight.
    /// - Returns: `nil` if the minutes are equal, or one is not from 0 to 1439.
    public init?(fromMinute start: Int, toMinute end: Int) {
        let day = 0..<1440
        guard day.contains(start), day.contains(end), start != end else { return nil }
        spans = [Span(start: start, end: end)]
    }

    private init(_ spans: [Span]) { self.spans = spans }

    /// Whether a minute of the day, counted from midnight, is inside.
    public func contains(minuteOfDay minute: Int) -> Bool { spans.contains { $0.contains(minute) } }
}

// MARK: - Text

extension DailyHours: LosslessStringConvertible {
    /// Creates hours from text, as the option `--between` takes it: `23:00-06:00`, `08:00-12:00,13:00-17:30`.
    ///
    /// - Returns: `nil` if a time is not one of `00:00` to `23:59`, or a span begins and ends at the same time.
    public init?(_ description: String) {
        guard let hours = try? Self.parse(description) else { return nil }
        self = hours
    }

    /// The hours as text: `23:00-06:00`.
    public var description: String {
        spans.map {
            WallClock.hoursAndMinutes($0.start) + "-" + WallClock.hoursAndMinutes($0.end)
        }.joined(separator: ",")
    }

    /// Examples for messages.
    static let examples = "23:00-06:00, or 08:00-12:00,13:00-17:30"

    /// Returns the hours that a text describes.
    static func parse(_ text: String) throws(InvalidText) -> DailyHours {
        var spans: [Span] = []
        for part in text.pieces(separatedBy: ",", omittingEmpty: false) {
            let times = part.pieces(separatedBy: "-", omittingEmpty: false).map(String.init)
            guard times.count == 2 else {
                throw InvalidText("'\(part)' is not a span of times; examples: \(examples)")
            }
            let (start, end) = (try minute(times[0]), try minute(times[1]))
            if start == end {
                let reason = "begins and ends at the same time: without it, every hour is allowed"
                throw InvalidText("'\(part)' \(reason)")
            }
            spans.append(Span(start: start, end: end))
        }
        return DailyHours(spans)
    }

    /// Returns the minute of the day that a text such as `06:30` is.
    private static func minute(_ text: String) throws(InvalidText) -> Int {
        var rest = text.utf8[...]
        guard let hour = rest.takeNumber(digits: 2), rest.take(":"),
            let minute = rest.takeNumber(digits: 2), rest.isEmpty
        else {
            throw InvalidText(
                "'\(text)' is not a time of day in two digits each; examples: \(examples)")
        }
        if hour == 24, minute == 0 {
            throw InvalidText("'24:00' is not a time of day: write 00:00 for the end of the day")
        }
        guard hour < 24, minute < 60 else {
            throw InvalidText("'\(text)' is not a time of day, from 00:00 to 23:59")
        }
        return Int(hour * 60 + minute)
    }
}

/// Hours are encoded as their text.
extension DailyHours: Codable {
    /// Decodes hours.
    ///
    /// - Throws: `DecodingError` if the value is not text that ``init(_:)`` takes.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(Self.parse)
    }

    /// Encodes the hours.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

// MARK: - Times

extension DailyHours {
    private static let day: Int64 = 86_400_000
    /// How far ahead the next change is searched: longer than a day that a time zone leaves out, with the days around it.
    private static let horizon = 4 * day

    /// The minute of the day that a clock shows.
    static func minute(_ time: Int64, _ clock: WallClock) -> Int {
        Int(clock.local(time).floorDivided(by: day).remainder / 60_000)
    }

    /// Whether a time is inside, by a clock.
    func contains(_ time: Int64, _ clock: WallClock) -> Bool {
        contains(minuteOfDay: Self.minute(time, clock))
    }

    /// Returns when the hours begin or end next; `nil` if they contain the whole day.
    ///
    /// - Parameters:
    ///   - now: the time, in milliseconds since 1970.
    ///   - clock: the local clock. When it is turned, the hours can begin or end, too.
    func nextChange(after now: Int64, _ clock: WallClock) -> Int64? {
        let today = clock.day(now)
        let edges = spans.flatMap { [$0.start, $0.end] }.map { Int64($0) * 60_000 }
        let times = (today - 1...today + Self.horizon / Self.day).flatMap { day in
            edges.flatMap { clock.times(on: day, at: $0) }
        }
        let turns = clock.turns(after: now, until: now + Self.horizon)
        let isInside = contains(now, clock)
        return (times + turns).filter { $0 > now && contains($0, clock) != isInside }.min()
    }

    /// The minute of the day at which the hours begin next.
    func nextStart(afterMinute minute: Int) -> Int {
        spans.map(\.start).min { ($0 - minute + 1439) % 1440 < ($1 - minute + 1439) % 1440 } ?? 0
    }
}
