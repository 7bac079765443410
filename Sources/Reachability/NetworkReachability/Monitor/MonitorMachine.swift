// SPDX-License-Identifier: Apache-2.0

/// The state machine of a monitor. ``MonitorDriver`` calls its methods under a lock, and performs the
/// returned actions after the lock is released.
struct MonitorMachine {
    /// Something that the owner must do, for the machine or for ``MonitorValidation``.
    enum Action: Equatable {
        /// Subscribe to the source.
        case subscribe
        /// Unsubscribe.
        case unsubscribe
        /// Call ``takeForHandler()`` on the handler's queue.
        case callHandler
        /// Signal to consumers that ``delivered`` has changed.
        case signal(Set<ConsumerSignal>)
        /// End the consumers' sequences.
        case finish(Set<ConsumerSignal>)
        /// Call ``timerFired(now:)`` after a number of milliseconds.
        case wake(after: Int64)
        /// Check the connectivity of the path, and report the result to
        /// ``MonitorValidation/answered(_:_:now:)``.
        case check(ValidationMachine.Attempt)
        /// Cancel the task of a check.
        case cancelCheck(Task<Void, Never>)
        /// Call ``MonitorValidation/timeCame(now:)`` after a number of milliseconds.
        case wakeValidation(after: Int64)
    }

    private enum Phase { case idle, following, cancelled }

    private var phase = Phase.idle
    /// The timer that delays changes; `nil` if they are delivered immediately.
    private var debounce: Debounce?
    /// The newest path from the source.
    private(set) var newest: PathUpdate?
    /// The last path that was delivered, after its quiet period.
    private(set) var delivered: PathUpdate?
    private var isTimerSet = false
    private var hasHandler = false
    private var isHandlerCalled = false
    /// The last path that the handler received.
    private var handled: NetworkPath?
    /// The sequences that are being iterated.
    private var consumers: Set<ConsumerSignal> = []

    /// - Parameter debounce: the quiet period before a change is delivered, in milliseconds.
    init(debounce: Int64) { self.debounce = debounce > 0 ? Debounce(debounce) : nil }

    /// Whether the monitor was cancelled.
    var isCancelled: Bool { phase == .cancelled }

    /// Whether the handler receives each path.
    var callsHandler: Bool { phase == .following && hasHandler }

    /// Whether the monitor has started and was not cancelled.
    var isFollowing: Bool { phase == .following }

    /// Starts to follow the path. A cancelled monitor stays cancelled.
    mutating func start() -> [Action] {
        guard phase == .idle else { return [] }
        phase = .following
        return [.subscribe]
    }

    /// Records a new handler or queue. The handler receives the current path.
    mutating func setHandler() -> [Action] {
        hasHandler = true
        handled = nil
        return callHandler()
    }

    /// Records that there is no handler, or no queue to call it on.
    mutating func removeHandler() { hasHandler = false }

    /// Cancels the monitor permanently.
    mutating func cancel() -> [Action] {
        defer {
            phase = .cancelled
            consumers = []
            debounce?.reported()
        }
        switch phase {
        case .idle: return [.finish(consumers)]
        case .following: return [.unsubscribe, .finish(consumers)]
        case .cancelled: return []
        }
    }

    /// Adds a consumer that begins to iterate.
    mutating func addConsumer(_ consumer: ConsumerSignal) -> [Action] {
        if phase == .cancelled { return [.finish([consumer])] }
        consumers.insert(consumer)
        return start() + (delivered == nil ? [] : [.signal([consumer])])
    }

    /// Removes a consumer.
    mutating func removeConsumer(_ consumer: ConsumerSignal) { consumers.remove(consumer) }

    /// Receives a path from the source.
    mutating func receive(_ update: PathUpdate, now: Int64) -> [Action] {
        guard phase == .following, update.sequence > newest?.sequence ?? 0 else { return [] }
        return replaceNewest(update, now)
    }

    /// Replaces the newest path by the same with another result of a connectivity check.
    mutating func revise(_ path: NetworkPath, now: Int64) -> [Action] {
        guard phase == .following, var update = newest, update.path != path else { return [] }
        update.path = path
        return replaceNewest(update, now)
    }

    private mutating func replaceNewest(_ update: PathUpdate, _ now: Int64) -> [Action] {
        newest = update
        // The first path is delivered immediately, and so are the answers on what it costs, which come after it.
        guard let delivered, debounce != nil, !delivered.awaitsAnswers || update.awaitsAnswers
        else {
            debounce?.reported()
            return deliver()
        }
        debounce?.change(now)
        return deliverIfDue(now)
    }

    /// Handles the end of the wait that ``Action/wake(after:)`` requested.
    mutating func timerFired(now: Int64) -> [Action] {
        isTimerSet = false
        guard phase == .following else { return [] }
        return deliverIfDue(now)
    }

    /// Returns the path for the next call of the handler.
    ///
    /// - Returns: the path; `nil` if the handler already has the current one.
    mutating func takeForHandler() -> NetworkPath? {
        isHandlerCalled = false
        guard phase == .following, hasHandler, let path = delivered?.path, path != handled else {
            return nil
        }
        handled = path
        return path
    }

    /// Delivers a change whose quiet period has ended, or requests a timer for that end.
    private mutating func deliverIfDue(_ now: Int64) -> [Action] {
        guard var debounce else { return [] }
        defer { self.debounce = debounce }
        var actions: [Action] = []
        if debounce.isDue(now) {
            if newest?.path == delivered?.path {
                delivered = newest
                debounce.foundNothing(now)
            } else {
                debounce.reported()
                actions = deliver()
            }
        }
        guard let due = debounce.due, !isTimerSet else { return actions }
        isTimerSet = true
        return actions + [.wake(after: due - now)]
    }

    private mutating func deliver() -> [Action] {
        delivered = newest
        return callHandler() + (consumers.isEmpty ? [] : [.signal(consumers)])
    }

    /// Schedules a call of the handler. A call that is already scheduled will use the newest path.
    private mutating func callHandler() -> [Action] {
        guard phase == .following, hasHandler, delivered != nil, !isHandlerCalled else { return [] }
        isHandlerCalled = true
        return [.callHandler]
    }
}
