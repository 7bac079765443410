// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// What a ``Reachability`` is doing, and what it does next. Its methods change it and say what is to
/// be done; its owner calls them under a lock, and does that outside. Times are in milliseconds.
struct ReachabilityMachine: Sendable {
    /// Something to do.
    enum Action: Sendable, Hashable {
        /// Follow the paths that answer ``questions``, and no others.
        case follow
        /// Resolve the name of a host.
        case lookUp(HostName)
        /// Call ``timerFired(_:now:)`` with this time, once it has come.
        case wake(at: Int64)
        /// Have ``takeForHandler()`` called on the queue of the closures.
        case callHandler
        /// Tell consumers that ``told`` is another one.
        case signal([ConsumerID])
    }

    /// One of the sequences that somebody iterates over.
    struct ConsumerID: Sendable, Hashable { fileprivate let number: Int }

    let target: ReachabilityTarget
    /// Whether a cellular connection counts.
    private(set) var allowsCellular = true
    /// Whether closures are called.
    private(set) var isNotifying = false
    /// What has been told last; `nil` before the first.
    private(set) var told: Reachability.Connection?

    private var resolution = HostResolution()
    private var answers: [PathQuestion: PathUpdate] = [:]
    /// The questions that the owner knows of.
    private var followed: Set<PathQuestion> = []
    /// What the closures were given since the notifier was started.
    private var handled: Reachability.Connection?
    private var isHandlerCalled = false
    private var consumers: Set<ConsumerID> = []
    private var lastConsumer = 0
    /// Until when the first event waits for the name to be resolved.
    private var patience: Int64?
    /// When the next wake-up comes that was asked for.
    private var wakeUp: Int64?

    /// How long the first event waits for the name to be resolved.
    static let firstPatience: Int64 = 1000

    init(_ target: ReachabilityTarget) { self.target = target }

    /// Whether the network is followed.
    private var isFollowing: Bool { isNotifying || !consumers.isEmpty }

    /// The paths to follow.
    var questions: Set<PathQuestion> {
        guard isFollowing else { return [] }
        // A host's name may mean something else in another network.
        guard case .host = target else { return Set([question].compactMap(\.self)) }
        return Set([PathQuestion(), question].compactMap(\.self))
    }

    /// What path leads to the target; `nil` if that is not known.
    var question: PathQuestion? {
        switch target {
        case .internet, .localWiFi: PathQuestion()
        case .address(let address): .host([address])
        case .host:
            switch resolution.outcome {
            case .addresses(let addresses): .host(addresses)
            case .failure, nil: nil
            }
        }
    }

    /// What a path to the target means.
    func status(by path: NetworkPath) -> ReachabilityStatus {
        ReachabilityStatus(path, to: target, allowsCellular: allowsCellular)
    }

    /// Whether there is a connection, as far as is known without looking; `nil` if a look is needed,
    /// at the path that answers ``question``.
    var status: ReachabilityStatus? {
        if case .host = target {
            switch resolution.outcome {
            case .addresses: break
            case .failure(let words): return ReachabilityStatus(.unresolved(words))
            case nil: return ReachabilityStatus(.resolving)
            }
        }
        return question.flatMap { answers[$0] }.map { status(by: $0.path) }
    }
}

/// What happens.
extension ReachabilityMachine {
    /// It has been made.
    mutating func begin(now: Int64) -> [Action] {
        resolution.refresh(now: now)
        return next(now, isAsked: true)
    }

    /// Nobody holds it any more.
    mutating func end(now: Int64) -> [Action] {
        isNotifying = false
        consumers = []
        return next(now)
    }

    /// Somebody asks for the status.
    mutating func wasRead(now: Int64) -> [Action] {
        guard !isFollowing else { return [] }
        resolution.wasRead(now: now)
        return next(now, isAsked: true)
    }

    /// The closures are to be called.
    mutating func startNotifier(now: Int64) -> [Action] {
        guard !isNotifying else { return [] }
        if !isFollowing { beginToFollow(now) }
        isNotifying = true
        handled = nil
        return (told == nil ? [] : callHandler()) + next(now)
    }

    /// They are not any more.
    mutating func stopNotifier(now: Int64) -> [Action] {
        guard isNotifying else { return [] }
        isNotifying = false
        return next(now)
    }

    /// Somebody begins to iterate.
    mutating func addConsumer(now: Int64) -> (ConsumerID, [Action]) {
        lastConsumer += 1
        let id = ConsumerID(number: lastConsumer)
        if !isFollowing { beginToFollow(now) }
        consumers.insert(id)
        return (id, (told == nil ? [] : [.signal([id])]) + next(now))
    }

    /// Somebody ends.
    mutating func removeConsumer(_ id: ConsumerID, now: Int64) -> [Action] {
        guard consumers.remove(id) != nil else { return [] }
        return next(now)
    }

    /// Whether a cellular connection counts has been decided.
    mutating func setAllowsCellular(_ value: Bool, now: Int64) -> [Action] {
        allowsCellular = value
        return next(now)
    }

    /// A path that answers a question.
    mutating func receive(
        _ update: PathUpdate,
        to question: PathQuestion,
        now: Int64
    ) -> [Action] {
        guard followed.contains(question) else { return [] }
        if let last = answers[question] {
            guard update.sequence > last.sequence else { return [] }
            resolution.networkChanged(now: now)
        }
        answers[question] = update
        return next(now)
    }

    /// The lookup of the host's name has ended.
    mutating func resolved(_ result: HostResolver.Outcome, now: Int64) -> [Action] {
        resolution.ended(result, now: now)
        return next(now)
    }

    /// A time has come that ``Action/wake(at:)`` asked for.
    mutating func timerFired(_ time: Int64, now: Int64) -> [Action] {
        if wakeUp == time { wakeUp = nil }
        return next(now)
    }

    /// The closures are about to be called.
    ///
    /// - Returns: with what; `nil` if there is nothing new to them.
    mutating func takeForHandler() -> Reachability.Connection? {
        isHandlerCalled = false
        guard isNotifying, let told, told != handled else { return nil }
        handled = told
        return told
    }
}

/// What follows.
extension ReachabilityMachine {
    private mutating func beginToFollow(_ now: Int64) {
        resolution.refresh(now: now)
        patience = now + Self.firstPatience
    }

    /// What is to be done now that something has happened.
    ///
    /// - Parameter isAsked: whether somebody wants to know although nobody follows the network.
    private mutating func next(_ now: Int64, isAsked: Bool = false) -> [Action] {
        var actions: [Action] = []
        if questions != followed {
            followed = questions
            answers = answers.filter { questions.contains($0.key) }
            actions.append(.follow)
        }
        if !isFollowing {
            told = nil
            patience = nil
        }
        if case .host(let host) = target, isFollowing || isAsked, resolution.begin(now: now) {
            actions.append(.lookUp(host))
        }
        return actions + tell(now) + wake()
    }

    private mutating func tell(_ now: Int64) -> [Action] {
        guard isFollowing, let status, status.connection != told else { return [] }
        if status.reason == .resolving, let patience, now < patience { return [] }
        told = status.connection
        return callHandler() + (consumers.isEmpty ? [] : [.signal(Array(consumers))])
    }

    /// A call that is still to come takes the newest connection then.
    private mutating func callHandler() -> [Action] {
        guard isNotifying, !isHandlerCalled else { return [] }
        isHandlerCalled = true
        return [.callHandler]
    }

    private mutating func wake() -> [Action] {
        guard case .host = target else { return [] }
        // A lookup that is due while nobody follows waits until somebody asks.
        let wanted = [told == nil ? patience : nil, isFollowing ? resolution.due : nil]
            .compactMap(\.self).min()
        guard let wanted, wanted < wakeUp ?? .max else { return [] }
        wakeUp = wanted
        return [.wake(at: wanted)]
    }
}

extension PathQuestion {
    /// Asks for a way to a host.
    fileprivate static func host(_ addresses: [IPAddress]) -> PathQuestion {
        PathQuestion(probes: PathProbes(addresses), destination: .host)
    }
}
