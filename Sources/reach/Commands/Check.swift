// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach check`: do the conditions hold now?
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Ask whether conditions hold now: exit code 0, or 1.",
        discussion: """
            Without a condition: whether there is a path to the internet. All that are given must \
            hold. --to asks for a path to a host, and all other conditions of that path.
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Flag(help: "Say nothing.")
    var quiet = false

    @Flag(
        help: """
            For systemd's ExecCondition=: turn every error into 255, so that a mistake fails the unit \
            and does not skip it.
            """)
    var execCondition = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    func run() throws {
        let condition = try conditions.condition
        let configuration = try configured.file.read().question
        // A host that has no address is not reached; and there is no path to speak of.
        let addresses = (try? condition.host?.resolve()) ?? []
        let isKnown = condition.host == nil || !addresses.isEmpty
        let path = try NetworkPath.current(condition.question(configuration, addresses: addresses))
        let verdict = condition.verdict(on: isKnown ? path : nil)
        if json {
            try StandardStream.output.write(verdict.line(path))
        } else if !quiet {
            try StandardStream.output.write(verdict.holds ? "yes\n" : "no: \(verdict.text)\n")
        }
        if !verdict.holds { throw ExitCode.failure }
    }
}
