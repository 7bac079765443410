// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability
internal import Dispatch
internal import LinuxSystem

/// Performs the actions of ``ReachabilityMachine``, and passes events to it.
final class ReachabilityDriver: MachineDriver {
    typealias Action = ReachabilityMachine.Action

    struct State {
        var machine: ReachabilityMachine
        fileprivate var handlers = ReachabilityHandlers()
        fileprivate weak var owner: Reachability?
        /// The feeds of the machine's questions.
        fileprivate var feeds: [PathQuestion: PathFeed] = [:]
        /// The changes of ``feeds`` that the source does not know yet.
        fileprivate var changes: [(new: [PathFeed], old: [PathFeed])] = []
        fileprivate weak var driver: ReachabilityDriver?

        /// Makes feeds for the machine's questions, and for no others. The change is noted together with the machine's, so
        /// that a question that goes and comes gets another feed: the source reports the current path to each new one.
        fileprivate mutating func changeFeeds() {
            let questions = machine.questions
            let old = feeds.filter { !questions.contains($0.key) }
            let new = questions.filter { feeds[$0] == nil }.map { PathFeed($0, driver) }
            guard !new.isEmpty || !old.isEmpty else { return }
            for question in old.keys { feeds[question] = nil }
            for feed in new { feeds[feed.question] = feed }
            changes.append((new, Array(old.values)))
        }
    }

    let target: ReachabilityTarget
    let state: Lock<State>
    private let queue: DispatchQueue
    private let source: any PathSource
    private let resolver: any HostResolving

    init(
        _ target: ReachabilityTarget,
        _ queue: DispatchQueue,
        _ source: any PathSource,
        _ resolver: any HostResolving,
        firstPatience: Int64
    ) {
        self.target = target
        self.queue = queue
        self.source = source
        self.resolver = resolver
        state = Lock(State(machine: ReachabilityMachine(target, firstPatience: firstPatience)))
        state.withLock { $0.driver = self }
    }

    /// Sets the object that is passed to the closures, and starts the machine.
    func setOwner(_ owner: Reachability) {
        perform { state in
            state.owner = owner
            return state.machine.begin(now: MonotonicClock.milliseconds)
        }
    }

    /// Ends the machine, because its owner is deinitialized.
    func end() { perform { $0.machine.end(now: MonotonicClock.milliseconds) } }

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
        perform { $0.machine.setAllowsCellular(value, now: MonotonicClock.milliseconds) }
    }

    var isNotifying: Bool { state.withLock(\.machine.isNotifying) }

    func startNotifier() throws(ReachabilityError) {
        if isNotifying { return }
        do throws(NetworkAccessError) { try source.checkAccess() } catch { throw .noAccess(error) }
        perform { $0.machine.startNotifier(now: MonotonicClock.milliseconds) }
    }

    func stopNotifier() { perform { $0.machine.stopNotifier(now: MonotonicClock.milliseconds) } }

    /// The current status. It queries the kernel if nothing observes the network.
    var status: ReachabilityStatus {
        perform { $0.machine.wasRead(now: MonotonicClock.milliseconds) }
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
        let (stream, signal) = AsyncStream.signals()
        signal.onTermination = { [weak self] _ in
            self?.perform {
                $0.machine.removeConsumer(signal, now: MonotonicClock.milliseconds)
            }
        }
        perform { $0.machine.addConsumer(signal, now: MonotonicClock.milliseconds) }
        return stream
    }

    /// Handles a path that a feed received.
    fileprivate func receive(_ update: PathUpdate, from feed: PathFeed) {
        perform { state in
            guard state.feeds[feed.question] === feed else { return [] }
            return state.machine.receive(
                update, to: feed.question, now: MonotonicClock.milliseconds)
        }
    }

    static func conclude(_ state: inout State) -> [Action] {
        state.changeFeeds()
        return []
    }

    func execute(_ action: Action) {
        switch action {
        case .follow: follow()
        case .lookUp(let host):
            resolver.resolve(host) { [weak self] result in
                self?.perform {
                    $0.machine.resolved(result, now: MonotonicClock.milliseconds)
                }
            }
        case .wake(let time):
            perform(after: time - MonotonicClock.milliseconds) {
                $0.machine.timerFired(time, now: MonotonicClock.milliseconds)
            }
        case .callHandler: queue.async { self.callHandler() }
        case .signal(let consumers): for consumer in consumers { consumer.yield() }
        }
    }

    /// Observes the paths that answer the machine's questions, and no others.
    private func follow() {
        let changes = state.withLock { state in
            defer { state.changes = [] }
            return state.changes
        }
        for (new, old) in changes {
            // The new feeds subscribe first, because a source without subscribers ends its thread.
            for feed in new {
                source.subscribe(feed)
                // Another thread may have removed the feed in the meantime.
                let isWanted = state.withLock { $0.feeds[feed.question] === feed }
                if !isWanted { source.unsubscribe(feed) }
            }
            for feed in old { source.unsubscribe(feed) }
        }
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
    private weak let driver: ReachabilityDriver?

    init(_ question: PathQuestion, _ driver: ReachabilityDriver?) {
        self.question = question
        self.driver = driver
    }

    func receive(_ update: PathUpdate) { driver?.receive(update, from: self) }
}
