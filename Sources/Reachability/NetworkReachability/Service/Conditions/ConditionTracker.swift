// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Follows any number of conditions with their hosts, and reports for each whether it holds, since when, or why not.
///
/// It belongs to one thread, which waits and then receives changes. Equal conditions share a gate, so that a change
/// of a path is evaluated once for each gate. The questions of new gates are answered in portions.
package struct ConditionTracker: ~Copyable {
    /// The subject of a gate.
    package struct Key: Hashable, Sendable {
        /// The condition.
        package var condition: Condition
        /// The host that is connected to, if the condition names none; `nil` for the internet.
        package var host: HostName?
        /// How long the condition must have held, in milliseconds.
        package var stability: Int64
        /// Whether a login page of the network could be taken for the server's success, so that there must be none.
        var avoidsPortal: Bool
        /// Whether the condition holds only once the cost of the path is known, even if it allows every cost.
        var awaitsAnswers: Bool

        /// Creates a key.
        package init(
            condition: Condition, host: HostName? = nil, stability: Int64 = 0,
            avoidsPortal: Bool = false, awaitsAnswers: Bool = false
        ) {
            self.condition = condition
            self.host = host
            // A century: the time of its end must not overflow.
            self.stability = min(stability, 100 * 366 * 86_400_000)
            self.avoidsPortal = avoidsPortal
            self.awaitsAnswers = awaitsAnswers
        }
    }

    /// Whether a gate is open.
    package enum State: Sendable, Hashable {
        /// It is not known yet whether the condition holds: the name of its host is being looked up, the routes to its
        /// addresses are, or the internet is being checked.
        case pending
        /// The condition does not hold.
        case closed([Verdict.Reason])
        /// The condition holds, but not yet for long enough. The gate opens at this time, by ``MonotonicClock``.
        case opens(at: Int64)
        /// The condition has held for long enough.
        case open
    }

    private struct Gate {
        var key: Key
        var users: Int
        /// The path that the gate is about.
        var question: PathQuestion
        /// Since when the condition has held, by ``MonotonicClock``, and so when the gate opens.
        var timing: ConditionGate<Int64>
        var reasons: [Verdict.Reason] = []
        /// When the condition may change although the network does not, in milliseconds since 1970; `nil` for never.
        var nextChange: Int64?
        /// Whether the condition was lost since the last ``readLapse(of:)``.
        var hasLapsed = false
        /// Whether it is not known yet whether the condition holds: the name of the server is being looked up, the routes
        /// to its addresses are, or the internet is being checked.
        var isPending = true
    }

    /// The interface and the gateways by which packets leave. Another one may lead where the last one did not.
    private struct Uplink: Hashable {
        var interface: String?
        var gateways: [String]
        var network: String?
    }

    /// The tracker of all paths.
    package private(set) var pathTracker: PathTracker
    private let hosts: HostAddresses
    /// The question of the configuration, about the path to the internet.
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
    /// Finds out whether the internet answers, while a gate requires that; `nil` if no gate does.
    private var validator: PathValidator?
    /// The number of gates that require that.
    private var validatingCount = 0
    /// Whether the conditions were evaluated without the first answers of NetworkManager and of ModemManager, which are still
    /// waited for.
    package private(set) var awaitsAnswers = false
    /// The power of the machine, while a gate depends on it.
    private var power = PowerFollower()
    /// The number of gates that do.
    private var powerCount = 0
    /// The gates whose conditions change when time passes.
    private var changing: Set<Int> = []
    /// The offset of the clock when these were evaluated.
    private var clockOffset = ClockOffset.current
    /// The number that stands for the tracker itself, which always follows the path to the internet.
    private static let ownNumber = -1

    /// Starts to follow the path to the internet.
    ///
    /// - Parameters:
    ///   - base: the question of the configuration, about the path to the internet.
    ///   - validator: finds out whether the internet answers; `nil` if no condition requires that.
    ///   - costPatience: how long the first answers of NetworkManager and of ModemManager are waited for here, in
    ///     milliseconds. Otherwise they are waited for while the conditions are followed.
    ///   - files: watches the files of the resolver, and those of its owner.
    ///   - lookups: how hosts are looked up.
    ///   - resolver: looks them up.
    /// - Throws: an error if no path can be followed.
    package init(
        _ base: PathQuestion, validator: PathValidator?, costPatience: Int64 = 0, files: FileWatch,
        lookups: LookupPolicy = .manyHosts, resolver: HostResolver = .shared
    ) throws {
        let pathTracker = PathTracker(
            [base], showsAll: false, costPatience: costPatience, files: files)
        if case .unavailable(let error) = pathTracker.mode { throw error }
        hosts = try HostAddresses(lookups, resolver: resolver)
        self.validator = validator
        questions.add(Self.ownNumber, base)
        _ = questions.next()
        self.base = base
        awaitsAnswers = pathTracker.awaitsAnswers
        self.pathTracker = pathTracker
        noteUplinks([base])
    }

    /// Returns the number of a gate. Each call is to be followed by one of ``release(_:)``.
    package mutating func acquire(_ key: Key) -> Int {
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
            timing: ConditionGate(stability: key.stability))
        if key.requiresValidation {
            validatingCount += 1
            awaitValidation()
        }
        if key.condition.constraints.dependsOnPower {
            powerCount += 1
            power.setNeeded(true)
        }
        evaluate(number)
        return number
    }

    /// Notes that a gate is needed once less.
    package mutating func release(_ number: Int) {
        guard let gate = gates[number] else { return }
        if gate.users > 1 {
            gates[number]?.users -= 1
            return
        }
        gates[number] = nil
        changing.remove(number)
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
        if gate.key.condition.constraints.dependsOnPower {
            powerCount -= 1
            power.setNeeded(powerCount > 0)
        }
    }

    /// Finds out at once which path a gate is about, if the addresses of its host are known.
    package mutating func settle(_ number: Int) {
        guard let question = gates[number]?.question, questions.follow(question) else { return }
        follow([question], insteadOf: [])
    }

    /// Returns why the host that a gate is about has no addresses, for work that would begin now. If the last lookup
    /// failed too long ago, another one begins, and the gate is pending until that has ended.
    ///
    /// - Parameter age: how long ago a failure may have been, in milliseconds.
    package mutating func lookupFailure(of number: Int, age: Int64) -> ResolutionError? {
        guard let key = gates[number]?.key, let host = destination(of: key) else { return nil }
        let failure = hosts.failure(of: host, age: age)
        for gate in gatesOfHosts[host] ?? [] { evaluate(gate) }
        return failure
    }

    /// Whether a gate is open.
    ///
    /// - Parameters:
    ///   - number: the gate.
    ///   - isUnconditional: whether only a live route is asked for.
    package func state(of number: Int, isUnconditional: Bool = false) -> State {
        guard let gate = gates[number] else { return .closed([]) }
        let reasons = reasons(of: number, isUnconditional: isUnconditional)
        if reasons.isEmpty, gate.isPending { return .pending }
        if isUnconditional { return reasons.isEmpty ? .open : .closed(reasons) }
        guard let opening = gate.timing.opening else { return .closed(gate.reasons) }
        return opening > MonotonicClock.milliseconds ? .opens(at: opening) : .open
    }

    /// Why the condition of a gate does not hold; empty if it does.
    ///
    /// - Parameters:
    ///   - number: the gate.
    ///   - isUnconditional: whether only a live route is asked for.
    package func reasons(of number: Int, isUnconditional: Bool = false) -> [Verdict.Reason] {
        guard let gate = gates[number] else { return [] }
        guard isUnconditional else { return gate.reasons }
        var key = gate.key
        key.condition = Condition()
        key.avoidsPortal = false
        return missing(key, gate.question, circumstances) ?? []
    }

    /// The path that a gate is about; `nil` if there is none.
    package func path(of number: Int) -> NetworkPath? {
        gates[number].flatMap { path($0.question) }
    }

    /// Takes another configuration.
    ///
    /// - Parameters:
    ///   - base: the question of the configuration, about the path to the internet.
    ///   - validator: finds out whether the internet answers, from now on; `nil` to keep the one there is.
    package mutating func reconfigure(_ base: PathQuestion, validator: PathValidator?) {
        if base != self.base {
            questions.remove(Self.ownNumber, self.base)
            questions.add(Self.ownNumber, base)
            self.base = base
            for number in gates.keys { findQuestion(number) }
            follow(limit: .max)
        }
        if let validator { self.validator = validator }
        awaitValidation()
        evaluateAll()
    }

    /// When ``receive(_:)`` must be called although nothing is ready, by ``MonotonicClock``; `nil` for never.
    package var due: Int64? {
        if questions.hasNew { return 0 }
        return MonotonicClock.earlier(
            nextChange,
            MonotonicClock.earlier(
                MonotonicClock.earlier(hosts.due, validator?.due), power.due))
    }

    /// When the first condition may change although the network does not, by ``MonotonicClock``; `nil` for never.
    private var nextChange: Int64? {
        var first: Int64?
        for number in changing { first = MonotonicClock.earlier(first, gates[number]?.nextChange) }
        let due = first.map { $0 - ClockOffset.current.milliseconds }
        guard due != nil, !pathTracker.noticesClock else { return due }
        return MonotonicClock.earlier(due, MonotonicClock.milliseconds + ClockOffset.interval)
    }

    /// Waits until there is something to receive, or one of the descriptors is ready.
    ///
    /// - Parameter end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    package mutating func wait(for ready: inout PollSet, until end: Int64?) {
        hosts.add(to: &ready)
        validator?.add(to: &ready)
        power.add(to: &ready)
        pathTracker.wait(for: &ready, until: end)
    }

    /// Receives changes.
    ///
    /// - Returns: whether a condition may hold now that did not, or the other way around.
    package mutating func receive(_ ready: borrowing PollSet) -> Bool {
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
        let answeredNames = pathTracker.path(base)?.supportsDNS
        // Several changes may have come, and a condition may have failed by one of them alone.
        while let changed = pathTracker.next() {
            hasNewPaths = true
            validator?.pathChanged(pathTracker.path(base), pathTracker)
            evaluateAll()
            noteUplinks(changed.map(\.question))
        }
        if hasNewPaths {
            // Other networks have other answers, and what could not be asked before may be asked now.
            hosts.refresh(all: hasMoved || pathTracker.path(base)?.supportsDNS != answeredNames)
        }
        if validator?.receive(pathTracker, path: pathTracker.path(base)) == true {
            evaluateAll()
            isDifferent = true
        }
        if awaitsAnswers, !pathTracker.awaitsAnswers {
            awaitsAnswers = false
            evaluateAll()
            isDifferent = true
        }
        if receiveTime() { isDifferent = true }
        if power.receive(ready) {
            for (number, gate) in gates where gate.key.condition.constraints.dependsOnPower {
                evaluate(number)
            }
            isDifferent = true
        }
        return isDifferent || hasNewPaths
    }

    /// Evaluates the conditions that may have changed because time has passed, or the clock was set. The listener to the kernel
    /// wakes this thread when that happens (``SuspendWatch``).
    ///
    /// - Returns: whether there was one.
    private mutating func receiveTime() -> Bool {
        guard !changing.isEmpty else { return false }
        let wasSet = clockOffset.update(.current)
        let now = RealTimeClock.milliseconds
        var isDifferent = false
        for number in changing {
            guard wasSet || gates[number]?.nextChange.map({ $0 <= now }) ?? false else { continue }
            evaluate(number)
            isDifferent = true
        }
        return isDifferent
    }

    /// Whether packets leave by another uplink since the last call.
    package mutating func readMove() -> Bool {
        defer { hasMoved = false }
        return hasMoved
    }

    private mutating func noteUplinks(_ questions: some Collection<PathQuestion>) {
        for question in questions {
            guard let path = pathTracker.path(question) else { continue }
            let uplink = Uplink(
                interface: path.primary?.name, gateways: path.gateways.map(\.description),
                network: path.primary?.ssid)
            if let old = uplinks.updateValue(uplink, forKey: question), old != uplink {
                hasMoved = true
            }
        }
    }

    // MARK: - Missing answers

    /// Which answer about the cost of paths is missing, as a sentence; `nil` if none is.
    package var missingAnswer: String? {
        guard awaitsAnswers else { return nil }
        return pathTracker.awaitsNetworkManager
            ? "NetworkManager has not yet answered whether the path is metered"
            : "ModemManager has not yet answered whether the modem is roaming"
    }

    /// Whether a check of the internet is running.
    package var isChecking: Bool { validator?.isPending ?? false }

    /// The lookup of the host that the condition of a gate names; `nil` if it names none.
    package func lookup(of number: Int) -> HostAddresses.LookupState? {
        gates[number]?.key.condition.host.flatMap { hosts.lookup(of: $0) }
    }

    /// The path that decides a condition, with its known connectivity; `nil` if it leads to a host without an address.
    package func decidingPath(of number: Int) -> NetworkPath? {
        switch lookup(of: number) {
        case .pending, .failed, .addresses([]): nil
        case .addresses, nil: validated(path(of: number))
        }
    }

    /// Whether the condition of a gate was lost since the last call, even for a short time.
    package mutating func readLapse(of number: Int) -> Bool {
        defer { gates[number]?.hasLapsed = false }
        return gates[number]?.hasLapsed ?? false
    }

    // MARK: - Connectivity

    /// Has the path to the internet checked while a gate requires that.
    private func awaitValidation() {
        validator?.pathChanged(pathTracker.path(base), pathTracker)
        validator?.setAwaited(validatingCount > 0, pathTracker)
    }

    /// The current facts beside the path that the conditions depend on.
    package var circumstances: Circumstances {
        var circumstances = Circumstances.current
        if power.isNeeded {
            let state = power.state
            circumstances.power = { state }
        }
        return circumstances
    }

    // MARK: - Evaluation

    /// The host whose path a gate is about.
    private func destination(of key: Key) -> HostName? { key.condition.host ?? key.host }

    private func question(_ key: Key) -> PathQuestion {
        guard let host = destination(of: key) else {
            return key.condition.question(base, addresses: [])
        }
        switch hosts.lookup(of: host) {
        case .addresses(let addresses) where !addresses.isEmpty:
            var condition = key.condition
            condition.host = host
            return condition.question(base, addresses: addresses)
        case .addresses, .failed, .pending, nil: return base
        }
    }

    /// Gives a gate the question that matches the known addresses of its host.
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
        let changed = pathTracker.follow(new, insteadOf: old)
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
        // The path to the internet must not stand for the one that leads to known addresses.
        let circumstances = circumstances
        let known =
            questions.isFollowed(gate.question)
            ? missing(gate.key, gate.question, circumstances) : nil
        let isPending =
            known == nil || destination(of: gate.key).map { hosts.isPending($0) } ?? false
        let reasons = known ?? []
        gates[number]?.reasons = reasons
        gates[number]?.isPending = isPending
        let nextChange = gate.key.condition.constraints.nextChange(circumstances)
        gates[number]?.nextChange = nextChange
        if nextChange != nil { changing.insert(number) }
        if !reasons.isEmpty {
            gates[number]?.timing.lose(at: MonotonicClock.milliseconds)
            gates[number]?.hasLapsed = true
        } else if !isPending {
            // While the result is pending, a condition that has held goes on to hold.
            gates[number]?.timing.hold(at: MonotonicClock.milliseconds)
        }
    }

    /// The path that answers a question; the one to the internet if that is not known yet.
    private func path(_ question: PathQuestion) -> NetworkPath? {
        pathTracker.path(question) ?? pathTracker.path(base)
    }

    /// Why a condition does not hold; empty if it does, and `nil` if that is not known yet.
    private func missing(
        _ key: Key, _ question: PathQuestion, _ circumstances: Circumstances
    ) -> [Verdict.Reason]? {
        let unchecked = path(question)
        return ConditionFacts(
            lookup: key.condition.host.flatMap { hosts.lookup(of: $0) },
            unchecked: unchecked, path: validated(unchecked), isBeingChecked: isChecking,
            missingAnswer: missingAnswer, circumstances: circumstances
        ).reasons(key)
    }

    /// Returns a path with its known connectivity.
    private func validated(_ path: NetworkPath?) -> NetworkPath? {
        guard let path, let validator else { return path }
        return validator.validated(path)
    }
}
