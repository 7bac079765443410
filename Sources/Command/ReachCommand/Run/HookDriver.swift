// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem

/// The command of `reach watch --exec`: passes events to a `HookMachine`, and performs its actions.
final class HookDriver {
    /// A command that `reach watch` runs for each line.
    struct Command {
        let executable: Executable
        /// The name that it is called by, and its arguments, byte for byte.
        let arguments: [[UInt8]]
        /// The maximum duration of a run in milliseconds; `nil` for no limit.
        let timeout: Int64?

        /// The name in messages.
        var name: String { String(decoding: arguments[0], as: UTF8.self) }

        /// Finds the program.
        ///
        /// - Throws: ``Failure`` with the exit codes of timeout(1) if it cannot be run.
        init(_ arguments: [[UInt8]], timeout: Int64?) throws {
            self.arguments = arguments
            self.timeout = timeout
            executable = try Executable.find(arguments)
        }
    }

    private let command: Command
    private var machine: HookMachine
    private let signals: SignalQueue
    private var group: ProcessGroup?
    private var outcome: HookMachine.Outcome?
    /// The reason why the program could not be started.
    private var startFailure: Failure?
    /// The input and the variables of the next run.
    private var input: [UInt8] = []
    private var variables: [ProcessGroup.Variable] = []

    /// The signals that this process handles.
    private static let awaited: [Signal] = [
        .terminate, .interrupt, .hangUp, .quit, .child, .pipe, .terminalOutput,
    ]

    init(_ command: Command) throws {
        self.command = command
        machine = HookMachine(timeout: command.timeout)
        signals = try SignalQueue(Self.awaited)
        // A group whose program has ended is waited for, and so are its orphans.
        ChildProcesses.adoptOrphans()
    }

    /// Whether the command can be run now.
    var isIdle: Bool { machine.isIdle }

    /// Whether this process is to end, so that the command is not run again.
    var isEnding: Bool { machine.isEnding }

    /// The latest time to call ``handleEvents()``, by `MonotonicClock`; `nil` for none.
    var due: Int64? { machine.due }

    /// The descriptor to wait for before a call of ``handleEvents()``.
    var interest: PollSet.Interest { PollSet.Interest(signals.descriptor, reads: true) }

    /// Runs the command, which must be idle.
    ///
    /// - Parameters:
    ///   - line: the line for its standard input.
    ///   - variables: the variables that are added to its environment.
    /// - Returns: whether the line is done with. If not, the system could not start the command, which is idle again at
    ///   ``due``.
    func run(line: [UInt8], variables: [ProcessGroup.Variable]) -> Bool {
        input = line
        self.variables = variables
        handle(.line)
        input = []
        return !machine.isDelayed
    }

    /// Handles the signals that this process has received, the changes of the command, and the time.
    func handleEvents() {
        while let signal = signals.next() {
            // Children are polled anyway, and a notice that cannot be written is ignored.
            if signal.isTerminating { handle(.signal(signal)) }
        }
        while let change = group?.nextChange() { handle(.program(change)) }
        if group == nil {
            ChildProcesses.reap()
        } else if machine.awaitsGroup, group?.hasMembers == false {
            handle(.groupIsEmpty)
        }
        if let due = machine.due, due <= MonotonicClock.milliseconds { handle(.time) }
    }

    /// Waits until the command has ended. Returns if the watch is over, and ends this process otherwise.
    ///
    /// - Throws: a failure, if the command could not be run the first time.
    func finish() throws {
        handle(.finish)
        while outcome == nil {
            _ = interest.isMet(within: machine.due.map(MonotonicClock.milliseconds(until:)))
            handleEvents()
        }
        switch outcome {
        case .finished, nil: return
        case .signal(let signal): signal.endThisProcess()
        case .notStarted: if let startFailure { throw startFailure }
        }
    }

    /// Passes an event to the machine, performs its actions, and passes their results back.
    private func handle(_ event: HookMachine.Event) {
        var events = [event]
        while !events.isEmpty {
            for action in machine.receive(events.removeFirst(), now: MonotonicClock.milliseconds) {
                if let consequence = perform(action) { events.append(consequence) }
            }
        }
    }

    /// - Returns: the resulting event, if there is one.
    private func perform(_ action: HookMachine.Action) -> HookMachine.Event? {
        switch action {
        case .start: return start()
        case .send(let signal):
            do throws(SystemError) { try group?.send(signal) } catch { return .refused(signal) }
        case .forgetGroup:
            group?.release()
            group = nil
        case .notify(let notice):
            let text = notice.text(command, failure: startFailure?.reason)
            // The line is dropped if standard error is blocked, because the program must stay under control.
            StandardStream.error.notify("reach: \(text.escaped)\n")
        case .end(let outcome): self.outcome = outcome
        }
        return nil
    }

    private func start() -> HookMachine.Event {
        // The command runs in the background: the keys of the terminal signal this process.
        var terminal = ControllingTerminal.none
        do throws(ProcessGroup.StartFailure) {
            group = try ProcessGroup.start(
                command.executable, command.arguments, variables: variables, input: input,
                terminal: &terminal, signals: signals)
            return .started
        } catch {
            switch error {
            case .program:
                startFailure = Failure(error, program: command.name)
                return .startFailed(isTemporary: false)
            case .system(let reason):
                startFailure = Failure(reason)
                return .startFailed(isTemporary: reason.isTemporary)
            }
        }
    }
}

extension HookMachine.Notice {
    /// The notice as text.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - failure: why it could not be started.
    fileprivate func text(_ command: HookDriver.Command, failure: String?) -> String {
        let name = command.name
        return switch self {
        case .cannotStart: failure ?? "cannot start \(name)"
        case .failed(let code): "\(name) failed with exit code \(code)"
        case .killed(let signal): "\(name) was ended by \(signal)"
        case .stopped(let signal):
            "\(name) was stopped by \(signal): it cannot use the terminal, and is waited for"
        case .ends(.timeout):
            "ending \(name): it did not end within "
                + TimeSpan(milliseconds: command.timeout ?? 0).description
        case .ends(.signal(let signal)): "ending \(name): received \(signal)"
        case .kills: "killing \(name): it did not end within 10 s"
        case .hangs: "\(name) cannot be killed, and is waited for"
        case .cannotSend(let signal): "cannot send \(signal) to \(name)"
        case .leavesBehind: "some processes of \(name) could not be ended and still run"
        }
    }
}
