// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

/// Durations as text.
@Suite struct TimeSpanTests {
    @Test(
        "A duration has its two largest units",
        arguments: [
            (0, "0 ms"), (999, "999 ms"), (1000, "1 s"), (59_999, "59 s"), (60_000, "1 min"),
            (61_000, "1 min 1 s"), (3_600_000, "1 h"), (11_520_000, "3 h 12 min"),
            (11_579_999, "3 h 12 min"), (86_400_000, "1 d"), (2 * 86_400_000 + 3_599_999, "2 d"),
            (400 * 86_400_000 + 5 * 3_600_000, "400 d 5 h"), (-5, "0 ms"),
        ] as [(Int64, String)])
    func text(milliseconds: Int64, text: String) {
        #expect(TimeSpan.text(milliseconds: milliseconds) == text)
    }
}
