// SPDX-License-Identifier: Apache-2.0

/// Decides when `reach watch --exec` starts and ends its command: a pure state machine.
///
/// It receives events with the time, and returns actions. The results of actions, failures included, are events, too.
/// All times are milliseconds of one clock.
package struct HookMachine: Sendable {
    private enum State: Hashable {
        /// There is no program.
        case idle
        /// The system could not start the program. The line is given to it again after this time.
        case delayed(until: Int64)
        /// The program runs. It is ended at this time; `nil` for never.
        case running(until: Int64?)
        /// The program was asked to end.
        case ending(GroupEnding)
        case ended
    }

    /// The maximum duration of a run in milliseconds; `nil` for no limit.
    private let timeout: Int64?
    private var state = State.idle
    /// The end of this process once there is no program; `nil` if the watch continues.
    private var outcome: Outcome?
    private var hasRun = false
    /// Whether the system could not start the program at the last attempt.
    private var hasFailedToStart = false

    /// The time until the next attempt to start a program, in milliseconds.
    static let startInterval: Int64 = 1000

    /// - Parameter timeout: the maximum duration of a run in milliseconds; `nil` for no limit.
    package init(timeout: Int64?) { self.timeout = timeout }

    /// Whether the program can be started for the next line.
    package var isIdle: Bool { state == .idle }

    /// Whether the system could not start the program, and the line is to be given to it again.
    package var isDelayed: Bool { if case .delayed = state { true } else { false } }

    /// Whether the watch is to end, so that no further line is given to the program.
    package var isEnding: Bool { outcome != nil }

    /// Whether the program has ended, and its group is waited for.
    package var awaitsGroup: Bool {
        if case .ending(let group) = state { !group.hasProgram } else { false }
    }

    /// The time of the next ``Event/time``; `nil` for none.
    package var due: Int64? {
        switch state {
        case .delayed(let time): time
        case .running(let time): time
        case .ending(let group): group.due
        case .idle, .ended: nil
        }
    }

    /// Receives an event, and decides what to do.
    ///
    /// - Returns: what to do, in this order.
    package mutating func receive(_ event: Event, now: Int64) -> [Action] {
        switch state {
        case .idle: receiveWhileIdle(event, now)
        case .delayed(let time): receive(event, whileDelayedUntil: time, now)
        case .running(let end): receive(event, whileRunningUntil: end, now)
        case .ending(let group): receive(event, whileEnding: group, now)
        case .ended: []
        }
    }

    // MARK: - Idle

    private mutating func receiveWhileIdle(_ event: Event, _ now: Int64) -> [Action] {
        switch event {
        case .line:
            state = .running(until: timeout.map { now + $0 })
            return [.start]
        case .finish: return end(.finished)
        case .signal(let signal): return signal.isTerminating ? end(.signal(signal)) : []
        case .started, .startFailed, .program, .groupIsEmpty, .refused, .time: return []
        }
    }

    private mutating func receive(
        _ event: Event, whileDelayedUntil time: Int64, _ now: Int64
    ) -> [Action] {
        switch event {
        case .time:
            if time <= now { state = .idle }
            return []
        case .finish: return end(.finished)
        case .signal(let signal): return signal.isTerminating ? end(.signal(signal)) : []
        case .line, .started, .startFailed, .program, .groupIsEmpty, .refused: return []
        }
    }

    private mutating func end(_ outcome: Outcome) -> [Action] {
        self.outcome = outcome
        state = .ended
        return [.end(outcome)]
    }

    /// Leaves the state of a program that has ended.
    private mutating func leave() -> [Action] {
        if let outcome { return end(outcome) }
        state = .idle
        return []
    }

    // MARK: - Running

    private mutating func receive(
        _ event: Event, whileRunningUntil end: Int64?, _ now: Int64
    ) -> [Action] {
        switch event {
        case .started:
            hasRun = true
            hasFailedToStart = false
            return []
        case .startFailed(isTemporary: false):
            // Before the first run, this is a mistake in the command line or in the sandbox.
            if !hasRun { return self.end(.notStarted) }
            return [.notify(.cannotStart)] + leave()
        case .startFailed(isTemporary: true):
            state = .delayed(until: now + Self.startInterval)
            defer { hasFailedToStart = true }
            return hasFailedToStart ? [] : [.notify(.cannotStart)]
        case .program(.exited(let code)):
            return (code == 0 ? [] : [.notify(.failed(code: code))]) + [.forgetGroup] + leave()
        case .program(.killed(let signal)):
            return [.notify(.killed(signal)), .forgetGroup] + leave()
        case .program(.stopped(let signal)):
            return signal.isJobControl ? [.notify(.stopped(signal))] : []
        case .time:
            guard let end, end <= now else { return [] }
            return askToEnd(.timeout, now)
        case .signal(let signal):
            guard signal.isTerminating else { return [] }
            outcome = .signal(signal)
            return askToEnd(.signal(signal), now)
        case .finish:
            outcome = outcome ?? .finished
            return []
        case .line, .program(.continued), .groupIsEmpty, .refused: return []
        }
    }

    // MARK: - Ending

    /// Asks the program and its group to end. A suspended program is continued, so that it receives the signal.
    private mutating func askToEnd(_ cause: Cause, _ now: Int64) -> [Action] {
        state = .ending(GroupEnding(since: now))
        return [.notify(.ends(cause)), .send(.terminate), .send(.resume)]
    }

    private mutating func receive(
        _ event: Event, whileEnding group: GroupEnding, _ now: Int64
    ) -> [Action] {
        var group = group
        let result: GroupEnding.Result
        switch event {
        case .program(.exited), .program(.killed): result = group.programEnded()
        case .groupIsEmpty: result = group.groupEmptied()
        case .signal(let signal):
            guard signal.isTerminating else { return [] }
            // The end of the program is under way. The first signal counts.
            if case .signal = outcome { return [] }
            outcome = .signal(signal)
            result = group.ownerEnds()
        case .finish:
            outcome = outcome ?? .finished
            result = group.ownerEnds()
        case .time: result = group.timePassed(now, startsAgain: outcome == nil)
        case .refused(.resume): return []
        case .refused(let signal):
            let notice = Action.notify(.cannotSend(signal))
            guard group.isAwaited(startsAgain: outcome == nil) else {
                return [notice, .notify(.leavesBehind), .forgetGroup] + leave()
            }
            state = .running(until: nil)
            return [notice]
        case .line, .started, .startFailed, .program(.stopped), .program(.continued): return []
        }
        state = .ending(group)
        switch result {
        case .wait: return []
        case .kill: return [.notify(.kills), .send(.kill)]
        case .hang: return [.notify(.hangs)]
        case .end: return [.forgetGroup] + leave()
        case .giveUp: return [.notify(.leavesBehind), .forgetGroup] + leave()
        }
    }
}

// MARK: - Vocabulary

extension HookMachine {
    /// An event.
    package enum Event: Hashable, Sendable {
        /// A line is due, and the program is idle.
        case line
        /// The program was started.
        case started
        /// The program could not be started.
        ///
        /// - isTemporary: because the system lacks something for now, so that the line is given to the program again.
        ///   If not, the program cannot be executed, or this process may not start programs.
        case startFailed(isTemporary: Bool)
        /// The state of the program changed.
        case program(ProcessGroup.Change)
        /// The program has ended, and so has its group.
        case groupIsEmpty
        /// A signal could not be sent.
        case refused(Signal)
        /// This process received a signal.
        case signal(Signal)
        /// The watch is over (`--count`, `--timeout`).
        case finish
        /// The time ``HookMachine/due`` has come.
        case time
    }

    /// An action for the driver.
    package enum Action: Hashable, Sendable {
        /// Start the program with the line.
        case start
        /// Send a signal to the group.
        case send(Signal)
        /// Forget the group.
        case forgetGroup
        /// Show a notice to the user.
        case notify(Notice)
        /// End this process.
        case end(Outcome)
    }

    /// A notice for the user.
    package enum Notice: Hashable, Sendable {
        /// The program could not be started.
        case cannotStart
        /// The program ended with an exit code other than 0.
        case failed(code: Int32)
        /// A signal ended the program, and this process did not send it.
        case killed(Signal)
        /// The terminal stopped the program.
        case stopped(Signal)
        /// The program is asked to end.
        case ends(Cause)
        /// The program did not end in time.
        case kills
        /// The program was killed, and does not end.
        case hangs
        /// A signal could not be sent.
        case cannotSend(Signal)
        /// The program was killed, and something of its group is still there.
        case leavesBehind
    }

    /// The reason why the program is ended.
    package enum Cause: Hashable, Sendable {
        /// It ran for too long (`--exec-timeout`).
        case timeout
        /// This process was asked to end.
        case signal(Signal)
    }

    /// The end of this process.
    package enum Outcome: Hashable, Sendable {
        /// The watch is over (`--count`, `--timeout`).
        case finished
        /// By a signal to this process.
        case signal(Signal)
        /// The program could not be executed the first time.
        case notStarted
    }
}
