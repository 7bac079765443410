// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The part of a monitor's state that is about the connectivity of its path: who waits for results, and what was found.
struct MonitorValidation {
    typealias Action = MonitorMachine.Action

    let probe: any ConnectivityProbe
    private var machine: ValidationMachine
    /// The newest path, as its source delivered it.
    private var newest: PathUpdate?
    /// The consumers that wait for results.
    var consumers: Set<ConsumerSignal> = []
    /// The check that is under way.
    private var task: Task<Void, Never>?
    private var actions: [ValidationMachine.Action] = []
    /// How long the machine had been suspended when that was read last.
    var suspended = ClockOffset.suspended
    /// The end of the last requested timer.
    private var timer: Int64?

    init(_ validation: PathMonitor.Validation) {
        probe = validation.probe
        machine = ValidationMachine(validation.rules)
    }

    /// Takes the newest path.
    ///
    /// - Returns: the path with its connectivity, as far as it is known.
    mutating func receive(_ update: PathUpdate, now: Int64) -> PathUpdate {
        guard update.sequence > newest?.sequence ?? 0 else { return update }
        newest = update
        actions += machine.pathChanged(
            to: update.path, awaitsAnswers: update.awaitsAnswers,
            hasSlept: suspended.update(.suspended), now: now)
        var validated = update
        validated.path = update.path.validated(machine.connectivity(now: now))
        return validated
    }

    /// Whether the first result about the path is still to come.
    var isPending: Bool { machine.isPending }

    /// The newest path with its connectivity, as far as it is known; `nil` before the first path.
    func path(now: Int64) -> NetworkPath? {
        newest.map { $0.path.validated(machine.connectivity(now: now)) }
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

    /// Handles the end of a wait that `wakeValidation` requested.
    mutating func timeCame(now: Int64) {
        timer = nil
        actions += machine.timeCame(now: now)
    }

    /// Takes the actions that follow from the events so far.
    ///
    /// - Parameter hasHandler: whether the monitor's handler receives each path.
    mutating func takeActions(hasHandler: Bool, now: Int64) -> [Action] {
        if suspended.update(.suspended) { actions += machine.slept(now: now) }
        actions += machine.setAwaited(hasHandler || !consumers.isEmpty, now: now)
        defer { actions = [] }
        var taken = actions.compactMap { action -> Action? in
            switch action {
            case .check(let attempt): return .check(attempt)
            case .cancel:
                defer { task = nil }
                return task.map { .cancelCheck($0) }
            }
        }
        if let due = machine.due, timer.map({ due < $0 }) ?? true {
            timer = due
            taken.append(.wakeValidation(after: max(0, due - now)))
        }
        return taken
    }
}
