// SPDX-License-Identifier: Apache-2.0

/// A clock of any kind, read as the time since it was taken into use.
struct DeferralClock: Sendable {
    /// The time since then.
    let elapsed: @Sendable () -> Duration
    /// Sleeps until the time since then is so long, or the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init<Base: Clock>(_ clock: Base) where Base.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
