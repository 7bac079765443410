// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// What a queue is made of: the machine that decides, under a lock, and what it is told and tells.
/// Nothing of anybody's is called while the lock is held.
final class DeferralCore: Sendable {
    typealias OperationID = DeferralState.OperationID

    private let monitor: PathMonitor
    private let clock: DeferralClock
    private let alarm: DeferralAlarm
    private let state: Lock<DeferralState>
    /// How many operations may run at the same time.
    let limit: Int

    init(_ machine: DeferralMachine, monitor: PathMonitor, clock: DeferralClock) {
        limit = machine.limit
        self.monitor = monitor
        self.clock = clock
        alarm = DeferralAlarm(clock)
        state = Lock(DeferralState(machine: machine))
    }

    /// What the queue is doing.
    var activity: DeferralQueue.Activity { state.withLock(\.machine.activity) }

    /// Whether the queue is held.
    var isHeld: Bool { state.withLock(\.machine.isHeld) }

    /// Takes in an operation, whose caller then asks for its turn, again and again until it has ended.
    func add(_ request: DeferralMachine.Request) -> OperationID {
        let now = clock.elapsed()
        let (id, steps) = state.withLock { state in
            follow(&state)
            let (id, steps) = state.add(request, now: now)
            return (id, steps + state.signal)
        }
        take(steps)
        return id
    }

    /// A caller's turn, which it waits for.
    func turn(of id: OperationID) async -> DeferralState.Turn {
        await turn(of: id) { _, _ in [] }
    }

    /// The turn after somebody has been asked.
    func turn(
        of id: OperationID,
        after answer: DeferralQueue.Confirmation
    ) async -> DeferralState.Turn {
        await turn(of: id) { state, now in
            state.steps(state.machine.answered(id, answer, now: now))
        }
    }

    /// The turn after the operation has run.
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

    /// Waits until something of a caller's has ended, which has a task of its own so that it can be
    /// cancelled without its caller.
    func result<Value, Failure>(
        of task: Task<Value, Failure>,
        for id: OperationID
    ) async -> Result<Value, Failure> {
        take(state.withLock { $0.engage(id) { task.cancel() } })
        return await task.result
    }

    /// A caller's task was cancelled.
    func cancel(_ id: OperationID) {
        perform { state, now in state.steps(state.machine.cancel(id, now: now)) }
    }

    func hold() { perform { state, now in state.steps(state.machine.hold(now: now)) } }

    func resume() { perform { state, now in state.steps(state.machine.resume(now: now)) } }

    /// Ends everything.
    func cancelAll() {
        let now = clock.elapsed()
        let (steps, follower, watchers) = state.withLock { state in
            defer {
                state.follower = nil
                state.watchers = [:]
            }
            let steps = state.steps(state.machine.cancelAll(now: now))
            return (steps, state.follower, state.watchers.values)
        }
        take(steps)
        follower?.cancel()
        for watcher in watchers { watcher.finish() }
    }

    /// Begins to signal that ``activity`` may be another one, at once for the first time.
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

    /// Takes in an event under the lock, and does what follows outside.
    private func perform(_ event: (inout DeferralState, Duration) -> [DeferralState.Step]) {
        let now = clock.elapsed()
        take(state.withLock { event(&$0, now) + $0.signal })
    }

    private func take(_ steps: [DeferralState.Step]) {
        for step in steps {
            switch step {
            case .resume(let continuation, let turn): continuation.resume(returning: turn)
            case .interrupt(let interrupt): interrupt()
            case .signal(let watcher): watcher.yield()
            case .setAlarm(let due, let number):
                alarm.set(due, number: number) { [weak self] in
                    self?.perform { state, now in state.steps(state.machine.tick(now: now)) }
                }
            }
        }
    }

    /// Begins to follow the path, once there is something to do.
    private func follow(_ state: inout DeferralState) {
        guard state.follower == nil, !state.machine.isCancelled else { return }
        // What holds for the task that happens to be first is not for this one.
        state.follower = Task.detached { [weak self, monitor] in
            for await path in monitor {
                self?.perform { state, now in state.steps(state.machine.receive(path, now: now)) }
            }
            self?.cancelAll()
        }
    }
}
