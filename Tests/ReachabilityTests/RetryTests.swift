// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import Reachability

/// When something is tried again that failed.
@Suite struct RetryTests {
    /// The pauses after failures, each at the end of a time for which it worked (0: not at all).
    private static func pauses(after times: [Int64], _ retry: consuming Retry) -> [Int64] {
        var now = MonotonicClock.milliseconds + 1_000_000
        return times.map { time in
            retry.begun()
            if time > 0 { retry.succeeded(now: now) }
            now += time
            retry.failed(now: now)
            let pause = (retry.due ?? now) - now
            now += pause
            return pause
        }
    }

    @Test("What fails is tried at once, and then after pauses that double up to a limit")
    func limit() {
        #expect(
            Self.pauses(after: [0, 0, 0, 0, 0, 0], Retry(longestInterval: 700))
                == [0, 100, 200, 400, 700, 700])
    }

    @Test("What works for a moment between failures is tried ever more seldom all the same")
    func probation() {
        let retry = Retry(longestInterval: 600_000, probation: 10_000)
        #expect(Self.pauses(after: [1, 1, 9_999, 1, 1], retry) == [0, 100, 200, 400, 800])
        #expect(Self.pauses(after: [1, 1, 10_000, 1, 1], retry) == [0, 100, 0, 100, 200])
    }

    @Test("However often it fails, the pause is the longest one")
    func manyFailures() {
        let pauses = Self.pauses(
            after: [Int64](repeating: 0, count: 100), Retry(longestInterval: 600_000))
        #expect(pauses.last == 600_000)
    }
}
