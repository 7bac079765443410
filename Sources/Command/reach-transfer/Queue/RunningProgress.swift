// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// The progress of the transfers that run. Their worker knows it; the store has the last checkpoints.
struct RunningProgress {
    private var known: [Transfer.ID: TransferProgress] = [:]

    /// The longest wait for the worker, in milliseconds. It answers at once unless it is busy.
    private static let patience: Int64 = 200

    /// Asks the worker, if any of the transfers runs.
    ///
    /// - Parameters:
    ///   - store: the transfers.
    ///   - id: the transfer to ask for; `nil` for all.
    init(_ store: TransferStore, of id: Transfer.ID? = nil) throws {
        var running = Set(
            try store.transfers(matching: TransferStore.Filter(states: [.running])).map(\.id))
        if let id { running.formIntersection([id]) }
        guard !running.isEmpty else { return }
        let source = try EventSource(store, after: 0)
        source.connect()
        let end = MonotonicClock.milliseconds + Self.patience
        while let interest = source.interest, !running.isEmpty {
            var ready = PollSet()
            ready.add(interest)
            ready.wait(milliseconds: MonotonicClock.milliseconds(until: end))
            for one in source.newProgress() {
                known[one.id] = one
                running.remove(one.id)
            }
            if MonotonicClock.milliseconds >= end { return }
        }
    }

    /// Returns a transfer with its progress.
    func applied(to transfer: Transfer) -> Transfer {
        guard transfer.state == .running else { return transfer }
        return known[transfer.id]?.event(of: transfer, sequence: 0)?.transfer ?? transfer
    }
}
