// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

/// Decides when `reach run` starts, suspends and ends its command: a pure state machine.
///
/// It receives events with the time, and returns actions. The results of actions, failures included, are events, too.
/// All times are milliseconds of one clock.
package struct RunMachine: Sendable {
    private enum State: Hashable {
        case waiting(Waiting)
        case running(Running)
        case suspended(since: Int64)
        case ending(Ending)
        case ended
    }

    /// There is no program, and the machine waits for the conditions.
    private struct Waiting: Hashable {
        /// The beginning of this waiting.
        var since: Int64
        /// Since when the conditions have held.
        var gate: ConditionGate<Int64>
    }

    /// The program runs.
    private struct Running: Hashable {
        /// Whether the conditions are lost. They can be lost only if they have held since the start, and if the program can
        /// be signalled.
        var gate = ConditionGate<Int64>(stability: 0)
        /// The terminating signal that was passed on last. The program may be cleaning up since.
        var request: Request?

        var due: Int64? {
            if let request, request.isAwaited { return request.end }
            return gate.closing
        }

        /// - Parameter time: since when the conditions hold; `nil` if they do not.
        init(holdingSince time: Int64?) {
            if let time { gate.hold(at: time) }
        }

        /// A SIGHUP that follows SIGTERM (`SendSIGHUP=` of systemd) does not take it back.
        mutating func pass(_ signal: Signal, _ now: Int64) {
            if let request, request.signal == .terminate, now < request.end { return }
            let isAwaited = request?.isAwaited ?? false
            request = Request(signal: signal, time: now, isAwaited: isAwaited)
        }
    }

    /// A terminating signal that was passed on to the program.
    private struct Request: Hashable {
        let signal: Signal
        /// The time at which it was passed on.
        let time: Int64
        /// Whether the conditions were lost before, so that the loss waits for that time.
        var isAwaited = false

        /// A program that still runs at this time was not asked to end (SIGHUP asks some to read their settings).
        var end: Int64 { time + GroupEnding.termGrace }
    }

    /// The program was asked to end.
    private struct Ending: Hashable {
        var cause: Cause
        var group: GroupEnding
    }

    private var options: Options
    private var state: State
    private var hasStarted = false

    /// - Parameter now: the beginning of the first waiting.
    package init(_ options: Options, now: Int64) {
        self.options = options
        state = .waiting(Waiting(since: now, gate: ConditionGate(stability: options.stable)))
    }

    /// Whether the machine waits for the conditions, so that the user may be shown the missing ones.
    package var isWaiting: Bool {
        switch state {
        case .waiting, .suspended: true
        case .running, .ending, .ended: false
        }
    }

    /// Whether the conditions still matter.
    package var followsConditions: Bool {
        switch state {
        case .waiting, .suspended, .ending: true
        case .running: options.onLoss != .finish
        case .ended: false
        }
    }

    /// The state of the program, as far as a time limit of its owner depends on it.
    package enum Phase: Sendable, Hashable {
        case running, suspended
        /// It was asked to end because the conditions are lost.
        case endingAfterLoss
        case other
    }

    /// The current state of the program for that limit.
    package var phase: Phase {
        switch state {
        case .running: .running
        case .suspended: .suspended
        case .ending(let ending): ending.cause == .loss ? .endingAfterLoss : .other
        case .waiting, .ended: .other
        }
    }

    /// Whether the program has ended, and its group is waited for.
    package var awaitsGroup: Bool {
        if case .ending(let ending) = state { !ending.group.hasProgram } else { false }
    }

    /// The time of the next ``Event/time``; `nil` for none.
    package var due: Int64? {
        switch state {
        case .waiting(let waiting):
            [waiting.gate.opening, deadline(from: waiting.since)]
                .compactMap(\.self).min()
        case .running(let running): running.due
        case .suspended(let since): deadline(from: since)
        case .ending(let ending): ending.group.due
        case .ended: nil
        }
    }

    /// Receives an event, and decides what to do.
    ///
    /// - Returns: what to do, in this order.
    package mutating func receive(_ event: Event, now: Int64) -> [Action] {
        switch state {
        case .waiting(let waiting): receive(event, while: waiting, now)
        case .running(let running): receive(event, while: running, now)
        case .suspended(let since): receive(event, whileSuspendedSince: since, now)
        case .ending(let ending): receive(event, while: ending, now)
        case .ended: []
        }
    }

    /// The deadline of a waiting or a suspension. (`--on-deadline run` is about the first start alone.)
    private func deadline(from beginning: Int64) -> Int64? {
        guard options.onDeadline == .fail || !hasStarted else { return nil }
        return switch options.deadline {
        case .after(let duration): beginning + duration
        case .at(let time): time
        case nil: nil
        }
    }

    /// Moves a deadline that is a time: the clock by which the user named it was set.
    package mutating func moveDeadline(to time: Int64) { options.deadline = .at(time) }

    private mutating func end(_ outcome: Outcome) -> [Action] {
        state = .ended
        return [.end(outcome)]
    }

    // MARK: - Waiting

    private mutating func receive(_ event: Event, while waiting: Waiting, _ now: Int64) -> [Action]
    {
        var waiting = waiting
        switch event {
        case .conditionsHold: waiting.gate.hold(at: now)
        case .conditionsLost: waiting.gate.lose(at: now)
        case .time: break
        case .signal(let signal): return signal.isTerminating ? end(.signal(signal)) : []
        case .ownerEnds: return end(.endedByOwner)
        // There is no program.
        case .program, .wantsTerminal, .groupIsEmpty, .refused, .startFailed: return []
        }
        state = .waiting(waiting)
        if waiting.gate.isOpen(at: now) { return start(holdingSince: now) }
        guard let deadline = deadline(from: waiting.since), deadline <= now else { return [] }
        return switch options.onDeadline {
        case .fail: end(.deadline)
        case .run: start(holdingSince: waiting.gate.holds ? now : nil)
        }
    }

    /// - Parameter time: the time, if the conditions hold; `nil` if they do not.
    private mutating func start(holdingSince time: Int64?) -> [Action] {
        let notice: Notice = hasStarted ? .startsAgain : .starts(atDeadline: time == nil)
        hasStarted = true
        state = .running(Running(holdingSince: time))
        return [.notify(notice), .start]
    }

    // MARK: - Running

    private mutating func receive(_ event: Event, while running: Running, _ now: Int64) -> [Action]
    {
        var running = running
        defer { if case .running = state { state = .running(running) } }
        switch event {
        case .conditionsHold:
            running.gate.hold(at: now)
            return []
        case .conditionsLost(let isAtOnce):
            guard options.onLoss != .finish else { return [] }
            running.gate.lose(at: now, grace: isAtOnce ? 0 : options.lossGrace)
            return actOnLoss(&running, now)
        case .time: return actOnLoss(&running, now)
        case .signal(.resume): return [.giveTerminal, .send(.resume)]
        case .signal(.terminate) where running.request?.isAwaited == true:
            return endProgram(.signal(.terminate), by: .terminate, now)
        case .signal(let signal):
            if signal.isTerminating { running.pass(signal, now) }
            return [.send(signal)]
        case .program(.exited(let code)): return endGroup(of: running, now) ?? end(.exited(code))
        case .program(.killed(let signal)):
            return endGroup(of: running, now) ?? end(.killed(signal))
        // The terminal stopped it. So is this process, for the shell that waits for it.
        case .program(.stopped(let signal)):
            return signal.isJobControl ? [.takeTerminal, .stopSelf(signal)] : []
        case .wantsTerminal: return [.giveTerminal, .send(.resume)]
        case .program(.continued), .groupIsEmpty: return []
        // It follows another signal, which was refused as well.
        case .refused(.resume): return []
        case .refused(let signal):
            running.request = nil
            return [.notify(.cannotSend(signal))]
        case .startFailed(let code): return end(.exited(code))
        case .ownerEnds: return endProgram(.owner, by: .terminate, now)
        }
    }

    private mutating func actOnLoss(_ running: inout Running, _ now: Int64) -> [Action] {
        if let request = running.request, request.end <= now { running.request = nil }
        guard let time = running.gate.closing, time <= now else { return [] }
        if let request = running.request { return awaitEnd(request, of: &running) }
        switch options.onLoss {
        case .finish: return []
        case .stop: return endProgram(.loss, by: .terminate, now)
        case .suspend:
            state = .suspended(since: now)
            return [.send(.stop), .takeTerminal, .notify(.suspends)]
        }
    }

    /// Lets the program clean up after a signal that was passed on to it. It gets no other signal meanwhile, which would
    /// end the processes that clean up, and which some programs take for "at once".
    private mutating func awaitEnd(_ request: Request, of running: inout Running) -> [Action] {
        guard !request.isAwaited else { return [] }
        guard request.signal == .terminate else {
            running.request?.isAwaited = true
            return [.giveTerminal, .send(.resume)]
        }
        let cause = Cause.signal(.terminate)
        state = .ending(Ending(cause: cause, group: GroupEnding(since: request.time)))
        return [.giveTerminal, .send(.resume), .notify(.ends(cause))]
    }

    /// Ends the rest of a group whose program has ended after a signal, while the conditions were lost.
    ///
    /// - Returns: `nil` if it has ended in another way.
    private mutating func endGroup(of running: Running, _ now: Int64) -> [Action]? {
        guard let request = running.request, request.isAwaited else { return nil }
        let cause = Cause.signal(request.signal)
        state = .ending(
            Ending(cause: cause, group: GroupEnding(since: now, hasProgram: false)))
        return [.send(.terminate), .send(.resume), .notify(.ends(cause))]
    }

    // MARK: - Suspended

    private mutating func receive(
        _ event: Event, whileSuspendedSince since: Int64, _ now: Int64
    ) -> [Action] {
        switch event {
        case .conditionsHold:
            state = .running(Running(holdingSince: now))
            return [.notify(.resumes), .giveTerminal, .send(.resume)]
        case .conditionsLost: return []
        case .time:
            guard let deadline = deadline(from: since), deadline <= now else { return [] }
            return endProgram(.deadline, by: .terminate, now)
        case .signal(let signal):
            return signal.isTerminating ? endProgram(.signal(signal), by: signal, now) : []
        case .ownerEnds: return endProgram(.owner, by: .terminate, now)
        // The rest of its group would be suspended for ever.
        case .program(.exited(let code)):
            return [.send(.terminate), .send(.resume)] + end(.exited(code))
        case .program(.killed(let signal)):
            return [.send(.terminate), .send(.resume)] + end(.killed(signal))
        // Another process continued it.
        case .program(.continued): return [.send(.stop)]
        case .program(.stopped), .wantsTerminal, .groupIsEmpty, .startFailed: return []
        case .refused(let signal):
            state = .running(Running(holdingSince: nil))
            return [.notify(.cannotSend(signal)), .giveTerminal]
        }
    }

    // MARK: - Ending

    /// Asks the program to end. A suspended program is continued, so that it receives the signal, and gets the terminal, whose
    /// modes it may have to restore.
    private mutating func endProgram(_ cause: Cause, by signal: Signal, _ now: Int64) -> [Action] {
        state = .ending(Ending(cause: cause, group: GroupEnding(since: now)))
        return [
            .giveTerminal, .send(signal), .send(.resume),
            .notify(.ends(cause)),
        ]
    }

    private mutating func receive(_ event: Event, while ending: Ending, _ now: Int64) -> [Action] {
        var ending = ending
        let result: GroupEnding.Result
        switch event {
        case .program(.exited), .program(.killed): result = ending.group.programEnded()
        case .groupIsEmpty: result = ending.group.groupEmptied()
        case .signal(let signal):
            // The end of the program is under way, and this process ends after it. The first signal counts.
            guard signal.isTerminating, !ending.cause.isSignal else { return [] }
            ending.cause = .signal(signal)
            result = ending.group.ownerEnds()
        case .ownerEnds:
            if ending.cause == .loss { ending.cause = .owner }
            result = .wait
        case .time:
            result = ending.group.timePassed(now, startsAgain: ending.cause.startsAgain)
        case .refused(let signal):
            let notice = Action.notify(.cannotSend(signal))
            guard ending.group.isAwaited(startsAgain: ending.cause.startsAgain) else {
                return [notice, .notify(.leavesBehind)] + finish(ending, now)
            }
            state = .running(Running(holdingSince: nil))
            return [notice]
        case .wantsTerminal: return [.giveTerminal, .send(.resume)]
        case .conditionsHold, .conditionsLost, .program(.stopped), .program(.continued),
            .startFailed:
            return []
        }
        state = .ending(ending)
        switch result {
        case .wait, .hang: return []
        case .kill: return [.send(.kill), .notify(.kills)]
        case .end: return finish(ending, now)
        case .giveUp: return [.notify(.leavesBehind)] + finish(ending, now)
        }
    }

    private mutating func finish(_ ending: Ending, _ now: Int64) -> [Action] {
        switch ending.cause {
        case .loss:
            state = .waiting(Waiting(since: now, gate: ConditionGate(stability: options.stable)))
            return [.takeTerminal, .forgetGroup]
        case .signal(let signal): return [.takeTerminal, .forgetGroup] + end(.signal(signal))
        case .deadline: return [.takeTerminal, .forgetGroup] + end(.deadline)
        case .owner: return [.takeTerminal, .forgetGroup] + end(.endedByOwner)
        }
    }
}

// MARK: - Vocabulary

extension RunMachine {
    /// The action when the conditions are lost while the command runs.
    package enum LossPolicy: String, Sendable, CaseIterable {
        /// The command continues.
        case finish
        /// It is ended, and started again once the conditions hold.
        case stop
        /// It is suspended until the conditions hold.
        case suspend
    }

    /// The end of a waiting.
    package enum Deadline: Sendable, Hashable {
        /// This long after its beginning.
        case after(Int64)
        /// At this time, also if that has passed when the waiting begins.
        case at(Int64)
    }

    /// The action when the first waiting reaches the deadline.
    package enum DeadlineAction: String, Sendable, CaseIterable {
        case run, fail
    }

    /// The options of `reach run`. All times are milliseconds.
    package struct Options: Sendable {
        package var onLoss = LossPolicy.finish
        /// The time for which the conditions must be lost before that counts.
        package var lossGrace: Int64 = 1000
        /// The time for which the conditions must have held before a start.
        package var stable: Int64 = 0
        /// The latest end of each waiting; `nil` for no limit.
        package var deadline: Deadline?
        package var onDeadline = DeadlineAction.fail

        package init() {}
    }

    /// An event.
    package enum Event: Hashable, Sendable {
        /// The conditions hold.
        case conditionsHold
        /// The conditions do not hold.
        ///
        /// - isAtOnce: the loss counts without a grace: traffic would cost, or the hours have ended.
        case conditionsLost(isAtOnce: Bool)
        /// This process was sent a signal.
        case signal(Signal)
        /// The program changed.
        case program(ProcessGroup.Change)
        /// The program was stopped because it used the terminal, which this process can give to it.
        case wantsTerminal
        /// No process is left in the group of a program that has ended.
        case groupIsEmpty
        /// A signal could not be sent to the group.
        case refused(Signal)
        /// The program could not be started, for which this is the exit code.
        case startFailed(code: Int32)
        /// The time that ``RunMachine/due`` named has come.
        case time
        /// The owner of the machine ends the program, and may start it again with another machine.
        case ownerEnds
    }

    /// An action for the driver.
    package enum Action: Hashable, Sendable {
        /// Start the program.
        case start
        /// Send a signal to the program's group.
        case send(Signal)
        /// Give the terminal to the group.
        case giveTerminal
        /// Take the terminal back, with its modes as they were before the group had it.
        case takeTerminal
        /// Stop this process's group by the signal that stopped the program, until SIGCONT comes. Where there is no shell,
        /// the kernel stops no process, and the program continues.
        case stopSelf(Signal)
        /// Forget the group, which is gone.
        case forgetGroup
        /// Show a notice to the user.
        case notify(Notice)
        /// End this process.
        case end(Outcome)
    }

    /// A notice for the user.
    package enum Notice: Hashable, Sendable {
        /// The program starts for the first time.
        ///
        /// - atDeadline: because of the deadline, although the conditions do not hold.
        case starts(atDeadline: Bool)
        /// The program starts again.
        case startsAgain
        /// The program is suspended, because the conditions are lost.
        case suspends
        /// The program continues.
        case resumes
        /// The program is asked to end, for a reason.
        case ends(Cause)
        /// The program did not end in time.
        case kills
        /// A signal could not be sent.
        case cannotSend(Signal)
        /// The program was killed, and something of its group is still there.
        case leavesBehind
    }

    /// The reason why the program is ended.
    package enum Cause: Hashable, Sendable {
        /// The conditions are lost; it is started again once they hold.
        case loss
        /// This process was asked to end.
        case signal(Signal)
        /// The deadline came.
        case deadline
        /// The owner of the machine has ended the program.
        case owner

        fileprivate var isSignal: Bool { if case .signal = self { true } else { false } }
        /// Whether the program may be started again, so that one that hangs is waited for.
        fileprivate var startsAgain: Bool { self == .loss || self == .owner }
    }

    /// The end of this process.
    package enum Outcome: Hashable, Sendable {
        /// As the program did.
        case exited(Int32)
        /// With 128 + N, for that signal ended the program.
        case killed(Signal)
        /// By a signal to this process.
        case signal(Signal)
        /// At the deadline.
        case deadline
        /// By ``Event/ownerEnds``.
        case endedByOwner
    }
}
