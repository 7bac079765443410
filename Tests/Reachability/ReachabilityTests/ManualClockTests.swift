// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

/// The clock that tests advance.
@Suite(.timeLimit(.minutes(10))) struct ManualClockTests {
    private let log = Log()

    private func clock() -> ManualClock {
        ManualClock(patience: .milliseconds(1)) { [log] in log.append($0) }
    }

    /// Starts a task that sleeps.
    private func sleep(_ seconds: Int, on clock: ManualClock) -> Task<Void, any Error> {
        Task { try await clock.sleep(for: .seconds(seconds)) }
    }

    @Test("A test that waits for a sleeper wakes it by advancing the clock")
    func waitForOne() async throws {
        let clock = clock()
        let sleeper = sleep(3600, on: clock)
        try await clock.waitForSleepers()
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(3600))
        try await sleeper.value
        #expect(clock.sleepers == 0)
    }

    @Test("A test can wait for several sleepers, also after some of them began")
    func waitForSeveral() async throws {
        let clock = clock()
        let first = sleep(1, on: clock)
        try await clock.waitForSleepers()
        async let both: Void = clock.waitForSleepers(2)
        let second = sleep(2, on: clock)
        try await both
        #expect(clock.sleepers == 2)
        clock.advance(by: .seconds(2))
        try await first.value
        try await second.value
    }

    @Test("A wait for a sleeper ends when its task is cancelled")
    func cancelledWait() async {
        let clock = clock()
        let wait = Task { try await clock.waitForSleepers() }
        wait.cancel()
        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test("A task that begins to sleep after the clock was advanced is reported once")
    func lateSleep() async throws {
        let clock = clock()
        clock.advance(by: .seconds(3600))
        let sleeper = sleep(3600, on: clock)
        await until { !log.all.isEmpty }
        #expect(log.all.first?.contains("sleeps for 3600.0 seconds") == true)
        #expect(log.all.first?.contains("advanced by 3600.0 seconds before") == true)
        #expect(log.all.first?.contains("clock.waitForSleepers()") == true)
        sleeper.cancel()

        while clock.sleepers > 0 { await Task.yield() }
        clock.advance(by: .seconds(1))
        let second = sleep(1, on: clock)
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(log.all.count == 1)
    }

    @Test("A sleep that the earlier advance would not have ended is not reported")
    func longSleep() async throws {
        let (other, clock) = (clock(), clock())
        other.advance(by: .seconds(9))
        let long = sleep(10, on: other)
        try await other.waitForSleepers()

        clock.advance(by: .seconds(7))
        let late = sleep(7, on: clock)
        await until { !log.all.isEmpty }
        #expect(log.all.map { $0.contains("sleeps for 7.0 seconds") } == [true])
        long.cancel()
        late.cancel()
    }
}
