// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import ProcessControl

/// `reach run`: runs a command once the conditions hold, and while they do.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command once conditions hold, and while they do.",
        discussion: """
            Without a condition: while there is a path to the internet. The command has a process group \
            of its own, and signals to reach are passed on to it while it runs. While reach waits, or the \
            command is suspended or being stopped, SIGTERM, SIGINT, SIGHUP and SIGQUIT end both. \
            Processes that leave the group (setsid, daemons) are neither suspended nor stopped.

            Exits as the command does (128 and the number of a signal that ended it); 124 if it gave up \
            at the deadline, 125 if reach itself failed, 126 if the command cannot be executed, 127 if \
            there is none. A service manager is told by reach when the command starts (sd_notify); the \
            command does not inherit NOTIFY_SOCKET.
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Option(help: ArgumentHelp("Until they have held for this time.", valueName: "duration"))
    var stable = Span(milliseconds: 0)

    @Option(
        help: ArgumentHelp(
            "Wait no longer than this, at the beginning and after each loss.",
            valueName: "duration"))
    var deadline: Span?

    @Option(
        help: """
            What happens at the deadline: run the command all the same (before its first start only), or \
            fail and end it.
            """)
    var onDeadline: RunMachine.DeadlineAction = .fail

    @Option(
        help: """
            What happens when the conditions are lost: the command finishes; it is stopped (SIGTERM, \
            SIGKILL 10 s later) and started again; or it is suspended (SIGSTOP).
            """)
    var onLoss: RunMachine.LossPolicy = .finish

    @Option(
        help: ArgumentHelp(
            "Ignore losses shorter than this. A network that begins to cost counts at once.",
            valueName: "duration"))
    var lossGrace = Span(milliseconds: 1000)

    @Flag(help: "Do not say on standard error what happens to the command.")
    var quiet = false

    @OptionGroup var configured: ConfigurationOptions

    @Argument(parsing: .captureForPassthrough, help: "The command and its arguments.")
    var command: [String] = []

    func validate() throws {
        // What is not known is taken for the command; and these are known everywhere.
        if ["--help", "-h"].contains(command.first) { throw CleanExit.helpRequest(Self.self) }
        if words.isEmpty { throw ValidationError("there is no command to run") }
        if let first = command.first, first.hasPrefix("-"), first != "--" {
            throw ValidationError("unknown option '\(first)'")
        }
    }

    /// The command without the `--` before it.
    private var words: [String] { command.first == "--" ? Array(command.dropFirst()) : command }

    /// Runs a command, and ends as it does.
    ///
    /// - Parameter words: the command and its arguments, byte for byte.
    func run(_ words: [[UInt8]]) throws {
        let executable = try Self.find(words[0])
        var options = RunMachine.Options()
        options.onLoss = onLoss
        options.lossGrace = lossGrace.milliseconds
        options.stable = stable.milliseconds
        options.deadline = deadline?.milliseconds
        options.onDeadline = onDeadline
        let follower = try ConditionFollower(try conditions.condition, configured.file)
        var running = try ConditionalRun(executable, words, options, follower, isQuiet: quiet)
        try running.run()
    }

    private static func find(_ name: [UInt8]) throws -> Executable {
        do throws(Executable.Failure) {
            return try Executable(named: name)
        } catch {
            throw Failure(error, program: String(decoding: name, as: UTF8.self))
        }
    }
}

extension Run {
    /// Finds `reach run`'s own options, and where the command begins.
    ///
    /// The parser is given the first arguments only: it takes a time that grows with the square of their number,
    /// and the command's own may be many thousands.
    ///
    /// - Returns: the options; and the position of the command's name in `arguments`.
    static func parse(_ arguments: [String]) throws -> (options: Run, command: Int) {
        for limit in [64, 1024] where limit < arguments.count {
            let beginning = Array(arguments.prefix(limit))
            if let run = try? Reach.parseAsRoot(beginning) as? Run {
                return (run, limit - run.words.count)
            }
        }
        // The parser's word on what is wrong. (Another command than this is none.)
        guard let run = try Reach.parseAsRoot(Array(arguments.prefix(1024))) as? Run else {
            throw CleanExit.helpRequest(Run.self)
        }
        return (run, min(1024, arguments.count) - run.words.count)
    }
}

extension RunMachine.LossPolicy: ExpressibleByArgument {
    static let allValueStrings = allCases.map(\.rawValue)
}

extension RunMachine.DeadlineAction: ExpressibleByArgument {
    static let allValueStrings = allCases.map(\.rawValue)
}
