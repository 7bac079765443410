// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import NetworkReachability
import ReachCommand

/// `reach defer`: runs a command when its conditions hold, whatever happens to the program and the machine meanwhile.
struct Defer: AddingCommand, CommandLineRunner {
    static let configuration = CommandConfiguration(
        commandName: "defer",
        abstract: DeferCall.configuration.abstract,
        discussion: """
            reach adds the command to the queue of this user as a job, and prints the number of the job. The job stays in \
            the queue until it has ended, also if the machine restarts. It begins when all conditions hold; without a \
            condition, it begins at once. The conditions are about the path to the internet, or with --to about the path \
            to a host. --on-power, --battery-above and --between alone need no path. --stable and --on-loss stop or suspend \
            without a condition mean --online. Three jobs run at the same time; one that is suspended does not count.

            The command runs without a shell, in this folder, with this environment and file creation mask, with empty \
            input and without a terminal. Its output goes to the journal of the worker, or with --log to a file. Its environment also has \
            REACH_JOB_ID, REACH_JOB_ATTEMPT, and REACH_JOB_INTERRUPTED=1 if the last attempt did not end by itself. The \
            store keeps the arguments, and shows them; keep secrets in a file, or in the environment.

            A job has ended well when its command exits with 0. After any other end, reach tries again: after 30 s, then \
            after twice the time, up to 5 h. An exit with 75 (EX_TEMPFAIL) means that the command could not do its work yet, \
            and is no attempt. The command runs at least once, and never twice at the same time: if the machine or the \
            worker ends while it runs, it runs again. Processes that it leaves in the background are not waited for.

            With --every, the command runs once in each period. hourly, daily, weekly and monthly are periods of the \
            local calendar; a week begins on Monday. A duration counts from now. The first run is in the current period. If \
            the machine was off for several periods, the command runs once. --between chooses the hours; choose hours of \
            one day, because 22:00-06:00 belongs to two days. A job that fails for good in a period is tried again in the \
            next one.

            'reach queue' lists the jobs, 'reach queue cancel' ends one, 'reach queue retry' runs one as soon as \
            its conditions hold.

            Durations: \(TimeSpan.examples). \(PointInTime.help)

            Exit codes: 0 the job is in the queue; 64 the command line is invalid; 69 the program reach-transfer is not \
            installed, or netlink cannot be used; 73 the log cannot be written, or the folder does not exist; 74 the queue \
            cannot be used; 78 the configuration file is invalid; 126 the command cannot be executed; 127 the command was not found. With \
            --wait, the exit code of the last attempt, or 128+N if signal N ended it; 1 the job was cancelled; 124 the \
            deadline passed, or the command ended with 0 only after its time limit.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Back up each night at home, while the machine is on mains:
            reach defer --every daily --between 00:00-06:00 --at home --on-power \
                --key backup --log ~/backup.log -- restic backup ~
          Push a branch when there is a network, and try until it succeeds:
            reach defer --online --attempts unlimited -- git push
          Run a report when the VPN to a host is up, and wait for its end:
            reach defer --to db.corp.example --vpn --wait -- ./report
        """#

    @OptionGroup var conditions: ConditionOptions

    @OptionGroup var adding: AddingOptions

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @OptionGroup var stored: StoreOptions

    @Option(
        help: ArgumentHelp(
            """
            Run the command once in each period: hourly, daily, weekly, monthly, or a duration of at least 1s, \
            counted from now.
            """,
            valueName: "period"))
    var every: JobPeriod?

    @Option(
        help: ArgumentHelp(
            "Fail after this number of failed attempts, by default 5. unlimited: never give up.",
            valueName: "attempts"))
    var attempts: TransferOptions.Attempts?

    @Option(
        help: ArgumentHelp(
            """
            Try again only after these exit codes, with commas. By default after all but 0. A signal counts as 128 and \
            its number.
            """,
            valueName: "code,…"))
    var retryOn: ExitCodes?

    @Option(
        help: ArgumentHelp(
            """
            Choose what happens when the conditions are lost while the command runs. finish: let it finish. stop: end it \
            (SIGTERM, 10 s later SIGKILL), and run it again when the conditions hold. suspend: suspend it (SIGSTOP), and \
            resume it when the conditions hold.
            """,
            valueName: "action"))
    var onLoss: Job.LossPolicy = .finish

    @Option(
        help: ArgumentHelp(
            "Ignore a loss that is shorter than this. A path that becomes metered counts as lost at once.",
            valueName: "duration"))
    var lossGrace = TimeSpan(milliseconds: 1000)

    @Option(
        help: ArgumentHelp(
            """
            End a command that runs for longer than this (SIGTERM, 10 s later SIGKILL). That is a failed attempt. The time \
            for which a loss suspends it does not count.
            """,
            valueName: "duration"))
    var timeLimit: TimeSpan?

    @Flag(help: "Run no other job at the same time.")
    var exclusive = false

    @Option(
        help: ArgumentHelp(
            """
            Append the output of the command to this file, which reach creates for the user alone. A symbolic link is \
            rejected.
            """,
            valueName: "file"),
        completion: .file())
    var log: String?

    @Flag(
        name: .long,
        help: """
            Wait for the end of the job, and exit with the exit code of its command. If no worker runs, this program is \
            the worker meanwhile, and waits for other jobs that it has begun, too.
            """)
    var wait = false

    @Argument(parsing: .captureForPassthrough, help: "Run this command with these arguments.")
    var command: [String] = []

    func validate() throws {
        try checkCommandLine()
        if let fault { throw ValidationError(fault) }
    }

    /// Parses the options, and finds the command.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        var (parsed, position) = try parse(arguments)
        parsed.command = ["--"] + arguments[position...]
        return parsed
    }

    /// The reason why an option makes no sense; `nil` if all do.
    private var fault: String? {
        if let discretionFault { return discretionFault }
        if commandLine.first == "" { return "the name of the command is empty" }
        if let timeLimit, timeLimit.milliseconds == 0 {
            return "--time-limit: the limit must be longer than 0"
        }
        if log == "" { return "--log: the name is empty" }
        if log == "-" {
            return "--log: a job outlives the program, so that it cannot write to standard output"
        }
        if wait, every != nil {
            return "--wait and --every cannot be combined: a periodic job has no end"
        }
        return nil
    }
}

extension Defer {
    /// EX_CANTCREAT
    static let refusalCode: Int32 = 73

    var waits: Bool { wait }

    /// `nil` if no condition is given: the job then begins at once, and needs no path. Options about the time or the
    /// loss of conditions need one: without another, it is `--online`.
    var addedCondition: Condition? {
        if adding.discretionary { return condition }
        let needsOne = conditions.areGiven || adding.stable.milliseconds > 0 || onLoss != .finish
        return needsOne ? conditions.condition : nil
    }

    func transfers(_ caller: Caller) throws -> [NewTransfer] {
        _ = try Executable.find(commandLine.map { Array($0.utf8) })
        return [
            NewTransfer(
                job: job, in: caller.folder, condition: addedCondition,
                options: adding.options(caller), mask: caller.mask,
                environment: caller.environment)
        ]
    }

    /// The job of the command line.
    var job: Job {
        var job = Job(commandLine)
        job.log = log
        job.every = every
        job.onLoss = onLoss
        job.lossGrace = .milliseconds(lossGrace.milliseconds)
        job.timeLimit = timeLimit.map { .milliseconds($0.milliseconds) }
        job.attempts = attempts ?? job.attempts
        job.retryOn = retryOn?.codes
        job.isExclusive = exclusive
        return job
    }
}
