// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@Suite struct RetryDelayTests {
    @Test(
        "Each delay is twice as long as the one before, up to the longest",
        arguments: [
            (0, 1000), (1, 1000), (2, 2000), (3, 4000), (4, 8000), (5, 10_000), (64, 10_000),
            (.max, 10_000),
        ] as [(Int, Int64)])
    func doubled(failures: Int, milliseconds: Int64) {
        let delay = RetryDelay(first: 1000, longest: 10_000)
        #expect(delay.milliseconds(failures: failures) == milliseconds)
    }

    @Test(
        "The jitter makes a delay shorter or longer by chance",
        arguments: [(0, 8000), (0.5, 10_000), (0.75, 11_000), (1, 12_000)] as [(Double, Int64)])
    func jitter(chance: Double, milliseconds: Int64) {
        let delay = RetryDelay(first: 10_000, longest: 10_000, jitter: 0.2)
        #expect(delay.milliseconds(failures: 3, chance: chance) == milliseconds)
    }

    @Test("A first delay above the longest is the longest")
    func longerThanLongest() {
        #expect(RetryDelay(first: 100, longest: 10).milliseconds(failures: 1) == 10)
    }

    @Test("No number of failures makes the delay overflow")
    func overflow() {
        let delay = RetryDelay(first: 3, longest: .max)
        #expect(delay.milliseconds(failures: 61) == 3 << 60)
        #expect(delay.milliseconds(failures: 63) == .max)
    }
}
