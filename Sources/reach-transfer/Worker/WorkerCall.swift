// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem

/// Calls to the worker of a store.
enum WorkerCall {
    /// Has the worker look at the store. Where systemd listens on its socket, systemd starts it.
    ///
    /// A worker that is not reached sees the change of the store anyway.
    static func wake(_ store: TransferStore) { _ = connect(store) }

    /// Connects to the worker; `nil` if nobody listens.
    static func connect(_ store: TransferStore) -> LocalClient? {
        (try? LocalClient(connectingTo: store.location.workerSocket)) ?? nil
    }
}
