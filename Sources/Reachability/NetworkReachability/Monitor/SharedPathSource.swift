// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The paths of the kernel's network. One thread follows them for all monitors of the process,
/// while there is at least one monitor.
package final class SharedPathSource: PathSource {
    package static let shared = SharedPathSource()

    /// The subscribers and the published values.
    struct State {
        var subscribers = SubscriberTable()
        var health = MonitorHealth()
        /// The problems that the handler of diagnostics knows.
        var reported = DiagnosticDeduplicator()
        /// Whether the thread runs.
        var isRunning = false
        /// Wakes the thread; `nil` while the thread has no event descriptor.
        var wakeUp: WakeUpEvent?
        /// Whether there was no subscriber for a moment: the next one gets a new snapshot.
        var hadNoSubscriber = false
        /// The number of users that depend on each circumstance.
        private var users: [Circumstance: Int] = [:]
        /// The power of the machine; `nil` while it has no user, or is not known yet.
        var power: PowerState?

        /// Notes one more user of a circumstance, or one less.
        mutating func follow(_ circumstance: Circumstance, _ isFollowed: Bool) {
            users[circumstance, default: 0] += isFollowed ? 1 : -1
            if !follows(.power) { power = nil }
            wakeUp?.wake()
        }

        /// Whether a circumstance has a user.
        func follows(_ circumstance: Circumstance) -> Bool { users[circumstance, default: 0] > 0 }

        /// When to look whether the clock was set, by ``MonotonicClock``; `nil` for never.
        ///
        /// - Parameter noticesClock: whether the system reports that.
        func clockDue(noticesClock: Bool, now: Int64) -> Int64? {
            noticesClock || !follows(.clock) ? nil : now + ClockOffset.interval
        }

        /// Adds a subscriber, and wakes the thread if it runs.
        ///
        /// - Returns: the immediate deliveries.
        mutating func add(_ subscriber: any PathSubscriber) -> [SubscriberTable.Delivery] {
            let deliveries = subscribers.add(subscriber)
            guard isRunning else { return deliveries }
            wakeUp?.wake()
            // A thread without an event descriptor sleeps until the next attempt.
            if wakeUp == nil, case .unavailable = health.mode {
                return deliveries + publishUnknown()
            }
            return deliveries
        }

        /// Publishes an unknown path to all subscribers, because nothing can be followed. Without
        /// subscribers, the mode stays as it is.
        mutating func publish(unavailable error: SystemError) -> [SubscriberTable.Delivery] {
            guard !subscribers.questions.isEmpty else { return [] }
            health.mode = .unavailable(NetworkAccessError(error))
            return publishUnknown()
        }

        private mutating func publishUnknown() -> [SubscriberTable.Delivery] {
            let unknown = subscribers.questions.map { ($0, NetworkPath.unknown) }
            return subscribers.publish(unknown, resyncs: health.statistics.resyncs)
        }
    }

    private let state = Lock(State())
    package let circumstanceObservers = CircumstanceObservers()

    package var mode: PathMonitor.Mode { state.withLock(\.health.mode) }
    package var limitations: [NetworkAccessError] {
        state.withLock { $0.health.limitations.map(\.error) }
    }
    package var statistics: PathMonitor.Statistics { state.withLock(\.health.statistics) }

    package func checkAccess() throws(NetworkAccessError) {
        try NetworkAccessError.catching { try LinuxKernel.checkAccess() }
    }

    package func look(_ question: PathQuestion) throws(NetworkAccessError) -> NetworkPath {
        // While the network is followed, NetworkManager's answer may be known. A polled path may be
        // ten seconds old.
        let followed = state.withLock { state in
            state.health.mode == .events ? state.subscribers.newest(question) : nil
        }
        if let followed { return followed }
        do throws(NetworkAccessError) {
            let path = try NetworkPath.current(answering: question, costPatience: 0)
            NetworkDiagnostic.report(state.withLock { $0.reported.queried(nil) })
            return path
        } catch {
            NetworkDiagnostic.report(state.withLock { $0.reported.queried(error) })
            throw error
        }
    }

    package func subscribe(_ subscriber: any PathSubscriber) {
        deliver { state in
            var deliveries = state.add(subscriber)
            if state.isRunning { return deliveries }
            do throws(SystemError) {
                try SystemThread.start(name: "reachability") { self.run() }
                state.isRunning = true
            } catch {
                // The thread limit is reached: the next monitor tries again.
                deliveries += state.publish(unavailable: error)
            }
            return deliveries
        }
    }

    package var circumstances: Circumstances {
        Circumstances(now: RealTimeClock.milliseconds) {
            WallClock()
        } power: {
            self.state.withLock(\.power)
        }
    }

    package func follow(_ circumstance: Circumstance, _ isFollowed: Bool) {
        state.withLock { $0.follow(circumstance, isFollowed) }
    }

    /// Whether a circumstance has a user.
    func follows(_ circumstance: Circumstance) -> Bool {
        state.withLock { $0.follows(circumstance) }
    }

    /// Changes the state under the lock. Then reports the diagnostics that follow, and delivers,
    /// without the lock.
    private func deliver(_ change: (inout State) -> [SubscriberTable.Delivery]) {
        let (deliveries, diagnostics) = state.withLock { state in
            let deliveries = change(&state)
            return (deliveries, state.reported.update(state.health))
        }
        NetworkDiagnostic.report(diagnostics)
        SubscriberTable.deliver(deliveries)
    }

    package func unsubscribe(_ subscriber: any PathSubscriber) {
        deliver { state in
            guard state.subscribers.remove(subscriber) else { return [] }
            state.health.mode = .idle
            state.health.limitations = []
            state.hadNoSubscriber = true
            // The thread ends if it still finds no subscriber. A subscriber that comes before that
            // reuses the thread.
            state.wakeUp?.wake()
            return []
        }
    }

    /// The thread's main loop: waits, evaluates and publishes until there are no subscribers.
    private func run() {
        guard let wakeUp = makeWakeUp() else { return }
        var pathTracker: PathTracker?
        var clockOffset = ClockOffset.current
        var power = PowerFollower()
        while let (questions, isFresh) = questionsOrEnd() {
            if isFresh { pathTracker = nil }
            var current = pathTracker.take() ?? PathTracker(questions, showsAll: true)
            current.follow(questions)
            publish(current)
            var ready = PollSet()
            ready.add(PollSet.Interest(wakeUp.descriptor, reads: true))
            power.setNeeded(follows(.power))
            publish(power)
            power.add(to: &ready)
            let noticesClock = current.noticesClock
            let clockDue = state.withLock {
                $0.clockDue(noticesClock: noticesClock, now: MonotonicClock.milliseconds)
            }
            current.wait(for: &ready, until: MonotonicClock.earlier(power.due, clockDue))
            if power.receive(ready) { publish(power) }
            if ready.contains(wakeUp.descriptor) { wakeUp.reset() }
            while current.next() != nil { publish(current) }
            pathTracker = consume current
            // Where it is noticed, the end of a suspend and the setting of the clock have ended the wait.
            if clockOffset.update(.current) { circumstanceObservers.notify() }
        }
    }

    /// Publishes the power of the machine, if it is known and differs.
    private func publish(_ power: borrowing PowerFollower) {
        guard let current = power.state else { return }
        let isDifferent = state.withLock { state in
            guard state.follows(.power), state.power != current else { return false }
            state.power = current
            return true
        }
        if isDifferent { circumstanceObservers.notify() }
    }

    /// Creates the event that wakes the thread, as soon as a descriptor is available.
    ///
    /// - Returns: the event; `nil` if there are no subscribers any more.
    private func makeWakeUp() -> WakeUpEvent? {
        var retry = Retry()
        while questionsOrEnd() != nil {
            do throws(SystemError) {
                let wakeUp = try WakeUpEvent()
                state.withLock { $0.wakeUp = wakeUp }
                return wakeUp
            } catch {
                deliver { $0.publish(unavailable: error) }
                retry.failed(now: MonotonicClock.milliseconds)
                var nothing = PollSet()
                nothing.wait(milliseconds: retry.due.map(MonotonicClock.milliseconds(until:)))
            }
        }
        return nil
    }

    /// Returns the questions, or ends the thread: if there are none, the next subscriber starts
    /// another thread.
    ///
    /// - Returns: the questions, and whether they need a new snapshot; `nil` if there are none.
    private func questionsOrEnd() -> (questions: Set<PathQuestion>, isFresh: Bool)? {
        state.withLock { state in
            defer { state.hadNoSubscriber = false }
            if !state.subscribers.questions.isEmpty {
                return (state.subscribers.questions, state.hadNoSubscriber)
            }
            state.isRunning = false
            state.wakeUp = nil
            return nil
        }
    }

    private func publish(_ pathTracker: borrowing PathTracker) {
        deliver { state in
            // A new subscriber gets a new tracker.
            guard !state.subscribers.questions.isEmpty, !state.hadNoSubscriber else { return [] }
            state.health.mode = pathTracker.mode
            state.health.limitations = pathTracker.limitations
            state.health.statistics = pathTracker.statistics
            state.health.networkManager = pathTracker.networkManager
            state.health.awaitsNetworkManager = pathTracker.awaitsNetworkManager
            return state.subscribers.publish(
                pathTracker.paths.map { ($0.question, $0.path) },
                resyncs: pathTracker.statistics.resyncs,
                awaitsAnswers: pathTracker.awaitsAnswers)
        }
    }
}
