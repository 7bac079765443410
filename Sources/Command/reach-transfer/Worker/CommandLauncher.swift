// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// Runs jobs, the commands of `--then`, and starts the units of `--on-finish`.
///
/// A command has its adder's folder and environment, no input, and writes to its log or to the standard error of this
/// process. If this process dies, the command is ended, and the next worker starts no command before it is gone: so it never
/// runs twice at a time. `RunMachine` decides what happens to each command, as for `reach run`.
final class CommandLauncher: JobLauncher {
    /// Reports that a child has ended.
    private let signals: SignalQueue
    private var running: [RunningCommand] = []
    /// The closures that get the ends of the requests, by number.
    private var handlers: [Int: (JobEnd) -> Void] = [:]
    private var lastNumber = 0
    private var results: [(number: Int, end: JobEnd)] = []
    /// Makes the worker ask for results that came at once.
    private let wakeUp: WakeUpEvent
    /// The right to start commands, which the guards of commands hold as well; `nil` while this process has not got it.
    private var groups: GroupRecords?
    /// The wait for the end of an earlier worker's commands.
    private var turn: WorkerLockWait?
    private var location: StoreLocation?
    /// When this process tries again to get the right, after a failure, by `MonotonicClock`; `nil` if it does not.
    private var nextTry: Int64?
    /// The time from a failure to the next try, in milliseconds.
    private static let interval: Int64 = 60_000

    /// Takes the signals of children. Commands start with the signal mask of now.
    init() throws(SystemError) {
        signals = try SignalQueue([.child])
        wakeUp = try WakeUpEvent()
        ChildProcesses.adoptOrphans()
    }

    /// Gets the right to start the commands of a store, now or when those of an earlier worker are gone.
    func prepare(for location: StoreLocation) throws {
        guard groups == nil, turn == nil else { return }
        self.location = location
        switch try WorkerLock.acquire(location, .commands) {
        case .acquired(let lock): try take(lock, location)
        case .taken: turn = try WorkerLockWait(location, .commands)
        }
    }

    // The next worker may be another process while this one goes on. It would hold the lock of the worker and wait for the
    // right to start commands, which this one has.
    func release() {
        groups = nil
        turn = nil
        nextTry = nil
        location = nil
    }

    /// Takes the right, unless an earlier worker was killed together with the guards of its commands. Then other guards end
    /// these commands, and hold the right until they are gone.
    private func take(_ lock: WorkerLock, _ location: StoreLocation) throws {
        groups = try GroupRecords.takeOver(
            lock.file, variables: ["REACH_JOB_ID=", "REACH_TRANSFER_STATE="])
        if groups == nil { turn = try WorkerLockWait(location, .commands) }
    }

    var descriptor: Int32 {
        if !results.isEmpty { return wakeUp.descriptor }
        return turn?.descriptor ?? signals.descriptor
    }

    var due: Int64? { MonotonicClock.earlier(running.compactMap(\.due).min(), nextTry) }

    var isReady: Bool {
        do {
            if let location, let lock = try turn?.take() {
                turn = nil
                try take(lock, location)
            } else if let location, let time = nextTry, time <= MonotonicClock.milliseconds {
                nextTry = nil
                try prepare(for: location)
            }
        } catch {
            // The descriptor of a wait that has failed would stay readable, and would have the worker ask without end.
            turn = nil
            nextTry = MonotonicClock.milliseconds + Self.interval
            StandardStream.error.notify(
                "reach: \("\(error)".escaped), so this worker starts no commands for a minute\n")
        }
        return groups != nil
    }

    func start(_ request: JobRequest, ended: @escaping (JobEnd) -> Void) -> Int {
        lastNumber += 1
        var request = request
        request.number = lastNumber
        handlers[lastNumber] = ended
        if let unit = request.unit {
            startUnit(unit, request)
        } else {
            startCommand(request)
        }
        return request.number
    }

    func set(_ conditions: JobRequest.Conditions, of number: Int) {
        let event: RunMachine.Event =
            switch conditions {
            case .conditionsHold: .conditionsHold
            case .conditionsLost(let isAtOnce): .conditionsLost(isAtOnce: isAtOnce)
            }
        handle(event, of: number)
    }

    func isSuspended(_ number: Int) -> Bool {
        running.contains { $0.request.number == number && $0.isSuspended }
    }

    func stop(_ number: Int) { handle(.ownerEnds, of: number) }

    private func handle(_ event: RunMachine.Event, of number: Int) {
        guard let one = running.first(where: { $0.request.number == number }) else { return }
        one.handle(event)
        reportEnd(of: one)
    }

    func tend() {
        while signals.next() != nil {}
        while let (process, change) = ChildProcesses.nextChange() {
            for one in running where one.takes(process) { one.handle(.program(change)) }
        }
        for one in running {
            one.tend()
            reportEnd(of: one)
        }
        wakeUp.reset()
        let ended = results
        results = []
        for (number, end) in ended { handlers.removeValue(forKey: number)?(end) }
    }

    // MARK: - Ends

    private func reportEnd(of one: RunningCommand) {
        guard let end = one.end else { return }
        running.removeAll { $0 === one }
        switch end.result {
        case .exited(0) where one.isUnit && one.request.command != nil: startCommand(one.request)
        case .exited(let code) where one.isUnit && code != 0:
            report(
                one.request,
                .failed("systemctl could not start \(one.request.unit ?? "")", code: nil))
        case .exited, .killed, .failed, .unavailable: append(one.request, end)
        }
    }

    private func report(_ request: JobRequest, _ result: JobEnd.Result) {
        append(request, JobEnd(result))
    }

    private func append(_ request: JobRequest, _ end: JobEnd) {
        results.append((request.number, end))
        wakeUp.wake()
    }

    // MARK: - Starts

    private func startUnit(_ unit: String, _ request: JobRequest) {
        let words = ["systemctl", "--user", "--no-block", "start", "--", unit].map {
            Array($0.utf8)
        }
        do throws(Executable.Failure) {
            start(request, isUnit: true, try Executable(named: words[0]), words, setting: nil)
        } catch {
            report(request, .failed("systemctl was not found", code: nil))
        }
    }

    private func startCommand(_ request: JobRequest) {
        guard let command = request.command, let name = command.arguments.first else {
            return report(request, .exited(0))
        }
        guard (try? FileFacts.of(command.folder, followsLink: true))?.kind == .folder else {
            return report(
                request, .failed("its folder is missing: \(command.folder)", code: nil))
        }
        let folder = Array(command.folder.utf8)
        let path = request.environment.first { $0.starts(with: "PATH=".utf8) }.map {
            Array($0.dropFirst(5))
        }
        var file = Array(name.utf8)
        // A relative path begins in the adder's folder.
        if file.contains(UInt8(ascii: "/")), file.first != UInt8(ascii: "/") {
            file = Self.joined(folder, file)
        }
        do throws(Executable.Failure) {
            let executable = try Executable(named: file, in: Executable.searchPath(path))
            // The adder may be such a command itself, which ran for something else.
            let kept = request.environment.filter { variable in
                !variable.starts(with: "REACH_TRANSFER_".utf8)
                    && !variable.starts(with: "REACH_JOB_".utf8)
                    && !variable.starts(with: "NOTIFY_SOCKET=".utf8)
            }
            let log = openLog(of: request)
            start(
                request, isUnit: false, executable, command.arguments.map { Array($0.utf8) },
                setting: ProcessGroup.Setting(
                    folder: folder, environment: kept, output: log?.descriptor ?? 2,
                    mask: request.mask.map { Int32($0) }))
            withExtendedLifetime(log) {}
        } catch {
            report(request, .failed(error.text(name), code: error.exitCode))
        }
    }

    /// The path of a file in a folder, without `/./` or `//` between them.
    static func joined(_ folder: [UInt8], _ file: [UInt8]) -> [UInt8] {
        let (slash, current) = (UInt8(ascii: "/"), Array("./".utf8))
        var rest = file[...]
        while rest.starts(with: current) {
            rest = rest.dropFirst(2).drop { $0 == slash }
        }
        return folder + (folder.last == slash ? [] : [slash]) + rest
    }

    /// Opens the file that the output is appended to. If that fails, the output goes where that of other commands goes.
    private func openLog(of request: JobRequest) -> AppendedFile? {
        guard let path = request.log else { return nil }
        do throws(SystemError) {
            return try AppendedFile(path, mode: 0o600)
        } catch {
            StandardStream.error.notify(
                "reach: \(error.description.escaped), so the output of '\(request.name)' is here\n")
            return nil
        }
    }

    private func start(
        _ request: JobRequest, isUnit: Bool, _ executable: Executable,
        _ arguments: [[UInt8]], setting: ProcessGroup.Setting?
    ) {
        // The command runs in the background: the keys of the terminal signal this process.
        var terminal = ControllingTerminal.none
        do throws(ProcessGroup.StartFailure) {
            let group = try ProcessGroup.start(
                executable, arguments,
                variables: isUnit ? [] : request.variables.map { ($0.name, $0.value) },
                input: [], setting: setting, terminal: &terminal, signals: signals,
                records: groups)
            running.append(RunningCommand(request, isUnit: isUnit, group))
        } catch {
            switch error {
            case .program(let reason):
                let text =
                    reason == .notFound
                    ? "the interpreter of '\(request.name)' is missing"
                    : reason.text(request.name)
                report(request, .failed(text, code: reason.exitCode))
            case .system(let reason): report(request, .unavailable(reason.description))
            }
        }
    }
}

extension JobRequest {
    /// The name of the command.
    fileprivate var name: String { (command?.arguments.first ?? unit ?? "").escaped }
}
