// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// `reach queue`
struct QueueCommand {
    let request: QueueRequest

    init(_ request: QueueRequest) { self.request = request }

    func run() throws {
        switch request.action {
        case .list(let states, let group): try list(states, group)
        case .show(let number): try show(Transfer.ID(rawValue: number))
        case .watch(let number, let after):
            try WatchCommand(request, id: number.map(Transfer.ID.init(rawValue:)), after: after)
                .run()
        case .change(let change, let selection): try self.change(change, selection)
        case .hold: _ = try request.place.openStore().setHeld(true)
        case .release:
            let store = try request.place.openStore()
            _ = try store.setHeld(false)
            WorkerCall.wake(store)
        case .run(let untilEmpty): try WorkerCommand(request.place, untilEmpty: untilEmpty).run()
        }
    }

    private var style: TextStyle { request.isColored ? .colored : .plain }

    // MARK: Looking

    private func list(_ states: [String], _ group: String?) throws {
        let store = try request.place.readableStore()
        let states = Set(states.compactMap(Transfer.State.init(rawValue:)))
        let filter = TransferStore.Filter(states: states.isEmpty ? nil : states, group: group)
        // Nothing is written before all is read: whoever reads a pipe may let us wait.
        guard request.isJSON else {
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

    private func show(_ id: Transfer.ID) throws {
        guard let store = try request.place.readableStore(), let record = try store.record(id)
        else {
            throw Failure.noTransfer(id)
        }
        let events = try store.events(after: 0, of: id)
        guard request.isJSON else {
            let progress = try RunningProgress(store, of: id)
            let details = TransferDetails(
                transfer: progress.applied(to: Transfer(record)), events: events,
                deliveries: record.delivery.texts,
                now: RealTimeClock.milliseconds)
            return try StandardStream.output.write(
                details.text(style, columns: StandardStream.output.columns))
        }
        try StandardStream.output.write(
            JSONLineEncoder.line(TransferWithEvents(Transfer(record), events: events)))
    }

    // MARK: Changing

    private func change(_ change: QueueRequest.Change, _ selection: QueueRequest.Selection) throws {
        guard let store = try request.place.existingStore() else {
            if case .numbers(let numbers) = selection {
                throw Failure.noTransfer(Transfer.ID(rawValue: numbers.first ?? 0))
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
        let now = RealTimeClock.milliseconds
        let outcomes = try store.apply(
            UserCommand(change, now: now), to: TransferStore.Selection(selection), now: now)
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

extension UserCommand {
    /// The change that a command line asks for.
    fileprivate init(_ change: QueueRequest.Change, now: Int64) {
        self =
            switch change {
            case .pause: .pause
            case .resume: .resume
            case .cancel: .cancel
            case .retry(let deadline): .retry(deadline: deadline?.milliseconds(from: now))
            case .acknowledge: .acknowledge
            }
    }
}

extension TransferStore.Selection {
    /// The transfers that a command line selects.
    fileprivate init(_ selection: QueueRequest.Selection) {
        self =
            switch selection {
            case .all: .all
            case .group(let group): .group(group)
            case .numbers(let numbers): .transfers(numbers.map(Transfer.ID.init(rawValue:)))
            }
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

extension TransferRecord.Delivery {
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
