// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import Foundation
import LinuxSystem
import NetworkReachability
import ReachCommand

/// The options that `reach fetch`, `reach upload` and `reach defer` share.
struct AddingOptions: ParsableArguments {
    @OptionGroup var conditions: ConditionOptions

    @Flag(
        help:
            "Require a path that is neither metered nor constrained. For what can wait."
    )
    var discretionary = false

    @OptionGroup var schedule: ScheduleOptions

    @Flag(name: [.short, .long], help: "Print the events as JSON, one object per line.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    @OptionGroup var stored: StoreOptions

    func validate() throws {
        guard discretionary else { return }
        for demand in [Condition.Demand.metered, .offline] where conditions.has(demand) {
            throw ValidationError("--\(demand) and --discretionary cannot both hold")
        }
    }
}

extension AddingOptions {
    /// The conditions, with those of `--discretionary`.
    var condition: Condition {
        var condition = conditions.condition
        condition.constraints.requiresPath = true
        if discretionary {
            condition.constraints.allowsExpensiveNetworkAccess = false
            condition.constraints.allowsConstrainedNetworkAccess = false
        }
        return condition
    }

    /// The conditions of a job; `nil` if none is given: the job then begins at once, and needs no path.
    var jobCondition: Condition? {
        if discretionary { return condition }
        return conditions.areGiven ? conditions.condition : nil
    }

    /// The reason why the conditions make no sense for a transfer; `nil` if they do.
    var pathFault: String? {
        if conditions.has(.offline) {
            return "--offline makes no sense here: a transfer needs a path"
        }
        if conditions.not, conditions.pathOptions.isEmpty, !discretionary {
            return "--not makes no sense here: a transfer needs a path"
        }
        return nil
    }

    /// The place of the store, and its configuration.
    var place: TransferPlace {
        TransferPlace(store: stored.store, configuration: configured.path)
    }
}

extension AddingOptions {
    /// The options of a transfer or a job, but for its attempts and what only one of the two has.
    func options(_ caller: Caller) -> TransferOptions {
        var options = TransferOptions(
            key: schedule.key, existing: schedule.existing ?? .keep, group: schedule.group,
            notBefore: schedule.notBefore.map {
                Date(milliseconds: $0.milliseconds(from: caller.now))
            },
            priority: schedule.priority.value,
            stability: .milliseconds(schedule.stable.milliseconds))
        options.deadline = schedule.deadline.map { deadline in
            let duration = Duration.milliseconds(
                deadline.milliseconds(from: caller.now) - caller.now)
            return switch schedule.onDeadline {
            case .fail, nil: .fail(after: duration)
            case .run: .run(after: duration)
            }
        }
        return options
    }
}

/// The options that say when a transfer or a job runs, and among which others.
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
            "Choose what happens at the deadline. fail: it fails. run: it runs without conditions.",
            valueName: "action"))
    var onDeadline: TransferOptions.Deadline.Action?

    @Option(
        help: ArgumentHelp(
            "Order the transfers and jobs that could start at the same time.", valueName: "priority"
        ))
    var priority: PriorityWord = .normal

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

    /// The values of `--priority`.
    enum PriorityWord: String, ExpressibleByArgument, CaseIterable {
        case low, normal, high

        static let allValueStrings = allCases.map(\.rawValue)

        /// The priority in the queue, whose raw value is a number.
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
