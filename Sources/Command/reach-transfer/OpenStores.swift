// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// The stores that this process has opened. They are closed when it ends, but never released.
///
/// To release the queue of a database, libdispatch starts a thread. Where the system has none to give (`ulimit -u`), it tries
/// that for ever, so that the process would tell of the failure and then not end.
enum OpenStores {
    private static let all = Lock<[TransferStore]>([])

    /// Keeps a store.
    static func keep(_ store: TransferStore) -> TransferStore {
        all.withLock { $0.append(store) }
        return store
    }

    /// Closes all stores. They must not be used any more.
    static func close() {
        for store in all.withLock({ $0 }) { store.close() }
    }
}
