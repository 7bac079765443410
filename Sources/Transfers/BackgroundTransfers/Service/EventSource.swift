// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import LinuxSystem

/// The events of a store, as they come: stored ones from the store, and progress from its worker.
///
/// The store is watched without polling (inotify(7)). The worker sends progress while there is a connection to it; progress
/// is never stored. A source belongs to one thread.
package final class EventSource {
    /// The number of the last event that was returned.
    package private(set) var sequence: Int64
    private let store: TransferStore
    private let session: String?
    private var files = FileWatch()
    private let database: FileWatch.Subject
    /// The version of the store at the last check.
    private var version: Int64
    private var isFirst = true
    /// The connection to the worker; `nil` without one.
    private var client: LocalClient?
    private var limits: [Transfer.ID: ProgressLimit] = [:]

    /// The highest number of events that are read at once.
    private static let limit = 1000

    /// Begins to watch a store. Changes count from now on.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - sequence: the number of the last event that is known.
    ///   - session: the session whose progress is returned; `nil` for all.
    package init(_ store: TransferStore, after sequence: Int64, session: String? = nil) throws {
        self.store = store
        self.sequence = sequence
        self.session = session
        // The watch begins before the first check of the store, so that no event is missed.
        database = files.add(
            [store.location.database, store.location.writeAheadLog], seesWriting: true)
        // A wait ends, too, when a worker begins to listen.
        _ = files.add([store.location.workerSocket])
        version = try store.dataVersion()
    }

    /// Adds the descriptors to wait for.
    package func add(to ready: inout PollSet) {
        files.add(to: &ready)
        if let interest { ready.add(interest) }
    }

    /// When ``receive(from:)`` must be called even if no descriptor is ready, by `MonotonicClock`; `nil` if the system reports
    /// all changes. The limit of inotify(7) prevents that.
    package var due: Int64? { files.due }

    /// Receives the changes of files after a wait.
    package func receive(from ready: borrowing PollSet) { files.receive(from: ready) }

    // MARK: - Stored events

    /// Whether another connection has changed the store since the last call. Changes by the source's own store do not
    /// count.
    func readChange() throws -> Bool {
        guard files.readChange(of: database) else { return false }
        let current = try store.dataVersion()
        defer { version = current }
        return current != version
    }

    /// Whether any connection may have changed the store since the last call, the source's own store too.
    func readWriting() -> Bool { files.readChange(of: database) }

    /// Returns the stored events that are new.
    ///
    /// - Parameter isOwn: whether this process itself may have changed the store, which its watch does not report.
    package func newEvents(isOwn: Bool = false) throws -> [TransferEvent] {
        let isChanged = try readChange()
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

    // MARK: - Progress

    /// Whether there is a connection to the worker.
    package var isConnected: Bool { client != nil }

    /// The connection to the worker, to wait for; `nil` without one.
    package var interest: PollSet.Interest? {
        client.map { PollSet.Interest($0.descriptor, reads: true) }
    }

    /// Connects to the worker, if there is one and no connection. Where systemd listens, systemd starts it.
    package func connect() {
        if client == nil { client = store.connectToWorker() }
    }

    /// Ends the connection to the worker.
    func disconnect() {
        client = nil
        limits = [:]
    }

    /// Returns the newest progress of each transfer that has made any since the last call, by id. The connection ends if the
    /// worker has gone.
    package func newProgress() -> [TransferProgress] {
        var newest: [Transfer.ID: TransferProgress] = [:]
        let decoder = JSONDecoder()
        receiving: while let client {
            switch client.receive() {
            case .none: break receiving
            case .end: disconnect()
            case .message(let bytes):
                // A message of another version of the worker may not be readable. The next one replaces it.
                guard
                    let progress = try? decoder.decode(TransferProgress.self, from: Data(bytes)),
                    session == nil || progress.transfer.session == session
                else { continue }
                newest[progress.id] = progress
            }
        }
        let now = MonotonicClock.milliseconds
        limits = limits.filter { !$0.value.isOver(at: now) }
        return newest.values.sorted { $0.id < $1.id }
            .filter { limits[$0.id, default: ProgressLimit()].allows(at: now) }
    }
}

/// How far a transfer is: the members of the worker's JSON that change while the transfer runs.
package struct TransferProgress: Decodable, Sendable {
    package let id: Transfer.ID
    let transfer: Amounts

    struct Amounts: Decodable, Sendable {
        var session: String
        var state: Transfer.State
        var bytesDone: Int64
        var bytesTotal: Int64?
        var rate: Int64?
        var destination: String?
    }

    /// Returns the event of the progress; `nil` if the transfer does not run, as far as the caller knows.
    ///
    /// The worker may have sent the progress before the transfer ended or was paused, and a reader may read it afterwards.
    ///
    /// - Parameters:
    ///   - transfer: the transfer, as it was known before.
    ///   - sequence: the number of the last stored event that is known.
    package func event(of transfer: Transfer, sequence: Int64) -> TransferEvent? {
        switch transfer.state {
        case .running, .verifying, .committing: break
        case .waiting, .retrying, .paused, .finished, .failed, .cancelled: return nil
        }
        var transfer = transfer
        transfer.state = self.transfer.state
        transfer.bytesDone = self.transfer.bytesDone
        transfer.bytesTotal = self.transfer.bytesTotal
        transfer.rate = self.transfer.rate
        // The name of the file is known once the server has answered.
        transfer.destination = self.transfer.destination ?? transfer.destination
        return TransferEvent(
            sequence: sequence, time: Date(milliseconds: RealTimeClock.milliseconds),
            event: .progress, detail: nil, transfer: transfer)
    }
}

/// Lets progress of one transfer pass four times a second. The worker keeps to that, but also sends the progress of all
/// transfers when a program connects.
struct ProgressLimit: Sendable {
    private static let count = 4
    private static let period: Int64 = 1000
    /// The times of what has passed within the period, in milliseconds.
    private var times: [Int64] = []

    /// Whether the period of all that has passed is over.
    func isOver(at time: Int64) -> Bool { times.allSatisfy { $0 <= time - Self.period } }

    /// Whether progress passes now.
    mutating func allows(at time: Int64) -> Bool {
        times.removeAll { $0 <= time - Self.period }
        guard times.count < Self.count else { return false }
        times.append(time)
        return true
    }
}
