// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// An alarm that calls its owner at one time, which can be changed.
///
/// It holds a task that sleeps until then, and no task while no time is set.
final class DeferralAlarm: Sendable {
    private struct State {
        /// The number of the newest setting.
        var number = 0
        var sleeper: Task<Void, Never>?
    }

    private let clock: DeferralClock
    private let state = Lock(State())

    init(_ clock: DeferralClock) { self.clock = clock }

    deinit { state.withLock(\.sleeper)?.cancel() }

    /// Sets when `ring` is called, once, at that time or later, on any thread.
    ///
    /// The setting before is cancelled; its `ring` can be running already.
    ///
    /// - Parameters:
    ///   - due: the time on the clock; `nil` for never.
    ///   - number: the number of the setting. Settings can arrive in another order than they were
    ///     made in; the one with the highest number wins.
    func set(_ due: Duration?, number: Int, ring: @escaping @Sendable () -> Void) {
        let before = state.withLock { state -> Task<Void, Never>? in
            guard number > state.number else { return nil }
            let before = state.sleeper
            state.number = number
            state.sleeper = due.map { due in
                // Detached, so that the task does not inherit the priority and the task-local
                // values of its creator.
                Task.detached { [clock] in
                    // `sleep` throws only when the task is cancelled.
                    guard (try? await clock.sleep(due)) != nil else { return }
                    ring()
                }
            }
            return before
        }
        before?.cancel()
    }
}

/// A clock of any type, read as the time since this value was made.
struct DeferralClock: Sendable {
    /// Returns the time since this value was made.
    let elapsed: @Sendable () -> Duration
    /// Sleeps until ``elapsed`` is `until`; throws `CancellationError` when the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
