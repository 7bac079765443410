// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import LinuxSystem

/// Performs the actions of a monitor's state machine. The machine is called under a lock; handlers,
/// consumers and the source are called after the lock is released.
final class MonitorCore: PathSubscriber {
    typealias Handler = @Sendable (NetworkPath) -> Void

    let question: PathQuestion
    let source: any PathSource

    /// Signals to a consumer that there is a newer path. The consumer reads the newest path when it
    /// handles the signal, so the order of the signals does not matter.
    typealias Signal = AsyncStream<Void>.Continuation

    private struct State {
        var machine: MonitorMachine
        var handler: Handler?
        var queue: DispatchQueue?
        /// An object that must live until the monitor is cancelled.
        var owner: (any AnyObject & Sendable)?
        var consumers: [MonitorMachine.ConsumerID: Signal] = [:]
        /// What is known of the connectivity of the path; `nil` if it is not checked here.
        var validation: MonitorValidation?

        /// Updates the machine after the handler or the queue changed.
        mutating func handlerChanged() -> [MonitorMachine.Action] {
            if handler != nil, queue != nil { return machine.setHandler() }
            machine.removeHandler()
            return []
        }

        /// Checks the connectivity as far as that is due, and updates the path with what is known.
        mutating func validate(now: Int64) -> [Step] {
            guard var validation else { return [] }
            if !machine.isFollowing { validation.consumers = [] }
            let actions = validation.takeActions(isTold: machine.tellsHandler, now: now)
            self.validation = validation
            let revised = validation.path(now: now).map { machine.revise($0, now: now) } ?? []
            return revised.map { step($0) } + actions.map { .validation($0) }
        }

        /// Captures everything that an action needs after the lock is released.
        mutating func step(_ action: MonitorMachine.Action) -> Step {
            switch action {
            case .subscribe: .subscribe
            case .unsubscribe: .unsubscribe
            case .callHandler: .callHandler(queue)
            case .signal(let ids): .signal(ids.compactMap { consumers[$0] })
            case .finish(let ids): .finish(ids.compactMap { consumers.removeValue(forKey: $0) })
            case .wake(let delay): .wake(after: delay)
            }
        }
    }

    private enum Step {
        case subscribe
        case unsubscribe
        case callHandler(DispatchQueue?)
        case signal([Signal])
        case finish([Signal])
        case wake(after: Int64)
        case validation(MonitorValidation.Action)
    }

    private let state: Lock<State>

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
    }

    var handler: Handler? { state.withLock(\.handler) }

    var queue: DispatchQueue? { state.withLock(\.queue) }

    func setHandler(_ handler: Handler?) {
        perform { state in
            state.handler = handler
            return state.handlerChanged()
        }
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
        perform { state in
            // The handler and the owner may hold the monitor, which the caller holds, too: their
            // release cannot end it here.
            state.handler = nil
            state.owner = nil
            return state.machine.cancel()
        }
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

    /// Creates a stream that signals each change of ``delivered``, and signals immediately if there is a
    /// path.
    ///
    /// - Parameter validates: whether the consumer waits for the connectivity of the path.
    func signals(validates: Bool) -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        addConsumer(signal, validates: validates)
        return stream
    }

    /// Signals each change of ``delivered`` until the signal's stream or the monitor ends, and signals
    /// immediately if there is a path.
    ///
    /// - Parameter validates: whether the consumer waits for the connectivity of the path.
    func addConsumer(_ signal: Signal, validates: Bool) {
        perform { state in
            let (id, actions) = state.machine.addConsumer()
            state.consumers[id] = signal
            if validates { state.validation?.consumers.insert(id) }
            signal.onTermination = { [weak self] _ in self?.removeConsumer(id) }
            return actions
        }
    }

    private func removeConsumer(_ id: MonitorMachine.ConsumerID) {
        perform { state in
            state.machine.removeConsumer(id)
            state.consumers[id] = nil
            state.validation?.consumers.remove(id)
            return []
        }
    }

    /// Changes the state under the lock, and performs the resulting actions after the lock is
    /// released.
    private func perform(_ change: (inout State) -> [MonitorMachine.Action]) {
        let steps = state.withLock { state in
            change(&state).map { state.step($0) }
                + state.validate(now: MonotonicClock.milliseconds)
        }
        for step in steps { execute(step) }
    }

    private func execute(_ step: Step) {
        switch step {
        case .subscribe:
            source.subscribe(self)
            // The monitor may have been cancelled before the subscription.
            if state.withLock(\.machine.isCancelled) { source.unsubscribe(self) }
        case .unsubscribe: source.unsubscribe(self)
        case .callHandler(let queue): queue?.async { self.callHandler() }
        case .signal(let consumers): for consumer in consumers { consumer.yield() }
        case .finish(let consumers): for consumer in consumers { consumer.finish() }
        case .wake(let delay):
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(Int(clamping: delay))
            ) { [weak self] in
                self?.perform { $0.machine.timerFired(now: MonotonicClock.milliseconds) }
            }
        case .validation(.check(let attempt)): check(attempt)
        case .validation(.cancel(let task)): task.cancel()
        case .validation(.wake(let delay)):
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(Int(clamping: delay))
            ) { [weak self] in
                self?.validate { $0.timeCame(now: MonotonicClock.milliseconds) }
            }
        }
    }

    private func callHandler() {
        let call = state.withLock { state in
            state.machine.takeForHandler().map { (path: $0, handler: state.handler) }
        }
        if let call { call.handler?(call.path) }
    }
}

/// The connectivity of the path.
extension MonitorCore {
    /// Notes whether a queue waits for the connectivity of the path.
    ///
    /// - Parameter revision: a number that increases with each word of the owner. An older word is ignored.
    func claimValidation(_ owner: ObjectIdentifier, isHeld: Bool, revision: Int) {
        validate { $0.claim(owner, isHeld: isHeld, revision: revision) }
    }

    /// Whether the first result about the connectivity of the path is still to come.
    var awaitsValidation: Bool { state.withLock { $0.validation?.isPending ?? false } }

    private func validate(_ change: (inout MonitorValidation) -> Void) {
        perform { state in
            guard var validation = state.validation else { return [] }
            change(&validation)
            state.validation = validation
            return []
        }
    }

    private func check(_ attempt: ValidationMachine.Attempt) {
        guard let probe = state.withLock({ $0.validation?.probe }) else { return }
        // Detached, so that the task does not inherit the priority and the task-local values of the task that changed the path.
        let task = Task.detached { [weak self] in
            let answer = await probe.check(
                over: attempt.interface, portal: attempt.portal)
            self?.validate {
                $0.answered(attempt.number, answer, now: MonotonicClock.milliseconds)
            }
        }
        let isWanted = state.withLock { state in
            state.validation?.started(attempt.number, task) ?? false
        }
        // It may have ended already, or is not wanted any more.
        if !isWanted { task.cancel() }
    }
}
