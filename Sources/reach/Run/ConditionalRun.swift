// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import ProcessControl
import Reachability

/// The loop of `reach run`: tells a `RunMachine` what happens, and performs what it decides.
struct ConditionalRun: ~Copyable {
    private let executable: Executable
    private let arguments: [[UInt8]]
    private let options: RunMachine.Options
    private var machine: RunMachine
    private var follower: ConditionFollower
    private let signals: SignalQueue
    private var terminal = ControllingTerminal()
    private var group: ProcessGroup?
    private var line: WaitingLine
    private let notices: RunNotices
    /// Why the program could not be started.
    private var startFailure: (any Error)?
    private var outcome: RunMachine.Outcome?
    /// Whether this process stopped itself, and goes on.
    private var hasBeenStopped = false

    /// What this process is told by, and does not die of.
    private static let awaited: [Signal] = [
        .terminate, .interrupt, .hangUp, .quit, .user1, .user2, .windowChanged, .child, .goOn,
        .pipe, .terminalOutput,
    ]

    init(
        _ executable: Executable,
        _ arguments: [[UInt8]],
        _ options: RunMachine.Options,
        _ follower: consuming ConditionFollower,
        isQuiet: Bool
    ) throws {
        self.executable = executable
        self.arguments = arguments
        self.options = options
        self.follower = follower
        machine = RunMachine(options, now: MonotonicClock.milliseconds)
        signals = try SignalQueue(Self.awaited)
        line = WaitingLine(lasting: options.deadline)
        notices = RunNotices(
            program: String(decoding: arguments[0], as: UTF8.self), isQuiet: isQuiet)
        if options.onLoss != .finish { ChildProcesses.adoptOrphans() }
    }

    /// Waits for the conditions, runs the program, and ends this process: by a signal, or by the error that is
    /// thrown, which is an exit code or a failure.
    mutating func run() throws -> Never {
        tellConditions()
        while true {
            if let outcome { try end(outcome) }
            waitForNews()
            if hasBeenStopped {
                hasBeenStopped = false
                tell(.signal(.goOn))
            }
            tellSignals()
            tellChildren()
            if let due = machine.due, due <= MonotonicClock.milliseconds { tell(.time) }
        }
    }

    private mutating func end(_ outcome: RunMachine.Outcome) throws -> Never {
        line.clear()
        switch outcome {
        case .exited(let code): throw startFailure ?? ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal.number)
        case .signal(let signal): signal.endThisProcess()
        case .deadline:
            throw Failure(reason: "gave up at the deadline: \(lacks)", code: ExitCode(124))
        }
    }
}

// MARK: - Events

extension ConditionalRun {
    private mutating func waitForNews() {
        if machine.isWaiting { line.show(lacks) } else { line.clear() }
        let interest = Readiness.Interest(signals.descriptor, reads: true)
        let patience =
            hasBeenStopped ? 0 : machine.due.map { max(0, $0 - MonotonicClock.milliseconds) }
        guard machine.followsConditions else {
            _ = interest.isMet(within: patience.map { Int32(clamping: $0) })
            return
        }
        follower.wait(beside: interest, milliseconds: patience)
        tellConditions()
    }

    private mutating func tellConditions() {
        if follower.takeLapse() { tell(.fail(isCostly: false)) }
        let verdict = follower.verdict
        let holds = verdict.holds && follower.awaited == nil
        tell(holds ? .hold : .fail(isCostly: verdict.isCostly))
    }

    private mutating func tellSignals() {
        while let signal = signals.next() {
            // What became of children is asked for anyway; and a notice that cannot be written is no failure.
            if ![.child, .pipe, .terminalOutput].contains(signal) { tell(.signal(signal)) }
        }
    }

    private mutating func tellChildren() {
        while let change = group?.nextChange() {
            switch change {
            case .stopped(.terminalInput) where terminal.isOurs,
                .stopped(.terminalOutput) where terminal.isOurs:
                tell(.wantsTerminal)
            default: tell(.program(change))
            }
        }
        if group == nil {
            ChildProcesses.reap()
        } else if machine.awaitsGroup, group?.hasMembers == false {
            tell(.groupIsEmpty)
        }
    }

    /// Tells the machine what happened, performs what it decides, and tells it what came of that.
    private mutating func tell(_ event: RunMachine.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in machine.take(events.removeFirst(), now: MonotonicClock.milliseconds) {
                if let consequence = perform(action) { events.append(consequence) }
            }
        }
    }
}

// MARK: - Actions

extension ConditionalRun {
    /// - Returns: what came of it, if the machine needs to know.
    private mutating func perform(_ action: RunMachine.Action) -> RunMachine.Event? {
        switch action {
        case .start: return start()
        case .send(let signal):
            do throws(SystemError) {
                try group?.send(signal)
            } catch {
                notices.tell("\(error.description) [\(notices.program)]")
                return .refused(signal)
            }
        case .giveTerminal: giveTerminal()
        case .takeTerminal: takeTerminal(restoresModes: true)
        case .stopSelf(let signal):
            signals.stopThisGroup(by: signal)
            hasBeenStopped = true
        case .forgetGroup: forgetGroup()
        case .tell(let notice): show(notice)
        case .end(let outcome):
            // A program that ended by itself may have been meant to set the terminal's modes, as stty(1) is.
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
            ServiceManager.tell("READY=1\nSTATUS=running")
            return nil
        } catch {
            let failure = Failure(error, program: notices.program)
            startFailure = failure
            return .startFailed(code: failure.code.rawValue)
        }
    }

    private mutating func show(_ notice: RunMachine.Notice) {
        line.clear()
        notices.tell(notice, lacks: lacks)
        switch notice {
        case .suspends: line = WaitingLine(lasting: waitingLimit)
        case .resumes: ServiceManager.tell("STATUS=running")
        case .stops, .starts, .startsAgain, .ends, .kills, .cannotSend, .leavesBehind: break
        }
    }

    /// How long a waiting lasts that is not the first.
    private var waitingLimit: Int64? { options.onDeadline == .fail ? options.deadline : nil }

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
        line = WaitingLine(lasting: waitingLimit)
        ChildProcesses.reap()
        if ChildProcesses.exist { notices.tell(RunNotices.outsiders(of: notices.program)) }
    }

    /// What is missing, in words.
    private var lacks: String { follower.lacks }
}

extension Failure {
    /// A program that cannot be run, with the codes of timeout(1).
    init(_ failure: Executable.Failure, program: String) {
        switch failure {
        case .notFound:
            self.init(reason: "there is no command '\(program.escaped)'", code: ExitCode(127))
        case .notExecutable(let reason):
            self.init(reason: reason.description.escaped, code: ExitCode(126))
        }
    }

    /// A program that could not be started.
    init(_ failure: ProcessGroup.StartFailure, program: String) {
        switch failure {
        case .program(.notFound):
            self.init(
                reason: "the command '\(program.escaped)' is gone, or its interpreter is missing",
                code: ExitCode(127))
        case .program(let reason): self.init(reason, program: program)
        case .system(let reason):
            self.init(reason: reason.description.escaped, code: ExitCode(125))
        }
    }
}
