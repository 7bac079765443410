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
                if isOver { return try finishLines(&display) }
                // A connection starts the worker of systemd, which ends when nothing is left to do. So it is made again only
                // when something has happened. Without a connection, only the progress is missing.
                if isFirst || !events.isEmpty { source.connect() }
                isFirst = false
                for progress in source.newProgress() where isMeant(progress.id) {
                    guard
                        let transfer = try known[progress.id] ?? store.transfer(progress.id),
                        let event = progress.event(of: transfer, sequence: source.sequence)
                    else { continue }
                    known[progress.id] = event.transfer
                    display.show(event)
                }
                try display.flush()
                if display.interest == nil {
                    wait(source)
                } else {
                    try finishLines(&display)
                    // What the worker has sent meanwhile is old.
                    _ = source.newProgress()
                }
            }
        }

        /// Writes the lines that wait for the reader. Meanwhile the store keeps the events that come, and the connection to the
        /// worker is not read.
        private func finishLines(_ display: inout any TransferDisplay) throws {
            while let room = display.interest {
                _ = room.isMet(within: nil)
                try display.flush()
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
}
