// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The longest duration that is added to a time: 100 years. Sums of a few of these do not overflow.
    package static let longest = Duration.seconds(100 * 31_557_600)

    /// The duration in whole milliseconds, rounded toward zero.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// The duration in whole milliseconds, at most ``longest`` in either direction, so that it can be added to a time.
    package var boundedMilliseconds: Int64 {
        min(max(self, .zero - .longest), .longest).wholeMilliseconds
    }
}
