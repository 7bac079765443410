// SPDX-License-Identifier: Apache-2.0

/// What a monitor is doing, and what it does next. Its methods change it and say what is to be done;
/// its owner calls them under a lock, and does that outside.
struct MonitorMachine {
    /// Something to do.
    enum Action: Equatable {
        /// Subscribe to the source.
        case subscribe
        /// Unsubscribe.
        case unsubscribe
        /// Have ``takeForHandler()`` called on the handler's queue.
        case callHandler
        /// Tell consumers that ``told`` is another one.
        case signal([ConsumerID])
        /// End the sequences of consumers.
        case finish([ConsumerID])
        /// Call ``timerFired(now:)`` after so many milliseconds.
        case wake(after: Int64)
    }

    /// One of the sequences that somebody iterates over.
    struct ConsumerID: Hashable { fileprivate let number: Int }

    private enum Phase { case idle, following, cancelled }

    private var phase = Phase.idle
    /// When a change is told; `nil` for at once.
    private var settling: Settling?
    /// The newest path.
    private(set) var newest: PathUpdate?
    /// The one that has been told, once it had settled.
    private(set) var told: PathUpdate?
    private var isTimerSet = false
    private var hasHandler = false
    private var isHandlerCalled = false
    /// The path that the handler was given.
    private var handled: NetworkPath?
    private var consumers: Set<ConsumerID> = []
    private var lastConsumer = 0

    /// - Parameter settle: how much quiet there must be before a change is told, in milliseconds.
    init(settle: Int64) { settling = settle > 0 ? Settling(settle) : nil }

    /// Whether it has ended.
    var isCancelled: Bool { phase == .cancelled }

    /// Begins to follow the path. A monitor that was cancelled stays so.
    mutating func start() -> [Action] {
        guard phase == .idle else { return [] }
        phase = .following
        return [.subscribe]
    }

    /// There is a handler and a queue to call it on, or another one. It is given the path as it is.
    mutating func setHandler() -> [Action] {
        hasHandler = true
        handled = nil
        return callHandler()
    }

    /// There is no handler any more, or nowhere to call it.
    mutating func removeHandler() { hasHandler = false }

    /// Ends it, for good.
    mutating func cancel() -> [Action] {
        defer {
            phase = .cancelled
            consumers = []
            settling?.told()
        }
        switch phase {
        case .idle: return [.finish(Array(consumers))]
        case .following: return [.unsubscribe, .finish(Array(consumers))]
        case .cancelled: return []
        }
    }

    /// Somebody begins to iterate.
    mutating func addConsumer() -> (ConsumerID, [Action]) {
        lastConsumer += 1
        let id = ConsumerID(number: lastConsumer)
        if phase == .cancelled { return (id, [.finish([id])]) }
        consumers.insert(id)
        return (id, start() + (told == nil ? [] : [.signal([id])]))
    }

    /// Somebody ends.
    mutating func removeConsumer(_ id: ConsumerID) { consumers.remove(id) }

    /// The source tells a path.
    mutating func receive(_ update: PathUpdate, now: Int64) -> [Action] {
        guard phase == .following, update.sequence > newest?.sequence ?? 0 else { return [] }
        newest = update
        // The first one is never held back.
        guard told != nil, settling != nil else { return tell() }
        settling?.change(now)
        return tellWhatIsDue(now)
    }

    /// The time has come that ``Action/wake(after:)`` asked for.
    mutating func timerFired(now: Int64) -> [Action] {
        isTimerSet = false
        guard phase == .following else { return [] }
        return tellWhatIsDue(now)
    }

    /// The handler is about to be called.
    ///
    /// - Returns: with what; `nil` if there is nothing new to it.
    mutating func takeForHandler() -> NetworkPath? {
        isHandlerCalled = false
        guard phase == .following, hasHandler, let path = told?.path, path != handled else {
            return nil
        }
        handled = path
        return path
    }

    /// Tells a change that has settled, or has itself woken when one will have.
    private mutating func tellWhatIsDue(_ now: Int64) -> [Action] {
        guard var settling else { return [] }
        defer { self.settling = settling }
        var actions: [Action] = []
        if settling.isDue(now) {
            if newest?.path == told?.path {
                told = newest
                settling.foundNothing(now)
            } else {
                settling.told()
                actions = tell()
            }
        }
        guard let due = settling.due, !isTimerSet else { return actions }
        isTimerSet = true
        return actions + [.wake(after: due - now)]
    }

    private mutating func tell() -> [Action] {
        told = newest
        return callHandler() + (consumers.isEmpty ? [] : [.signal(Array(consumers))])
    }

    /// A handler that is still to be called takes the newest path then.
    private mutating func callHandler() -> [Action] {
        guard phase == .following, hasHandler, told != nil, !isHandlerCalled else { return [] }
        isHandlerCalled = true
        return [.callHandler]
    }
}
