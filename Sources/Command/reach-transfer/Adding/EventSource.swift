// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// The events of a store, as they come: the stored ones from the store, progress from the worker.
final class EventSource {
    let store: TransferStore
    /// The number of the last event that was returned.
    private(set) var sequence: Int64
    /// How far the transfers are that run.
    private let progress: WorkerProgress
    private let watch: StoreWatch
    private var isFirst = true

    /// The highest number of events that are read at once.
    private static let limit = 1000

    /// - Parameters:
    ///   - store: whose events are followed.
    ///   - sequence: the number of the last event that is known.
    init(_ store: TransferStore, after sequence: Int64) throws {
        try PollSet.checkAvailability()
        self.store = store
        self.sequence = sequence
        // The watch begins before the first look, so that nothing is missed.
        watch = try StoreWatch(store)
        progress = WorkerProgress(of: store)
    }

    /// Whether there is a connection to the worker.
    var isConnected: Bool { progress.isConnected }

    /// Connects to the worker, if there is one and no connection. Where systemd listens, systemd starts it.
    func connect() { progress.connect() }

    /// What to wait for from the worker; `nil` without a connection.
    var interest: PollSet.Interest? { progress.interest }

    /// Adds what to wait for to a set.
    func add(to ready: inout PollSet) {
        watch.add(to: &ready)
        if let interest { ready.add(interest) }
    }

    /// Receives what the store's watch reports.
    func receive(from ready: borrowing PollSet) { watch.receive(from: ready) }

    /// When the store must be looked at although nothing was reported, by `MonotonicClock`; `nil` for never.
    var due: Int64? { watch.due }

    /// The stored events that are new.
    ///
    /// - Parameter isOwn: whether this process itself may have changed the store, which its watch does not report.
    func newEvents(isOwn: Bool = false) throws -> [TransferEvent] {
        let isChanged = try watch.readChange()
        guard isChanged || isOwn || isFirst else { return [] }
        isFirst = false
        var all: [TransferEvent] = []
        while true {
            let events = try store.events(after: sequence, limit: Self.limit)
            all += events
            sequence = events.last?.sequence ?? sequence
            if events.count < Self.limit { return all }
        }
    }

    /// The newest progress of each transfer that has made any.
    func newProgress() -> [TransferProgress] { progress.receive() }
}
