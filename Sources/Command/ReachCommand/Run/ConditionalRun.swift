// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import CommandSystem
import NetworkReachability

/// The loop of `reach run`: passes events to a `RunMachine`, and performs its actions.
struct ConditionalRun: ~Copyable {
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
    private let notices: RunNotices
    /// The reason why the program could not be started.
    private var startFailure: (any Error)?
    private var outcome: RunMachine.Outcome?
    /// Whether this process stopped itself (SIGSTOP) and was continued.
    private var hasBeenStopped = false

    /// The signals that this process handles.
    private static let awaited: [Signal] = [
        .terminate, .interrupt, .hangUp, .quit, .user1, .user2, .windowChanged, .child, .goOn,
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
        var options = options
        options.deadline = limit.map { limit in
            if case .after(let duration) = limit.end { .after(duration) } else { .at(limit.due) }
        }
        machine = RunMachine(options, now: MonotonicClock.milliseconds)
        signals = try SignalQueue(Self.awaited)
        line = WaitingLine(until: limit, isQuiet: isQuiet)
        notices = RunNotices(
            program: String(decoding: arguments[0], as: UTF8.self), isQuiet: isQuiet)
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
                handle(.signal(.goOn))
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
        case .deadline:
            throw Failure(reason: "the deadline passed: \(lacks)", code: ExitCode(124))
        }
    }
}

// MARK: - Events

extension ConditionalRun {
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
        if follower.readLapse() { handle(.fail(isCostly: false)) }
        let verdict = follower.verdict
        let holds = verdict.holds && follower.awaited == nil
        handle(holds ? .hold : .fail(isCostly: verdict.isCostly))
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

extension ConditionalRun {
    /// - Returns: the resulting event, if there is one.
    private mutating func perform(_ action: RunMachine.Action) -> RunMachine.Event? {
        switch action {
        case .start: return start()
        case .send(let signal):
            do throws(SystemError) {
                try group?.send(signal)
            } catch {
                notices.notify("\(error.description) [\(notices.program)]")
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
            let failure = Failure(error, program: notices.program)
            startFailure = failure
            return .startFailed(code: failure.code.rawValue)
        }
    }

    private mutating func show(_ notice: RunMachine.Notice) {
        line.clear()
        notices.notify(notice, lacks: lacks)
        switch notice {
        case .suspends:
            line.noteTold(lacks)
            beginWait()
        case .stops: line.noteTold(lacks)
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
            notices.notify(RunNotices.outsiders(of: notices.program))
        }
    }

    /// Text that says why the conditions do not hold.
    private var lacks: String { follower.lacks }
}

extension Failure {
    /// Creates a failure for a program that cannot be run, with the exit codes of timeout(1).
    init(_ failure: Executable.Failure, program: String) {
        switch failure {
        case .notFound:
            self.init(reason: "command not found: '\(program.escaped)'", code: ExitCode(127))
        case .notExecutable(let reason):
            self.init(reason: reason.description.escaped, code: ExitCode(126))
        }
    }

    /// Creates a failure for a program that could not be started.
    init(_ failure: ProcessGroup.StartFailure, program: String) {
        switch failure {
        case .program(.notFound):
            self.init(
                reason: "command '\(program.escaped)' was removed, or its interpreter is missing",
                code: ExitCode(127))
        case .program(let reason): self.init(reason, program: program)
        case .system(let reason):
            self.init(reason: reason.description.escaped, code: ExitCode(125))
        }
    }
}
