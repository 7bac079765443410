// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

/// Whether the clock was set, by how far the time of day is ahead of the clock that cannot be set.
@Suite struct ClockOffsetTests {
    @Test(
        "The clock was set if it moved by more than the time between two readings",
        arguments: [
            ([1000], [false]), ([1100, 900], [false, false]), ([1101], [true]), ([899], [true]),
            // It is compared with the last one that counted.
            ([1060, 1120, 1180], [false, true, false]),
            ([5000, 5001, 1000], [true, false, true]), ([-3_600_000], [true]),
        ] as [([Int64], [Bool])])
    func moves(offsets: [Int64], wasSet: [Bool]) {
        var offset = ClockOffset(milliseconds: 1000)
        #expect(offsets.map { offset.update(ClockOffset(milliseconds: $0)) } == wasSet)
    }

    @Test("While nothing sets the clock, the offset stays")
    func stays() {
        for _ in 0..<100 {
            let begin = MonotonicClock.milliseconds
            var offset = ClockOffset.current
            let wasSet = offset.update(.current)
            // On a busy machine, time may pass between the readings of the two clocks.
            #expect(!wasSet || MonotonicClock.milliseconds - begin > 50)
        }
    }
}
