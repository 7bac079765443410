// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import Foundation
import LinuxSystem
import NetworkReachability
import ReachCommand

/// The options that `reach fetch`, `reach upload` and `reach defer` share, without their groups of options.
///
/// In a debug build, ArgumentParser checks a group within a group 20 times. So the groups are in the commands.
struct AddingOptions: ParsableArguments {
    @Flag(
        help:
            "Require a path that is neither metered nor constrained. For what can wait."
    )
    var discretionary = false

    @Option(
        help: ArgumentHelp(
            "Start after the conditions have held for this time without interruption.",
            valueName: "duration"))
    var stable = TimeSpan(milliseconds: 0)

    @Option(
        help: ArgumentHelp(
            "Do not start before this time, or before this duration is over.", valueName: "time"))
    var notBefore: PointInTime?

    @Option(
        help: ArgumentHelp(
            "Limit the total time, including all waiting: until this time, or for this duration.",
            valueName: "time"))
    var deadline: PointInTime?

    @Option(
        help: ArgumentHelp(
            "Choose what happens at the deadline. fail: it fails. run: it runs without conditions.",
            valueName: "action"))
    var onDeadline: TransferOptions.Deadline.Action?

    @Option(
        help: ArgumentHelp(
            "Order the transfers and jobs that could start at the same time.", valueName: "priority"
        ))
    var priority = DeferralQueue.Priority.normal

    @Option(
        help: ArgumentHelp(
            "Name it, so that only one with this key waits or runs.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            """
            Keep or replace the one with the same key. By default reach keeps it, with its own file or command, \
            conditions and options; then it adds nothing, and a message says so.
            """,
            valueName: "rule"))
    var existing: TransferOptions.Existing?

    @Option(
        help: ArgumentHelp(
            """
            Add it to this group. The command or unit that reach fetch gives a group runs once, when all of the group has \
            ended. By default, the URLs of one call of reach fetch are a group.
            """,
            valueName: "group"))
    var group: String?

    @Flag(name: [.short, .long], help: "Print the events as JSON, one object per line.")
    var json = false

    func validate() throws {
        if onDeadline != nil, deadline == nil {
            throw ValidationError("--on-deadline needs --deadline")
        }
        if existing != nil, key == nil { throw ValidationError("--existing needs --key") }
        if key == "" { throw ValidationError("--key: the key is empty") }
        if group == "" { throw ValidationError("--group: the name is empty") }
    }
}

extension AddingOptions {
    /// The options of a transfer or a job, but for its attempts and what only one of the two has.
    func options(_ caller: Caller) -> TransferOptions {
        var options = TransferOptions(
            key: key, existing: existing ?? .keep, group: group,
            notBefore: notBefore.map {
                Date(milliseconds: $0.milliseconds(from: caller.now))
            },
            priority: priority,
            stability: .milliseconds(stable.milliseconds))
        options.deadline = deadline.map { deadline in
            let duration = Duration.milliseconds(
                deadline.milliseconds(from: caller.now) - caller.now)
            return switch onDeadline {
            case .fail, nil: .fail(after: duration)
            case .run: .run(after: duration)
            }
        }
        return options
    }
}
