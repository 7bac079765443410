// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A clock that a test advances, for queues and other code that sleeps.
///
/// ```swift
/// try await clock.waitForSleepers()
/// clock.advance(by: .seconds(3600))
/// ```
///
/// Advancing the clock wakes the tasks whose deadline has passed. These tasks then run in their own
/// time. The clock can be used from any thread.
public final class ManualClock: Clock, Sendable {
    // `Duration` alone would be the clock's own name for the type, and shown as `ManualClock.Duration`.

    /// An instant of a manual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Returns the instant that is later by a duration, or earlier if that is negative.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns the duration from this instant to another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one instant is earlier than another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    let state = Lock(State())
    let patience: Duration
    let report: @Sendable (String) -> Void

    /// Creates a clock. Its time changes only by ``advance(by:)``.
    public convenience init() { self.init(patience: .seconds(2), report: writeToStandardError) }

    /// Creates a clock that reports a test that waits in vain.
    ///
    /// - Parameters:
    ///   - patience: the real time after which a late sleep is reported.
    ///   - report: is called with the sentence.
    package init(patience: Duration, report: @escaping @Sendable (String) -> Void) {
        self.patience = patience
        self.report = report
    }

    /// The current instant.
    public var now: Instant { state.withLock(\.now) }

    /// The resolution of the clock: zero.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on this clock.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// The number of sleeps that were begun on this clock.
    package var sleepsSinceStart: Int { state.withLock(\.sleepsSinceStart) }

    /// Waits until tasks sleep on this clock. Call it before ``advance(by:)``.
    ///
    /// Code under test often runs in a task of its own. If the clock is advanced before that task
    /// sleeps, the task sleeps for its whole duration from the new time, and the test waits for it
    /// without end.
    ///
    /// - Parameter count: the minimum number of tasks that sleep.
    /// - Throws: `CancellationError` if the caller's task is cancelled, for example by the time
    ///   limit of a test.
    public func waitForSleepers(_ count: Int = 1) async throws {
        try await suspended { state, number, continuation in
            if state.sleepers.count >= count { return .resume }
            state.waiters[number] = (count, continuation)
            return .wait
        }
    }

    /// Advances the clock, and wakes the tasks whose deadline has passed, the earliest first.
    ///
    /// The method waits neither for a task that is about to sleep, nor for what the woken tasks do.
    /// Call ``waitForSleepers(_:)`` before it. If a task then sleeps that this call would have
    /// woken, and nothing advances the clock again for two seconds of real time, the clock says so
    /// on standard error.
    public func advance(by duration: Swift.Duration) {
        let woken = state.withLock { state in
            if state.sleepers.isEmpty { state.advanceWithoutSleeper += duration }
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Sleeps until a deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        state.withLock { $0.sleepsSinceStart += 1 }
        try await suspended { state, number, continuation in
            if deadline <= state.now { return .resume }
            state.sleepers[number] = (deadline, continuation)
            let duration = state.now.duration(to: deadline)
            let missed = state.advanceWithoutSleeper
            state.advanceWithoutSleeper = .zero
            guard missed >= duration, !state.hasReportedStall else { return .wait }
            return .waitAndReport(
                LateSleep(
                    number: number, beginning: state.now, duration: duration, missedAdvance: missed)
            )
        }
    }
}
