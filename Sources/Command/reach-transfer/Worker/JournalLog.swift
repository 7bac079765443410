// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem

/// Writes the events of a store to the system's journal, so that `journalctl REACH_TRANSFER=7` tells a transfer's life.
final class JournalLog {
    private let journal: Journal
    private let store: TransferStore
    private let files: FileWatch
    private let writing: FileWatch.Subject
    /// The number of the last event that was written.
    private var sequence: Int64

    /// The highest number of events that are read at once.
    private static let limit = 100

    /// - Parameters:
    ///   - store: whose events are written.
    ///   - files: watches the files of the worker. Its wait ends when the store is written.
    /// - Returns: `nil` if the journal does not get the standard error of this process.
    init?(_ store: TransferStore, _ files: FileWatch) throws {
        guard let journal = Journal(of: .error) else { return nil }
        self.journal = journal
        self.store = store
        self.files = files
        // The watch begins before the first look, so that nothing is missed.
        writing = files.add([store.location.writeAheadLog], seesWriting: true)
        sequence = try store.lastSequence()
    }

    /// Writes what is new.
    func write() throws {
        guard files.readChange(of: writing) else { return }
        var events: [TransferEvent]
        repeat {
            events = try store.events(after: sequence, limit: Self.limit)
            for event in events {
                write(event)
                sequence = event.sequence
            }
        } while events.count == Self.limit
    }

    private func write(_ event: TransferEvent) {
        let text = EventLine(event: event).text(at: RealTimeClock.milliseconds)
        let isFailure = event.event == .failed
        var entry = JournalEntry(
            text, isFailure ? .transferFailure : .transfer, isFailure ? .warning : .information)
        entry.add("REACH_TRANSFER", "\(event.transfer.id.rawValue)")
        entry.add("REACH_EVENT", event.event.rawValue)
        entry.add("REACH_STATE", event.transfer.state.rawValue)
        if let error = event.transfer.error { entry.add("REACH_ERROR", error.code.rawValue) }
        // The store has the event all the same.
        _ = journal.send(entry)
    }
}
