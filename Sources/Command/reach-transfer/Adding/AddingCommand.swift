// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import Glibc
import LinuxSystem
import NetworkReachability
import ReachCommand

/// What `reach fetch` and `reach upload` do with transfers that are planned: they add them, and wait for their end.
struct AddingCommand {
    let options: AddingOptions
    let transfers: [NewTransfer]
    let caller: Caller
    /// The exit code if the file system does not allow a transfer.
    let refusalCode: Int32

    func run() throws {
        // Before anything is added: this process may become the worker.
        let configuration = ConfigurationFile(named: options.place.configuration)
        try configuration.check()
        if try options.condition.constraints.requiresValidation {
            try configuration.checkValidation()
        }
        let store = try options.place.openStore()
        let before = try store.lastSequence()
        let additions: [TransferStore.Addition]
        do {
            additions = try store.add(transfers, now: caller.now)
        } catch let error as TransferError {
            // Nothing was added.
            throw Failure(error.message.escaped, exitCode: refusalCode)
        }
        for addition in additions where !addition.isNew { Self.tell(kept: addition.transfer) }
        let transfers = additions.map(\.transfer)
        guard options.detach else {
            return try TransferWait(options, store, transfers, after: before).run()
        }
        if store.callWorker() {
            WorkerNotice.notifyOfLogout()
        } else {
            WorkerNotice.notify()
        }
        try printDetached(transfers, store)
        // Without closing the store. What was added is on the disk: in the write-ahead log, which was synced with the
        // transaction. The last process that closes the store writes the log to the database, and removes it, which takes
        // two syncs; two more would make the next log. The next one to open the store reads it, as after a crash.
        exit(0)
    }

    /// Says that nothing was added, because another transfer has the key. It may have another file, and other
    /// conditions.
    private static func tell(kept transfer: Transfer) {
        let url = WebAddress.shown(transfer.url).escaped
        let subject = "transfer \(transfer.id.rawValue), the \(transfer.kind.rawValue) of \(url),"
        StandardStream.error.notify(
            "reach: nothing was added: \(subject) has the key '\((transfer.key ?? "").escaped)' and has not ended; "
                + "it keeps its own file, conditions and options ('--existing replace' cancels it, and adds this one)\n"
        )
    }

    /// Prints the numbers of what was added, or the events.
    private func printDetached(_ transfers: [Transfer], _ store: TransferStore) throws {
        guard options.json else {
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

extension TransferEvent {
    /// The event with the address as lists show it.
    var listed: TransferEvent {
        var event = self
        event.transfer = transfer.listed
        return event
    }
}
