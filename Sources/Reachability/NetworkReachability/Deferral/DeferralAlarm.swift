// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A clock of any type with an alarm at one time, which can be changed.
///
/// It holds a task that sleeps until then, and no task while no time is set. Times are durations since
/// this object was made.
final class DeferralAlarm: Sendable {
    /// Returns the time now. It calls the user's clock.
    let now: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// The number of the newest setting, and the task that sleeps until its time.
    private let state = Lock<(number: Int, sleeper: Task<Void, Never>?)>((0, nil))

    init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

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
                Task.detached { [sleep] in
                    // `sleep` throws only when the task is cancelled.
                    guard (try? await sleep(due)) != nil else { return }
                    ring()
                }
            }
            return before
        }
        before?.cancel()
    }
}
