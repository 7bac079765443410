// SPDX-License-Identifier: Apache-2.0

extension Duration {
    /// As long as anybody waits: a hundred years. Sums of a few of these are still far from what a
    /// duration holds.
    private static let eternity = Duration.seconds(3_155_760_000)

    /// Neither negative nor longer than anybody waits, so that sums with it do not overflow.
    var bounded: Duration { min(max(self, .zero), .eternity) }

    /// In seconds.
    var seconds: Double { self / .seconds(1) }
}
