// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem

/// Runs the commands of `--then`, and starts the units of `--on-finish`.
///
/// A command has its adder's folder and environment, no input, and writes to the standard error of this process. If this
/// process dies, the command is ended, so that it never runs twice at a time.
final class CommandLauncher: CompletionLauncher {
    /// Reports that a child has ended.
    private let signals: SignalQueue
    private var running: [Running] = []
    private var results: [(number: Int, exit: CompletionAction.Exit)] = []
    /// Makes the worker ask for results that came at once.
    private let wakeUp: WakeUpEvent

    /// A request whose unit is being started, or whose command runs.
    private final class Running {
        let request: CompletionAction.Request
        /// Whether this is the unit.
        let isUnit: Bool
        var group: ProcessGroup

        init(_ request: CompletionAction.Request, isUnit: Bool, _ group: consuming ProcessGroup) {
            self.request = request
            self.isUnit = isUnit
            self.group = group
        }
    }

    /// Takes the signals of children. Commands start with the signal mask of now.
    init() throws(SystemError) {
        signals = try SignalQueue([.child])
        wakeUp = try WakeUpEvent()
    }

    var descriptor: Int32 { results.isEmpty ? signals.descriptor : wakeUp.descriptor }

    func start(_ request: CompletionAction.Request) {
        if let unit = request.action.unit {
            startUnit(unit, request)
        } else {
            startCommand(request)
        }
    }

    func ended() -> [(number: Int, exit: CompletionAction.Exit)] {
        while signals.next() != nil {}
        for one in running {
            guard let change = one.group.end() else { continue }
            running.removeAll { $0 === one }
            one.group.release()
            ended(one, change)
        }
        wakeUp.reset()
        defer { results = [] }
        return results
    }

    private func ended(_ one: Running, _ change: ProcessGroup.Change) {
        switch change {
        case .exited(0) where one.isUnit && one.request.action.command != nil:
            startCommand(one.request)
        case .exited(let code) where one.isUnit && code != 0:
            report(
                one.request, .failed("systemctl could not start \(one.request.action.unit ?? "")"))
        case .exited(let code): report(one.request, .exited(code))
        case .killed(let signal): report(one.request, .signaled(signal.description))
        case .stopped, .continued: running.append(one)
        }
    }

    private func report(_ request: CompletionAction.Request, _ exit: CompletionAction.Exit) {
        results.append((request.number, exit))
        wakeUp.wake()
    }

    private func startUnit(_ unit: String, _ request: CompletionAction.Request) {
        let words = ["systemctl", "--user", "--no-block", "start", "--", unit].map {
            Array($0.utf8)
        }
        do throws(Executable.Failure) {
            start(request, isUnit: true, try Executable(named: words[0]), words, setting: nil)
        } catch {
            report(request, .failed("systemctl was not found"))
        }
    }

    private func startCommand(_ request: CompletionAction.Request) {
        guard let command = request.action.command, let name = command.arguments.first else {
            return report(request, .exited(0))
        }
        let folder = Array(command.folder.utf8)
        let path = request.environment.first { $0.starts(with: "PATH=".utf8) }.map {
            Array($0.dropFirst(5))
        }
        var file = Array(name.utf8)
        // A relative path begins in the adder's folder.
        if file.contains(UInt8(ascii: "/")), file.first != UInt8(ascii: "/") {
            file = folder + Array("/".utf8) + file
        }
        do throws(Executable.Failure) {
            // The adder may be such a command itself, which ran for something else.
            let kept = request.environment.filter { variable in
                !variable.starts(with: "REACH_TRANSFER_".utf8)
                    && !variable.starts(with: "NOTIFY_SOCKET=".utf8)
            }
            start(
                request, isUnit: false, try Executable(named: file, in: path),
                command.arguments.map { Array($0.utf8) },
                setting: ProcessGroup.Setting(folder: folder, environment: kept))
        } catch {
            switch error {
            case .notFound: report(request, .failed("command not found: '\(name)'"))
            case .notExecutable(let reason): report(request, .failed(reason.description))
            }
        }
    }

    private func start(
        _ request: CompletionAction.Request, isUnit: Bool, _ executable: Executable,
        _ arguments: [[UInt8]],
        setting: ProcessGroup.Setting?
    ) {
        // The command runs in the background: the keys of the terminal signal this process.
        var terminal = ControllingTerminal.none
        do throws(ProcessGroup.StartFailure) {
            let group = try ProcessGroup.start(
                executable, arguments,
                variables: isUnit
                    ? [] : request.variables.map { ($0.name, $0.value) },
                input: [], setting: setting, terminal: &terminal, signals: signals)
            running.append(Running(request, isUnit: isUnit, group))
        } catch {
            switch error {
            case .program(.notFound):
                report(request, .failed("its interpreter or its folder is missing"))
            case .program(.notExecutable(let reason)), .system(let reason):
                report(request, .failed(reason.description))
            }
        }
    }
}
