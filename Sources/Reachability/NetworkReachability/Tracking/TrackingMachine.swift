// SPDX-License-Identifier: Apache-2.0

/// Decides when the network is read, routes are queried, and paths are evaluated.
///
/// The machine does nothing itself. ``TrackingDriver`` asks it for the next step, performs the step, and reports the
/// outcome with the time. It never gives up: after a failure it opens the sockets again, and where the kernel does not
/// report changes, everything is read again every ten seconds. Times are in milliseconds, by ``KernelAccess/now``.
struct TrackingMachine: Sendable {
    /// The next action of the driver.
    enum Step: Sendable, Hashable {
        /// Open the sockets and subscribe.
        case open
        /// Read the whole network.
        case readSnapshot
        /// Have the kernel withhold the messages about routes and neighbors that cannot concern a path.
        case setFilter
        /// Receive the changes that were reported.
        case receive
        /// Evaluate the paths that answer new questions. The others stay as they are.
        case evaluateNew
        /// Query routes, and evaluate the paths by the answers.
        case evaluate(RequeryPlan)
        /// Make the paths again from their evaluations and the state as it is.
        case rebuildPaths
        /// Show these interfaces as they are now, where a path shows them.
        case show([UInt32])
    }

    /// How routes are queried for an evaluation.
    struct RequeryPlan: Sendable, Hashable {
        /// Which routes are stale.
        var part: StaleRoutes
        /// Whether the kernel answers only after the change that it is making has been made.
        var isUnderLock = false
        /// Whether a path counts that was evaluated during a change. If not, the path before it stays.
        var acceptsTransient = false
        /// The interfaces through which there may be a route now that was not there.
        var newRoutes = RouteScope.all
    }

    /// The outcome of an evaluation.
    struct EvaluationOutcome: Sendable, Hashable {
        /// Whether the answers show that a route has gone, and so that the kernel has made the change.
        var showsLostRoute = false
        /// Whether a path was evaluated during a change.
        var isTransient = false
        /// Whether the answers depend on a next hop or a tunnel's server whose messages the kernel's filter has withheld
        /// so far.
        var exceedsFilter = false
    }

    /// The sockets, and how changes are learned of.
    private enum State: Sendable {
        /// They have not been opened yet.
        case idle
        /// The kernel reports changes.
        ///
        /// - interruption: why the last snapshot, or what was read since, may lack something: changes interrupted the dump.
        case subscribed(interruption: NetworkAccessError?)
        /// They are open, and the kernel does not report changes, for this reason.
        case polling(NetworkAccessError)
        /// They are closed, because a step failed.
        case unavailable(NetworkAccessError)
    }

    private var state = State.idle
    /// Whether the paths have been evaluated since the sockets were opened.
    private(set) var isEstablished = false
    /// Whether changes were received since the sockets were opened: opening alone does not show that they work.
    private var hasReceived = false
    /// When everything is opened again.
    private var retry = Retry()
    /// When the first of the routes ends by itself.
    private var routesEnd: Int64?
    private var pending = Pending()
    private var policy = TransientChangePolicy()

    /// The work that is pending.
    private struct Pending: Sendable {
        var open = true
        var snapshot = false
        var filter = false
        var newPaths = false
        var receive = false
        var rebuildPaths = false
        var shown: [UInt32] = []
    }

    /// How changes are learned of.
    var mode: PathMonitor.Mode {
        switch state {
        case .idle: .idle
        case .subscribed(interruption: nil): .events
        case .subscribed(let reason?), .polling(let reason): .polling(reason)
        case .unavailable(let error): .unavailable(error)
        }
    }

    private var isOpen: Bool {
        switch state {
        case .subscribed, .polling: true
        case .idle, .unavailable: false
        }
    }

    private var isSubscribed: Bool {
        if case .subscribed = state { true } else { false }
    }

    /// When there is something to do although nothing was reported; `nil` for never.
    var due: Int64? {
        guard isSubscribed, let routesEnd else { return retry.due }
        return min(routesEnd, retry.due ?? routesEnd)
    }

    /// The next step; `nil` if there is nothing to do until changes are reported or the time is ``due``.
    mutating func next() -> Step? {
        if pending.open { return .open }
        guard isOpen else { return nil }
        if pending.snapshot { return .readSnapshot }
        if pending.filter { return .setFilter }
        if pending.newPaths { return .evaluateNew }
        if pending.receive { return .receive }
        if let requery = policy.next { return .evaluate(requery) }
        if pending.rebuildPaths { return .rebuildPaths }
        if !pending.shown.isEmpty { return .show(pending.shown) }
        return nil
    }
}

/// The events of the machine.
extension TrackingMachine {
    /// Changes were reported, or the time is ``due``.
    ///
    /// - Precondition: no interfaces are left to be shown (``Step/show(_:)``). ``received(_:interruption:_:)`` would replace
    ///   them.
    mutating func wake(_ now: Int64) {
        assert(pending.shown.isEmpty, "interfaces are left to be shown")
        if let due = retry.due, due <= now {
            pending = Pending()
            isEstablished = false
            return
        }
        pending.receive = true
        if isSubscribed, let routesEnd, routesEnd <= now { policy.begin(.all, .underLock) }
        // Paths that were put off because of reported changes are evaluated now.
        policy.resume()
    }

    /// The sockets were opened.
    ///
    /// - Parameter refusal: why the kernel does not report changes; `nil` if it does.
    mutating func opened(refusal: NetworkAccessError?) {
        state = refusal.map { .polling($0) } ?? .subscribed(interruption: nil)
        hasReceived = false
        routesEnd = nil
        policy = TransientChangePolicy()
        pending = Pending(open: false, snapshot: true, filter: isSubscribed)
        retry.begun()
        policy.beginUnreported()
    }

    /// The whole network was read.
    ///
    /// - Parameter interruption: why something may be missing; `nil` if nothing is.
    mutating func readSnapshot(interruption: NetworkAccessError?, _ now: Int64) {
        pending.snapshot = false
        if isSubscribed { state = .subscribed(interruption: nil) }
        noteInterruption(interruption, now)
    }

    /// No event reports what an interrupted dump lacks. Changes are followed, and everything is opened and read again
    /// from time to time, until nothing changes while it is read.
    private mutating func noteInterruption(_ interruption: NetworkAccessError?, _ now: Int64) {
        // Once: each further time would put off the reading that is due.
        guard let interruption, case .subscribed(interruption: nil) = state else { return }
        state = .subscribed(interruption: interruption)
        if isEstablished { retry.poll(now: now) }
    }

    /// The kernel's filter must be replaced, before routes are queried.
    mutating func filterIsStale() { if isSubscribed { pending.filter = true } }

    /// The paths must be built again, because something beside the routes differs: a router's hardware address, or what a
    /// data plan has used.
    mutating func pathsAreStale() { pending.rebuildPaths = true }

    /// The filter was set.
    mutating func filterSet() { pending.filter = false }

    /// Other questions are followed. They are answered before changes are received.
    ///
    /// - Returns: whether there were changes to receive.
    mutating func followsOthers() -> Bool {
        guard isOpen else { return pending.open }
        defer { pending.receive = false }
        pending.filter = isSubscribed
        if isSubscribed, policy.next == nil {
            // The cached routes are up to date, so only the new paths are evaluated.
            pending.newPaths = true
        } else {
            policy.beginUnreported()
        }
        return pending.receive
    }

    /// Some questions are followed no longer, so that fewer routes matter.
    mutating func followsFewer() {
        if isOpen, isSubscribed { pending.filter = true }
    }

    /// The paths that answer new questions were evaluated.
    ///
    /// - Parameter routesEnd: when the first of the routes ends by itself; `nil` if none does.
    mutating func evaluatedNew(_ outcome: EvaluationOutcome, routesEnd: Int64?) {
        pending.newPaths = false
        self.routesEnd = routesEnd
        if outcome.isTransient { policy.beginUnreported() }
        noteFilter(outcome)
    }

    /// Changes were received.
    ///
    /// - Parameter interruption: why something that was read for them may be missing; `nil` if nothing is.
    mutating func received(
        _ summary: ChangeSummary,
        interruption: NetworkAccessError?,
        _ now: Int64
    ) {
        pending.receive = false
        hasReceived = true
        noteInterruption(interruption, now)
        let invalidation = summary.invalidation
        if summary.lostMessages {
            pending.snapshot = true
            pending.filter = isSubscribed
            policy.begin(.all, .underLock)
        } else if summary.hasOtherNameServers {
            if isSubscribed {
                pending.filter = true
                policy.begin(.all, .underLock)
            } else {
                // Everything but the routes is as old as the last poll.
                pending.snapshot = true
                policy.beginUnreported()
            }
        } else {
            policy.begin(invalidation.routes, newThrough: invalidation.newRoutes)
        }
        // An evaluation takes in all that differs.
        guard policy.next == nil else { return }
        if invalidation.paths { pending.rebuildPaths = true }
        if !pending.rebuildPaths { pending.shown = summary.shown }
    }

    /// The paths were evaluated.
    ///
    /// - Parameters:
    ///   - routesEnd: when the first of the routes ends by itself; `nil` if none does.
    ///   - hasChanges: whether changes have been reported that were not received yet.
    mutating func evaluated(
        _ outcome: EvaluationOutcome,
        routesEnd: Int64?,
        hasChanges: @autoclosure () -> Bool
    ) {
        self.routesEnd = routesEnd
        policy.evaluated(outcome, hasChanges: hasChanges())
        noteFilter(outcome)
    }

    private mutating func noteFilter(_ outcome: EvaluationOutcome) {
        guard outcome.exceedsFilter, isSubscribed else { return }
        pending.filter = true
        // The filter may have withheld a change since the answer.
        policy.begin(.all, .once)
    }

    /// The paths were made again.
    mutating func rebuiltPaths() { pending.rebuildPaths = false }

    /// The interfaces are shown as they are.
    mutating func shown() { pending.shown = [] }

    /// Everything that was to be done has been done.
    mutating func finished(_ now: Int64) {
        guard isOpen else { return }
        // Not before: sockets that open and then fail each time are tried after longer and longer pauses.
        if !isEstablished, case .polling = mode { retry.poll(now: now) }
        isEstablished = true
        if hasReceived { retry.succeeded(now: now) }
    }

    /// A step failed.
    mutating func failed(_ error: NetworkAccessError, _ now: Int64) {
        state = .unavailable(error)
        isEstablished = false
        retry.failed(now: now)
        // The first time at once: a socket that failed says nothing about the next one.
        pending = Pending(open: retry.due.map { $0 <= now } ?? false)
    }
}
