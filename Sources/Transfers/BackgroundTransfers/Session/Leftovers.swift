// SPDX-License-Identifier: Apache-2.0

/// The partial files of transfers that are cancelled or acknowledged.
///
/// A worker that runs removes them, because it may still write to them. Without a worker, the process that cancels does.
package struct Leftovers {
    private let store: TransferStore

    package init(_ store: TransferStore) { self.store = store }

    /// Removes the files that a change has left, unless there is a worker.
    package func remove(_ outcomes: [TransferStore.Outcome]) throws {
        let partials = outcomes.compactMap { outcome in outcome.leftover.map { (outcome.id, $0) } }
        guard !partials.isEmpty, case .acquired(let lock) = try WorkerLock.acquire(store.location)
        else { return }
        try withExtendedLifetime(lock) {
            for (id, partial) in partials {
                // A file that cannot be removed now is left to the next worker.
                guard (try? PartialFiles.remove(partial)) != nil else { continue }
                try store.forgetPartial(of: id)
            }
        }
    }
}
