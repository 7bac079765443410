// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import Foundation
import Glibc
import LinuxSystem
import NetworkReachability
import ReachCommand

/// A command that adds transfers to the queue, and waits for their end: `reach fetch`, `reach upload`.
protocol AddingCommand: TransferCommand {
    /// The exit code if the file system does not allow a transfer.
    static var refusalCode: Int32 { get }

    var adding: AddingOptions { get set }

    /// Returns the transfers of the command line.
    func transfers(_ caller: Caller) throws -> [NewTransfer]
}

extension AddingCommand {
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

    func run() throws {
        let caller = try Caller.current()
        let transfers = try transfers(caller)
        // Before anything is added: this process may become the worker.
        let configuration = ConfigurationFile(named: adding.place.configuration)
        try configuration.read().check(adding.condition)
        if adding.condition.constraints.requiresValidation {
            try configuration.checkValidation()
        }
        let store = try adding.place.openStore()
        let before = try store.lastSequence()
        let additions: [TransferStore.Addition]
        do {
            additions = try store.add(transfers, now: caller.now)
        } catch let error as TransferError {
            // Nothing was added.
            throw Failure(error.message.escaped, exitCode: Self.refusalCode)
        }
        for addition in additions where !addition.isNew { Self.notify(kept: addition.transfer) }
        let added = additions.map(\.transfer)
        guard adding.detach else {
            return try TransferWait(adding, store, added, after: before).run()
        }
        if store.callWorker() {
            WorkerNotice.notifyOfLogout()
        } else {
            WorkerNotice.notify()
        }
        try printDetached(added, store)
        // Without closing the store. What was added is on the disk: in the write-ahead log, which was synced with the
        // transaction. The last process that closes the store writes the log to the database, and removes it, which takes
        // two syncs; two more would make the next log. The next one to open the store reads it, as after a crash.
        Glibc.exit(0)
    }

    /// Reports that nothing was added, because another transfer has the key. It may have another file and other
    /// conditions.
    private static func notify(kept transfer: Transfer) {
        let url = WebAddress.shown(transfer.url).escaped
        let subject = "transfer \(transfer.id.rawValue), the \(transfer.kind.rawValue) of \(url),"
        StandardStream.error.notify(
            "reach: nothing was added: \(subject) has the key '\((transfer.key ?? "").escaped)' and has not ended; "
                + "it keeps its own file, conditions and options ('--existing replace' cancels it, and adds this one)\n"
        )
    }

    /// Prints the numbers of the added transfers, or their events.
    private func printDetached(_ transfers: [Transfer], _ store: TransferStore) throws {
        guard adding.json else {
            let lines = transfers.map { "\($0.id.rawValue)\n" }.joined()
            return try StandardStream.output.write(lines)
        }
        var lines: [UInt8] = []
        for transfer in transfers {
            for event in try store.events(after: 0, limit: 1, of: transfer.id) {
                lines.append(line: event.listed)
            }
        }
        try StandardStream.output.write(lines)
    }
}

/// The folder, the environment and the time of the call of the program.
struct Caller {
    /// The current folder, with a slash at its end.
    var folder: String
    /// The permission bits of new files.
    var mode: UInt16
    /// The environment, as in `/proc/PID/environ`.
    var environment: [UInt8]
    /// The current time, in milliseconds since 1970.
    var now: Int64

    /// Looks at this process.
    static func current() throws -> Caller {
        let folder = try resolvedPath(".")
        return Caller(
            folder: folder.ends(with: "/") ? folder : folder + "/",
            mode: 0o666 & ~fileCreationMask,
            environment: CurrentProcess.environment, now: RealTimeClock.milliseconds)
    }
}

extension AddingOptions {
    /// The options of the transfers.
    func options(_ headers: [TransferOptions.Header], _ caller: Caller) -> TransferOptions {
        var options = TransferOptions(
            key: schedule.key, existing: schedule.existing ?? .keep,
            sha256: sha256?.bytes,
            group: schedule.group,
            notBefore: schedule.notBefore.map {
                Date(milliseconds: $0.milliseconds(from: caller.now))
            },
            priority: schedule.priority.value, limitRate: limitRate?.bytesPerSecond,
            headers: headers,
            usesNetrc: netrc,
            stability: .milliseconds(schedule.stable.milliseconds))
        options.deadline = schedule.deadline.map { deadline in
            let duration = Duration.milliseconds(
                deadline.milliseconds(from: caller.now) - caller.now)
            return switch schedule.onDeadline {
            case .fail, nil: .fail(after: duration)
            case .run: .run(after: duration)
            }
        }
        // A user who waits for the end is to learn soon that it does not work.
        options.attempts = schedule.attempts ?? (detach ? .sevenDays : .limited(10))
        return options
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

extension AddingOptions {
    /// The header fields of the command line and of `--header-file`.
    ///
    /// - Throws: `Failure` with exit code 64, which names the line.
    func allHeaders(of kind: Transfer.Kind) throws -> [TransferOptions.Header] {
        let headers = try headers(of: kind)
        guard let headerFile else { return headers }
        let option = "--header-file"
        return try headers
            + Self.lines(of: headerFile, option).map { number, line in
                do throws(TransferOptions.Header.Fault) {
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
