// SPDX-License-Identifier: Apache-2.0

/// A duration as a number of seconds, always with three decimals: `90.000`.
package struct Seconds: Hashable, Sendable {
    private let milliseconds: Int64

    /// Creates a duration from milliseconds.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
}

extension Seconds: Encodable {
    /// Encodes the duration. The decimals are those of a ``JSONLineEncoder``.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONLineEncoder else {
            var container = encoder.singleValueContainer()
            return try container.encode(Double(milliseconds) / 1000)
        }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        encoder.append(written: Array("\(milliseconds / 1000).\(fraction)".utf8))
    }
}
