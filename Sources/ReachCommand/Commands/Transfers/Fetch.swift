// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// `reach fetch`: downloads files, whatever happens to the program, the network and the machine meanwhile.
struct Fetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Download files when conditions hold, across interruptions and reboots.",
        discussion: """
            The downloads are added to the queue of this user. They stay there until they have ended, also if this \
            program ends, or the machine restarts. A download runs while all conditions hold: when they are lost, its \
            connection is closed at once, and it is continued later, if the file on the server is still the same. \
            Without a condition, a download waits for a live route to the host of its URL. The file appears when it is \
            complete, verified and safely on the disk. An existing file is not overwritten.

            The program waits for the end, and shows the progress. Ctrl-C ends only the program. With --detach \
            it prints the numbers of the downloads, and ends at once.

            The name of the file is the one that the server proposes, or else the last part of the URL.

            With --then, or after --, the rest of the command line is a command. It is run at the end, in whatever \
            state, in this folder and environment, and at least once: again if it fails, at most 5 times. Its \
            environment also has REACH_TRANSFER_ID, REACH_TRANSFER_STATE, REACH_TRANSFER_FILE and \
            REACH_TRANSFER_URL. For the URLs of one call, and for a group, it is run once, when all have ended, with \
            REACH_TRANSFER_GROUP and REACH_TRANSFER_FILES (a JSON array) instead of the file and the URL; then \
            REACH_TRANSFER_ID has all numbers, with blanks between them, and REACH_TRANSFER_STATE is failed if any \
            download failed, else cancelled if any was cancelled, else finished.

            Durations: \(TimeSpan.examples). Times: \(PointInTime.examples).

            Exit codes: 0 all files are complete; 1 a download failed for good, or was cancelled; 124 the deadline \
            passed; 64 the command line is invalid; 69 the program reach-transfer is not installed, or netlink cannot \
            be used; 73 the file cannot be created; 74 the queue cannot be used; 78 the configuration file is invalid.
            """
    )

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Write to this file, or into this directory, which must exist. By default, the file is in the current \
            directory.
            """,
            valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: [.customShort("i"), .long],
        help: ArgumentHelp(
            "Also read URLs from this file, one a line. Lines that begin with # are ignored. - is standard input.",
            valueName: "file"),
        completion: .file())
    var inputFile: String?

    @OptionGroup var conditions: ConditionOptions

    @Flag(
        help:
            "Require a path that is neither metered nor constrained. For work that nobody waits for."
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
            "Limit the rate of each download, in bytes a second, or with K, M or G of 1024.",
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

    @Flag(help: "Replace an existing file. A symbolic link is replaced, not followed.")
    var overwrite = false

    @Flag(
        name: [.short, .long],
        help: "Print the numbers of the downloads, and do not wait for their end.")
    var detach = false

    @Option(
        help: ArgumentHelp(
            "Start this unit of the user's systemd at the end, in whatever state.",
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
            Run this command at the end, in whatever state. The rest of the command line belongs to it. -- means the \
            same.
            """,
            valueName: "command…"))
    var then: [String] = []

    @Argument(help: ArgumentHelp("Download from these http or https addresses.", valueName: "url"))
    var url: [String] = []

    func validate() throws {
        if let text = try outputFault ?? conditionFault ?? severalFault ?? optionFault {
            throw ValidationError(text)
        }
    }
}

// MARK: - Checks

extension Fetch {
    private var addresses: [WebAddress] {
        get throws {
            try url.map { text in
                do throws(WebAddress.Fault) {
                    return try WebAddress(text)
                } catch {
                    throw ValidationError(
                        "'\(WebAddress.shown(text).escaped)' \(error.explanation)")
                }
            }
        }
    }

    private var headers: [HeaderField] {
        get throws {
            try header.map { text in
                do throws(HeaderField.Fault) {
                    return try HeaderField(text)
                } catch {
                    throw ValidationError("--header: \(error.explanation)")
                }
            }
        }
    }

    private var outputFault: String? {
        switch output {
        case "": "--output: the name is empty"
        case "-":
            "--output: a transfer outlives the program, so that it cannot write to standard output"
        default: nil
        }
    }

    /// Why the conditions make no sense for a transfer; `nil` if they do.
    private var conditionFault: String? {
        if conditions.offline { return "--offline makes no sense here: a transfer needs a path" }
        if conditions.not {
            let hasOther =
                conditions.unmetered || conditions.metered || conditions.types != nil
                || conditions.notType != nil || conditions.interface != nil || conditions.ipv4
                || conditions.ipv6 || conditions.dns || conditions.vpn || conditions.noVPN
                || discretionary
            if !hasOther { return "--not makes no sense here: a transfer needs a path" }
        }
        if discretionary && conditions.metered {
            return "--metered and --discretionary cannot both hold"
        }
        return nil
    }

    /// What is given once, but cannot be meant for several addresses; `nil` if nothing is.
    private var severalFault: String? {
        get throws {
            let count = try addresses.count
            if count == 0, inputFile == nil { return "the URL is missing" }
            guard count > 1 else { return nil }
            if let output, !output.hasSuffix("/"), !isFolder(output) {
                return
                    "--output: '\(output.escaped)' is not a directory, and there are several URLs"
            }
            if sha256 != nil {
                return "--sha256 is the digest of one file, and there are several URLs"
            }
            return schedule.key == nil
                ? nil : "--key is for one download, and there are several URLs"
        }
    }

    private var optionFault: String? {
        get throws {
            _ = try headers
            if inputFile == "" { return "--input-file: the name is empty" }
            if headerFile == "" { return "--header-file: the name is empty" }
            if inputFile == "-", headerFile == "-" {
                return "--input-file and --header-file cannot both be standard input"
            }
            if let onFinish, !onFinish.contains(".") || onFinish.contains("/") {
                return "--on-finish: '\(onFinish.escaped)' is not a unit, such as backup.service"
            }
            return nil
        }
    }
}

// MARK: - The request

extension Fetch: TransferSubcommand {
    func run(_ transfers: any TransferCommands) throws { try run(transfers, command: []) }

    /// - Parameter command: the command of `--then`, and its arguments; empty for none.
    func run(_ transfers: any TransferCommands, command: [String]) throws {
        try transfers.fetch(try request(command))
    }

    /// Returns what the options ask for.
    func request(_ command: [String]) throws -> FetchRequest {
        var condition = try conditions.condition
        if discretionary {
            condition.constraints.allowsExpensiveNetworkAccess = false
            condition.constraints.allowsConstrainedNetworkAccess = false
        }
        return FetchRequest(
            addresses: try addresses, inputFile: inputFile, output: output,
            condition: condition, stability: schedule.stable.milliseconds,
            notBefore: schedule.notBefore, deadline: schedule.deadline,
            onDeadline: schedule.onDeadline?.value ?? .fail, attempts: schedule.attempts,
            priority: schedule.priority.value,
            sha256: sha256?.bytes, limitRate: limitRate?.bytesPerSecond,
            key: schedule.key, existing: schedule.existing ?? .keep, group: schedule.group,
            headers: try headers, headerFile: headerFile, usesNetrc: netrc, overwrites: overwrite,
            detaches: detach, unit: onFinish, command: command,
            place: TransferPlace(store: stored.store, configuration: configured.path), isJSON: json)
    }

    /// Parses the options of `reach fetch`, and finds the command of `--then` or after `--`.
    ///
    /// The parser does not get the arguments of the command: it would take a `--help` among them for its own.
    ///
    /// - Returns: `nil` if this is not `reach fetch`.
    static func parse(_ arguments: [String]) throws -> (options: Fetch, command: [String])? {
        guard arguments.first == "fetch" else { return nil }
        var options = arguments
        var command: [String] = []
        if let position = arguments.firstIndex(where: { $0 == "--then" || $0 == "--" }) {
            let word = arguments[position]
            options = Array(arguments[..<position])
            command = Array(arguments[(position + 1)...])
            guard let name = command.first, !name.isEmpty else {
                throw Failure.usage("\(word) needs a value: the command to run, and its arguments")
            }
            if name.hasPrefix("-") {
                throw Failure.usage(
                    "\(word) takes the rest of the line as the command, and '\(name.escaped)' is none; "
                        + "options of reach come before \(word)")
            }
        }
        guard let fetch = try Reach.parseAsRoot(options) as? Fetch else {
            throw CleanExit.helpRequest(Fetch.self)
        }
        if let word = fetch.then.first {
            throw Failure.usage(
                "--then takes the rest of the line: --then \(word.escaped) ARGUMENT…")
        }
        return (fetch, command)
    }
}
