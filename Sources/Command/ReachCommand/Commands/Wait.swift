// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach wait`: waits until conditions hold.
struct Wait: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until conditions hold.",
        discussion: """
            Without a condition, the program waits for a path to the internet. All given conditions must hold. \
            The program sleeps until the kernel reports a change. Durations: \(TimeSpan.examples). \
            \(PointInTime.help)

            On a terminal, reach shows the conditions that it waits for. Elsewhere it writes a line to standard error, \
            and another line when they change, at most one a minute.

            Exit codes: 0 the conditions hold; 1 the timeout passed.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Wait until the machine has been online for ten seconds, for at most five
          minutes:
            reach wait --stable 10s --timeout 5m && fetchmail
          Wait until the VPN is gone:
            reach wait --no-vpn
        """#

    @OptionGroup var conditions: ConditionOptions

    @Option(
        help: ArgumentHelp(
            "Wait until the conditions have held for this time without interruption.",
            valueName: "duration"))
    var stable = TimeSpan(milliseconds: 0)

    @Option(
        name: [.customShort("t", allowingJoined: true), .long],
        help: ArgumentHelp("Exit with 1 after this duration, or at this time.", valueName: "time"))
    var timeout: PointInTime?

    @Flag(
        name: [.short, .long],
        help: "Report neither the conditions that reach waits for, nor the timeout.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print the answer as a JSON object.")
    var json = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    func run() throws {
        let started = MonotonicClock.milliseconds
        let limit = timeout.map { WaitLimit($0) }
        var follower = try ConditionFollower(
            conditions.condition, stable: stable.milliseconds, until: limit, configurationFile)
        let holds = follower.wait(limit: limit, isQuiet: quiet)
        if json {
            let waited = MonotonicClock.milliseconds - started
            try StandardStream.output.write(
                follower.verdict.line(
                    follower.path ?? .unknown, holds: holds, waited: waited))
        } else if !holds, !quiet {
            try StandardStream.error.write(
                "reach: timed out \(limit?.text ?? ""): \(follower.lacks)\n")
        }
        if !holds { throw ExitCode.failure }
    }
}
