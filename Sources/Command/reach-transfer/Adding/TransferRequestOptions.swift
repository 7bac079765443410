// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import NetworkReachability
import ReachCommand

/// A command that adds downloads or uploads: `reach fetch`, `reach upload`.
protocol TransferAddingCommand: AddingCommand {
    var request: TransferRequestOptions { get set }
}

extension TransferAddingCommand {
    /// Parses the options, and finds the command of `--then` or after `--`.
    ///
    /// The parser does not get the arguments of the command: it would take a `--help` among them for its own.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let own = Array(arguments.prefix { $0 != "--then" && $0 != "--" })
        var parsed = try options(own)
        if let word = parsed.request.then.first {
            throw Failure.usage(
                "--then takes the rest of the line: --then \(word.escaped) ARGUMENT…")
        }
        guard own.count < arguments.count else { return parsed }
        let word = arguments[own.count]
        parsed.request.then = Array(arguments[(own.count + 1)...])
        guard let name = parsed.request.then.first, !name.isEmpty else {
            throw Failure.usage("\(word) needs a value: the command to run, and its arguments")
        }
        if name.begins(with: "-") {
            throw Failure.usage(
                "\(word) takes the rest of the line as the command, and '\(name.escaped)' is none; "
                    + "options of reach come before \(word)")
        }
        return parsed
    }

    var waits: Bool { !request.detach }

    var addedCondition: Condition? { condition }

    /// The reason why the conditions make no sense for a transfer; `nil` if they do.
    var pathFault: String? {
        if let discretionFault { return discretionFault }
        if conditions.has(.offline) {
            return "--offline makes no sense here: a transfer needs a path"
        }
        if conditions.not, conditions.pathOptions.isEmpty, !adding.discretionary {
            return "--not makes no sense here: a transfer needs a path"
        }
        return nil
    }

    /// The options of the transfers.
    func options(_ headers: [TransferOptions.Header], _ caller: Caller) -> TransferOptions {
        var options = adding.options(caller)
        options.sha256 = request.sha256?.bytes
        options.limitRate = request.limitRate?.bytesPerSecond
        options.headers = headers
        options.usesNetrc = request.netrc
        // A user who waits for the end is to learn soon that it does not work.
        options.attempts = request.attempts ?? (request.detach ? .sevenDays : .limited(10))
        return options
    }
}

/// The options that only `reach fetch` and `reach upload` have.
struct TransferRequestOptions: ParsableArguments {
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
        if headerFile == "" { throw ValidationError("--header-file: the name is empty") }
        if let onFinish,
            !onFinish.utf8.contains(UInt8(ascii: "."))
                || onFinish.utf8.contains(UInt8(ascii: "/"))
        {
            throw ValidationError(
                "--on-finish: '\(onFinish.escaped)' is not a unit, such as backup.service")
        }
    }
}

extension TransferRequestOptions {
    /// The header fields of `--header`.
    func headers(of kind: Transfer.Kind) throws -> [TransferOptions.Header] {
        try header.map { text in
            do throws(InvalidText) {
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

    /// The command and unit that run at the end, and the environment for them.
    func completion(
        _ caller: Caller
    ) -> (completion: CompletionAction, environment: [UInt8]?) {
        let command = then.isEmpty ? nil : CompletionAction.Command(then, in: caller.folder)
        return (
            CompletionAction(unit: onFinish, command: command),
            command.map { _ in caller.environment }
        )
    }
}

// MARK: - Files

extension TransferRequestOptions {
    /// The header fields of the command line and of `--header-file`.
    ///
    /// - Throws: `Failure` with exit code 64, which names the line.
    func allHeaders(of kind: Transfer.Kind) throws -> [TransferOptions.Header] {
        let headers = try headers(of: kind)
        guard let headerFile else { return headers }
        let option = "--header-file"
        return try headers
            + Self.lines(of: headerFile, option).map { number, line in
                do throws(InvalidText) {
                    return try TransferOptions.Header(parsing: line, of: kind)
                } catch {
                    throw Failure.usage("\(option): line \(number): \(error.explanation)")
                }
            }
    }

    /// The lines of a file with their numbers, but blank ones and those that begin with `#`.
    static func lines(of path: String, _ option: String) throws -> [(Int, String)] {
        let bytes: [UInt8]?
        do throws(SystemError) {
            let limit = 16 << 20
            bytes =
                path == "-"
                ? try InputFile.readStandardInput(limit: limit)
                : try InputFile.read(path, limit: limit)
        } catch {
            throw Failure.usage("\(option): \(error.description.escaped)")
        }
        guard let bytes else { throw Failure.usage("\(option): '\(path.escaped)': no such file") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure.usage("\(option): '\(path.escaped)' is not valid UTF-8")
        }
        return text.pieces(separatedBy: "\n", omittingEmpty: false).enumerated().compactMap {
            position, line in
            let blank: (Unicode.Scalar) -> Bool = \.properties.isWhitespace
            let words = line.unicodeScalars.drop(while: blank).reversed().drop(while: blank)
                .reversed()
            guard let first = words.first, first != "#" else { return nil }
            return (position + 1, String(String.UnicodeScalarView(words)))
        }
    }
}
