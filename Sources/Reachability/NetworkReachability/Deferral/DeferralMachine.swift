// SPDX-License-Identifier: Apache-2.0

/// The state machine of a queue: which operations wait, run and end, and what is done next.
///
/// It is a pure value. Its methods change it and return actions. Its owner, ``DeferralDriver``, calls
/// them under a lock and performs the actions without the lock. Times are durations on the owner's
/// clock.
///
/// Operations that wait for the same condition share a gate, so that a change of the path is
/// evaluated once for each gate, not for each operation. All timers are in one heap; the owner sets
/// an alarm for the first one only. One event can concern many operations, so that each method
/// returns a list.
struct DeferralMachine: Sendable {
    /// Something that the owner must do.
    enum Action: Hashable {
        /// Call the confirmation closure, then ``answered(_:_:now:)``.
        case ask(OperationID)
        /// Cancel the task of the confirmation closure. ``answered(_:_:now:)`` is called
        /// nevertheless.
        case withdraw(OperationID)
        /// Run the operation, and call ``ended(_:_:now:chance:)``.
        case start(OperationID)
        /// Cancel the task of the operation. ``ended(_:_:now:chance:)`` is called nevertheless.
        case stop(OperationID)
        /// Report the ending to the caller. It is the last action about the operation.
        case finish(OperationID, Ending)
        /// Call ``tick(now:)`` at this time; `nil` for never. It replaces the time given before.
        case wake(at: Duration?)
    }

    /// The operations that wait for the same condition.
    private struct Gate {
        /// The constraints that the path does not meet.
        var reasons: [NetworkConstraints.Reason] = []
        /// Since when the path has met the constraints.
        var timing: ConditionGate<Duration>
        /// Whether the path has met the constraints for long enough, and the machine has noticed that.
        var isOpen = false
        /// The waiting operations.
        var waiting = IndexedHeap<OperationID, Rank>()
        /// The operations that have passed the gate and are interrupted if the path no longer meets
        /// the constraints.
        var exposed: Set<OperationID> = []
    }

    /// An event at a known time.
    private enum Timer: Hashable {
        /// The deadline of an operation.
        case deadline(OperationID)
        /// The earliest time at which an operation may run.
        case delay(OperationID)
        /// The time at which the path will have met a condition for long enough.
        case stability(GateKey)
        /// The time at which a condition may change although the path does not.
        case change(GateKey)
    }

    /// The maximum number of operations that run or wait for confirmation at the same time.
    let limit: Int
    /// Whether the queue has a confirmation closure.
    let confirms: Bool

    /// The newest path; `nil` before the first one.
    private(set) var path: NetworkPath?
    /// The facts beside the path that conditions depend on. The owner reads them before each event.
    var circumstances = Circumstances.current
    /// Whether the first answers on what the path costs are still waited for.
    private var awaitsAnswers = false
    private(set) var isHeld = false
    private(set) var isCancelled = false
    /// How often constraints were evaluated: a measure of the work done, for tests.
    private(set) var evaluations = 0

    /// The time at which the newest path arrived.
    private var pathSince = Duration.zero
    /// The time of the event that is being handled.
    private var now = Duration.zero
    private var lastNumber: UInt64 = 0
    private var operations: [OperationID: Operation] = [:]
    /// The gates where operations wait for the network.
    private var gates: [GateKey: Gate] = [:]
    /// The open gates where an operation waits, in the order in which these would start.
    private var ready = IndexedHeap<GateKey, Rank>()
    /// The operations that have each key.
    private var uniqueWork = UniqueWork()
    private var timers = IndexedHeap<Timer, Duration>()
    /// The time for which the owner has set the alarm.
    private var alarm: Duration?
    /// The operations that wait for confirmation.
    private var asking: Set<OperationID> = []
    /// The number of operations that run or wait for confirmation.
    private var active = 0
    /// The numbers of ``activity``, which is read without a visit to every operation.
    private var counts = DeferralQueue.Activity()
    /// The number of operations that wait for something other than the network, by reason.
    private var otherReasons: [DeferralQueue.WaitingReason: Int] = [:]
    /// The actions decided so far in this event.
    private var actions: [Action] = []

    init(limit: Int, confirms: Bool) {
        self.limit = max(1, limit)
        self.confirms = confirms
    }
}

// MARK: - Events

extension DeferralMachine {
    /// Adds an operation.
    mutating func add(_ request: Request, now: Duration) -> (OperationID, [Action]) {
        begin(now)
        lastNumber += 1
        let id = OperationID(number: lastNumber)
        let operation = Operation(request, now: self.now)
        operations[id] = operation
        count(operation.phase, by: 1)
        if isCancelled {
            leave(id, .failed(.queueCancelled))
        } else if let key = request.key {
            add(id, to: key, request.existing)
        } else {
            watchDeadline(of: id)
            enter(id)
        }
        return (id, conclude())
    }

    /// Cancels an operation for its caller.
    mutating func cancel(_ id: OperationID, now: Duration) -> [Action] {
        begin(now)
        end(id, .cancelled)
        return conclude()
    }

    /// Handles a new path.
    ///
    /// - Parameter awaitsAnswers: whether the first answers on what the path costs are still waited for.
    mutating func receive(
        _ path: NetworkPath, awaitsAnswers: Bool = false, now: Duration
    ) -> [Action] {
        begin(now)
        // The end of the wait for answers is reported with the same path.
        if self.path != path { pathSince = self.now }
        self.path = path
        self.awaitsAnswers = awaitsAnswers
        for key in Array(gates.keys) { evaluate(key) }
        for id in asking.sorted() {
            if let operation = operations[id], !operation.costs(over: path) { interrupt(id) }
        }
        return conclude()
    }

    /// Handles the end of a running operation.
    ///
    /// - Parameter chance: the random number for the backoff's jitter, from 0 up to 1.
    mutating func ended(
        _ id: OperationID, _ outcome: Outcome, now: Duration, chance: Double
    ) -> [Action] {
        begin(now)
        guard let operation = operations[id], case .running(let key) = operation.phase
        else { return conclude() }
        release(id, from: key)
        switch outcome {
        case .succeeded: leave(id, .outcome(of: id))
        case .failed, .cancelled:
            noticeDeadline(of: id)
            if let ending = operation.ending {
                leave(id, ending)
            } else if operation.isInterrupted {
                runAgain(id)
            } else {
                failed(id, outcome, chance: chance)
            }
        }
        return conclude()
    }

    /// Handles the answer to a confirmation request.
    mutating func answered(
        _ id: OperationID, _ answer: DeferralQueue.Confirmation, now: Duration
    ) -> [Action] {
        begin(now)
        guard let operation = operations[id], case .confirming(let key) = operation.phase
        else { return conclude() }
        release(id, from: key)
        switch (operation.ending, answer) {
        case (let ending?, _): leave(id, ending)
        case (nil, .cancel): leave(id, .failed(.declined))
        case (nil, .run):
            operations[id]?.isConfirmed = true
            enter(id)
        case (nil, .wait):
            operations[id]?.isDeclined = !operation.isInterrupted
            enter(id)
        }
        return conclude()
    }

    /// Starts no further operation until ``resume(now:)``.
    mutating func hold(now: Duration) -> [Action] {
        begin(now)
        isHeld = true
        return conclude()
    }

    /// Starts operations again.
    mutating func resume(now: Duration) -> [Action] {
        begin(now)
        isHeld = false
        return conclude()
    }

    /// Handles the alarm that ``Action/wake(at:)`` requested.
    mutating func tick(now: Duration) -> [Action] {
        begin(now)
        // If the alarm was early, it is requested again.
        alarm = nil
        return conclude()
    }

    /// Handles that the clock of the machine was set, that it slept, or that its power has changed.
    mutating func circumstancesChanged(now: Duration) -> [Action] {
        begin(now)
        // A sleep until a time may have lost that of the suspend.
        alarm = nil
        for key in gates.keys where key.constraints?.dependsOnCircumstances(circumstances) == true {
            evaluate(key)
        }
        return conclude()
    }

    /// Ends all operations, and every later one at once.
    mutating func cancelAll(now: Duration) -> [Action] {
        begin(now)
        isCancelled = true
        for id in operations.keys.sorted() { end(id, .failed(.queueCancelled)) }
        return conclude()
    }

    private mutating func begin(_ now: Duration) { self.now = max(self.now, now) }

    /// Returns the actions that follow from an event.
    ///
    /// The event is handled before the timers that are due: a constraint that was lost at the last
    /// moment is lost.
    private mutating func conclude() -> [Action] {
        while let due = timers.leastRank, due <= now, let timer = timers.popFirst() {
            switch timer {
            case .deadline(let id): deadlinePassed(id)
            case .delay(let id): wait(id)
            case .stability(let key): open(key)
            case .change(let key): evaluate(key)
            }
        }
        while !isHeld, !isCancelled, active < limit, let key = ready.first,
            let id = gates[key]?.waiting.popFirst()
        {
            start(id, key)
            refresh(key)
        }
        if timers.leastRank != alarm {
            alarm = timers.leastRank
            actions.append(.wake(at: alarm))
        }
        defer { actions = [] }
        return actions
    }
}

// MARK: - Activity

extension DeferralMachine {
    /// The parameters of an operation; `nil` if it has ended.
    func request(of id: OperationID) -> Request? { operations[id]?.request }

    /// Whether an operation waits for the connectivity of the path, or is interrupted if that is lost.
    var requiresValidation: Bool {
        gates.keys.contains { $0.constraints?.requiresValidation == true }
    }

    /// The circumstances for which an operation waits, or whose change interrupts it.
    var circumstancesNeeded: Set<Circumstance> {
        gates.keys.reduce(into: []) { $0.formUnion($1.constraints?.circumstancesNeeded ?? []) }
    }

    /// Whether nothing is stored about any operation.
    var isEmpty: Bool {
        operations.isEmpty && gates.isEmpty && ready.isEmpty && uniqueWork.isEmpty
            && timers.isEmpty && asking.isEmpty && active == 0
    }

    /// How many entries of heaps were moved, without those of removed gates: a measure of the
    /// work done, for tests.
    var moves: Int {
        timers.moves + ready.moves + gates.values.reduce(0) { $0 + $1.waiting.moves }
    }

    /// A snapshot of what the queue is doing.
    var activity: DeferralQueue.Activity {
        var reasons = Set(otherReasons.keys)
        for (key, gate) in gates where !gate.waiting.isEmpty {
            reasons.formUnion(self.reasons(at: key))
        }
        var activity = counts
        activity.reasons = reasons.sorted {
            ($0.code, $0.description) < ($1.code, $1.description)
        }
        return activity
    }

    /// The reasons why an operation in a phase waits.
    private func reasons(of phase: Phase) -> [DeferralQueue.WaitingReason] {
        if case .waiting(let key) = phase { return reasons(at: key) }
        return [phase.reason].compactMap(\.self)
    }

    private func reasons(at key: GateKey) -> [DeferralQueue.WaitingReason] {
        let network: [DeferralQueue.WaitingReason]
        if let gate = gates[key], gate.isOpen {
            network = []
        } else if let path {
            let lacks =
                gates[key]?.reasons
                ?? key.constraints.map { self.reasons($0, path) } ?? []
            network = lacks.isEmpty ? [.stability] : lacks.map { .network($0) }
        } else {
            network = [.unknownPath]
        }
        if isHeld { return network + [.held] }
        return network.isEmpty && active >= limit ? [.limit] : network
    }

    /// Counts that an operation entered a phase (`step` is 1) or left it (−1).
    private mutating func count(_ phase: Phase, by step: Int) {
        if case .running = phase {
            counts.running += step
        } else {
            counts.waiting += step
        }
        guard let reason = phase.reason else { return }
        let count = otherReasons[reason, default: 0] + step
        otherReasons[reason] = count == 0 ? nil : count
    }

    /// Moves an operation to another phase.
    private mutating func move(_ id: OperationID, to phase: Phase) {
        guard let before = operations[id]?.phase else { return }
        count(before, by: -1)
        count(phase, by: 1)
        operations[id]?.phase = phase
    }
}

// MARK: - Unique work

extension DeferralMachine {
    /// Adds an operation with a key.
    private mutating func add(
        _ id: OperationID, to key: DeferralKey, _ policy: DeferralQueue.ExistingWorkPolicy
    ) {
        switch policy {
        case .keep:
            if uniqueWork.follow(id, key) { return move(id, to: .following) }
        case .replace:
            // In reverse order: otherwise the second one would start when the first one ends.
            for other in uniqueWork.line(of: key).reversed() { end(other, .failed(.replaced)) }
        case .append: break
        }
        uniqueWork.append(id, key)
        watchDeadline(of: id)
        advance(key)
    }

    /// Takes an operation that ends from those with its key.
    ///
    /// - Parameter isRunning: whether its task has not ended yet.
    private mutating func vacate(
        _ key: DeferralKey, _ id: OperationID, _ ending: Ending, isRunning: Bool
    ) {
        switch uniqueWork.remove(id, key, hasResult: ending.isResult, isRunning: isRunning) {
        case .nothing: break
        case .shared(let followers): for follower in followers { leave(follower, ending) }
        case .succeeded(let follower):
            move(follower, to: .behind)
            watchDeadline(of: follower)
        }
        advance(key)
    }

    /// Lets the first operation in line proceed.
    private mutating func advance(_ key: DeferralKey) {
        if let first = uniqueWork.next(key), operations[first]?.phase == .behind { enter(first) }
    }
}

// MARK: - Waiting

extension DeferralMachine {
    /// Lets an operation wait that is first in line of its key: for its earliest time, then for the
    /// network.
    private mutating func enter(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        if operation.notBefore > now {
            move(id, to: .delayed(isBackoff: operation.failures > 0))
            timers.insert(.delay(id), rank: operation.notBefore)
        } else {
            wait(id)
        }
    }

    /// Adds an operation to the gate of its condition.
    private mutating func wait(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        let key = operation.gateKey
        let isNew = gates[key] == nil
        gates[key, default: Gate(timing: ConditionGate(stability: key.stability))]
            .waiting.insert(id, rank: Rank(priority: operation.request.options.priority, id: id))
        move(id, to: .waiting(key))
        if isNew { evaluate(key) }
        refresh(key)
    }

    /// Removes a waiting operation from its gate.
    private mutating func stopWaiting(_ id: OperationID, at key: GateKey) {
        gates[key]?.waiting.remove(id)
        refresh(key)
    }

    /// Stops interrupting an operation that has passed the gate.
    private mutating func unexpose(_ id: OperationID, at key: GateKey) {
        gates[key]?.exposed.remove(id)
        refresh(key)
    }

    /// Why a path does not meet constraints; empty if it does.
    private func reasons(
        _ constraints: NetworkConstraints, _ path: NetworkPath
    ) -> [NetworkConstraints.Reason] {
        var facts = circumstances
        facts.awaitsAnswers = awaitsAnswers
        let reasons = constraints.evaluate(path, facts).reasons
        // Whether the user is asked depends on the cost, too.
        return reasons.isEmpty && confirms && awaitsAnswers ? [path.reasonToAwaitAnswers] : reasons
    }

    /// Evaluates whether the path meets a condition.
    private mutating func evaluate(_ key: GateKey) {
        guard let constraints = key.constraints else {
            gates[key]?.isOpen = true
            return
        }
        guard let path else { return }
        evaluations += 1
        let reasons = reasons(constraints, path)
        gates[key]?.reasons = reasons
        let change = constraints.nextChange(circumstances)
        if let change {
            timers.insert(
                .change(key), rank: now + .milliseconds(change - circumstances.now))
        }
        guard reasons.isEmpty else { return close(key) }
        // If no operation waited at this gate before, only the current path is known to meet the
        // constraints. The hours may have begun later, and so may the power.
        let isByPath = change == nil && !constraints.dependsOnPower
        gates[key]?.timing.hold(at: isByPath ? pathSince : now)
        guard let opening = gates[key]?.timing.opening else { return }
        if opening <= now { open(key) } else { timers.insert(.stability(key), rank: opening) }
    }

    /// Opens a gate: the path has met the condition for long enough.
    private mutating func open(_ key: GateKey) {
        timers.remove(.stability(key))
        gates[key]?.isOpen = true
        refresh(key)
    }

    private mutating func close(_ key: GateKey) {
        timers.remove(.stability(key))
        gates[key]?.timing.lose(at: now)
        gates[key]?.isOpen = false
        let exposed = gates[key]?.exposed ?? []
        gates[key]?.exposed = []
        for id in exposed.sorted() where operations[id]?.isLiberated(at: now) == false {
            interrupt(id)
        }
        refresh(key)
    }

    /// Updates whether an operation at the gate can start, and removes a gate that no operation
    /// uses.
    private mutating func refresh(_ key: GateKey) {
        guard let gate = gates[key] else { return }
        if gate.isOpen, let rank = gate.waiting.leastRank {
            ready.insert(key, rank: rank)
        } else {
            ready.remove(key)
        }
        if gate.waiting.isEmpty, gate.exposed.isEmpty {
            timers.remove(.stability(key))
            timers.remove(.change(key))
            gates[key] = nil
        }
    }
}

// MARK: - Running and ending

extension DeferralMachine {
    /// Starts an operation that has passed its gate, or asks whether it may.
    private mutating func start(_ id: OperationID, _ key: GateKey) {
        guard let operation = operations[id] else { return }
        active += 1
        operations[id]?.isInterrupted = false
        if confirms, !operation.isConfirmed, let path, operation.costs(over: path) {
            asking.insert(id)
            gates[key]?.exposed.insert(id)
            move(id, to: .confirming(key))
            actions.append(.ask(id))
        } else {
            if operation.request.options.onLoss == .stop, key != .anything {
                gates[key]?.exposed.insert(id)
            }
            move(id, to: .running(key))
            // A running operation has no use for its deadline.
            timers.remove(.deadline(id))
            actions.append(.start(id))
        }
    }

    /// Ends the running or confirming phase of an operation.
    private mutating func release(_ id: OperationID, from key: GateKey) {
        active -= 1
        asking.remove(id)
        unexpose(id, at: key)
    }

    /// Cancels the running task of an operation.
    private mutating func interrupt(_ id: OperationID) {
        guard let operation = operations[id], !operation.isInterrupted else { return }
        operations[id]?.isInterrupted = true
        switch operation.phase {
        case .following, .behind, .delayed, .waiting: break
        case .confirming: actions.append(.withdraw(id))
        case .running: actions.append(.stop(id))
        }
    }

    /// Ends an operation: at once, or, if its task runs, as soon as that has ended.
    private mutating func end(_ id: OperationID, _ ending: Ending) {
        guard let operation = operations[id], operation.ending == nil else { return }
        switch operation.phase {
        case .following, .behind, .delayed, .waiting: leave(id, ending)
        case .confirming(let key), .running(let key):
            operations[id]?.ending = ending
            timers.remove(.deadline(id))
            unexpose(id, at: key)
            interrupt(id)
            if let key = operation.request.key { vacate(key, id, ending, isRunning: true) }
        }
    }

    /// Removes an operation that has no running task, and reports the ending to its caller.
    private mutating func leave(_ id: OperationID, _ ending: Ending) {
        guard let operation = operations.removeValue(forKey: id) else { return }
        count(operation.phase, by: -1)
        counts.finished += 1
        timers.remove(.deadline(id))
        timers.remove(.delay(id))
        if case .waiting(let key) = operation.phase { stopWaiting(id, at: key) }
        actions.append(.finish(id, ending))
        if let key = operation.request.key { vacate(key, id, ending, isRunning: false) }
    }

    /// Handles an operation that ended with an error of its own.
    private mutating func failed(_ id: OperationID, _ outcome: Outcome, chance: Double) {
        guard let operation = operations[id] else { return }
        let options = operation.request.options
        switch outcome {
        case .succeeded, .failed(isTransient: false, _): leave(id, .outcome(of: id))
        // The operation threw `CancellationError` itself.
        case .cancelled: leave(id, .cancelled)
        case .failed(isTransient: true, let delay):
            let failures = operation.failures + 1
            guard failures < options.maxAttempts, !operation.isTooLate else {
                return leave(id, .outcome(of: id))
            }
            operations[id]?.failures = failures
            let interval = options.backoff.interval(afterFailures: failures, chance: chance)
            operations[id]?.notBefore = now + max(interval, delay.bounded)
            enter(id)
        }
    }

    /// Lets an operation that was stopped by a loss of the network wait again.
    private mutating func runAgain(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        guard operation.isTooLate else { return enter(id) }
        leave(id, .failed(.deadlineExceeded(reasons(at: operation.gateKey))))
    }
}

// MARK: - Deadlines

extension DeferralMachine {
    /// Sets the timer of an operation's deadline.
    private mutating func watchDeadline(of id: OperationID) {
        if let deadline = operations[id]?.deadline { timers.insert(.deadline(id), rank: deadline) }
    }

    /// Sets the deadline's timer again after the operation has run: there is none while it runs.
    private mutating func noticeDeadline(of id: OperationID) {
        guard let operation = operations[id], let deadline = operation.deadline,
            !operation.isOverdue
        else { return }
        if deadline <= now { markOverdue(id) } else { watchDeadline(of: id) }
    }

    /// Marks an operation as past its deadline. If it then runs on any network, confirmation is
    /// asked for again.
    private mutating func markOverdue(_ id: OperationID) {
        operations[id]?.isOverdue = true
        if operations[id]?.isTooLate == false { operations[id]?.isDeclined = false }
    }

    private mutating func deadlinePassed(_ id: OperationID) {
        guard let operation = operations[id], let deadline = operation.request.options.deadline
        else { return }
        markOverdue(id)
        switch (deadline.action, operation.phase) {
        case (.fail, .running), (.run, .running): break
        case (.fail, .following), (.fail, .behind), (.fail, .delayed), (.fail, .waiting),
            (.fail, .confirming):
            end(id, .failed(.deadlineExceeded(reasons(of: operation.phase))))
        case (.run, .following), (.run, .behind), (.run, .delayed): break
        case (.run, .waiting(let key)):
            stopWaiting(id, at: key)
            wait(id)
        case (.run, .confirming(let key)):
            // From now on a loss of the network does not interrupt it.
            move(id, to: .confirming(.anything))
            unexpose(id, at: key)
        }
    }
}
