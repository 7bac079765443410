// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability
internal import Dispatch
internal import LinuxSystem

/// The core of a ``Reachability``: performs the actions of ``ReachabilityMachine`` and passes
/// events to it.
///
/// A lock guards the machine. No closure of a user is called while the lock is held.
final class ReachabilityCore: Sendable {
    let target: ReachabilityTarget
    private let queue: DispatchQueue
    private let source: any PathSource
    private let resolver: any HostResolving

    /// Signals a new value to a consumer, which then reads the newest one.
    private typealias Signal = AsyncStream<Void>.Continuation

    private struct State {
        var machine: ReachabilityMachine
        var handlers = ReachabilityHandlers()
        weak var owner: Reachability?
        var consumers: [ReachabilityMachine.ConsumerID: Signal] = [:]
        var feeds: [PathQuestion: PathFeed] = [:]

        /// Converts an action to a step that needs no lock.
        mutating func step(_ action: ReachabilityMachine.Action, for core: ReachabilityCore) -> Step
        {
            switch action {
            case .follow: follow(core)
            case .lookUp(let host): .lookUp(host)
            case .wake(let time): .wake(at: time)
            case .callHandler: .callHandler
            case .signal(let ids): .signal(ids.compactMap { consumers[$0] })
            }
        }

        private mutating func follow(_ core: ReachabilityCore) -> Step {
            let questions = machine.questions
            let old = feeds.filter { !questions.contains($0.key) }
            let new = questions.filter { feeds[$0] == nil }.map { PathFeed($0, core) }
            for question in old.keys { feeds[question] = nil }
            for feed in new { feeds[feed.question] = feed }
            return .follow(new, insteadOf: Array(old.values))
        }
    }

    private enum Step {
        case follow([PathFeed], insteadOf: [PathFeed])
        case lookUp(HostName)
        case wake(at: Int64)
        case callHandler
        case signal([Signal])
    }

    private let state: Lock<State>

    init(
        _ target: ReachabilityTarget,
        _ queue: DispatchQueue,
        _ source: any PathSource,
        _ resolver: any HostResolving
    ) {
        self.target = target
        self.queue = queue
        self.source = source
        self.resolver = resolver
        state = Lock(State(machine: ReachabilityMachine(target)))
    }

    /// Sets the object that is passed to the closures, and starts the machine.
    func setOwner(_ owner: Reachability) {
        perform { state, now in
            state.owner = owner
            return state.machine.begin(now: now)
        }
    }

    /// Ends the machine, because its owner is deinitialized.
    func end() { perform { state, now in state.machine.end(now: now) } }
}

/// The API for ``Reachability``.
extension ReachabilityCore {
    var handlers: ReachabilityHandlers { state.withLock(\.handlers) }

    func change(_ body: (inout ReachabilityHandlers) -> Void) {
        // The old closures are released without the lock, because their deinitialization may call
        // this object.
        let old = state.withLock { state in
            let old = state.handlers
            body(&state.handlers)
            return old
        }
        withExtendedLifetime(old) {}
    }

    var allowsCellular: Bool { state.withLock(\.machine.allowsCellular) }

    func setAllowsCellular(_ value: Bool) {
        perform { state, now in state.machine.setAllowsCellular(value, now: now) }
    }

    var isNotifying: Bool { state.withLock(\.machine.isNotifying) }

    func startNotifier() throws(ReachabilityError) {
        if isNotifying { return }
        do throws(NetworkAccessError) { try source.checkAccess() } catch { throw .noAccess(error) }
        perform { state, now in state.machine.startNotifier(now: now) }
    }

    func stopNotifier() { perform { state, now in state.machine.stopNotifier(now: now) } }

    /// The current status. It queries the kernel if nothing observes the network.
    var status: ReachabilityStatus {
        perform { state, now in state.machine.wasRead(now: now) }
        let machine = state.withLock(\.machine)
        if let status = machine.status { return inaccessible(status) ?? status }
        guard let question = machine.question else { return ReachabilityStatus(.resolving) }
        do throws(NetworkAccessError) {
            return machine.status(by: try source.look(question))
        } catch {
            return ReachabilityStatus(.noAccess(error))
        }
    }

    /// The status for a kernel that cannot be queried, if that is why there is no path.
    private func inaccessible(_ status: ReachabilityStatus) -> ReachabilityStatus? {
        guard case .noPath = status.reason, case .unavailable(let error) = source.mode else {
            return nil
        }
        return ReachabilityStatus(.noAccess(error))
    }

    /// The connection that was reported last.
    var reported: Reachability.Connection? { state.withLock(\.machine.reported) }

    /// Returns a stream that signals that ``reported`` has changed. The first signal comes at once if
    /// there is a value.
    func signals() -> AsyncStream<Void> {
        let (stream, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        perform { state, now in
            let (id, actions) = state.machine.addConsumer(now: now)
            state.consumers[id] = signal
            signal.onTermination = { [weak self] _ in self?.removeConsumer(id) }
            return actions
        }
        return stream
    }

    private func removeConsumer(_ id: ReachabilityMachine.ConsumerID) {
        perform { state, now in
            state.consumers[id] = nil
            return state.machine.removeConsumer(id, now: now)
        }
    }
}

/// Events and actions.
extension ReachabilityCore {
    /// Handles a path that a feed received.
    fileprivate func receive(_ update: PathUpdate, from feed: PathFeed) {
        perform { state, now in
            guard state.feeds[feed.question] === feed else { return [] }
            return state.machine.receive(update, to: feed.question, now: now)
        }
    }

    /// Changes the state under the lock, then performs the resulting steps without the lock.
    private func perform(_ change: (inout State, Int64) -> [ReachabilityMachine.Action]) {
        let now = MonotonicClock.milliseconds
        let steps = state.withLock { state in
            change(&state, now).map { state.step($0, for: self) }
        }
        for step in steps { execute(step) }
    }

    private func execute(_ step: Step) {
        switch step {
        case .follow(let new, let old): follow(new, insteadOf: old)
        case .lookUp(let host):
            resolver.resolve(host) { [weak self] result in
                self?.perform { state, now in state.machine.resolved(result, now: now) }
            }
        case .wake(let time):
            let delay = max(0, time - MonotonicClock.milliseconds)
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(Int(clamping: delay))
            ) { [weak self] in
                self?.perform { state, now in state.machine.timerFired(time, now: now) }
            }
        case .callHandler: queue.async { self.callHandler() }
        case .signal(let consumers): for consumer in consumers { consumer.yield() }
        }
    }

    /// The new feeds subscribe first, because a source without subscribers ends its thread.
    private func follow(_ new: [PathFeed], insteadOf old: [PathFeed]) {
        for feed in new {
            source.subscribe(feed)
            // Another thread may have removed the feed in the meantime.
            let isWanted = state.withLock { $0.feeds[feed.question] === feed }
            if !isWanted { source.unsubscribe(feed) }
        }
        for feed in old { source.unsubscribe(feed) }
    }

    private func callHandler() {
        let call = state.withLock { state in
            let connection = state.machine.takeForHandler()
            return (connection: connection, owner: state.owner, handlers: state.handlers)
        }
        guard let connection = call.connection, let owner = call.owner else { return }
        switch connection {
        case .wifi, .wwan, .ethernet, .bluetooth, .other: call.handlers.whenReachable?(owner)
        case .unavailable: call.handlers.whenUnreachable?(owner)
        }
        Reachability.announce(owner)
    }
}

/// A subscription to the paths that answer one question.
private final class PathFeed: PathSubscriber {
    let question: PathQuestion
    private weak let core: ReachabilityCore?

    init(_ question: PathQuestion, _ core: ReachabilityCore) {
        self.question = question
        self.core = core
    }

    func receive(_ update: PathUpdate) { core?.receive(update, from: self) }
}
