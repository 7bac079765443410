// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import Foundation
import Glibc
import LinuxSystem
import NetworkReachability
import ReachCommand

/// A command that adds transfers or a job to the queue, and can wait for the end: `reach fetch`, `reach upload`,
/// `reach defer`.
protocol AddingCommand: TransferCommand {
    /// The exit code if the file system does not allow a transfer.
    static var refusalCode: Int32 { get }

    var conditions: ConditionOptions { get }

    var adding: AddingOptions { get }

    var configurationFile: ConfigurationFile { get }

    var stored: StoreOptions { get }

    /// Whether the program waits for the end.
    var waits: Bool { get }

    /// The condition that the transfers get; `nil` for none.
    var addedCondition: Condition? { get }

    /// Returns the transfers of the command line.
    func transfers(_ caller: Caller) throws -> [NewTransfer]
}

extension AddingCommand {
    /// The conditions, with those of `--discretionary`.
    var condition: Condition {
        var condition = conditions.condition
        condition.constraints.requiresPath = true
        if adding.discretionary {
            condition.constraints.allowsExpensiveNetworkAccess = false
            condition.constraints.allowsConstrainedNetworkAccess = false
        }
        return condition
    }

    /// The reason why a condition contradicts `--discretionary`; `nil` if none does.
    var discretionFault: String? {
        guard adding.discretionary else { return nil }
        return [Condition.Demand.metered, .offline].first(where: conditions.has).map {
            "--\($0) and --discretionary cannot both hold"
        }
    }

    /// The place of the store, and its configuration.
    var place: TransferPlace {
        TransferPlace(store: stored.store, configuration: configurationFile)
    }

    func run() throws {
        let caller = try Caller.current(Self.refusalCode)
        let transfers = try transfers(caller)
        // The configuration is read before anything is added, because this process may become the worker.
        let configuration = place.configuration
        let settings = try configuration.read()
        if let condition = addedCondition {
            try settings.check(condition)
            if condition.constraints.requiresValidation { try configuration.checkValidation() }
        }
        let store = try place.openStore()
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
        guard !waits else {
            return try TransferWait(adding, place, store, added, after: before).run()
        }
        let kinds = Set(added.map(\.kind))
        if store.callWorker() {
            WorkerNotice.notifyOfLogout(of: kinds)
        } else {
            WorkerNotice.notify(of: kinds)
        }
        try printDetached(added, store)
        // The process exits without closing the store. The added transfers are on the disk: in the write-ahead log,
        // which was synced with the transaction. The last process that closes the store writes the log to the database,
        // and removes it, which takes two syncs; two more would make the next log. The next one to open the store reads
        // it, as after a crash.
        Glibc.exit(0)
    }

    /// Reports that nothing was added, because another transfer has the key. It may have another file and other
    /// conditions.
    private static func notify(kept transfer: Transfer) {
        let name = "\(transfer.noun) \(transfer.id.rawValue)"
        let (subject, own) =
            transfer.kind == .command
            ? ("\(name), \(transfer.shownName.escaped),", "command")
            : (
                "\(name), the \(transfer.kind.rawValue) of \(WebAddress.shown(transfer.url).escaped),",
                "file"
            )
        StandardStream.error.notify(
            "reach: nothing was added: \(subject) has the key '\((transfer.key ?? "").escaped)' and has not ended; "
                + "it keeps its own \(own), conditions and options ('--existing replace' cancels it, and adds this one)\n"
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
    /// The file creation mask.
    var mask: UInt16
    /// The environment, as in `/proc/PID/environ`.
    var environment: [UInt8]
    /// The current time, in milliseconds since 1970.
    var now: Int64

    /// The permission bits of new files.
    var mode: UInt16 { 0o666 & ~mask }

    /// Reads the folder, the environment and the mask of this process.
    ///
    /// - Parameter refusalCode: the exit code if the current folder was removed.
    static func current(_ refusalCode: Int32) throws -> Caller {
        let folder: String
        do throws(SystemError) {
            folder = try resolvedPath(".")
        } catch {
            throw error.isMissing
                ? Failure("the current folder does not exist", exitCode: refusalCode) : error
        }
        // The store keeps text, and no other bytes.
        if folder.unicodeScalars.contains("\u{FFFD}") {
            throw Failure.usage(
                "the name of the current folder is not valid UTF-8: '\(folder.escaped)'")
        }
        return Caller(
            folder: folder.ends(with: "/") ? folder : folder + "/",
            mask: fileCreationMask,
            environment: CurrentProcess.environment, now: RealTimeClock.milliseconds)
    }
}
