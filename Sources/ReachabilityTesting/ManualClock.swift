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

    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct Sleeper {
        var deadline: Instant
        var continuation: Continuation
    }

    private struct Waiter {
        var count: Int
        var continuation: Continuation
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var waiters: [Int: Waiter] = [:]
        /// The number of the sleeper or waiter that began last.
        var lastNumber = 0
        var sleepsSinceStart = 0
        /// How far the clock was advanced since a task last slept on it.
        var advanceWithoutSleeper = Duration.zero
        var hasReportedStall = false

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A sleep that would have ended at once, if it had begun before the clock was advanced.
    private struct LateSleep {
        var number: Int
        var beginning: Instant
        var duration: Duration
        var missedAdvance: Duration
    }

    private let state = Lock(State())
    private let patience: Duration
    private let report: @Sendable (String) -> Void

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
            state.waiters[number] = Waiter(count: count, continuation: continuation)
            return .wait
        }
    }

    /// Advances the clock, and wakes the tasks whose deadline has passed, the earliest first.
    ///
    /// The method waits neither for a task that is about to sleep, nor for what the woken tasks do.
    /// Call ``waitForSleepers(_:)`` before it. If a task then sleeps that this call would have
    /// woken, and nothing advances the clock again for two seconds of real time, the clock says so
    /// on standard error.
    public func advance(by duration: Duration) {
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
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        state.withLock { $0.sleepsSinceStart += 1 }
        try await suspended { state, number, continuation in
            if deadline <= state.now { return .resume }
            state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
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

extension ManualClock {
    /// What becomes of a task that wants to be suspended.
    private enum Suspension {
        case resume
        case wait
        case waitAndReport(LateSleep)
    }

    /// Suspends the caller's task until its continuation is resumed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    private func suspended(
        _ begin: (inout State, _ number: Int, Continuation) -> Suspension
    ) async throws {
        let number = state.withLock { $0.nextNumber() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var late: LateSleep?
                var ready: [Continuation] = []
                let result: Result<Void, any Error>? = state.withLock { state in
                    // After this, the cancellation handler below finds the continuation.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    switch begin(&state, number, continuation) {
                    case .resume: return .success(())
                    case .wait: break
                    case .waitAndReport(let sleep): late = sleep
                    }
                    let satisfied = state.waiters.filter { $0.value.count <= state.sleepers.count }
                    for number in satisfied.keys { state.waiters[number] = nil }
                    ready = satisfied.values.map(\.continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
                for waiter in ready { waiter.resume() }
                if let late { reportLater(late) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.sleepers.removeValue(forKey: number)?.continuation
                    ?? state.waiters.removeValue(forKey: number)?.continuation
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Reports a late sleep, if the clock still stands where the sleep began after the patience.
    private func reportLater(_ sleep: LateSleep) {
        Task.detached { [weak self, patience] in
            try await Task.sleep(for: patience)
            self?.reportIfStalled(sleep)
        }
    }

    private func reportIfStalled(_ sleep: LateSleep) {
        let isStalled = state.withLock { state in
            guard state.now == sleep.beginning, state.sleepers[sleep.number] != nil,
                !state.hasReportedStall
            else { return false }
            state.hasReportedStall = true
            return true
        }
        guard isStalled else { return }
        report(
            """
            ManualClock: a task sleeps for \(sleep.duration), and nothing advances the clock. \
            The clock was advanced by \(sleep.missedAdvance) before that task began to sleep. \
            Call `try await clock.waitForSleepers()` before `advance(by:)`.
            """)
    }
}
