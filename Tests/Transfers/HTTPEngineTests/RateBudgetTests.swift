// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPEngine

/// When an exchange with a rate limit receives.
@Suite struct RateBudgetTests {
    @Test(
        "The rate is the limit, whatever comes at a time",
        arguments: [1, 1000, 20_480, 1_000_000, 1 << 30] as [Int64], [1, 1024, 16_384])
    func rate(_ rate: Int64, _ part: Int) {
        var budget = RateBudget(rate: rate)
        let start: Int64 = 1_000_000
        var (now, bytes) = (start, 0)
        while bytes < 3 * Int(rate), bytes < 100_000 * part {
            bytes += part
            // A wake-up is late.
            if let time = budget.take(part, at: now) { now = max(now, time + 3) }
        }
        // A tenth of a second is free at first.
        let expected = max(0, Int64(bytes) * 1000 / rate - 100)
        #expect(abs(now - start - expected) <= 20)
    }

    @Test("After a slow time the limit stays the same")
    func slowServer() {
        var budget = RateBudget(rate: 1000)
        #expect(budget.take(1, at: 10_000) == nil)
        #expect(budget.take(1000, at: 60_000) == 60_900)
    }
}
