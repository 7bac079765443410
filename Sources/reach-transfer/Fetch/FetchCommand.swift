// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// `reach fetch`
struct FetchCommand {
    private let request: FetchRequest

    init(_ request: FetchRequest) { self.request = request }

    func run() throws {
        let addresses = try request.allAddresses()
        let caller = try FetchPlan.Caller.current()
        let plan = FetchPlan(
            request, addresses: addresses, headers: try request.allHeaders(), caller: caller,
            group: Self.newGroup(), isFolder: isFolder)
        // Before anything is added: this process may become the worker.
        try ConfigurationFile(named: request.place.configuration).check()
        let store = try request.place.openStore()
        let before = try store.lastSequence()
        let additions: [TransferStore.Addition]
        do {
            additions = try store.add(plan.transfers, now: caller.now)
        } catch let error as TransferError {
            // EX_CANTCREAT: nothing was added.
            throw Failure(error.message.escaped, exitCode: 73)
        }
        let records = additions.map(\.record)
        guard request.detaches else {
            return try FetchWait(request, store, records, after: before).run()
        }
        if WorkerCall.connect(store) == nil {
            StandardStream.error.notify(
                "reach: nobody performs transfers now: 'reach queue run' does, or systemd after "
                    + "'systemctl --user enable --now reach-transfer.socket reach-transfer.service'\n"
            )
        }
        try printDetached(records, store)
    }

    /// Prints the numbers of what was added, or the events.
    private func printDetached(_ records: [TransferRecord], _ store: TransferStore) throws {
        guard request.isJSON else {
            let lines = records.map { "\($0.id.rawValue)\n" }.joined()
            return try StandardStream.output.write(lines)
        }
        var json = TransferJSON()
        for record in records {
            for event in try store.events(after: 0, limit: 1, of: record.id) {
                json.append(event.listed); json.endLine()
            }
        }
        try StandardStream.output.write(json.bytes)
    }

    /// A name for the group of the URLs of one call.
    private static func newGroup() -> String {
        let number = UInt64.random(in: 0...UInt64.max)
        let digits = String(number, radix: 36)
        return "fetch-" + digits.prefix(8)
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
