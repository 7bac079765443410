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
            if let store, try store.hasOpenTransfers(), WorkerCall.connect(store) == nil {
                WorkerNotice.notify()
            }
            return
        }
        var lines: [UInt8] = []
        try store?.forEachTransfer(matching: filter) { lines.append(line: $0.listed) }
        try StandardStream.output.write(lines)
    }

    func show(_ id: Transfer.ID) throws {
        guard let store = try place.readableStore(), let record = try store.record(id)
        else {
            throw Failure.noTransfer(id)
        }
        let events = try store.events(after: 0, of: id)
        guard isJSON else {
            let progress = try RunningProgress(store, of: id)
            let details = TransferDetails(
                transfer: progress.applied(to: Transfer(record)), events: events,
                deliveries: record.completion.texts,
                now: RealTimeClock.milliseconds)
            return try StandardStream.output.write(
                details.text(style, columns: StandardStream.output.columns))
        }
        try StandardStream.output.write(
            JSONLineEncoder.line(TransferWithEvents(Transfer(record), events: events)))
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
            try store.records(
                matching: TransferStore.Filter(group: group, includesAcknowledged: true)
            ).isEmpty
        {
            throw Failure.noGroup(group)
        }
        let outcomes = try store.apply(command, to: selection, now: now)
        try Leftovers(store).remove(outcomes)
        WorkerCall.wake(store)
        let refusals = outcomes.compactMap(\.refusal)
        guard let last = refusals.last else { return }
        for refusal in refusals.dropLast() {
            StandardStream.error.notify("reach: \(refusal.escaped)\n")
        }
        throw Failure(last.escaped, exitCode: 1)
    }
}

extension TransferStore.Outcome {
    /// Why nothing was done; `nil` if it was, or needed not be.
    fileprivate var refusal: String? {
        switch result {
        case .done, .nothing: nil
        case .refused(let reason): "transfer \(id.rawValue) \(reason)"
        case .unknown: "there is no transfer \(id.rawValue)"
        }
    }
}

extension TransferRecord.CompletionAction {
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
