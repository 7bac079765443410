// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import BackgroundTransfers
import NetworkReachability
import ReachCommand

/// The options that say when a transfer runs, and among which others.
struct ScheduleOptions: ParsableArguments {
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
            "Choose what happens at the deadline. fail: the transfer fails. run: it runs without conditions.",
            valueName: "action"))
    var onDeadline: DeadlineWord?

    @Option(
        help: ArgumentHelp(
            """
            Fail after this number of attempts without progress. By default, 10, and with --detach 7 days \
            without progress. unlimited: never give up.
            """,
            valueName: "attempts"))
    var attempts: AttemptLimit?

    @Option(
        help: ArgumentHelp(
            "Order the transfers that could start at the same time.", valueName: "priority"))
    var priority: PriorityWord = .normal

    @Option(
        help: ArgumentHelp(
            "Name the transfer, so that only one transfer with this key waits or runs.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            """
            Keep or replace a transfer with the same key. By default reach keeps it, with its own file, conditions and \
            options; then it adds nothing, and a message says so.
            """,
            valueName: "rule"))
    var existing: TransferOptions.Existing?

    @Option(
        help: ArgumentHelp(
            """
            Add the transfer to this group. The command or unit of a group runs once, when all of its transfers have \
            ended. By default, the URLs of one call are a group.
            """,
            valueName: "group"))
    var group: String?

    /// The values of `--on-deadline`.
    enum DeadlineWord: String, ExpressibleByArgument, CaseIterable {
        case fail, run

        static let allValueStrings = allCases.map(\.rawValue)
    }

    /// The values of `--priority`.
    enum PriorityWord: String, ExpressibleByArgument, CaseIterable {
        case low, normal, high

        static let allValueStrings = allCases.map(\.rawValue)

        /// The priority in the queue.
        var value: DeferralQueue.Priority {
            switch self {
            case .low: .low
            case .normal: .normal
            case .high: .high
            }
        }
    }

    func validate() throws {
        if onDeadline != nil, deadline == nil {
            throw ValidationError("--on-deadline needs --deadline")
        }
        if existing != nil, key == nil { throw ValidationError("--existing needs --key") }
        if key == "" { throw ValidationError("--key: the key is empty") }
        if group == "" { throw ValidationError("--group: the name is empty") }
    }
}

extension TransferOptions.Existing: ExpressibleByArgument {}
