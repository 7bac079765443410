// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A clock that a test advances, for queues and other code that sleeps.
///
/// ```swift
/// let clock = ManualClock()
/// let queue = DeferralQueue(monitor: monitor, clock: clock)
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

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var lastSleeper = 0
    }

    private let state = Lock(State())

    /// Creates a clock. Its time changes only by ``advance(by:)``.
    public init() {}

    /// The current instant.
    public var now: Instant { state.withLock(\.now) }

    /// The resolution of the clock: zero.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on this clock.
    ///
    /// A test that waits for a sleeper can then advance the clock without a race.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// The number of sleeps that were begun on this clock.
    package var sleepsSinceStart: Int { state.withLock(\.lastSleeper) }

    /// Advances the clock, and wakes the tasks whose deadline has passed, the earliest first.
    ///
    /// The method does not wait for what these tasks do.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
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
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    // After this, the cancellation handler below finds the sleeper.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = Sleeper(
                        deadline: deadline, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
