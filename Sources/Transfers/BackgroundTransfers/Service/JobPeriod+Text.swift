// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// A period is text, as the option `--every` takes it, and as JSON has it.
extension JobPeriod: LosslessStringConvertible {
    private static let words: [(word: String, period: JobPeriod)] = [
        ("hourly", .hourly), ("daily", .daily), ("weekly", .weekly), ("monthly", .monthly),
    ]

    /// The allowed values, for messages.
    package static let allowed =
        "hourly, daily, weekly, monthly, or a duration of at least 1s, such as 90m, 6h or 2d"

    /// Creates a period from text: `hourly`, `daily`, `weekly`, `monthly`, or a duration such as `6h`.
    ///
    /// - Returns: `nil` if the text is neither, or the duration is less than a second.
    public init?(_ description: String) {
        guard let period = try? Self.parse(description) else { return nil }
        self = period
    }

    /// The period as text: `daily`, `1h30m`.
    public var description: String {
        if case .every(let duration) = self {
            return TimeSpan(milliseconds: max(Self.shortest, duration.boundedMilliseconds))
                .description
        }
        return Self.words.first { $0.period == self }?.word ?? ""
    }

    /// Returns the period that a text describes.
    package static func parse(_ text: String) throws(InvalidText) -> JobPeriod {
        if let row = words.first(where: { $0.word == text }) { return row.period }
        let isNegative = text.begins(with: "-")
        let digits = isNegative ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
        guard let span = TimeSpan(argument: digits) else {
            throw InvalidText("'\(text)' is not a period; use \(allowed)")
        }
        if isNegative { throw InvalidText("'\(text)' is negative; use \(allowed)") }
        guard span.milliseconds >= shortest else {
            throw InvalidText("'\(text)' is too short; use \(allowed)")
        }
        return .every(.milliseconds(span.milliseconds))
    }
}

/// Periods are encoded as their text.
extension JobPeriod: Codable {
    /// Decodes a period.
    ///
    /// - Throws: `DecodingError` if the value is not text that ``init(_:)`` takes.
    public init(from decoder: any Decoder) throws {
        self = try decoder.value(Self.parse)
    }

    /// Encodes the period.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
