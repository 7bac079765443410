// SPDX-License-Identifier: Apache-2.0

/// The part of a monitor's state that is about the connectivity of its path: who waits for that, and what was found.
struct MonitorValidation {
    /// Something that the owner must do after it has released its lock.
    enum Action {
        case check(ValidationMachine.Attempt)
        case cancel(Task<Void, Never>)
        /// Call ``timeCame(now:)`` after a number of milliseconds.
        case wake(after: Int64)
    }

    let probe: any ConnectivityProbe
    private var machine: ValidationMachine
    /// The newest path, as its source delivered it.
    private var newest: PathUpdate?
    /// The consumers that wait for results.
    var consumers: Set<MonitorMachine.ConsumerID> = []
    /// The last word of each queue on whether it waits for results.
    private var claims: [ObjectIdentifier: (isHeld: Bool, revision: Int)] = [:]
    /// The check that is under way.
    private var task: Task<Void, Never>?
    private var actions: [ValidationMachine.Action] = []
    /// When the timer that was requested last ends.
    private var timer: Int64?
    /// When a cost that NetworkManager has not told yet is no longer waited for; `nil` before that began.
    private var costEnd: Int64?
    /// Whether such a cost is waited for. The path counts as metered meanwhile.
    private var isCostPending = false

    /// How long NetworkManager's first answer is waited for, in milliseconds.
    private static let costPatience: Int64 = 2000

    init(_ validation: PathMonitor.Validation) {
        probe = validation.probe
        machine = ValidationMachine(validation.rules)
    }

    /// Takes the newest path.
    ///
    /// - Returns: the path with what is known of its connectivity.
    mutating func receive(_ update: PathUpdate, now: Int64) -> PathUpdate {
        guard update.sequence > newest?.sequence ?? 0 else { return update }
        newest = update
        takePath(now)
        let path = update.path.validated(machine.connectivity(now: now))
        return PathUpdate(path: path, resyncs: update.resyncs, sequence: update.sequence)
    }

    private mutating func takePath(_ now: Int64) {
        guard let update = newest else { return }
        isCostPending = false
        if update.awaitsCosts, update.path.metered.value == .unknown {
            let end = costEnd ?? now + Self.costPatience
            costEnd = end
            isCostPending = now < end
        }
        actions += machine.pathChanged(
            update.path.validationSubject, isMetered: update.path.isExpensive || isCostPending,
            now: now)
    }

    /// Whether the first result about the path is still to come.
    var isPending: Bool { machine.isPending || isCostPending }

    /// The newest path with what is known of its connectivity; `nil` before the first path.
    func path(now: Int64) -> NetworkPath? {
        newest.map { $0.path.validated(machine.connectivity(now: now)) }
    }

    /// Notes whether a queue waits for results. An older word is ignored.
    mutating func claim(_ owner: ObjectIdentifier, isHeld: Bool, revision: Int) {
        guard revision > claims[owner]?.revision ?? 0 else { return }
        claims[owner] = (isHeld, revision)
    }

    /// Takes the result of a check.
    mutating func answered(_ number: Int, _ answer: ConnectivityAnswer, now: Int64) {
        if machine.runningNumber == number { task = nil }
        actions += machine.answered(number, answer, now: now)
    }

    /// Keeps the task of a check, so that it can be cancelled.
    ///
    /// - Returns: whether the check is still wanted.
    mutating func started(_ number: Int, _ task: Task<Void, Never>) -> Bool {
        guard machine.runningNumber == number else { return false }
        self.task = task
        return true
    }

    /// Handles the end of a wait that ``Action/wake(after:)`` requested.
    mutating func timeCame(now: Int64) {
        timer = nil
        takePath(now)
        actions += machine.timeCame(now: now)
    }

    /// Takes what follows from all that was noted.
    ///
    /// - Parameter isTold: whether the monitor's handler receives each path.
    mutating func takeActions(isTold: Bool, now: Int64) -> [Action] {
        let isAwaited = isTold || !consumers.isEmpty || claims.values.contains(where: \.isHeld)
        actions += machine.setAwaited(isAwaited, now: now)
        defer { actions = [] }
        var steps = actions.compactMap { action -> Action? in
            switch action {
            case .check(let attempt): return .check(attempt)
            case .cancel:
                defer { task = nil }
                return task.map { .cancel($0) }
            }
        }
        let due = [machine.due, isCostPending && isAwaited ? costEnd : nil]
            .lazy.compactMap(\.self).min()
        if let due, timer.map({ due < $0 }) ?? true {
            timer = due
            steps.append(.wake(after: max(0, due - now)))
        }
        return steps
    }
}
