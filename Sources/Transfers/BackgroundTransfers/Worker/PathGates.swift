// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// The conditions for which transfers wait, and whether the paths to their servers meet them. Transfers with equal
/// conditions and one server share a gate.
struct PathGates: ~Copyable {
    /// What a gate is about.
    struct Key: Hashable {
        /// The condition of the transfer.
        var condition: Condition
        /// The host that is connected to: the server, or the proxy; `nil` if it is no host.
        var host: HostName?
        /// How long the condition must have held.
        var stability: Duration
        /// Whether a login page could be taken for the server's success: the transfer is an upload without TLS.
        var avoidsPortal = false
    }

    private struct Gate {
        var key: Key
        var users: Int
        /// The path that the gate is about.
        var question: PathQuestion
        /// Since when the condition has held, by ``MonotonicClock``.
        var stability: ConditionGate<Int64>
        var reasons: [WaitingReason] = []
        /// Whether it is not known yet which path leads to the server: its name is being looked up, or the routes to its
        /// addresses are.
        var isPending = true
    }

    /// The interface and the gateways by which packets leave. Another one may lead where the last one did not.
    private struct Uplink: Hashable {
        var interface: String?
        var gateways: [String]
        var network: String?
    }

    private var follower: PathFollower
    private let hosts: HostAddresses
    /// What the configuration says of the path to the internet.
    private var base: PathQuestion
    private var gates: [Int: Gate] = [:]
    private var numbers: [Key: Int] = [:]
    private var nextNumber = 0
    /// The gates whose path is that to a host.
    private var gatesOfHosts: [HostName: Set<Int>] = [:]
    private var questions = PathQuestions()
    /// The uplink of packets to the internet and to each host.
    private var uplinks: [PathQuestion: Uplink] = [:]
    private var hasMoved = false
    /// Finds out whether the internet answers, while a transfer waits for that.
    private var validator: PathValidator
    private var validation: PathMonitor.Validation?
    /// The number of gates whose transfers wait for that.
    private var validatingCount = 0
    /// When the wait for the first answers of NetworkManager and of ModemManager ends, by ``MonotonicClock``; `nil` if there is none.
    private var costDeadline: Int64?
    /// The number that stands for the worker itself, which always wants to know the path to the internet.
    private static let ownNumber = -1

    /// The longest wait for these first answers, in milliseconds.
    private static let costPatience: Int64 = 2000

    /// - Parameters:
    ///   - base: what the configuration says of the path to the internet.
    ///   - validation: how it is found out whether the internet answers; `nil` to have NetworkManager check.
    ///   - files: watches the files of the resolver, and those of its owner.
    init(
        _ base: PathQuestion, validation: PathMonitor.Validation? = nil, files: FileWatch,
        resolver: HostResolver = .shared
    ) throws {
        let validator = try Self.validator(validation)
        let follower = PathFollower([base], showsAll: false, files: files)
        if case .unavailable(let error) = follower.mode { throw error }
        if follower.awaitsAnswers { costDeadline = MonotonicClock.milliseconds + Self.costPatience }
        hosts = try HostAddresses(resolver: resolver)
        self.validator = validator
        self.validation = validation
        questions.add(Self.ownNumber, base)
        _ = questions.next()
        self.base = base
        self.follower = follower
        noteUplinks([base])
    }

    /// Returns the number of a gate. Each call is to be followed by one of ``release(_:)``.
    mutating func acquire(_ key: Key) -> Int {
        if let number = numbers[key] {
            gates[number]?.users += 1
            return number
        }
        let number = nextNumber
        nextNumber += 1
        numbers[key] = number
        if let host = destination(of: key) {
            hosts.add(host)
            gatesOfHosts[host, default: []].insert(number)
        }
        let question = question(key)
        questions.add(number, question)
        gates[number] = Gate(
            key: key, users: 1, question: question,
            stability: ConditionGate(stability: key.stability.wholeMilliseconds))
        if key.requiresValidation {
            validatingCount += 1
            awaitValidation()
        }
        evaluate(number)
        return number
    }

    /// Notes that a transfer no longer needs a gate.
    mutating func release(_ number: Int) {
        guard let gate = gates[number] else { return }
        if gate.users > 1 {
            gates[number]?.users -= 1
            return
        }
        gates[number] = nil
        numbers[gate.key] = nil
        questions.remove(number, gate.question)
        if let host = destination(of: gate.key) {
            hosts.remove(host)
            gatesOfHosts[host]?.remove(number)
            if gatesOfHosts[host]?.isEmpty == true { gatesOfHosts[host] = nil }
        }
        if gate.key.requiresValidation {
            validatingCount -= 1
            awaitValidation()
        }
    }

    /// Finds out at once which path a gate is about, if the addresses of its host are known.
    mutating func settle(_ number: Int) {
        guard let question = gates[number]?.question, questions.follow(question) else { return }
        follow([question], insteadOf: [])
    }

    /// Returns why the host that a gate is about has no addresses, for a transfer that would begin now. If the last lookup
    /// failed too long ago, another one begins, and the gate is pending until that has ended.
    ///
    /// - Parameter age: how long ago a failure may have been, in milliseconds.
    mutating func lookupFailure(of number: Int, age: Int64) -> ResolutionError? {
        guard let key = gates[number]?.key, let host = destination(of: key) else { return nil }
        let failure = hosts.failure(of: host, age: age)
        for gate in gatesOfHosts[host] ?? [] { evaluate(gate) }
        return failure
    }

    /// Whether a gate lets transfers pass.
    ///
    /// - Parameters:
    ///   - isUnconditional: whether only a live route is asked for.
    ///   - now: milliseconds since 1970.
    func state(of number: Int, isUnconditional: Bool, now: Int64) -> Schedule.Gate {
        guard let gate = gates[number] else { return .closed([]) }
        let reasons = reasons(of: number, isUnconditional: isUnconditional)
        if reasons.isEmpty, gate.isPending { return .pending }
        if isUnconditional { return reasons.isEmpty ? .open : .closed(reasons) }
        guard let opening = gate.stability.opening else { return .closed(gate.reasons) }
        let missing = opening - MonotonicClock.milliseconds
        return missing > 0 ? .opens(at: now + missing) : .open
    }

    /// Why the condition of a gate does not hold; empty if it does.
    ///
    /// - Parameter isUnconditional: whether only a live route is asked for.
    func reasons(of number: Int, isUnconditional: Bool = false) -> [WaitingReason] {
        guard let gate = gates[number] else { return [] }
        guard isUnconditional else { return gate.reasons }
        var key = gate.key
        key.condition = Condition()
        key.avoidsPortal = false
        return missing(key, gate.question)
    }

    /// The path that a gate is about; `nil` if there is none.
    func path(of number: Int) -> NetworkPath? {
        gates[number].flatMap { path($0.question) }
    }

    /// Takes another configuration.
    mutating func reconfigure(
        _ base: PathQuestion, validation: PathMonitor.Validation?
    ) throws {
        if base != self.base {
            questions.remove(Self.ownNumber, self.base)
            questions.add(Self.ownNumber, base)
            self.base = base
            for number in gates.keys { findQuestion(number) }
            follow(limit: .max)
        }
        if validation != self.validation {
            self.validation = validation
            validator = try Self.validator(validation)
        }
        awaitValidation()
        evaluateAll()
    }

    /// When ``receive(_:)`` must be called although nothing is ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? {
        if questions.hasNew { return 0 }
        return MonotonicClock.earlier(
            costDeadline, MonotonicClock.earlier(hosts.due, validator.due))
    }

    /// Waits until there is something to receive, or one of the descriptors is ready.
    ///
    /// - Parameter end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    mutating func wait(for ready: inout PollSet, until end: Int64?) {
        hosts.add(to: &ready)
        validator.add(to: &ready)
        follower.wait(for: &ready, until: end)
    }

    /// Receives what has changed.
    ///
    /// - Returns: whether a condition may hold now that did not, or the other way around.
    mutating func receive(_ ready: borrowing PollSet) -> Bool {
        var isDifferent = false
        if hosts.isReady(ready) {
            for host in hosts.receive() {
                for number in gatesOfHosts[host] ?? [] {
                    findQuestion(number)
                    evaluate(number)
                    isDifferent = true
                }
            }
        }
        if questions.hasNew {
            follow()
            isDifferent = true
        }
        var hasNewPaths = false
        let answeredNames = follower.path(base)?.supportsDNS
        // Several changes may have come, and a condition may have failed by one of them alone.
        while let changed = follower.next() {
            hasNewPaths = true
            validator.pathChanged(follower.path(base), follower)
            evaluateAll()
            noteUplinks(changed.map(\.question))
        }
        if hasNewPaths {
            // Other networks have other answers, and what could not be asked before may be asked now.
            hosts.refresh(all: hasMoved || follower.path(base)?.supportsDNS != answeredNames)
        }
        if validator.receive(follower, path: follower.path(base)) {
            evaluateAll()
            isDifferent = true
        }
        if let deadline = costDeadline,
            !follower.awaitsAnswers || deadline <= MonotonicClock.milliseconds
        {
            costDeadline = nil
            evaluateAll()
            isDifferent = true
        }
        return isDifferent || hasNewPaths
    }

    /// Whether packets leave by another uplink since the last call.
    mutating func readMove() -> Bool {
        defer { hasMoved = false }
        return hasMoved
    }

    private mutating func noteUplinks(_ questions: some Collection<PathQuestion>) {
        for question in questions {
            guard let path = follower.path(question) else { continue }
            let uplink = Uplink(
                interface: path.primary?.name, gateways: path.gateways.map(\.description),
                network: path.primary?.ssid)
            if let old = uplinks.updateValue(uplink, forKey: question), old != uplink {
                hasMoved = true
            }
        }
    }

    // MARK: - Connectivity

    private static func validator(
        _ validation: PathMonitor.Validation?
    ) throws -> PathValidator {
        let source: PathValidator.Source =
            try validation.map { .prober(try TaskProber($0.probe)) } ?? .networkManager
        return PathValidator(
            source, validation?.rules ?? .init(), costPatience: costPatience)
    }

    /// Has the path to the internet checked while a transfer waits for that, or runs because of it.
    private func awaitValidation() {
        validator.pathChanged(follower.path(base), follower)
        validator.setAwaited(validatingCount > 0, follower)
    }

    // MARK: - Evaluation

    /// The host whose path a gate is about.
    private func destination(of key: Key) -> HostName? { key.condition.host ?? key.host }

    private func question(_ key: Key) -> PathQuestion {
        guard let host = destination(of: key) else { return base }
        switch hosts.knowledge(of: host) {
        case .addresses(let addresses) where !addresses.isEmpty:
            var condition = key.condition
            condition.host = host
            return condition.question(base, addresses: addresses)
        case .addresses, .failed, .pending, nil: return base
        }
    }

    /// Gives a gate the question that is right by what is known of its host.
    private mutating func findQuestion(_ number: Int) {
        guard let gate = gates[number] else { return }
        let question = question(gate.key)
        guard question != gate.question else { return }
        questions.remove(number, gate.question)
        questions.add(number, question)
        gates[number]?.question = question
    }

    /// Follows the questions of new gates.
    private mutating func follow(limit: Int = PathQuestions.portion) {
        let step = questions.next(limit: limit)
        follow(step.new, insteadOf: step.old)
    }

    private mutating func follow(_ new: [PathQuestion], insteadOf old: [PathQuestion]) {
        let changed = follower.follow(new, insteadOf: old)
        for question in old { uplinks[question] = nil }
        let questions = Set(new + changed.map(\.question))
        noteUplinks(questions)
        for question in questions {
            for number in self.questions.gates(of: question) { evaluate(number) }
        }
    }

    private mutating func evaluateAll() {
        for number in gates.keys { evaluate(number) }
    }

    private mutating func evaluate(_ number: Int) {
        guard let gate = gates[number] else { return }
        let isFollowed = questions.isFollowed(gate.question)
        // The path to the internet must not stand for the one that leads to known addresses.
        let reasons = isFollowed ? missing(gate.key, gate.question) : []
        let isPending =
            !isFollowed || destination(of: gate.key).map { hosts.isPending($0) } ?? false
        gates[number]?.reasons = reasons
        gates[number]?.isPending = isPending
        if !reasons.isEmpty {
            gates[number]?.stability.lose(at: MonotonicClock.milliseconds)
        } else if !isPending {
            // While it is found out, what has held goes on to hold.
            gates[number]?.stability.hold(at: MonotonicClock.milliseconds)
        }
    }

    /// The path that answers a question; the one to the internet if that is not known yet.
    private func path(_ question: PathQuestion) -> NetworkPath? {
        follower.path(question) ?? follower.path(base)
    }

    private func missing(_ key: Key, _ question: PathQuestion) -> [WaitingReason] {
        let unchecked = path(question)
        return GateVerdict(
            lookup: key.condition.host.flatMap { hosts.knowledge(of: $0) },
            unchecked: unchecked, path: unchecked.map(validator.validated),
            isBeingChecked: validator.isPending, awaitsCost: costDeadline != nil
        ).reasons(key)
    }
}
