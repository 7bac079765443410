// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// What `reach queue list` and `reach queue show` do.
struct QueueCommand {
    private let place: TransferPlace
    private let isJSON: Bool
    private let style: TextStyle

    init(_ place: TransferPlace, _ output: QueueOutputOptions) {
        self.place = place
        isJSON = output.json
        style = output.color.style
    }

    func list(_ states: [Transfer.State], _ group: String?) throws {
        let store = try place.readableStore()
        let filter = TransferStore.Filter(
            states: states.isEmpty ? nil : Set(states), group: group)
        // Nothing is written before all is read: the reader of a pipe may let us wait.
        guard isJSON else {
            var table = TransferTable(
                now: RealTimeClock.milliseconds, columns: StandardStream.output.columns)
            let progress = try store.map { try RunningProgress($0) }
            try store?.forEachTransfer(matching: filter) {
                table.append(progress?.applied(to: $0) ?? $0)
            }
            table.isHeld = try store?.isHeld() ?? false
            try StandardStream.output.write(table.text(style))
            // Also the one that a `fetch` is for the time being.
            if let store, try store.hasOpenTransfers(), !store.callWorker() {
                WorkerNotice.notify()
            }
            return
        }
        var lines: [UInt8] = []
        try store?.forEachTransfer(matching: filter) { lines.append(line: $0.listed) }
        try StandardStream.output.write(lines)
    }

    func show(_ id: Transfer.ID) throws {
        guard let store = try place.readableStore(), let transfer = try store.transfer(id)
        else {
            throw Failure.noTransfer(id)
        }
        let events = try store.events(after: 0, of: id)
        guard isJSON else {
            let progress = try RunningProgress(store, of: id)
            let details = TransferDetails(
                transfer: progress.applied(to: transfer), events: events,
                deliveries: try store.completionAction(of: id)?.texts ?? [],
                now: RealTimeClock.milliseconds)
            return try StandardStream.output.write(
                details.text(style, columns: StandardStream.output.columns))
        }
        try StandardStream.output.write(
            JSONLineEncoder.line(TransferWithEvents(transfer, events: events)))
    }

}

extension SelectionOptions {
    /// Applies a command to the transfers that are meant.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - now: the current time, in milliseconds since 1970.
    func apply(_ command: UserCommand, now: Int64 = RealTimeClock.milliseconds) throws {
        let selection = selection
        guard let store = try stored.place.existingStore() else {
            if case .transfers(let ids) = selection, let id = ids.first {
                throw Failure.noTransfer(id)
            }
            if case .group(let group) = selection { throw Failure.noGroup(group) }
            return
        }
        if case .group(let group) = selection,
            try store.transfers(
                matching: TransferStore.Filter(group: group, includesAcknowledged: true)
            ).isEmpty
        {
            throw Failure.noGroup(group)
        }
        let refusals = try store.carryOut(command, for: selection, now: now).map(\.description)
        guard let last = refusals.last else { return }
        for refusal in refusals.dropLast() {
            StandardStream.error.notify("reach: \(refusal.escaped)\n")
        }
        throw Failure(last.escaped, exitCode: 1)
    }
}

extension CompletionAction {
    /// What is done at the end, for people.
    fileprivate var texts: [String] {
        let told = isDone ? " (done)" : ""
        return [
            unit.map { "starts \($0)" + told },
            command.map { "runs \($0.arguments.joined(separator: " "))" + told },
        ].compactMap(\.self)
    }
}

extension Failure {
    static func noTransfer(_ id: Transfer.ID) -> Failure {
        Failure("there is no transfer \(id.rawValue)", exitCode: 1)
    }

    static func noGroup(_ group: String) -> Failure {
        Failure("there is no transfer in the group '\(group.escaped)'", exitCode: 1)
    }
}
