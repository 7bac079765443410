// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import NetworkReachability
import ReachCommand

/// The options that `reach fetch` and `reach upload` share.
struct AddingOptions: ParsableArguments {
    @OptionGroup var conditions: ConditionOptions

    @Flag(
        help:
            "Require a path that is neither metered nor constrained. For transfers that can wait."
    )
    var discretionary = false

    @OptionGroup var schedule: ScheduleOptions

    @Option(
        help: ArgumentHelp(
            "Require that the file has this SHA-256 digest, in hexadecimal digits.",
            valueName: "digest"))
    var sha256: ContentHash?

    @Option(
        help: ArgumentHelp(
            "Limit the rate of each transfer, in bytes a second, or with K, M or G of 1024.",
            valueName: "rate"))
    var limitRate: DataRate?

    @Option(
        name: [.customShort("H", allowingJoined: true), .long],
        help: ArgumentHelp(
            """
            Send this header field: 'Name: value'. Another server, to which a redirection leads, does not get it. \
            Lists of processes show it only while the program starts; with --header-file they never show it.
            """,
            valueName: "field"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp("Send the header fields in this file, one a line.", valueName: "file"),
        completion: .file())
    var headerFile: String?

    @Flag(help: "Look up user and password in ~/.netrc.")
    var netrc = false

    @Flag(
        name: [.short, .long],
        help: "Print the numbers of the transfers, and do not wait for their end.")
    var detach = false

    @Option(
        help: ArgumentHelp(
            "Start this systemd user unit when the transfer finishes, fails or is cancelled.",
            valueName: "unit"))
    var onFinish: String?

    @Flag(name: [.short, .long], help: "Print the events as JSON, one object per line.")
    var json = false

    @OptionGroup var configured: ConfigurationOptions

    @OptionGroup var stored: StoreOptions

    @Option(
        parsing: .remaining,
        help: ArgumentHelp(
            """
            Run this command when the transfer finishes, fails or is cancelled. The rest of the command line belongs to \
            the command. -- means the same.
            """,
            valueName: "command…"))
    var then: [String] = []

    func validate() throws {
        if let text = conditionFault ?? optionFault { throw ValidationError(text) }
    }
}

extension AddingOptions {
    /// The reason why the conditions make no sense for a transfer; `nil` if they do.
    private var conditionFault: String? {
        if conditions.has(.offline) {
            return "--offline makes no sense here: a transfer needs a path"
        }
        if conditions.not, conditions.pathOptions.isEmpty, !discretionary {
            return "--not makes no sense here: a transfer needs a path"
        }
        if discretionary && conditions.has(.metered) {
            return "--metered and --discretionary cannot both hold"
        }
        return nil
    }

    private var optionFault: String? {
        if headerFile == "" { return "--header-file: the name is empty" }
        if let onFinish,
            !onFinish.utf8.contains(UInt8(ascii: "."))
                || onFinish.utf8.contains(UInt8(ascii: "/"))
        {
            return "--on-finish: '\(onFinish.escaped)' is not a unit, such as backup.service"
        }
        return nil
    }

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

    /// The place of the store, and its configuration.
    var place: TransferPlace {
        TransferPlace(store: stored.store, configuration: configured.path)
    }

    /// The header fields of `--header`.
    func headers(of kind: Transfer.Kind) throws -> [TransferOptions.Header] {
        try header.map { text in
            do throws(TransferOptions.Header.Fault) {
                return try TransferOptions.Header(parsing: text, of: kind)
            } catch {
                throw ValidationError("--header: \(error.explanation)")
            }
        }
    }

    /// Returns the address that a text is.
    static func address(_ text: String) throws -> WebAddress {
        do throws(WebAddress.Fault) {
            return try WebAddress(text)
        } catch {
            throw ValidationError("'\(WebAddress.shown(text).escaped)' \(error.explanation)")
        }
    }
}

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
    var onDeadline: TransferOptions.Deadline.Action?

    @Option(
        help: ArgumentHelp(
            """
            Fail after this number of attempts without progress. By default, 10, and with --detach 7 days \
            without progress. unlimited: never give up.
            """,
            valueName: "attempts"))
    var attempts: TransferOptions.Attempts?

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
