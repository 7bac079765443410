// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach check`: checks whether conditions hold now.
struct Check: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether conditions hold now.",
        discussion: """
            Without a condition, the program checks whether there is a path to the internet. All given \
            conditions must hold. With --to, all other conditions apply to the path to that host. They do not \
            hold if the name of the host has no address or cannot be resolved within \
            \(HostName.patience) s.

            Exit codes: 0 the conditions hold; 1 the conditions do not hold; 255 any error, with \
            --exec-condition.

            \(HelpExamples.check)
            """
    )

    @OptionGroup var conditions: ConditionOptions

    @Flag(name: [.short, .long], help: "Print no answer. Errors are still reported.")
    var quiet = false

    @Flag(
        help: """
            Exit with 255 on every error, for ExecCondition= in a systemd unit: a mistake then fails the \
            unit instead of skipping it.
            """)
    var execCondition = false

    @Flag(name: [.short, .long], help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    func run() throws {
        let condition = try conditions.condition
        let configuration = try configured.file.read()
        var addresses: [String] = []
        var lookupFailure: ResolutionError?
        if let host = condition.host {
            switch try host.addresses() {
            case .success(let found): addresses = found
            case .failure(let error): lookupFailure = error
            }
        }
        // Without an address of the host there is no path to evaluate.
        let isKnown = condition.host == nil || !addresses.isEmpty
        let question = condition.question(configuration.question, addresses: addresses)
        let path =
            condition.constraints.requiresValidation
            ? try ValidatedPath.current(question, configuration, configured.file, notifies: !quiet)
                .path
            : try NetworkPath.currentWithCosts(question, notifies: !quiet)
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
