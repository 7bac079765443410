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
            Without a condition: whether there is a path to the internet. All conditions that are given must \
            hold. --to asks for a path to a host, and all other conditions are about that path. A name is looked \
            up for at most \(HostLookup.patience) s; a name that cannot be looked up, or has no address, is a no.
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Flag(help: "Print nothing.")
    var quiet = false

    @Flag(
        help: """
            For systemd's ExecCondition=: exit with 255 on every error, so that a mistake fails the unit \
            and does not skip it.
            """)
    var execCondition = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    func run() throws {
        let condition = try conditions.condition
        let configuration = try configured.file.read().question
        var addresses: [String] = []
        var lookupFailure: ResolutionError?
        if let host = condition.host {
            switch try HostLookup(host).outcomeInTime() {
            case .success(let found): addresses = found
            case .failure(let error): lookupFailure = error
            }
        }
        // A host that has no address is not reached; and there is no path to speak of.
        let isKnown = condition.host == nil || !addresses.isEmpty
        let path = try NetworkPath.currentWithCosts(
            condition.question(configuration, addresses: addresses), tellsSilence: !quiet)
        let verdict = condition.verdict(on: isKnown ? path : nil, lookupFailure: lookupFailure)
        if json {
            try StandardStream.output.write(verdict.line(path))
        } else if !quiet {
            let answer =
                verdict.holds
                ? condition.assumption(on: path).map { "yes: \($0)" } ?? "yes"
                : "no: \(verdict.text)"
            try StandardStream.output.write(answer + "\n")
        }
        if !verdict.holds { throw ExitCode.failure }
    }
}
