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

        /// Updates the machine after the handler or the queue changed.
        mutating func handlerChanged() -> [MonitorMachine.Action] {
            if handler != nil, queue != nil { return machine.setHandler() }
            machine.removeHandler()
            return []
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
    }

    private let state: Lock<State>

    init(_ question: PathQuestion, _ source: any PathSource, debounce: Duration) {
        self.question = question
        self.source = source
        state = Lock(State(machine: MonitorMachine(debounce: debounce.milliseconds)))
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
        if let newest = state.withLock({ $0.machine.newest }) { return newest.path }
        return (try? source.look(question)) ?? .unknown
    }

    func receive(_ update: PathUpdate) {
        perform { $0.machine.receive(update, now: MonotonicClock.milliseconds) }
    }

    /// The last path that was delivered.
    var told: PathUpdate? { state.withLock(\.machine.told) }

    /// Creates a stream that signals each change of ``told``, and signals immediately if there is a
    /// path.
    func signals() -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        addConsumer(signal)
        return stream
    }

    /// Signals each change of ``told`` until the signal's stream or the monitor ends, and signals
    /// immediately if there is a path.
    func addConsumer(_ signal: Signal) {
        perform { state in
            let (id, actions) = state.machine.addConsumer()
            state.consumers[id] = signal
            signal.onTermination = { [weak self] _ in self?.removeConsumer(id) }
            return actions
        }
    }

    private func removeConsumer(_ id: MonitorMachine.ConsumerID) {
        perform { state in
            state.machine.removeConsumer(id)
            state.consumers[id] = nil
            return []
        }
    }

    /// Changes the state under the lock, and performs the resulting actions after the lock is
    /// released.
    private func perform(_ change: (inout State) -> [MonitorMachine.Action]) {
        let steps = state.withLock { state in change(&state).map { state.step($0) } }
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
        }
    }

    private func callHandler() {
        let call = state.withLock { state in
            state.machine.takeForHandler().map { (path: $0, handler: state.handler) }
        }
        if let call { call.handler?(call.path) }
    }
}
