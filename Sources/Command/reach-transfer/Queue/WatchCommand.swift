// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

/// `reach queue watch`: shows events as they come.
struct WatchCommand {
    private let place: TransferPlace
    private let id: Transfer.ID?
    private let after: Int64?
    private let isJSON: Bool

    init(_ place: TransferPlace, id: Transfer.ID?, after: Int64?, isJSON: Bool) {
        self.place = place
        self.id = id
        self.after = after
        self.isJSON = isJSON
    }

    func run() throws {
        let store: TransferStore
        if let id {
            guard let existing = try place.existingStore(), try existing.transfer(id) != nil
            else {
                throw Failure.noTransfer(id)
            }
            store = existing
        } else {
            store = try place.openStore()
        }
        let source = try EventSource(store, after: try after ?? store.lastSequence())
        var display: any TransferDisplay = isJSON ? JSONDisplay() : LineDisplay(.output)
        var isFirst = true
        var known: [Transfer.ID: Transfer] = [:]
        while true {
            // The state is read first: what is over then has no events after those that are read next.
            let isOver = try id.map { try store.transfer($0)?.state.isFinal ?? true } ?? false
            let events = try source.newEvents(isOwn: isOver)
            for event in events where isMeant(event.transfer.id) {
                known[event.transfer.id] = event.transfer
                try display.show(event)
            }
            if isOver { return }
            // A connection starts the worker of systemd, which ends when nothing is left to do. So it is made again only
            // when something has happened. Without one, only the progress is missing.
            if isFirst || !events.isEmpty { source.connect() }
            isFirst = false
            for progress in source.newProgress() where isMeant(progress.id) {
                guard
                    let transfer = try known[progress.id] ?? store.transfer(progress.id)
                else { continue }
                let event = progress.event(of: transfer, sequence: source.sequence)
                known[progress.id] = event.transfer
                try display.show(event)
            }
            wait(source)
        }
    }

    private func isMeant(_ id: Transfer.ID) -> Bool { self.id.map { $0 == id } ?? true }

    /// Waits for something new, or for the end of the reader.
    private func wait(_ source: EventSource) {
        var ready = PollSet()
        source.add(to: &ready)
        ready.add(PollSet.Interest(StandardStream.output.descriptor))
        ready.wait(milliseconds: source.due.map(MonotonicClock.milliseconds(until:)))
        source.receive(from: ready)
        if ready.isClosed(StandardStream.output.descriptor) { CurrentProcess.endByClosedPipe() }
    }
}
