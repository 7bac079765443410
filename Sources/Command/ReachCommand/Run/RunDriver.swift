// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import CommandSystem
import LinuxSystem
import NetworkReachability

/// The command of `reach run`: passes events to a `RunMachine`, and performs its actions.
struct RunDriver: ~Copyable {
    private let executable: Executable
    private let arguments: [[UInt8]]
    private let options: RunMachine.Options
    /// The end of the current wait; `nil` for no end.
    private var limit: WaitLimit?
    private var machine: RunMachine
    private var follower: ConditionFollower
    private let signals: SignalQueue
    private var terminal = ControllingTerminal()
    private var group: ProcessGroup?
    private var line: WaitingLine
    /// The name of the program in messages.
    private let program: String
    private let isQuiet: Bool
    /// The reason why the program could not be started.
    private var startFailure: (any Error)?
    private var outcome: RunMachine.Outcome?
    /// Whether this process stopped itself (SIGSTOP) and was continued.
    private var hasBeenStopped = false

    /// The signals that this process handles.
    private static let awaited: [Signal] = [
        .terminate, .interrupt, .hangUp, .quit, .user1, .user2, .windowChanged, .child, .resume,
        .pipe, .terminalOutput,
    ]

    init(
        _ executable: Executable,
        _ arguments: [[UInt8]],
        _ options: RunMachine.Options,
        limit: WaitLimit?,
        _ follower: consuming ConditionFollower,
        isQuiet: Bool
    ) throws {
        self.executable = executable
        self.arguments = arguments
        self.options = options
        self.follower = follower
        self.limit = limit
        machine = RunMachine(options, until: limit)
        signals = try SignalQueue(Self.awaited)
        line = WaitingLine(until: limit, isQuiet: isQuiet)
        program = String(decoding: arguments[0], as: UTF8.self)
        self.isQuiet = isQuiet
        if options.onLoss != .finish { ChildProcesses.adoptOrphans() }
    }

    /// Waits for the conditions, runs the program, and ends this process by a signal or an error.
    ///
    /// - Throws: an exit code, or a failure.
    mutating func run() throws -> Never {
        readConditions()
        while true {
            if let outcome { try end(outcome) }
            waitForEvent()
            if hasBeenStopped {
                hasBeenStopped = false
                handle(.signal(.resume))
            }
            readSignals()
            readChildren()
            if let due = machine.due, due <= MonotonicClock.milliseconds { handle(.time) }
        }
    }

    private mutating func end(_ outcome: RunMachine.Outcome) throws -> Never {
        line.clear()
        switch outcome {
        case .exited(let code): throw startFailure ?? ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal.number)
        case .signal(let signal): signal.endThisProcess()
        // `reach run` never sends the event `ownerEnds`.
        case .endedByOwner: throw ExitCode(1)
        case .deadline:
            throw Failure("the deadline passed: \(lacks)", exitCode: 124)
        }
    }
}

// MARK: - Events

extension RunDriver {
    private mutating func waitForEvent() {
        if let limit, limit.isTime { machine.moveDeadline(to: limit.due) }
        if machine.isWaiting {
            line.show(lacks, isProvisional: follower.awaited != nil)
        } else {
            line.clear()
        }
        let interest = PollSet.Interest(signals.descriptor, reads: true)
        // A time that has passed, so that there is no wait.
        let due = machine.isWaiting ? MonotonicClock.earlier(machine.due, line.due) : machine.due
        let end = hasBeenStopped ? 0 : due
        guard machine.followsConditions else {
            _ = interest.isMet(within: end.map(MonotonicClock.milliseconds(until:)))
            return
        }
        follower.wait(beside: interest, until: end)
        readConditions()
    }

    private mutating func readConditions() {
        if follower.readLapse() { handle(.conditionsLost(isAtOnce: false)) }
        let verdict = follower.verdict
        let holds = verdict.holds && follower.awaited == nil
        handle(holds ? .conditionsHold : .conditionsLost(isAtOnce: verdict.isLossAtOnce))
    }

    private mutating func readSignals() {
        while let signal = signals.next() {
            // Children are polled anyway, and a notice that cannot be written is ignored.
            if ![.child, .pipe, .terminalOutput].contains(signal) { handle(.signal(signal)) }
        }
    }

    private mutating func readChildren() {
        while let change = group?.nextChange() {
            switch change {
            case .stopped(.terminalInput) where terminal.isOurs,
                .stopped(.terminalOutput) where terminal.isOurs:
                handle(.wantsTerminal)
            default: handle(.program(change))
            }
        }
        if group == nil {
            ChildProcesses.reap()
        } else if machine.awaitsGroup, group?.hasMembers == false {
            handle(.groupIsEmpty)
        }
    }

    /// Passes an event to the machine, performs its actions, and passes their results back.
    private mutating func handle(_ event: RunMachine.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in machine.receive(events.removeFirst(), now: MonotonicClock.milliseconds) {
                if let consequence = perform(action) { events.append(consequence) }
            }
        }
    }
}

// MARK: - Actions

extension RunDriver {
    /// - Returns: the resulting event, if there is one.
    private mutating func perform(_ action: RunMachine.Action) -> RunMachine.Event? {
        switch action {
        case .start: return start()
        case .send(let signal):
            do throws(SystemError) {
                try group?.send(signal)
            } catch {
                notify("\(error.description) [\(program)]")
                return .refused(signal)
            }
        case .giveTerminal: giveTerminal()
        case .takeTerminal: takeTerminal(restoresModes: true)
        case .stopSelf(let signal):
            signals.stopThisGroup(by: signal)
            hasBeenStopped = true
        case .forgetGroup: forgetGroup()
        case .notify(let notice): show(notice)
        case .end(let outcome):
            // A program that ended by itself may have set the terminal modes on purpose, like stty(1).
            if case .exited = outcome {
                takeTerminal(restoresModes: false)
            } else {
                takeTerminal(restoresModes: true)
            }
            group?.release()
            group = nil
            self.outcome = outcome
        }
        return nil
    }

    private mutating func start() -> RunMachine.Event? {
        do throws(ProcessGroup.StartFailure) {
            group = try ProcessGroup.start(
                executable, arguments, terminal: &terminal, signals: signals)
            ServiceManager.notify("READY=1\nSTATUS=running")
            return nil
        } catch {
            let failure = Failure(error, program: program)
            startFailure = failure
            return .startFailed(code: failure.exitCode)
        }
    }

    private mutating func show(_ notice: RunMachine.Notice) {
        line.clear()
        // A signal that could not be sent was reported with its reason.
        if case .cannotSend = notice { return }
        notify(notice.text(program, lacks: lacks))
        switch notice {
        case .suspends:
            line.notePrinted(lacks)
            beginWait()
        case .ends(.loss): line.notePrinted(lacks)
        case .resumes: ServiceManager.notify("STATUS=running")
        case .starts, .startsAgain, .ends, .kills, .cannotSend, .leavesBehind: break
        }
    }

    /// Begins a wait after the first one.
    private mutating func beginWait() {
        limit = options.onDeadline == .fail ? limit?.forNextWait : nil
        line.restart(until: limit)
    }

    private mutating func giveTerminal() {
        if let number = group?.number { terminal.handOver(to: number) }
    }

    private mutating func takeTerminal(restoresModes: Bool) {
        if let number = group?.number {
            terminal.takeBack(from: number, restoresModes: restoresModes)
        }
    }

    private mutating func forgetGroup() {
        group?.release()
        group = nil
        beginWait()
        ChildProcesses.reap()
        // A check of the connectivity is a child, too.
        if !follower.isChecking, ChildProcesses.exist {
            // They have left the group (setsid(2)), and do not end with it.
            notify("processes that \(program) started outside its process group still run")
        }
    }

    /// Writes a line to standard error. Drops the line if standard error is blocked, because the program must stay
    /// under control.
    private func notify(_ text: String) {
        guard !isQuiet else { return }
        StandardStream.error.notify("reach: \(text.escaped)\n")
    }

    /// Text that says why the conditions do not hold.
    private var lacks: String { follower.lacks }
}

extension Executable {
    /// Finds the program of a command.
    ///
    /// - Parameter command: the name that it is called by, and its arguments.
    /// - Throws: ``Failure`` with the exit codes of timeout(1) if it cannot be run.
    package static func find(_ command: [[UInt8]]) throws -> Executable {
        do throws(Executable.Failure) {
            return try Executable(named: command[0])
        } catch {
            throw ReachCommand.Failure(error, program: String(decoding: command[0], as: UTF8.self))
        }
    }
}

extension Failure {
    /// Creates a failure for a program that cannot be run, with the exit codes of timeout(1).
    init(_ failure: Executable.Failure, program: String) {
        self.init(failure.text(program).escaped, exitCode: failure.exitCode)
    }

    /// Creates a failure for a program that could not be started.
    init(_ failure: ProcessGroup.StartFailure, program: String) {
        switch failure {
        case .program(let reason) where reason == .notFound:
            self.init(
                "command '\(program.escaped)' was removed, or its interpreter is missing",
                exitCode: reason.exitCode)
        case .program(let reason): self.init(reason, program: program)
        case .system(let reason):
            self.init(reason.description.escaped, exitCode: 125)
        }
    }
}

extension RunMachine {
    /// Creates the machine of a program.
    ///
    /// - Parameters:
    ///   - options: the options, without the deadline.
    ///   - limit: the end of the first wait, which may have begun before; `nil` for no end.
    init(_ options: Options, until limit: WaitLimit?) {
        var options = options
        options.deadline = limit.map { limit in
            if case .after(let duration) = limit.end { .after(duration) } else { .at(limit.due) }
        }
        // The wait began before this process waited for NetworkManager.
        self.init(options, now: limit?.start.monotonic ?? MonotonicClock.milliseconds)
    }
}

extension RunMachine.Notice {
    /// The notice as text.
    ///
    /// - Parameters:
    ///   - program: the name of the program.
    ///   - lacks: text that says why the conditions do not hold.
    fileprivate func text(_ program: String, lacks: String) -> String {
        switch self {
        case .starts(atDeadline: false): "starting \(program): the conditions hold"
        case .starts(atDeadline: true): "starting \(program) at the deadline: \(lacks)"
        case .startsAgain: "starting \(program) again: the conditions hold"
        case .ends(.loss): "stopping \(program): \(lacks)"
        case .suspends: "suspending \(program): \(lacks)"
        case .resumes: "resuming \(program): the conditions hold"
        case .ends(.signal(let signal)): "ending \(program): received \(signal)"
        case .ends(.deadline): "ending \(program) at the deadline: \(lacks)"
        case .ends(.owner): "ending \(program): \(lacks)"
        case .kills: "killing \(program): it did not end within 10 s"
        case .cannotSend(let signal): "cannot send \(signal) to \(program)"
        case .leavesBehind: "some processes of \(program) could not be ended and still run"
        }
    }
}
