// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem

/// A command that runs, or a unit that is being started: performs what its `RunMachine` decides.
final class RunningCommand {
    let request: JobRequest
    /// Whether this is the unit.
    let isUnit: Bool
    /// How the command ended; `nil` while it has not.
    private(set) var end: JobEnd?
    private var machine: RunMachine
    private var group: ProcessGroup
    /// The end of the program itself. Others of its group may still be there.
    private var result: JobEnd.Result?
    /// When the time limit passes, by `MonotonicClock`; `nil` for never, while the command is suspended, or if it has.
    private var limit: Int64?
    /// The rest of the time limit of a command that is suspended; `nil` if it runs.
    private var rest: Int64?
    private var isOverTime = false

    /// Takes a command that has just started.
    init(_ request: JobRequest, isUnit: Bool, _ group: consuming ProcessGroup) {
        self.request = request
        self.isUnit = isUnit
        self.group = group
        let now = MonotonicClock.milliseconds
        var options = RunMachine.Options()
        options.onLoss = RunMachine.LossPolicy(request.onLoss)
        options.lossGrace = request.lossGrace
        machine = RunMachine(options, now: now)
        // The conditions held when the worker started the command.
        _ = machine.receive(.conditionsHold, now: now)
        limit = request.timeLimit.map { now + $0 }
    }

    /// When ``tend()`` must be called, by `MonotonicClock`; `nil` for never.
    var due: Int64? { MonotonicClock.earlier(machine.due, limit) }

    /// Whether the command is suspended, because its conditions are lost.
    var isSuspended: Bool { machine.phase == .suspended }

    /// Takes the change of a child of this process.
    ///
    /// - Returns: whether the child is the program.
    func takes(_ process: Int32) -> Bool { group.takes(process) }

    /// Does what is due.
    func tend() {
        let now = MonotonicClock.milliseconds
        if let limit, limit <= now {
            self.limit = nil
            isOverTime = true
            handle(.ownerEnds)
        }
        if let due = machine.due, due <= now { handle(.time) }
        if machine.awaitsGroup, !group.hasMembers { handle(.groupIsEmpty) }
    }

    /// Passes an event to the machine, and performs what it decides.
    func handle(_ event: RunMachine.Event) {
        guard end == nil else { return }
        if case .program(let change) = event, let result = JobEnd.Result(change) {
            self.result = result
        }
        var events = [event]
        while !events.isEmpty {
            for action in machine.receive(
                events.removeFirst(), now: MonotonicClock.milliseconds)
            {
                if let refused = perform(action) { events.append(.refused(refused)) }
            }
        }
        measure()
    }

    /// Has the time limit pass only while the command runs: not while it is suspended, nor after a loss has ended it.
    private func measure() {
        let now = MonotonicClock.milliseconds
        switch machine.phase {
        case .running:
            if let rest { limit = now + rest }
            rest = nil
        case .suspended:
            if let limit { rest = limit - now }
            limit = nil
        case .endingAfterLoss: (limit, rest) = (nil, nil)
        case .other: break
        }
    }

    /// Performs what the machine decides.
    ///
    /// - Returns: the signal that could not be sent.
    private func perform(_ action: RunMachine.Action) -> Signal? {
        switch action {
        case .send(let signal):
            do throws(SystemError) {
                try group.send(signal)
            } catch {
                return signal
            }
        // Only the end of a loss forgets the group without another end.
        case .forgetGroup: finish(.lost)
        case .end(.endedByOwner): finish(isOverTime ? .timeLimit : .stopped)
        case .end(.exited), .end(.killed), .end(.signal), .end(.deadline): finish(nil)
        case .start, .giveTerminal, .takeTerminal, .stopSelf, .notify: break
        }
        return nil
    }

    private func finish(_ cause: JobEnd.Cause?) {
        group.release()
        // A program that was killed and hangs in the kernel has no end.
        let result = result ?? .killed(number: Signal.kill.number, name: "\(Signal.kill)")
        end = JobEnd(result, cause)
    }
}

extension RunMachine.LossPolicy {
    fileprivate init(_ policy: Job.LossPolicy) {
        self =
            switch policy {
            case .finish: .finish
            case .stop: .stop
            case .suspend: .suspend
            }
    }
}

extension JobEnd.Result {
    /// Creates the result from the change of a program.
    ///
    /// - Returns: `nil` for a change that is no end.
    fileprivate init?(_ change: ProcessGroup.Change) {
        switch change {
        case .exited(let code): self = .exited(code)
        case .killed(let signal): self = .killed(number: signal.number, name: "\(signal)")
        case .stopped, .continued: return nil
        }
    }
}
