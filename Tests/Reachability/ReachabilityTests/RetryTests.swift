// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The intervals between retries.
@Suite struct RetryTests {
    /// The intervals after failures, each at the end of a time for which the operation worked (0:
    /// not at all).
    private static func pauses(after times: [Int64], _ retry: consuming Retry) -> [Int64] {
        var now: Int64 = 1_000_000
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

    @Test("A failure is retried immediately, then at intervals that double up to a limit")
    func limit() {
        #expect(
            Self.pauses(after: [0, 0, 0, 0, 0, 0], Retry(longestInterval: 700))
                == [0, 100, 200, 400, 700, 700])
    }

    @Test("A short success between failures does not reset the intervals")
    func probation() {
        let retry = Retry(longestInterval: 600_000, probation: 10_000)
        #expect(Self.pauses(after: [1, 1, 9_999, 1, 1], retry) == [0, 100, 200, 400, 800])
        #expect(Self.pauses(after: [1, 1, 10_000, 1, 1], retry) == [0, 100, 0, 100, 200])
    }

    @Test("A success that is recorded again counts from the first time")
    func longSuccess() {
        var retry = Retry(probation: 10_000)
        retry.failed(now: 0)
        retry.succeeded(now: 0)
        retry.succeeded(now: 9_999)
        retry.failed(now: 10_000)
        #expect(retry.due == 10_000)
    }

    @Test("Polling has the longest interval, and the next failure counts as the first one")
    func polling() {
        var retry = Retry()
        for _ in 0..<3 { retry.failed(now: 0) }
        retry.poll(now: 0)
        #expect(retry.due == 10_000)
        retry.failed(now: 10_000)
        #expect(retry.due == 10_000)
    }

    @Test("A renewed retry is due at once, and its next failure counts as the first one")
    func renewal() {
        var retry = Retry()
        #expect(!retry.isDue(0))
        for _ in 0..<2 { retry.failed(now: 1000) }
        #expect(!retry.isDue(1000))
        retry.renew(now: 1000)
        #expect(retry.isDue(1000))
        retry.begun()
        #expect(!retry.isDue(1000))
        retry.failed(now: 1000)
        #expect(retry.due == 1000)
        #expect(retry.isDue(1000))
    }

    @Test("After many failures the interval is the limit")
    func manyFailures() {
        let pauses = Self.pauses(
            after: [Int64](repeating: 0, count: 100), Retry(longestInterval: 600_000))
        #expect(pauses.last == 600_000)
    }
}
