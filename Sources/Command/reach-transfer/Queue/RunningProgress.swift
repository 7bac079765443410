// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// How far the transfers are that run. Their worker knows that; the store has the last checkpoints.
struct RunningProgress {
    private var known: [Transfer.ID: TransferProgress] = [:]

    /// How long the worker is waited for, in milliseconds. It answers at once unless it is busy.
    private static let patience: Int64 = 200

    /// Asks the worker, if any of the transfers runs.
    ///
    /// - Parameters:
    ///   - store: the transfers.
    ///   - id: the transfer that is asked for; `nil` for all.
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

    /// A transfer with how far it is.
    func applied(to transfer: Transfer) -> Transfer {
        guard transfer.state == .running, let progress = known[transfer.id] else { return transfer }
        return progress.event(of: transfer, sequence: 0).transfer
    }
}
