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
    /// Why the conditions make no sense for a transfer; `nil` if they do.
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
        get throws {
            var condition = try conditions.condition
            if discretionary {
                condition.constraints.allowsExpensiveNetworkAccess = false
                condition.constraints.allowsConstrainedNetworkAccess = false
            }
            return condition
        }
    }

    /// Where the store is, and its configuration.
    var place: TransferPlace {
        TransferPlace(store: stored.store, configuration: configured.path)
    }

    /// The header fields of `--header`.
    func headers(of kind: Transfer.Kind) throws -> [HeaderField] {
        try header.map { text in
            do throws(HeaderField.Fault) {
                return try HeaderField(text, of: kind)
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

/// A command that adds transfers, and may be followed by the command that is run at their end.
protocol AddingSubcommand: TransferCommand {
    var adding: AddingOptions { get set }
}

extension AddingSubcommand {
    /// Parses the options, and finds the command of `--then` or after `--`.
    ///
    /// The parser does not get the arguments of the command: it would take a `--help` among them for its own.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let own = Array(arguments.prefix { $0 != "--then" && $0 != "--" })
        var parsed = try options(own)
        if let word = parsed.adding.then.first {
            throw Failure.usage(
                "--then takes the rest of the line: --then \(word.escaped) ARGUMENT…")
        }
        guard own.count < arguments.count else { return parsed }
        let word = arguments[own.count]
        parsed.adding.then = Array(arguments[(own.count + 1)...])
        guard let name = parsed.adding.then.first, !name.isEmpty else {
            throw Failure.usage("\(word) needs a value: the command to run, and its arguments")
        }
        if name.begins(with: "-") {
            throw Failure.usage(
                "\(word) takes the rest of the line as the command, and '\(name.escaped)' is none; "
                    + "options of reach come before \(word)")
        }
        return parsed
    }
}
