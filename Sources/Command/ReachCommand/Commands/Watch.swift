// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import CommandSystem
import NetworkReachability

/// `reach watch`: shows the current path, then a line for each change.
struct Watch: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the current path, then a line for each change.",
        discussion: """
            The program sleeps until the kernel reports a change. If the reader of the output is slow, several changes \
            are merged into one line. Durations: \(TimeSpan.examples).

            With --exec, the command gets the line as JSON on its standard input. Its environment has REACH_STATUS, \
            REACH_CONNECTION, REACH_PRIMARY, REACH_METERED, REACH_CHANGES (with commas), REACH_CONNECTIVITY and \
            REACH_REASON, which are status, connection, primary, metered.value, changes, connectivity.value and \
            unsatisfiedReason of the line; REACH_PLACE, the place of the configuration, and REACH_SSID, the name of the Wi-Fi network, with control characters \
            escaped; REACH_GATEWAY, the first of gateways; and REACH_VPN, which is 1 if the path leads through a \
            VPN, else 0. A variable without a value is empty. One run follows another; \
            changes during a run are merged into the next one. If the command fails, a message on standard error \
            says so, and the watch goes on. --count and --timeout wait for the command. A signal that ends reach \
            ends the command: SIGTERM to its process group, 10 s later SIGKILL.

            Exit codes: 0 --count or --timeout ended the watch; 126 the command of --exec cannot be executed; \
            127 the command of --exec was not found.

            \(examples)
            """
    )

    static let examples = #"""
        Examples:
          Follow the path until the program is interrupted:
            reach watch
          Ignore changes that last for less than two seconds:
            reach watch --settle 2s
          Print the medium after each change of the connection:
            reach watch --json | jq -r --unbuffered '.path.connection'
          Follow one interface, which need not exist yet:
            reach watch usb0
          Run a script for the current path and for each change; more scripts are in
          reach-recipes(7):
            reach watch --settle 2s --exec-timeout 1m --exec ./on-change
        """#

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: "Exit after this number of lines, or of runs of the command of --exec.")
    var count: Int?

    @Option(
        name: [.customShort("t", allowingJoined: true), .long],
        help: ArgumentHelp("Exit after this time.", valueName: "duration"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Delay a line until nothing has changed for this time, but at most five times as long.",
            valueName: "duration"))
    var settle = TimeSpan(milliseconds: 0)

    @Option(
        help: ArgumentHelp(
            "End a run of the command after this time (SIGTERM to its process group, 10 s later SIGKILL).",
            valueName: "duration"))
    var execTimeout: TimeSpan?

    @OptionGroup var output: OutputOptions

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            """
            Run this command for the first line and for each change, instead of printing lines. The rest of \
            the command line belongs to it.
            """,
            valueName: "command…"))
    var exec: [String] = []

    @Argument(
        help: ArgumentHelp(
            "Show only these interfaces and the path. They need not exist yet."))
    var interface: [String] = []

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
        if interface.contains("") { throw ValidationError("the name of an interface is empty") }
        if let execTimeout {
            if exec.isEmpty { throw ValidationError("--exec-timeout needs --exec") }
            if execTimeout.milliseconds == 0 {
                throw ValidationError("--exec-timeout must be longer than 0")
            }
        }
    }

    func run() throws {
        // A command after a space is found by `parse`.
        if !exec.isEmpty {
            throw Failure.usage("--exec takes the rest of the line: --exec COMMAND ARGUMENT…")
        }
        try run([])
    }

    /// Watches the path.
    ///
    /// - Parameter command: the command of `--exec` and its arguments, byte for byte; empty for none.
    func run(_ command: [[UInt8]]) throws {
        let started = MonotonicClock.milliseconds
        let hook =
            command.isEmpty
            ? nil : try HookDriver.Command(command, timeout: execTimeout?.milliseconds)
        let files = FileWatch()
        let followed = try FollowedConfiguration(output.file, files)
        let pathTracker = try ValidatedPathTracker(
            followed.question, followed.configuration, output.file,
            isValidated: output.validated, showsAll: output.all || !interface.isEmpty,
            costPatience: PathTracker.costPatience, limit: timeout?.milliseconds, files: files)
        if let path = pathTracker.path {
            CostNotice.notify(pathTracker.pathTracker.missingAnswerReason, of: path)
        }
        // Each access to an option searches the parsed arguments.
        let lines = WatchLines(output: output, names: interface, isForCommand: hook != nil)
        var driver = try WatchDriver(
            pathTracker, followed, lines, hook: try hook.map { try HookDriver($0) },
            debounceTime: settle.milliseconds, maximum: count ?? .max,
            end: timeout.map { started + $0.milliseconds })
        while try driver.next() {}
        try driver.finish()
    }
}

extension Watch {
    static func perform(_ arguments: CommandLineArguments) throws {
        if let (watch, position) = try parse(arguments.texts) {
            return try watch.run(Array(arguments.bytes[position...]))
        }
        var command = try parsed(arguments.texts)
        try command.run()
    }

    /// Parses the options of `reach watch`, and finds where the command of `--exec` begins.
    ///
    /// The parser does not get the arguments of the command: it would take a `--help` among them for its own, and its
    /// time grows with the square of their number.
    ///
    /// - Parameter arguments: `watch` and its arguments.
    /// - Returns: the options, and the position of the command's name in `arguments`; `nil` if there is no command.
    /// - Throws: an error of the parser; ``Failure`` if there is no command after `--exec`.
    private static func parse(_ arguments: [String]) throws -> (options: Watch, command: Int)? {
        let own = arguments.prefix { $0 != "--" }
        guard let position = own.firstIndex(of: "--exec") else { return nil }
        guard position + 1 < arguments.count else {
            throw Failure.usage("--exec needs a value: the command to run, and its arguments")
        }
        let name = arguments[position + 1]
        // The name is left to the system, and an option here is a mistake.
        if name.begins(with: "-") {
            throw Failure.usage(
                "--exec takes the rest of the line as the command, and '\(name.escaped)' is none; "
                    + "options of reach come before --exec")
        }
        return (try options(arguments[...position] + ["command"]), position + 1)
    }
}

/// The loop of `reach watch`: follows the path, and writes a line for each change when it is due, or runs the command of
/// `--exec` with it.
private struct WatchDriver: ~Copyable {
    private var pathTracker: ValidatedPathTracker
    private var followed: FollowedConfiguration
    private var lines: WatchLines
    /// The signals that end the watch; `nil` if it needs to write nothing then.
    private let signals: EndingSignals?
    /// The command that gets the lines; `nil` if they are written to standard output.
    private let hook: HookDriver?
    /// Decides when a change is written (`--settle`).
    private var debounce: Debounce
    /// The maximum number of lines (`--count`).
    private let maximum: Int
    /// The end of the watch, by ``MonotonicClock``; `nil` for no end.
    private let end: Int64?
    /// Whether the last line fit into the pipe.
    private var hasRoom = true
    private var notices = ModeNotices()
    private var meteredCheckNotice = MeteredCheckNotice()

    init(
        _ pathTracker: consuming ValidatedPathTracker, _ followed: consuming FollowedConfiguration,
        _ lines: consuming WatchLines, hook: HookDriver?, debounceTime: Int64, maximum: Int,
        end: Int64?
    ) throws {
        signals = lines.isForJournal ? try EndingSignals() : nil
        self.pathTracker = pathTracker
        self.followed = followed
        self.lines = lines
        self.hook = hook
        debounce = Debounce(debounceTime)
        self.maximum = maximum
        self.end = end
    }

    /// Writes the line that is due, and waits for the next event.
    ///
    /// - Returns: whether the watch continues.
    @inline(never) mutating func next() throws -> Bool {
        notices.notify(pathTracker.pathTracker)
        meteredCheckNotice.notify(isUnchecked: pathTracker.isUncheckedByCost)
        let now = MonotonicClock.milliseconds
        try writeIfDue(now)
        if isComplete || isEnding || end.map({ $0 <= now }) ?? false { return false }
        // A line that is due now did not fit into the pipe.
        let isStalled = due.map { $0 <= now } ?? false
        var ready = PollSet()
        ready.add(
            hook?.interest
                ?? PollSet.Interest(StandardStream.output.descriptor, writes: isStalled))
        if let signals { ready.add(signals.interest) }
        let ends = MonotonicClock.earlier(end, hook?.due)
        pathTracker.wait(for: &ready, until: MonotonicClock.earlier(isStalled ? nil : due, ends))
        if let hook {
            hook.handleEvents()
        } else if ready.isClosed(StandardStream.output.descriptor) {
            CurrentProcess.endByClosedPipe()
        }
        if isEnding { return false }
        if followed.reread() {
            pathTracker.follow(followed.question, followed.configuration)
            debounce.change(MonotonicClock.milliseconds)
        }
        // A line is written before the tracker waits for the kernel's lock.
        while let changed = pathTracker.next() {
            let now = MonotonicClock.milliseconds
            debounce.change(now)
            try writeIfDue(now, changed)
        }
        signals?.endIfSignaled { noteEnd() }
        return true
    }

    /// Notes the end of the watch, and waits until the command has ended.
    mutating func finish() throws {
        noteEnd()
        try hook?.finish()
    }

    /// Whether a signal ends the watch.
    private var isEnding: Bool { hook?.isEnding ?? false }

    /// Whether the maximum number of lines is written.
    private var isComplete: Bool { lines.count >= maximum }

    /// The time of the next line; `nil` if there is no change. The first line is due at once.
    private var due: Int64? { lines.count == 0 ? .min : debounce.due }

    /// The number of times that the state was read again until now.
    private var resyncs: Int { pathTracker.pathTracker.statistics.resyncs }

    /// Notes in the journal that the watch ends. A change that `--settle` still holds back is noted before.
    private mutating func noteEnd() {
        guard lines.isForJournal else { return }
        // An entry that cannot be written does not delay the end.
        if due != nil, !isComplete {
            _ = try? lines.write(pathTracker.path, resyncs: resyncs, to: .output)
        }
        lines.end()
    }

    /// Writes the line that is due, if it fits into the pipe.
    ///
    /// - Parameters:
    ///   - now: the current time, by ``MonotonicClock``.
    ///   - changed: the current path, if it was just received.
    private mutating func writeIfDue(
        _ now: Int64, _ changed: NetworkPath? = nil
    ) throws(OutputError) {
        guard let due, due <= now, !isComplete else { return }
        // While the command runs, changes are merged.
        if let hook, !hook.isIdle { return }
        let count = lines.count
        let path = changed ?? pathTracker.path
        if lines.mayDiffer(path) {
            if let hook {
                guard lines.give(path, resyncs: resyncs, to: hook) else { return }
            } else {
                // For a slow reader, a line is composed only when it fits into the pipe.
                guard hasRoom || StandardStream.output.hasRoom else { return }
                hasRoom = try lines.write(path, resyncs: resyncs, to: .output)
                guard hasRoom else { return }
            }
        }
        if lines.count > count { debounce.reported() } else { debounce.foundNothing(now) }
    }
}
