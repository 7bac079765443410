// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Tasks that wait for a manual clock: those that sleep on it, and those that wait for sleepers.
extension ManualClock {
    typealias Continuation = CheckedContinuation<Void, any Error>

    struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: (deadline: Instant, continuation: Continuation)] = [:]
        var waiters: [Int: (count: Int, continuation: Continuation)] = [:]
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
    struct LateSleep {
        var number: Int
        var beginning: Instant
        var duration: Duration
        var missedAdvance: Duration
    }

    /// The decision about a task that asks to be suspended.
    enum Suspension {
        case resume
        case wait
        case waitAndReport(LateSleep)
    }

    /// Suspends the caller's task until its continuation is resumed.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    func suspended(
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
