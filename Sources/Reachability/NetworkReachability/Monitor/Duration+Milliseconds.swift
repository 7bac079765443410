// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// The duration in whole milliseconds; 0 for a negative one, and at most a hundred years, so
    /// that it can be added to a time.
    var milliseconds: Int64 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = min(self, .longest).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static let longest = Duration.seconds(100 * 31_557_600)
}
