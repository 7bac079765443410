// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The core of a queue: performs the actions of ``DeferralMachine`` and passes events to it.
///
/// A lock guards the machine. No closure, continuation or task of a user is called while the lock
/// is held.
final class DeferralCore: Sendable {
    typealias OperationID = DeferralState.OperationID

    private let monitor: PathMonitor
    private let clock: DeferralClock
    private let alarm: DeferralAlarm
    private let state: Lock<DeferralState>
    /// The maximum number of operations that run at the same time.
    let limit: Int

    init(_ machine: DeferralMachine, monitor: PathMonitor, clock: DeferralClock) {
        limit = machine.limit
        self.monitor = monitor
        self.clock = clock
        alarm = DeferralAlarm(clock)
        state = Lock(DeferralState(machine: machine))
    }

    /// A snapshot of what the queue is doing.
    var activity: DeferralQueue.Activity { state.withLock(\.machine.activity) }

    /// Whether the queue is on hold.
    var isHeld: Bool { state.withLock(\.machine.isHeld) }

    /// Adds an operation. The caller then awaits ``turn(of:)`` repeatedly until the operation has
    /// ended.
    func add(_ request: DeferralMachine.Request) -> OperationID {
        let now = clock.elapsed()
        let (id, steps) = state.withLock { state in
            follow(&state)
            let (id, steps) = state.add(request, now: now)
            return (id, steps + state.claim + state.signal)
        }
        execute(steps)
        return id
    }

    /// Waits for the caller's next turn.
    func turn(of id: OperationID) async -> DeferralState.Turn {
        await turn(of: id) { _, _ in [] }
    }

    /// Reports the answer to a confirmation request, and waits for the caller's next turn.
    func turn(
        of id: OperationID,
        after answer: DeferralQueue.Confirmation
    ) async -> DeferralState.Turn {
        await turn(of: id) { state, now in
            state.steps(state.machine.answered(id, answer, now: now))
        }
    }

    /// Reports how the operation ended, and waits for the caller's next turn.
    func turn(
        of id: OperationID,
        after outcome: DeferralState.Outcome,
        options: DeferralQueue.Options
    ) async -> DeferralState.Turn {
        let kind: DeferralMachine.Outcome =
            switch outcome {
            case .success: .succeeded
            case .failure(is CancellationError): .cancelled
            case .failure(let error):
                .failed(
                    isTransient: options.isTransient(error),
                    delay: options.retryDelay(error) ?? .zero)
            }
        return await turn(of: id) { state, now in
            let chance = Double.random(in: 0..<1)
            let actions = state.machine.ended(id, kind, now: now, chance: chance)
            return state.steps(actions, outcome)
        }
    }

    /// Waits for a task of the caller: the operation or the confirmation. It is a separate task so
    /// that it can be cancelled without the caller's task.
    func result<Value, Failure>(
        of task: Task<Value, Failure>,
        for id: OperationID
    ) async -> Result<Value, Failure> {
        execute(state.withLock { $0.engage(id) { task.cancel() } })
        return await task.result
    }

    /// Cancels an operation, because its caller's task was cancelled.
    func cancel(_ id: OperationID) {
        perform { state, now in state.steps(state.machine.cancel(id, now: now)) }
    }

    func hold() { perform { state, now in state.steps(state.machine.hold(now: now)) } }

    func resume() { perform { state, now in state.steps(state.machine.resume(now: now)) } }

    /// Ends the queue and all its operations.
    func cancelAll() {
        let now = clock.elapsed()
        let (steps, follower, watchers) = state.withLock { state in
            defer {
                state.follower = nil
                state.watchers = [:]
            }
            let steps = state.steps(state.machine.cancelAll(now: now)) + state.claim
            return (steps, state.follower, state.watchers.values)
        }
        execute(steps)
        follower?.cancel()
        for watcher in watchers { watcher.finish() }
    }

    /// Returns a stream that signals that ``activity`` may have changed. The first signal comes at
    /// once.
    func signals() -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isCancelled = state.withLock { state in
            if state.machine.isCancelled { return true }
            state.lastWatcher += 1
            let number = state.lastWatcher
            state.watchers[number] = signal
            signal.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) }
            }
            return false
        }
        if isCancelled { signal.finish() } else { signal.yield() }
        return stream
    }

    private func turn(
        of id: OperationID,
        after event: (inout DeferralState, Duration) -> [DeferralState.Step]
    ) async -> DeferralState.Turn {
        await withCheckedContinuation { continuation in
            perform { state, now in state.wait(id, continuation) + event(&state, now) }
        }
    }

    /// Passes an event to the machine under the lock, then performs the resulting steps without the
    /// lock.
    private func perform(_ event: (inout DeferralState, Duration) -> [DeferralState.Step]) {
        let now = clock.elapsed()
        execute(state.withLock { event(&$0, now) + $0.claim + $0.signal })
    }

    private func execute(_ steps: [DeferralState.Step]) {
        for step in steps {
            switch step {
            case .resume(let continuation, let turn): continuation.resume(returning: turn)
            case .interrupt(let interrupt): interrupt()
            case .signal(let watcher): watcher.yield()
            case .claim(let isHeld, let revision):
                monitor.core.claimValidation(
                    ObjectIdentifier(self), isHeld: isHeld, revision: revision)
            case .setAlarm(let due, let number):
                alarm.set(due, number: number) { [weak self] in
                    self?.perform { state, now in state.steps(state.machine.tick(now: now)) }
                }
            }
        }
    }

    /// Starts to observe the path, if that has not happened yet.
    private func follow(_ state: inout DeferralState) {
        guard state.follower == nil, !state.machine.isCancelled else { return }
        // Detached, so that the task does not inherit the priority and the task-local values of its
        // creator.
        state.follower = Task.detached { [weak self, monitor] in
            var paths = PathMonitor.AsyncIterator(monitor, validates: false)
            while let path = await paths.next() {
                self?.perform { state, now in state.steps(state.machine.receive(path, now: now)) }
            }
            self?.cancelAll()
        }
    }
}
