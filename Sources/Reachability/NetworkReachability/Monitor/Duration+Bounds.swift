// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The longest duration that the library adds to a time: 100 years. Sums of a few of these do not
    /// overflow.
    private static let longest = Duration.seconds(100 * 31_557_600)

    /// The duration, at least zero and at most 100 years.
    var bounded: Duration { min(max(self, .zero), .longest) }

    /// The duration in seconds.
    var seconds: Double { self / .seconds(1) }

    /// The duration in whole milliseconds, at least zero and at most 100 years.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = bounded.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
