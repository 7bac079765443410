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
        /// Since when the condition has held, by ``MonotonicClock``; `nil` if it does not.
        var heldSince: Int64?
        var reasons: [WaitingReason] = []
        /// Whether the name of the server is still being looked up.
        var isPending = false
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
    private var followed: Set<PathQuestion>
    /// The uplink of packets to the internet and to each host.
    private var uplinks: [PathQuestion: Uplink] = [:]
    private var hasMoved = false
    /// Finds out whether the internet answers, while a transfer waits for that.
    private var validator: PathValidator
    private var validation: PathMonitor.Validation?
    /// When the wait for the first answers of NetworkManager and of ModemManager ends, by ``MonotonicClock``; `nil` if there is none.
    private var costDeadline: Int64?

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
        self.follower = follower
        self.base = base
        followed = [base]
        noteUplinks()
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
        gates[number] = Gate(key: key, users: 1)
        if let host = destination(of: key) { hosts.add(host) }
        follow()
        awaitValidation()
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
        if let host = destination(of: gate.key) { hosts.remove(host) }
        awaitValidation()
    }

    /// Whether a gate lets transfers pass.
    ///
    /// - Parameters:
    ///   - isUnconditional: whether only a live route is asked for.
    ///   - now: milliseconds since 1970.
    func state(of number: Int, isUnconditional: Bool, now: Int64) -> Schedule.Gate {
        guard let gate = gates[number] else { return .closed([]) }
        if isUnconditional {
            let reasons = reasons(of: number, isUnconditional: true)
            return reasons.isEmpty ? .open : .closed(reasons)
        }
        if gate.reasons.isEmpty, gate.isPending { return .pending }
        guard let since = gate.heldSince else { return .closed(gate.reasons) }
        let missing = gate.key.stability.wholeMilliseconds - (MonotonicClock.milliseconds - since)
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
        return missing(key)
    }

    /// The path that a gate is about; `nil` if there is none.
    func path(of number: Int) -> NetworkPath? {
        gates[number].flatMap { follower.path(question($0.key)) }
    }

    /// Takes another configuration.
    mutating func reconfigure(
        _ base: PathQuestion, validation: PathMonitor.Validation?
    ) throws {
        self.base = base
        follow()
        if validation != self.validation {
            self.validation = validation
            validator = try Self.validator(validation)
        }
        awaitValidation()
        evaluateAll()
    }

    /// When ``receive(_:)`` must be called although nothing is ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? {
        MonotonicClock.earlier(costDeadline, MonotonicClock.earlier(hosts.due, validator.due))
    }

    /// Waits until there is something to receive, or one of the descriptors is ready.
    ///
    /// - Parameter end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    mutating func wait(for ready: inout PollSet, until end: Int64?) {
        ready.add(PollSet.Interest(hosts.descriptor, reads: true))
        validator.add(to: &ready)
        follower.wait(for: &ready, until: end)
    }

    /// Receives what has changed.
    ///
    /// - Returns: whether a condition may hold now that did not, or the other way around.
    mutating func receive(_ ready: borrowing PollSet) -> Bool {
        var isDifferent = false
        let isLookupDue = hosts.due.map { $0 <= MonotonicClock.milliseconds } ?? false
        if ready.contains(hosts.descriptor) || isLookupDue, hosts.receive() {
            follow()
            evaluateAll()
            isDifferent = true
        }
        var hasNewPaths = false
        // Several changes may have come, and a condition may have failed by one of them alone.
        while follower.next() != nil {
            hasNewPaths = true
            validator.pathChanged(follower.path(base), follower)
            evaluateAll()
            noteUplinks()
        }
        if hasNewPaths { hosts.refresh() }
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

    private mutating func noteUplinks() {
        for followed in follower.paths {
            let path = followed.path
            let uplink = Uplink(
                interface: path.primary?.name, gateways: path.gateways.map(\.description),
                network: path.primary?.ssid)
            if let old = uplinks.updateValue(uplink, forKey: followed.question), old != uplink {
                hasMoved = true
            }
        }
        if uplinks.count > followed.count { uplinks = uplinks.filter { followed.contains($0.key) } }
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
        validator.setAwaited(gates.values.contains { $0.key.requiresValidation }, follower)
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

    private mutating func follow() {
        let questions = Set(gates.values.map { question($0.key) }).union([base])
        guard questions != followed else { return }
        followed = questions
        follower.follow(questions)
    }

    private mutating func evaluateAll() {
        for number in gates.keys { evaluate(number) }
    }

    private mutating func evaluate(_ number: Int) {
        guard let gate = gates[number] else { return }
        let reasons = missing(gate.key)
        let isPending =
            destination(of: gate.key).map { hosts.knowledge(of: $0) == .pending } ?? false
        let since = reasons.isEmpty ? gate.heldSince ?? MonotonicClock.milliseconds : nil
        gates[number]?.reasons = reasons
        gates[number]?.isPending = isPending
        gates[number]?.heldSince = since
    }

    private func missing(_ key: Key) -> [WaitingReason] {
        let unchecked = follower.path(question(key))
        return GateVerdict(
            lookup: key.condition.host.flatMap { hosts.knowledge(of: $0) },
            unchecked: unchecked, path: unchecked.map(validator.validated),
            isBeingChecked: validator.isPending, awaitsCost: costDeadline != nil
        ).reasons(key)
    }
}
