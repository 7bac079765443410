// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Wakes its owner at one time, which may be changed. It sleeps until then, and not at all if there is
/// none.
final class DeferralAlarm: Sendable {
    private struct State {
        /// The number of the setting that counts.
        var number = 0
        var sleeper: Task<Void, Never>?
    }

    private let clock: DeferralClock
    private let state = Lock(State())

    init(_ clock: DeferralClock) { self.clock = clock }

    deinit { state.withLock(\.sleeper)?.cancel() }

    /// Sets when `ring` is called: once, then or later, on any thread; `nil` for never. What was set
    /// before does not count any more, though it may just be ringing.
    ///
    /// - Parameter number: settings may arrive in another order than they were made in; the highest
    ///   number counts.
    func set(_ due: Duration?, number: Int, ring: @escaping @Sendable () -> Void) {
        let before = state.withLock { state -> Task<Void, Never>? in
            guard number > state.number else { return nil }
            let before = state.sleeper
            state.number = number
            state.sleeper = due.map { due in
                // What holds for the task that happens to set it is not for this one.
                Task.detached { [clock] in
                    // It throws only when it is cancelled.
                    guard (try? await clock.sleep(due)) != nil else { return }
                    ring()
                }
            }
            return before
        }
        before?.cancel()
    }
}
