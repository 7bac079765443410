// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A clock that a test moves, for queues and whatever else waits for its time.
///
/// ```swift
/// let clock = ManualClock()
/// let queue = DeferralQueue(monitor: monitor, clock: clock)
/// clock.advance(by: .seconds(3600))
/// ```
///
/// Who sleeps is woken once the clock has passed its time; what it does then takes its own time, as
/// ever. It can be used from any thread.
public final class ManualClock: Clock, Sendable {
    /// A time on the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// A later time, or an earlier one.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time between this and another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one is earlier than another.
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

    /// A clock that stands still.
    public init() {}

    /// What it shows.
    public var now: Instant { state.withLock(\.now) }

    /// It shows any time.
    public var minimumResolution: Duration { .zero }

    /// How many sleep: a test that waits until somebody does can move the clock without a race.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// Moves the clock, and wakes those whose time has come: the earliest first. It returns without
    /// waiting for what they do then.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Sleeps until the clock shows a time, or throws `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    // Once it is among the sleepers, the handler below finds it.
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
