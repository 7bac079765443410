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
            \(HostName.patience) s. With --validated, the program waits for the check of the internet, 10 s at most; \
            without it, no packet is sent, and the answer takes milliseconds.

            Exit codes: 0 the conditions hold; 1 the conditions do not hold; 255 any error, with \
            --exec-condition.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Download only on a network that is known or guessed to be unmetered:
            reach check --unmetered --unknown-metered deny --quiet && download
          Is there a path by cable to a server at home?
            reach check --to nas.home.arpa --type ethernet
          Does the internet answer, or is there a captive portal? The address to ask
          is in reach.json(5); without one, NetworkManager checks.
            reach check --validated
          Skip a unit of systemd while the machine is offline:
            [Service]
            ExecCondition=/usr/bin/reach check --quiet --exec-condition
        """#

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

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    func run() throws {
        let condition = conditions.condition
        let configuration = try configurationFile.read()
        try configuration.check(condition)
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
            ? try ValidatedPath.current(
                question, configuration, configurationFile, notifies: !quiet
            )
            .path
            : try NetworkPath.currentWithCosts(question, notifies: !quiet)
        var circumstances = Circumstances.current
        if condition.constraints.dependsOnPower {
            let power = PowerState.current
            circumstances.power = { power }
        }
        let verdict = condition.verdict(
            on: isKnown ? path : nil, lookupFailure: lookupFailure, circumstances)
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

extension HostName {
    /// The longest wait of ``addresses()``, in seconds.
    ///
    /// The C library asks the second name server after 5 s without an answer (resolv.conf(5), `timeout`), and the
    /// second server has 1 s.
    fileprivate static let patience: Int32 = 6

    /// Resolves the name once, and waits no longer than ``patience``.
    fileprivate func addresses() throws -> HostResolver.Outcome {
        try PollSet.checkAvailability()
        let outcome = try Mailbox<HostResolver.Outcome>()
        let end = MonotonicClock.milliseconds + Int64(Self.patience) * 1000
        HostResolver.shared.resolve(self) { outcome.post($0) }
        let interest = PollSet.Interest(outcome.descriptor, reads: true)
        while true {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else {
                return .failure(ResolutionError(host: self, seconds: Self.patience))
            }
            // A signal interrupts the wait, too.
            if interest.isMet(within: Int32(clamping: rest)), let found = outcome.take().first {
                return found
            }
        }
    }
}
