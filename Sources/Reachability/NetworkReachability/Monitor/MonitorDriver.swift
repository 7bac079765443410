// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import LinuxSystem

/// Performs the actions of a monitor's state machine, and passes events to it.
final class MonitorDriver: MachineDriver, PathSubscriber {
    typealias Handler = @Sendable (NetworkPath) -> Void
    typealias Action = MonitorMachine.Action

    struct State {
        var machine: MonitorMachine
        fileprivate var handler: Handler?
        fileprivate var queue: DispatchQueue?
        /// An object that must live until the monitor is cancelled.
        fileprivate var owner: (any AnyObject & Sendable)?
        /// The checks of the connectivity; `nil` if the monitor makes none.
        var validation: MonitorValidation?
        /// The number of the closure that is called after a suspend; `nil` if the monitor makes no checks.
        fileprivate var suspendObserver: Int?

        /// Updates the machine after the handler or the queue changed.
        fileprivate mutating func handlerChanged() -> [Action] {
            if handler != nil, queue != nil { return machine.setHandler() }
            machine.removeHandler()
            return []
        }
    }

    let question: PathQuestion
    let source: any PathSource
    let state: Lock<State>

    init(
        _ question: PathQuestion, _ source: any PathSource, debounce: Duration,
        validation: PathMonitor.Validation? = nil
    ) {
        self.question = question
        self.source = source
        state = Lock(
            State(
                machine: MonitorMachine(debounce: debounce.milliseconds),
                validation: validation.map(MonitorValidation.init)))
        if validation != nil { observeSuspends() }
    }

    /// Has what was found before a suspend forgotten (``MonitorValidation/takeActions(hasHandler:now:)``).
    private func observeSuspends() {
        let number = source.circumstanceObservers.add { [weak self] in self?.perform { _ in [] } }
        state.withLock { $0.suspendObserver = number }
    }

    var handler: Handler? { state.withLock(\.handler) }

    var queue: DispatchQueue? { state.withLock(\.queue) }

    // The old handler and the owner are released without the lock, because the objects that they hold
    // may call this object when they are deinitialized.

    func setHandler(_ handler: Handler?) {
        var old: Handler?
        perform { state in
            old = state.handler
            state.handler = handler
            return state.handlerChanged()
        }
        withExtendedLifetime(old) {}
    }

    func start(_ queue: DispatchQueue, keeping owner: (any AnyObject & Sendable)? = nil) {
        perform { state in
            guard state.queue == nil else { return [] }
            state.queue = queue
            if !state.machine.isCancelled { state.owner = owner }
            return state.handlerChanged() + state.machine.start()
        }
    }

    func cancel() {
        var old: (Handler?, (any AnyObject & Sendable)?)
        perform { state in
            old = (state.handler, state.owner)
            (state.handler, state.owner) = (nil, nil)
            if let number = state.suspendObserver { source.circumstanceObservers.remove(number) }
            state.suspendObserver = nil
            return state.machine.cancel()
        }
        withExtendedLifetime(old) {}
    }

    var currentPath: NetworkPath {
        let newest = state.withLock { state in
            // A result that has not been repeated may be out of date by now.
            state.validation?.path(now: MonotonicClock.milliseconds) ?? state.machine.newest?.path
        }
        if let newest { return newest }
        return (try? source.look(question)) ?? .unknown
    }

    func receive(_ update: PathUpdate) {
        perform { state in
            let now = MonotonicClock.milliseconds
            let update = state.validation?.receive(update, now: now) ?? update
            return state.machine.receive(update, now: now)
        }
    }

    /// The last path that was delivered.
    var delivered: PathUpdate? { state.withLock(\.machine.delivered) }

    /// Whether the first result about the connectivity of the path is still to come.
    var awaitsValidation: Bool { state.withLock { $0.validation?.isPending ?? false } }

    /// Creates a stream that signals each change of ``delivered``, and signals immediately if there
    /// is a path.
    ///
    /// - Parameter validates: whether the consumer waits for the connectivity of the path.
    func signals(validates: Bool) -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.signals()
        addConsumer(signal, validates: validates)
        return stream
    }

    /// Signals each change of ``delivered`` until the signal's stream or the monitor ends, and
    /// signals immediately if there is a path.
    ///
    /// - Parameters:
    ///   - signal: signals to the consumer.
    ///   - validates: whether the consumer waits for the connectivity of the path.
    func addConsumer(_ signal: ConsumerSignal, validates: Bool) {
        signal.onTermination = { [weak self] _ in self?.removeConsumer(signal) }
        perform { state in
            if validates { state.validation?.consumers.insert(signal) }
            return state.machine.addConsumer(signal)
        }
    }

    /// Ends the signals to a consumer.
    func removeConsumer(_ signal: ConsumerSignal) {
        perform { state in
            state.machine.removeConsumer(signal)
            state.validation?.consumers.remove(signal)
            return []
        }
    }

    /// Checks the connectivity as far as that is due, and updates the path with what is known.
    static func conclude(_ state: inout State) -> [Action] {
        guard state.validation != nil else { return [] }
        let now = MonotonicClock.milliseconds
        if !state.machine.isFollowing { state.validation?.consumers = [] }
        let checks = state.validation?.takeActions(
            hasHandler: state.machine.callsHandler, now: now)
        let path = state.validation?.path(now: now)
        return (path.map { state.machine.revise($0, now: now) } ?? []) + (checks ?? [])
    }

    func execute(_ action: Action) {
        switch action {
        case .subscribe:
            source.subscribe(self)
            // The monitor may have been cancelled before the subscription.
            if state.withLock(\.machine.isCancelled) { source.unsubscribe(self) }
        case .unsubscribe: source.unsubscribe(self)
        case .callHandler: queue?.async { self.callHandler() }
        case .signal(let consumers): for consumer in consumers { consumer.yield() }
        case .finish(let consumers): for consumer in consumers { consumer.finish() }
        case .wake(let delay):
            perform(after: delay) { $0.machine.timerFired(now: MonotonicClock.milliseconds) }
        case .check(let attempt): check(attempt)
        case .cancelCheck(let task): task.cancel()
        case .wakeValidation(let delay):
            perform(after: delay) { state in
                state.validation?.timeCame(now: MonotonicClock.milliseconds)
                return []
            }
        }
    }

    private func callHandler() {
        let call = state.withLock { state in
            state.machine.takeForHandler().map { (path: $0, handler: state.handler) }
        }
        if let call { call.handler?(call.path) }
    }

    private func check(_ attempt: ValidationMachine.Attempt) {
        guard let probe = state.withLock({ $0.validation?.probe }) else { return }
        // Detached, so that the task does not inherit the priority and the task-local values of the
        // task that changed the path.
        let task = Task.detached { [weak self] in
            let answer = await probe.check(over: attempt.interface, portal: attempt.portal)
            self?.perform { state in
                state.validation?.answered(
                    attempt.number, answer, now: MonotonicClock.milliseconds)
                return []
            }
        }
        let isWanted = state.withLock { state in
            state.validation?.started(attempt.number, task) ?? false
        }
        // It may have ended already, or is not wanted any more.
        if !isWanted { task.cancel() }
    }
}
