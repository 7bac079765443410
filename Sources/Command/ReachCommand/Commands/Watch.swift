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
            unsatisfiedReason of the line; REACH_SSID, the name of the Wi-Fi network, with control characters \
            escaped; REACH_GATEWAY, the first of gateways; and REACH_VPN, which is 1 if the path leads through a \
            VPN, else 0. A variable without a value is empty. One run follows another; \
            changes during a run are merged into the next one. If the command fails, a message on standard error \
            says so, and the watch goes on. --count and --timeout wait for the command. A signal that ends reach \
            ends the command: SIGTERM to its process group, 10 s later SIGKILL.

            Exit codes: 0 --count or --timeout ended the watch; 126 the command of --exec cannot be executed; \
            127 the command of --exec was not found.

            \(HelpExamples.watch)
            """
    )

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

    @OptionGroup var validation: ValidationOptions

    @OptionGroup var configuration: ConfigurationOptions

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
            ? nil : try HookCommand(command, timeout: execTimeout?.milliseconds)
        let files = FileWatch()
        let followed = try FollowedConfiguration(configuration.file, files)
        let pathTracker = try ValidatedPathTracker(
            followed.question, followed.configuration, configuration.file,
            isValidated: validation.validated, showsAll: output.all || !interface.isEmpty,
            costPatience: min(CostNotice.patience, timeout?.milliseconds ?? .max), files: files)
        if let path = pathTracker.path {
            CostNotice.notify(pathTracker.pathTracker.missingAnswerReason, of: path)
        }
        // Each access to an option searches the parsed arguments.
        let lines = WatchLines(output: output, names: interface, isForCommand: hook != nil)
        var watching = Watching(
            pathTracker: pathTracker,
            followed: followed,
            signals: lines.isForJournal ? try EndingSignals() : nil,
            output: WatchOutput(
                lines,
                hook: try hook.map { try HookRunner($0) },
                debounceTime: settle.milliseconds,
                maximum: count ?? .max),
            end: timeout.map { started + $0.milliseconds })
        while try watching.next() {}
        try watching.finish()
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
    /// - Throws: what the parser throws; ``Failure`` if there is no command after `--exec`.
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

/// The loop of `reach watch`: follows the path and writes a line for each change.
private struct Watching: ~Copyable {
    var pathTracker: ValidatedPathTracker
    var followed: FollowedConfiguration
    /// The signals that end the watch; `nil` if it needs to write nothing then.
    let signals: EndingSignals?
    var output: WatchOutput
    /// The end of the watch, by ``MonotonicClock``; `nil` for no end.
    let end: Int64?
    var notices = ModeNotices()

    /// Writes the line that is due, and waits for the next event.
    ///
    /// - Returns: whether the watch continues.
    @inline(never) mutating func next() throws -> Bool {
        notices.notify(pathTracker.pathTracker)
        let now = MonotonicClock.milliseconds
        output.writeIfDue(
            pathTracker.path, resyncs: pathTracker.pathTracker.statistics.resyncs, now)
        if let failure = output.failure { throw failure }
        if output.isComplete || output.isEnding || end.map({ $0 <= now }) ?? false { return false }
        let due = output.due
        // A line that is due now did not fit into the pipe.
        let isStalled = due.map { $0 <= now } ?? false
        var ready = PollSet()
        ready.add(output.interest(isStalled: isStalled))
        if let signals { ready.add(signals.interest) }
        let ends = MonotonicClock.earlier(end, output.hookDue)
        pathTracker.wait(for: &ready, until: MonotonicClock.earlier(isStalled ? nil : due, ends))
        output.noteReady(ready)
        if output.isEnding { return false }
        if followed.reread() {
            pathTracker.follow(followed.question, followed.configuration)
            output.change(MonotonicClock.milliseconds)
        }
        // A line is written before the tracker waits for the kernel's lock.
        while let changed = pathTracker.next() {
            let now = MonotonicClock.milliseconds
            output.change(now)
            output.writeIfDue(changed, resyncs: pathTracker.pathTracker.statistics.resyncs, now)
        }
        signals?.endIfSignaled { noteEnd() }
        return true
    }

    /// Notes the end of the watch, and waits until the command has ended.
    mutating func finish() throws {
        noteEnd()
        try output.finish()
    }

    private mutating func noteEnd() {
        output.end(pathTracker.path, resyncs: pathTracker.pathTracker.statistics.resyncs)
    }
}
