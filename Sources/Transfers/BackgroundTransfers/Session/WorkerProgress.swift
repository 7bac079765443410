// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import LinuxSystem

/// The progress that the worker of a store sends while there is a connection to it. Progress is never stored.
///
/// It belongs to one thread.
package final class WorkerProgress {
    private let store: TransferStore
    private let session: String?
    private var client: LocalClient?
    private var limits: [Transfer.ID: ProgressLimit] = [:]

    /// - Parameters:
    ///   - store: the store of the worker.
    ///   - session: the session whose progress is returned; `nil` for all.
    package init(of store: TransferStore, session: String? = nil) {
        self.store = store
        self.session = session
    }

    /// Whether there is a connection.
    package var isConnected: Bool { client != nil }

    /// What to wait for; `nil` without a connection.
    package var interest: PollSet.Interest? {
        client.map { PollSet.Interest($0.descriptor, reads: true) }
    }

    /// Connects to the worker, if there is one and no connection. Where systemd listens, it starts the worker.
    package func connect() {
        if client == nil { client = WorkerCall.connect(store) }
    }

    /// Ends the connection.
    package func disconnect() {
        client = nil
        limits = [:]
    }

    /// The newest progress of each transfer that has made any since the last call, by id. The connection ends if the worker
    /// has gone.
    package func receive() -> [TransferProgress] {
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
