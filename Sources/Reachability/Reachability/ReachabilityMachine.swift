// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability
internal import LinuxSystem

/// The state machine of a ``Reachability``: what it observes, and when it calls its closures.
///
/// It is a pure value. Its methods change it and return actions. Its owner, ``ReachabilityDriver``,
/// calls them under a lock and performs the actions without the lock. Times are in milliseconds.
struct ReachabilityMachine: Sendable {
    /// Something that the owner must do.
    enum Action: Sendable, Hashable {
        /// Observe the paths that answer ``questions``, and no others.
        case follow
        /// Resolve a host name.
        case lookUp(HostName)
        /// Call ``timerFired(_:now:)`` at this time, with this time.
        case wake(at: Int64)
        /// Call ``takeForHandler()`` on the queue of the closures.
        case callHandler
        /// Signal to these consumers that ``reported`` has changed.
        case signal(Set<ConsumerSignal>)
    }

    let target: ReachabilityTarget
    private let firstPatience: Int64
    /// Whether a cellular connection counts.
    private(set) var allowsCellular = true
    /// Whether the notifier is running.
    private(set) var isNotifying = false
    /// The connection that was reported last; `nil` before the first.
    private(set) var reported: Reachability.Connection?

    private var resolution = HostResolution()
    private var answers: [PathQuestion: PathUpdate] = [:]
    /// The questions whose paths the owner observes.
    private var followed: Set<PathQuestion> = []
    /// The connection for which a closure was called last since the notifier was started.
    private var handled: Reachability.Connection?
    private var isHandlerCalled = false
    /// The iterators over the connections.
    private var consumers: Set<ConsumerSignal> = []
    /// The time until which the first event waits for the host name.
    private var patience: Int64?
    /// The time of the next requested wake-up.
    private var wakeUp: Int64?

    /// How long the first event waits for the host name, in milliseconds.
    static let firstPatience: Int64 = 1000

    /// - Parameter firstPatience: how long the first event waits for the host name, in milliseconds.
    init(_ target: ReachabilityTarget, firstPatience: Int64 = Self.firstPatience) {
        self.target = target
        self.firstPatience = firstPatience
    }

    /// Whether the network is observed.
    private var isFollowing: Bool { isNotifying || !consumers.isEmpty }

    /// The questions whose paths must be observed.
    var questions: Set<PathQuestion> {
        guard isFollowing else { return [] }
        // In another network, a host name may have other addresses.
        guard case .host = target else { return Set([question].compactMap(\.self)) }
        return Set([PathQuestion(), question].compactMap(\.self))
    }

    /// The question whose path leads to the target; `nil` while the host's addresses are unknown.
    var question: PathQuestion? {
        switch target {
        case .internet, .localWiFi: PathQuestion()
        case .address(let address): .host([address])
        case .host:
            switch resolution.outcome {
            case .success(let addresses): .host(addresses)
            case .failure, nil: nil
            }
        }
    }

    /// Derives the status of the target from a path to it.
    func status(by path: NetworkPath) -> ReachabilityStatus {
        ReachabilityStatus(path, to: target, allowsCellular: allowsCellular)
    }

    /// The status, if it is known without a query; otherwise `nil`, and the path that answers
    /// ``question`` is needed.
    var status: ReachabilityStatus? {
        if case .host = target {
            switch resolution.outcome {
            case .success: break
            case .failure(let error): return ReachabilityStatus(.unresolved(error.description))
            case nil: return ReachabilityStatus(.resolving)
            }
        }
        return question.flatMap { answers[$0] }.map { status(by: $0.path) }
    }
}

/// Events.
extension ReachabilityMachine {
    /// Handles the creation of the notifier.
    mutating func begin(now: Int64) -> [Action] {
        resolution.refresh(now: now)
        return next(now, isAsked: true)
    }

    /// Handles the end of the notifier.
    mutating func end(now: Int64) -> [Action] {
        isNotifying = false
        consumers = []
        return next(now)
    }

    /// Handles a read of the status.
    mutating func wasRead(now: Int64) -> [Action] {
        guard !isFollowing else { return [] }
        resolution.wasRead(now: now)
        return next(now, isAsked: true)
    }

    /// Starts the notifier.
    mutating func startNotifier(now: Int64) -> [Action] {
        guard !isNotifying else { return [] }
        if !isFollowing { beginToFollow(now) }
        isNotifying = true
        handled = nil
        return (reported == nil ? [] : callHandler()) + next(now)
    }

    /// Stops the notifier.
    mutating func stopNotifier(now: Int64) -> [Action] {
        guard isNotifying else { return [] }
        isNotifying = false
        return next(now)
    }

    /// Adds an iterator.
    mutating func addConsumer(_ consumer: ConsumerSignal, now: Int64) -> [Action] {
        if !isFollowing { beginToFollow(now) }
        consumers.insert(consumer)
        return (reported == nil ? [] : [.signal([consumer])]) + next(now)
    }

    /// Removes an iterator.
    mutating func removeConsumer(_ consumer: ConsumerSignal, now: Int64) -> [Action] {
        guard consumers.remove(consumer) != nil else { return [] }
        return next(now)
    }

    /// Sets whether a cellular connection counts.
    mutating func setAllowsCellular(_ value: Bool, now: Int64) -> [Action] {
        allowsCellular = value
        return next(now)
    }

    /// Handles a path that answers a question.
    mutating func receive(
        _ update: PathUpdate,
        to question: PathQuestion,
        now: Int64
    ) -> [Action] {
        guard followed.contains(question) else { return [] }
        if let last = answers[question] {
            guard update.sequence > last.sequence else { return [] }
            // The end of the wait for answers on the cost is reported with the same path.
            if update.path != last.path { resolution.networkChanged(now: now) }
        }
        answers[question] = update
        return next(now)
    }

    /// Handles the end of a lookup of the host name.
    mutating func resolved(_ result: HostResolver.Outcome, now: Int64) -> [Action] {
        resolution.ended(result, now: now)
        return next(now)
    }

    /// Handles a wake-up that ``Action/wake(at:)`` requested.
    mutating func timerFired(_ time: Int64, now: Int64) -> [Action] {
        if wakeUp == time { wakeUp = nil }
        return next(now)
    }

    /// Returns the connection to call a closure for; `nil` if the closures were called for it
    /// already.
    mutating func takeForHandler() -> Reachability.Connection? {
        isHandlerCalled = false
        guard isNotifying, let reported, reported != handled else { return nil }
        handled = reported
        return reported
    }
}

/// The actions that follow from an event.
extension ReachabilityMachine {
    private mutating func beginToFollow(_ now: Int64) {
        resolution.refresh(now: now)
        patience = now + firstPatience
    }

    /// Returns the actions that follow from an event.
    ///
    /// - Parameter isAsked: whether the status was read, although nothing observes the network.
    private mutating func next(_ now: Int64, isAsked: Bool = false) -> [Action] {
        var actions: [Action] = []
        if questions != followed {
            followed = questions
            answers = answers.filter { questions.contains($0.key) }
            actions.append(.follow)
        }
        if !isFollowing {
            reported = nil
            patience = nil
        }
        if case .host(let host) = target, isFollowing || isAsked, resolution.begin(now: now) {
            actions.append(.lookUp(host))
        }
        return actions + report(now) + wake()
    }

    private mutating func report(_ now: Int64) -> [Action] {
        guard isFollowing, let status, status.connection != reported else { return [] }
        if status.reason == .resolving, let patience, now < patience { return [] }
        reported = status.connection
        return callHandler() + (consumers.isEmpty ? [] : [.signal(consumers)])
    }

    /// A call that waits for its queue reports the newest connection then.
    private mutating func callHandler() -> [Action] {
        guard isNotifying, !isHandlerCalled else { return [] }
        isHandlerCalled = true
        return [.callHandler]
    }

    private mutating func wake() -> [Action] {
        guard case .host = target else { return [] }
        // While nothing observes the network, a lookup that is due waits until the status is read.
        let wanted = MonotonicClock.earlier(
            reported == nil ? patience : nil, isFollowing ? resolution.due : nil)
        guard let wanted, wanted < wakeUp ?? .max else { return [] }
        wakeUp = wanted
        return [.wake(at: wanted)]
    }
}

extension PathQuestion {
    /// Returns the question for a path to a host.
    fileprivate static func host(_ addresses: [IPAddress]) -> PathQuestion {
        PathQuestion(probes: PathProbes(addresses), destination: .host)
    }
}
