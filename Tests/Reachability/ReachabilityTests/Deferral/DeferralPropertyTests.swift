// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// Random events in random order: no operation starts while its constraints do not hold, none is
/// lost, and at most one operation with a key runs at a time.
@Suite struct DeferralPropertyTests {
    /// Where one of several operations goes on when their condition is lost, 15 of 20 blocks of worlds fail.
    @Test(
        "After any sequence of events, every operation ends once and no state is left",
        arguments: 0..<6 as Range<UInt64>)
    func anySequence(block: UInt64) {
        var starts = 0
        for seed in block * 10..<(block + 1) * 10 {
            var world = DeferralWorld(seed: seed)
            for _ in 0..<150 { world.step() }
            world.settle()
            #expect(world.accounts.isEmpty, "seed \(seed)")
            starts += world.starts

            // Nothing is stored about operations that have ended.
            #expect(world.machine.isEmpty)
        }
        // The worlds are ones where something happens.
        #expect(starts > 10 * 20)
    }

    @Test(
        "Cancelling the queue at any moment ends every operation once",
        arguments: 1_000..<1_020 as Range<UInt64>)
    func cancelAllAtAnyTime(seed: UInt64) {
        var world = DeferralWorld(seed: seed)
        for _ in 0..<Int(seed % 60) { world.step() }
        world.cancelAll()
        world.settle()
        #expect(world.accounts.isEmpty)
        #expect(world.machine.isEmpty)
    }
}
