// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import CommandSystem
import LinuxSystem
import ReachCommand

extension Queue {
    /// `reach queue watch`: shows what happens to transfers.
    struct Watch: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Show the events of transfers, from now on.",
            discussion: """
                With the number of a transfer, the program ends when the transfer has ended.

                Exit codes: 0 the transfer has ended, perhaps before; 1 there is no such transfer; 64 the command line \
                is invalid; 69 the program reach-transfer is not installed; 74 the queue cannot be used.

                \(examples)
                """
        )

        private static let examples = #"""
            Examples:
              Wait until a transfer has ended:
                reach queue watch 7
              Print all events since the one with the number 40:
                reach queue watch --after 40 --json
            """#

        @Option(
            help: ArgumentHelp(
                "Begin after the event with this number; 0 shows all.", valueName: "sequence"))
        var after: Int64?

        @OptionGroup var output: QueueOutputOptions

        @OptionGroup var stored: StoreOptions

        @Argument(help: ArgumentHelp("The number of the transfer.", valueName: "id"))
        var id: Transfer.ID?

        func validate() throws {
            if let after, after < 0 { throw ValidationError("--after must be at least 0") }
        }

        func run() throws {
            let store: TransferStore
            if let id {
                guard let existing = try stored.place.existingStore(),
                    try existing.transfer(id) != nil
                else {
                    throw Failure.noTransfer(id)
                }
                store = existing
            } else {
                store = try stored.place.openStore()
            }
            try PollSet.checkAvailability()
            let source = try EventSource(store, after: try after ?? store.lastSequence())
            var display: any TransferDisplay = output.json ? JSONDisplay() : LineDisplay(.output)
            var isFirst = true
            var known: [Transfer.ID: Transfer] = [:]
            while true {
                // The state is read first: a transfer that has ended then has no events after those that are read next.
                let isOver = try id.map { try store.transfer($0)?.state.isFinal ?? true } ?? false
                let events = try source.newEvents(isOwn: isOver)
                for event in events where isMeant(event.transfer.id) {
                    known[event.transfer.id] = event.transfer
                    display.show(event)
                }
                try display.flush()
                if isOver {
                    while let interest = display.interest {
                        _ = interest.isMet(within: nil)
                        try display.flush()
                    }
                    return
                }
                // A connection starts the worker of systemd, which ends when nothing is left to do. So it is made again only
                // when something has happened. Without a connection, only the progress is missing.
                if isFirst || !events.isEmpty { source.connect() }
                isFirst = false
                for progress in source.newProgress() where isMeant(progress.id) {
                    guard
                        let transfer = try known[progress.id] ?? store.transfer(progress.id)
                    else { continue }
                    let event = progress.event(of: transfer, sequence: source.sequence)
                    known[progress.id] = event.transfer
                    display.show(event)
                }
                try display.flush()
                // While lines wait for the reader, the store keeps the events that come.
                repeat {
                    wait(source, display.interest)
                    try display.flush()
                } while display.interest != nil
            }
        }

        private func isMeant(_ id: Transfer.ID) -> Bool { self.id.map { $0 == id } ?? true }

        /// Waits for something new, for room in the output, or for the end of the reader.
        ///
        /// - Parameter room: the output, if lines wait for its room.
        private func wait(_ source: EventSource, _ room: PollSet.Interest?) {
            var ready = PollSet()
            source.add(to: &ready)
            ready.add(room ?? PollSet.Interest(StandardStream.output.descriptor))
            ready.wait(milliseconds: source.due.map(MonotonicClock.milliseconds(until:)))
            source.receive(from: ready)
            if ready.isClosed(StandardStream.output.descriptor) { CurrentProcess.endByClosedPipe() }
        }
    }
}
