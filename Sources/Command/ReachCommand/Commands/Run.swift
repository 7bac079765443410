// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import CommandSystem

/// `reach run`: runs a command once conditions hold, and stops or suspends it when they are lost.
struct Run: CommandLineRunner {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a command once conditions hold; stop or suspend it when they are lost.",
        discussion: """
            Without a condition, the program waits for a path to the internet. All given conditions must hold. \
            When the conditions are lost, a running command goes on, unless --on-loss is stop or suspend. \
            Durations: \(TimeSpan.examples). \(PointInTime.help)

            The command runs in its own process group. While it runs, reach passes signals on to the \
            group. While reach waits, or the command is suspended or being stopped, SIGTERM, SIGINT, SIGHUP \
            and SIGQUIT end both. A command that received one of them less than 10 s before the conditions are \
            lost may still be cleaning up: it has until 10 s after the signal, and if it ends, it is not started \
            again, and reach ends after it. A command that is still running then is stopped or suspended, unless \
            the conditions hold again; after SIGTERM it is killed. \
            Processes that leave the group (setsid, daemons) are neither suspended nor \
            stopped.

            On a terminal, reach shows the conditions that it waits for. Elsewhere it writes a line to standard error, \
            and another line when they change, at most one a minute.

            reach notifies the service manager when the command starts (sd_notify); the command does not \
            inherit NOTIFY_SOCKET.

            The exit code is that of the command, or 128+N if signal N ended the command.

            Exit codes: 124 the deadline passed; 125 reach itself failed; 126 the command cannot be \
            executed; 127 the command was not found.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Start a download on an unmetered network, and give up after six hours:
            reach run --unmetered --unknown-metered deny --deadline 6h -- \
                wget https://example.org/large.iso
          Back up at night, only where it is known to cost nothing:
            reach run --between 23:00-06:00 --unmetered --certain --on-loss stop -- \
                backup
          Suspend a transfer while the network is metered or lost:
            reach run --unmetered --stable 30s --on-loss suspend -- \
                rsync -a ~/photos nas.example:
        """#

    @OptionGroup var conditions: ConditionOptions

    @Option(
        help: ArgumentHelp(
            "Start the command after the conditions have held for this time without interruption.",
            valueName: "duration"))
    var stable = TimeSpan(milliseconds: 0)

    @Option(
        help: ArgumentHelp(
            """
            Limit each wait for the conditions, before the first start and after each loss, to this duration; or \
            wait until this time.
            """,
            valueName: "time"))
    var deadline: PointInTime?

    @Option(
        help: ArgumentHelp(
            """
            Choose what happens at the deadline. fail: exit with 124, and end a command that is suspended. \
            run: start the command although the conditions do not hold (only its first start).
            """,
            valueName: "action"))
    var onDeadline: RunMachine.DeadlineAction = .fail

    @Option(
        help: ArgumentHelp(
            """
            Choose what happens when the conditions are lost. finish: let the command finish. stop: end it \
            (SIGTERM, 10 s later SIGKILL), and start it again when the conditions hold. suspend: suspend it \
            (SIGSTOP), and resume it when the conditions hold.
            """,
            valueName: "action"))
    var onLoss: RunMachine.LossPolicy = .finish

    @Option(
        help: ArgumentHelp(
            "Ignore a loss that is shorter than this. A path that becomes metered counts as lost at once.",
            valueName: "duration"))
    var lossGrace = TimeSpan(milliseconds: 1000)

    @Flag(
        name: [.short, .long],
        help: """
            Report neither the conditions that reach waits for, nor starts, stops and suspensions of the command.
            """)
    var quiet = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @Argument(parsing: .captureForPassthrough, help: "Run this command with these arguments.")
    var command: [String] = []

    func validate() throws { try checkCommandLine() }

    /// Runs a command, and exits with its exit code.
    ///
    /// - Parameter arguments: the command and its arguments, byte for byte.
    func run(_ arguments: [[UInt8]]) throws {
        let executable = try Executable.find(arguments)
        var options = RunMachine.Options()
        options.onLoss = onLoss
        options.lossGrace = lossGrace.milliseconds
        options.stable = stable.milliseconds
        options.onDeadline = onDeadline
        let limit = deadline.map { WaitLimit($0) }
        let follower = try ConditionFollower(
            conditions.condition, until: limit, configurationFile)
        var running = try RunDriver(
            executable, arguments, options, limit: limit, follower, isQuiet: quiet)
        try running.run()
    }
}

extension Run {
    static func perform(_ arguments: CommandLineArguments) throws {
        let (run, position) = try parse(arguments.texts)
        try run.run(Array(arguments.bytes[position...]))
    }
}

extension RunMachine.LossPolicy: ExpressibleByArgument {
    static let allValueStrings = allCases.map(\.rawValue)
}

extension RunMachine.DeadlineAction: ExpressibleByArgument {
    static let allValueStrings = allCases.map(\.rawValue)
}
