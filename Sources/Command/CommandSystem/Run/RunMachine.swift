// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability

/// What `reach run` does with its command: a pure state machine.
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

    /// There is no program, and the conditions are waited for.
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
            request = Request(signal: signal, end: now + endGrace, isAwaited: isAwaited)
        }
    }

    /// A terminating signal that was passed on to the program.
    private struct Request: Hashable {
        let signal: Signal
        /// A program that still runs at this time was not asked to end (SIGHUP asks some to read their settings).
        let end: Int64
        /// Whether the conditions were lost before, so that the loss waits for that time.
        var isAwaited = false
    }

    /// The program was asked to end.
    private struct Ending: Hashable {
        var cause: Cause
        /// Whether the program itself is still there, and not only others of its group.
        var hasProgram = true
        var stage: Stage
    }

    private enum Stage: Hashable {
        /// The group is killed at this time.
        case asked(killAt: Int64)
        /// The group was killed, and is given up at this time.
        case killed(giveUpAt: Int64)
        /// The program was killed, and hangs in the kernel.
        case stuck
    }

    /// How long a program has to end before it is killed.
    package static let endGrace: Int64 = 10_000
    /// How long a group that was killed may take to be gone.
    package static let killGrace: Int64 = 1000

    private var options: Options
    private var state: State
    private var hasStarted = false

    /// - Parameter now: the beginning of the first waiting.
    package init(_ options: Options, now: Int64) {
        self.options = options
        state = .waiting(Waiting(since: now, gate: ConditionGate(stability: options.stable)))
    }

    /// Whether the conditions are waited for, so that the user may be shown what is missing.
    package var isWaiting: Bool {
        switch state {
        case .waiting, .suspended: true
        case .running, .ending, .ended: false
        }
    }

    /// Whether it still matters what becomes of the conditions.
    package var followsConditions: Bool {
        switch state {
        case .waiting, .suspended, .ending: true
        case .running: options.onLoss != .finish
        case .ended: false
        }
    }

    /// Whether the program has ended, and its group is waited for.
    package var awaitsGroup: Bool {
        if case .ending(let ending) = state { !ending.hasProgram } else { false }
    }

    /// When ``Event/time`` is to be sent next; `nil` for never.
    package var due: Int64? {
        switch state {
        case .waiting(let waiting):
            [waiting.gate.opening, deadline(from: waiting.since)]
                .compactMap(\.self).min()
        case .running(let running): running.due
        case .suspended(let since): deadline(from: since)
        case .ending(let ending):
            switch ending.stage {
            case .asked(let time), .killed(let time): time
            case .stuck: nil
            }
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

    /// When a waiting or a suspension reaches the deadline. (`--on-deadline run` is about the first start alone.)
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
        case .hold: waiting.gate.hold(at: now)
        case .fail: waiting.gate.lose(at: now)
        case .time: break
        case .signal(let signal): return signal.isTerminating ? end(.signal(signal)) : []
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
        case .hold:
            running.gate.hold(at: now)
            return []
        case .fail(let isCostly):
            guard options.onLoss != .finish else { return [] }
            running.gate.lose(at: now, grace: isCostly ? 0 : options.lossGrace)
            return actOnLoss(&running, now)
        case .time: return actOnLoss(&running, now)
        case .signal(.goOn): return [.giveTerminal, .send(.goOn)]
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
        case .wantsTerminal: return [.giveTerminal, .send(.goOn)]
        case .program(.continued), .groupIsEmpty: return []
        // It follows another signal, which was refused as well.
        case .refused(.goOn): return []
        case .refused(let signal):
            running.request = nil
            return [.notify(.cannotSend(signal))]
        case .startFailed(let code): return end(.exited(code))
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

    /// Lets the program clean up after a signal that was passed on to it. It does not get another one meanwhile, which
    /// would end the processes that clean up, and means "at once" to some programs.
    private mutating func awaitEnd(_ request: Request, of running: inout Running) -> [Action] {
        guard !request.isAwaited else { return [] }
        guard request.signal == .terminate else {
            running.request?.isAwaited = true
            return [.giveTerminal, .send(.goOn)]
        }
        let cause = Cause.signal(.terminate)
        state = .ending(Ending(cause: cause, stage: .asked(killAt: request.end)))
        return [.giveTerminal, .send(.goOn), .notify(.ends(cause))]
    }

    /// Ends what a program leaves behind that has cleaned up after a signal, while the conditions were lost.
    ///
    /// - Returns: `nil` if it has ended in another way.
    private mutating func endGroup(of running: Running, _ now: Int64) -> [Action]? {
        guard let request = running.request, request.isAwaited else { return nil }
        let cause = Cause.signal(request.signal)
        state = .ending(
            Ending(cause: cause, hasProgram: false, stage: .asked(killAt: now + Self.endGrace)))
        return [.send(.terminate), .send(.goOn), .notify(.ends(cause))]
    }

    // MARK: - Suspended

    private mutating func receive(
        _ event: Event, whileSuspendedSince since: Int64, _ now: Int64
    ) -> [Action] {
        switch event {
        case .hold:
            state = .running(Running(holdingSince: now))
            return [.notify(.resumes), .giveTerminal, .send(.goOn)]
        case .fail: return []
        case .time:
            guard let deadline = deadline(from: since), deadline <= now else { return [] }
            return endProgram(.deadline, by: .terminate, now)
        case .signal(let signal):
            return signal.isTerminating ? endProgram(.signal(signal), by: signal, now) : []
        // What is left of its group would stand still for ever.
        case .program(.exited(let code)):
            return [.send(.terminate), .send(.goOn)] + end(.exited(code))
        case .program(.killed(let signal)):
            return [.send(.terminate), .send(.goOn)] + end(.killed(signal))
        // Another process let it go on.
        case .program(.continued): return [.send(.stop)]
        case .program(.stopped), .wantsTerminal, .groupIsEmpty, .startFailed: return []
        case .refused(let signal):
            state = .running(Running(holdingSince: nil))
            return [.notify(.cannotSend(signal)), .giveTerminal]
        }
    }

    // MARK: - Ending

    /// Asks the program to end. A program that stands still is woken, for else it would not notice, and is given
    /// the terminal, whose modes it may have to restore.
    private mutating func endProgram(_ cause: Cause, by signal: Signal, _ now: Int64) -> [Action] {
        state = .ending(Ending(cause: cause, stage: .asked(killAt: now + Self.endGrace)))
        return [
            .giveTerminal, .send(signal), .send(.goOn),
            .notify(cause == .loss ? .stops : .ends(cause)),
        ]
    }

    private mutating func receive(_ event: Event, while ending: Ending, _ now: Int64) -> [Action] {
        var ending = ending
        switch event {
        case .program(.exited), .program(.killed):
            ending.hasProgram = false
            // The exit does not wait for a group that was given up.
            if ending.stage == .stuck { return finish(ending, now) }
        case .groupIsEmpty: return ending.hasProgram ? [] : finish(ending, now)
        case .signal(let signal):
            guard signal.isTerminating else { return [] }
            // What is under way goes on, and this process ends after it. The first signal counts.
            if case .signal = ending.cause { return [] }
            ending.cause = .signal(signal)
            if ending.stage == .stuck { return leaveBehind(ending, now) }
        case .time:
            switch ending.stage {
            case .asked(let time):
                guard time <= now else { return [] }
                ending.stage = .killed(giveUpAt: now + Self.killGrace)
                state = .ending(ending)
                return [.send(.kill), .notify(.kills)]
            case .killed(let time):
                guard time <= now else { return [] }
                // Two programs at once would be worse than to wait for the first one's end.
                guard ending.cause == .loss, ending.hasProgram else {
                    return leaveBehind(ending, now)
                }
                ending.stage = .stuck
            case .stuck: return []
            }
        case .refused(let signal):
            guard ending.cause == .loss, ending.hasProgram else {
                return [.notify(.cannotSend(signal))] + leaveBehind(ending, now)
            }
            state = .running(Running(holdingSince: nil))
            return [.notify(.cannotSend(signal))]
        case .wantsTerminal: return [.giveTerminal, .send(.goOn)]
        case .hold, .fail, .program(.stopped), .program(.continued), .startFailed: return []
        }
        state = .ending(ending)
        return []
    }

    /// A process of the group cannot be ended: it hangs in the kernel, say.
    private mutating func leaveBehind(_ ending: Ending, _ now: Int64) -> [Action] {
        [.notify(.leavesBehind)] + finish(ending, now)
    }

    private mutating func finish(_ ending: Ending, _ now: Int64) -> [Action] {
        switch ending.cause {
        case .loss:
            state = .waiting(Waiting(since: now, gate: ConditionGate(stability: options.stable)))
            return [.takeTerminal, .forgetGroup]
        case .signal(let signal): return [.takeTerminal, .forgetGroup] + end(.signal(signal))
        case .deadline: return [.takeTerminal, .forgetGroup] + end(.deadline)
        }
    }
}
