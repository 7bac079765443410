// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import Foundation
import LinuxSystem

/// The events of a store, as they come: the stored ones from the store, progress from the worker.
final class EventSource {
    let store: TransferStore
    /// The number of the last event that was returned.
    private(set) var sequence: Int64
    /// The connection to the worker; `nil` if there is none.
    private(set) var client: LocalClient?
    private let watch: StoreWatch
    private var isFirst = true

    /// How far a transfer is, as the worker tells it.
    struct Progress: Decodable {
        var id: Int64
        var transfer: Amount

        struct Amount: Decodable {
            var state: String
            var bytesDone: Int64
            var bytesTotal: Int64?
            var rate: Int64?
            var destination: String?
        }
    }

    /// The highest number of events that are read at once.
    private static let limit = 1000

    /// - Parameters:
    ///   - store: whose events are followed.
    ///   - sequence: the number of the last event that is known.
    init(_ store: TransferStore, after sequence: Int64) throws {
        self.store = store
        self.sequence = sequence
        // The watch begins before the first look, so that nothing is missed.
        watch = try StoreWatch(store)
    }

    /// Connects to the worker, if there is one and no connection. Where systemd listens, systemd starts it.
    func connect() {
        if client == nil { client = WorkerCall.connect(store) }
    }

    /// What to wait for from the worker; `nil` without a connection.
    var interest: PollSet.Interest? { client.map { PollSet.Interest($0.descriptor, reads: true) } }

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
    func newProgress() -> [Progress] {
        var newest: [Int64: Progress] = [:]
        let decoder = JSONDecoder()
        while let client {
            switch client.receive() {
            case .none: return newest.values.sorted { $0.id < $1.id }
            case .end: self.client = nil
            case .message(let bytes):
                guard let progress = try? decoder.decode(Progress.self, from: Data(bytes)) else {
                    continue
                }
                newest[progress.id] = progress
            }
        }
        return newest.values.sorted { $0.id < $1.id }
    }
}
