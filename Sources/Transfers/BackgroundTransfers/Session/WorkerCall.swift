// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Calls to the worker of a store.
package enum WorkerCall {
    /// Has the worker look at the store. Where systemd listens on its socket, systemd starts it.
    ///
    /// A worker that is not reached sees the change of the store anyway.
    package static func wake(_ store: TransferStore) { _ = connect(store) }

    /// Connects to the worker; `nil` if no worker listens.
    package static func connect(_ store: TransferStore) -> LocalClient? {
        // Without a connection, the worker sees the change of the store.
        (try? LocalClient(connectingTo: store.location.workerSocket)) ?? nil
    }
}
