// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// The partial files of transfers that are cancelled or acknowledged.
///
/// A worker that runs removes them, because it may still write to them. Where there is none, the command does.
struct Leftovers {
    private let store: TransferStore

    init(_ store: TransferStore) { self.store = store }

    /// Removes the files that a change has left, unless there is a worker.
    func remove(_ outcomes: [TransferStore.Outcome]) throws {
        let partials = outcomes.compactMap { outcome in outcome.leftover.map { (outcome.id, $0) } }
        guard !partials.isEmpty, case .acquired(let lock) = try WorkerLock.acquire(store.location)
        else { return }
        try withExtendedLifetime(lock) {
            for (id, partial) in partials where remove(partial) { try store.forgetPartial(of: id) }
        }
    }

    /// Removes a partial file, if it is the one that was made.
    ///
    /// - Returns: whether it is gone.
    private func remove(_ partial: TransferRecord.Partial) -> Bool {
        guard let identity = partial.identity else { return true }
        do throws(SystemError) {
            guard let facts = try FileFacts.of(partial.path, followsLink: false),
                facts.identity == identity
            else {
                return true
            }
            try removeFile(partial.path)
            return true
        } catch {
            return false
        }
    }
}
