// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach wait`: until the conditions hold.
struct Wait: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until conditions hold: exit code 0, or 1 at the timeout.",
        discussion: """
            Without a condition: until there is a path to the internet. Sleeps until the kernel tells \
            of a change. Durations: \(Span.examples).
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Option(help: ArgumentHelp("Until they have held for this time.", valueName: "duration"))
    var stable = Span(milliseconds: 0)

    @Option(help: ArgumentHelp("Give up after this time.", valueName: "duration"))
    var timeout: Span?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    func run() throws {
        let started = MonotonicClock.milliseconds
        var waiting = try ConditionWait(
            ConditionFollower(try conditions.condition, configured.file),
            stable: stable, deadline: timeout)
        let holds = waiting.wait()
        if json {
            let waited = MonotonicClock.milliseconds - started
            try StandardStream.output.write(
                waiting.follower.verdict.line(
                    waiting.follower.path ?? .unknown, holds: holds, waited: waited))
        } else if !holds {
            try StandardStream.error.write(
                "reach: not within \(timeout?.description ?? ""): \(waiting.follower.lacks)\n")
        }
        if !holds { throw ExitCode.failure }
    }
}
