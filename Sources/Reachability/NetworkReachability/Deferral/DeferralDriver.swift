// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Performs the actions of ``DeferralMachine`` for the callers of a queue, and passes events to it.
final class DeferralDriver: MachineDriver {
    typealias OperationID = DeferralMachine.OperationID

    /// How an operation ended. A value is wrapped in a `DeferredValue`.
    typealias Outcome = Result<any Sendable, any Error>

    /// The next step of a caller.
    enum Turn: Sendable {
        /// Call the confirmation closure and report its answer.
        case confirm(DeferralQueue.ConfirmationRequest)
        /// Run the operation and report its outcome.
        case run
        /// Return or throw.
        case finish(Outcome)
    }

    enum Action {
        case resume(CheckedContinuation<Turn, Never>, Turn)
        case interrupt(@Sendable () -> Void)
        case setAlarm(Duration?, number: Int)
        /// Signal a possible change of the activity.
        case signal(Set<ConsumerSignal>)
        /// End the streams of the activity, and the task that follows the path.
        case finish(Set<ConsumerSignal>, follower: Task<Void, Never>?)
        /// Have the monitor check the connectivity of the path, until the consumer's stream ends.
        case validate(ValidationConsumer)
        /// End the consumer's stream, and with it the checks.
        case endValidation(ValidationConsumer)
        /// Follow a circumstance from now on, or no longer.
        case follow(Circumstance, Bool)
    }

    /// A consumer of the monitor for which it checks the connectivity of the path.
    typealias ValidationConsumer = (stream: AsyncStream<Void>, signal: ConsumerSignal)

    /// The caller of an operation.
    fileprivate struct Caller {
        /// The continuation with which it waits for its turn.
        var continuation: CheckedContinuation<Turn, Never>?
        /// Its turn, if that arrived before the caller waited.
        var turn: Turn?
        /// Cancels its running task.
        var interrupt: (@Sendable () -> Void)?
        /// Whether its running task, or the next one, is cancelled.
        var isInterrupted = false
    }

    struct State {
        var machine: DeferralMachine
        /// The task that passes paths to the machine.
        fileprivate var follower: Task<Void, Never>?
        /// The number of the closure that is called when the circumstances have changed; `nil` while no path is followed.
        fileprivate var circumstanceObserver: Int?
        /// The consumers of the activity.
        fileprivate var consumers: Set<ConsumerSignal> = []
        fileprivate var callers: [OperationID: Caller] = [:]
        fileprivate var alarmNumber = 0
        /// Exists while an operation waits for the connectivity of the path.
        fileprivate var validation: ValidationConsumer?
        /// The circumstances that an operation waits for.
        fileprivate var followed: Set<Circumstance> = []
    }

    private let monitor: PathMonitor
    private let alarm: DeferralAlarm
    let state: Lock<State>
    /// The maximum number of operations that run at the same time.
    let limit: Int

    init(_ machine: DeferralMachine, monitor: PathMonitor, alarm: DeferralAlarm) {
        limit = machine.limit
        self.monitor = monitor
        self.alarm = alarm
        state = Lock(State(machine: machine))
    }

    /// A snapshot of what the queue is doing.
    var activity: DeferralQueue.Activity { state.withLock(\.machine.activity) }

    /// Whether the queue is on hold.
    var isHeld: Bool { state.withLock(\.machine.isHeld) }

    /// Adds an operation. The caller then awaits ``turn(of:)`` repeatedly until the operation has
    /// ended.
    func add(_ request: DeferralMachine.Request) -> OperationID {
        var id = OperationID(number: 0)
        handle { state, now in
            follow(&state)
            let (new, actions) = state.machine.add(request, now: now)
            id = new
            state.callers[id] = Caller()
            return state.actions(actions)
        }
        return id
    }

    /// Waits for the caller's next turn.
    func turn(of id: OperationID) async -> Turn { await turn(of: id) { _, _ in [] } }

    /// Reports the answer to a confirmation request, and waits for the caller's next turn.
    func turn(of id: OperationID, after answer: DeferralQueue.Confirmation) async -> Turn {
        await turn(of: id) { state, now in
            state.actions(state.machine.answered(id, answer, now: now))
        }
    }

    /// Reports how the operation ended, and waits for the caller's next turn.
    func turn(
        of id: OperationID, after outcome: Outcome, options: DeferralQueue.Options
    ) async -> Turn {
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
            return state.actions(actions, outcome)
        }
    }

    private func turn(
        of id: OperationID, after event: (inout State, Duration) -> [Action]
    ) async -> Turn {
        await withCheckedContinuation { continuation in
            handle { state, now in state.wait(id, continuation) + event(&state, now) }
        }
    }

    /// Starts a task of the caller, the operation or the confirmation, and waits for its end. It is
    /// a separate task so that it can be cancelled without the caller's task.
    ///
    /// The task starts with the lock held, so that a cancellation finds it, however soon it comes.
    ///
    /// - Parameter cancelled: the result if the task was cancelled before it could start.
    func result<Value, Failure>(
        of start: () -> Task<Value, Failure>, for id: OperationID,
        or cancelled: Result<Value, Failure>
    ) async -> Result<Value, Failure> {
        let task = state.withLock { state -> Task<Value, Failure>? in
            guard state.callers[id]?.isInterrupted != true else { return nil }
            let task = start()
            state.callers[id]?.interrupt = { task.cancel() }
            return task
        }
        return await task?.result ?? cancelled
    }

    /// Cancels an operation, because its caller's task was cancelled.
    func cancel(_ id: OperationID) {
        handle { state, now in state.actions(state.machine.cancel(id, now: now)) }
    }

    func hold() { handle { state, now in state.actions(state.machine.hold(now: now)) } }

    func resume() { handle { state, now in state.actions(state.machine.resume(now: now)) } }

    /// Ends the queue and all its operations.
    func cancelAll() {
        handle { state, now in
            let (consumers, follower) = (state.consumers, state.follower)
            (state.consumers, state.follower) = ([], nil)
            if let observer = state.circumstanceObserver { circumstanceObservers.remove(observer) }
            state.circumstanceObserver = nil
            return state.actions(state.machine.cancelAll(now: now))
                + [.finish(consumers, follower: follower)]
        }
    }

    /// Returns a stream that signals that ``activity`` may have changed. The first signal comes at
    /// once.
    func signals() -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.signals()
        signal.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.consumers.remove(signal) }
        }
        let isCancelled = state.withLock { state in
            if !state.machine.isCancelled { state.consumers.insert(signal) }
            return state.machine.isCancelled
        }
        if isCancelled { signal.finish() } else { signal.yield() }
        return stream
    }

    /// Passes an event to the machine, with its time. The clock is the user's, and is read without
    /// the lock.
    private func handle(_ event: (inout State, Duration) -> [Action]) {
        let now = alarm.now()
        let circumstances = monitor.driver.source.circumstances
        perform { state in
            state.machine.circumstances = circumstances
            return event(&state, now)
        }
    }

    static func conclude(_ state: inout State) -> [Action] {
        state.validationActions + state.circumstanceActions
            + (state.consumers.isEmpty ? [] : [.signal(state.consumers)])
    }

    func execute(_ action: Action) {
        switch action {
        case .resume(let continuation, let turn): continuation.resume(returning: turn)
        case .interrupt(let interrupt): interrupt()
        case .signal(let consumers): for consumer in consumers { consumer.yield() }
        case .finish(let consumers, let follower):
            follower?.cancel()
            for consumer in consumers { consumer.finish() }
        case .validate((_, let signal)):
            monitor.driver.addConsumer(signal, validates: true)
            // Another thread may have ended the stream before that.
            if case .terminated = signal.yield() { monitor.driver.removeConsumer(signal) }
        // The stream is a part of the action, so that it does not end under the lock.
        case .endValidation((_, let signal)): signal.finish()
        case .follow(let circumstance, let isFollowed):
            monitor.driver.source.follow(circumstance, isFollowed)
        case .setAlarm(let due, let number):
            alarm.set(due, number: number) { [weak self] in
                self?.handle { state, now in state.actions(state.machine.tick(now: now)) }
            }
        }
    }

    private var circumstanceObservers: CircumstanceObservers {
        monitor.driver.source.circumstanceObservers
    }

    /// Starts to observe the path, if that has not happened yet.
    private func follow(_ state: inout State) {
        guard state.follower == nil, !state.machine.isCancelled else { return }
        state.circumstanceObserver = circumstanceObservers.add { [weak self] in
            self?.handle { state, now in
                state.actions(state.machine.circumstancesChanged(now: now))
            }
        }
        // Detached, so that the task does not inherit the priority and the task-local values of its
        // creator.
        state.follower = Task.detached { [weak self, monitor] in
            let driver = monitor.driver
            var updates = NewestValues(driver.signals(validates: false)) { driver.delivered }
            while let update = await updates.next(isolation: nil) {
                self?.handle { state, now in
                    state.actions(
                        state.machine.receive(
                            update.path, awaitsAnswers: update.awaitsAnswers, now: now))
                }
            }
            self?.cancelAll()
        }
    }
}

extension DeferralDriver.State {
    typealias Action = DeferralDriver.Action
    typealias Turn = DeferralDriver.Turn
    typealias OperationID = DeferralDriver.OperationID

    /// Lets a caller wait for its turn.
    fileprivate mutating func wait(
        _ id: OperationID, _ continuation: CheckedContinuation<Turn, Never>
    ) -> [Action] {
        callers[id]?.interrupt = nil
        callers[id]?.continuation = continuation
        guard let turn = callers[id]?.turn else { return [] }
        callers[id]?.turn = nil
        return resume(id, with: turn)
    }

    /// Begins or ends the validation of the path, if that has changed.
    fileprivate var validationActions: [Action] {
        mutating get {
            guard machine.requiresValidation != (validation != nil) else { return [] }
            if let old = validation {
                validation = nil
                return [.endValidation(old)]
            }
            let new = AsyncStream.signals()
            validation = new
            return [.validate(new)]
        }
    }

    /// Begins to follow the circumstances that operations newly wait for, and stops following those that none waits for.
    fileprivate var circumstanceActions: [Action] {
        mutating get {
            let needed = machine.circumstancesNeeded
            defer { followed = needed }
            return needed.symmetricDifference(followed).map { .follow($0, needed.contains($0)) }
        }
    }

    /// Converts actions of the machine to ones that need no lock.
    ///
    /// - Parameters:
    ///   - actions: the actions of the machine.
    ///   - outcome: the outcome of the operation whose end the actions report.
    fileprivate mutating func actions(
        _ actions: [DeferralMachine.Action], _ outcome: DeferralDriver.Outcome? = nil
    ) -> [Action] {
        actions.flatMap { action($0, outcome) }
    }

    private mutating func action(
        _ action: DeferralMachine.Action, _ outcome: DeferralDriver.Outcome?
    ) -> [Action] {
        switch action {
        case .ask(let id):
            guard let request = machine.request(of: id), let path = machine.path else { return [] }
            let question = DeferralQueue.ConfirmationRequest(
                key: request.key?.base, constraints: request.constraints, path: path)
            return give(.confirm(question), to: id)
        case .start(let id): return give(.run, to: id)
        case .withdraw(let id), .stop(let id):
            callers[id]?.isInterrupted = true
            return callers[id]?.interrupt.map { [.interrupt($0)] } ?? []
        case .finish(let id, .outcome): return outcome.map { give(.finish($0), to: id) } ?? []
        case .finish(let id, .cancelled):
            return give(.finish(.failure(CancellationError())), to: id)
        case .finish(let id, .failed(let error)): return give(.finish(.failure(error)), to: id)
        case .wake(let due):
            alarmNumber += 1
            return [.setAlarm(due, number: alarmNumber)]
        }
    }

    private mutating func give(_ turn: Turn, to id: OperationID) -> [Action] {
        callers[id]?.isInterrupted = false
        return resume(id, with: turn)
    }

    /// Resumes the caller with its turn, or keeps the turn until the caller waits.
    private mutating func resume(_ id: OperationID, with turn: Turn) -> [Action] {
        guard let continuation = callers[id]?.continuation else {
            callers[id]?.turn = turn
            return []
        }
        callers[id]?.continuation = nil
        switch turn {
        case .confirm, .run: break
        case .finish: callers[id] = nil
        }
        return [.resume(continuation, turn)]
    }
}

/// A wrapper for the value of an operation. It keeps the static type, also of an optional.
struct DeferredValue<Value: Sendable>: Sendable {
    let value: Value
}
