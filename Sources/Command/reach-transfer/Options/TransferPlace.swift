// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// The folder of the transfers, and the configuration of their worker.
struct TransferPlace: Sendable, Hashable {
    /// The folder of the store; `nil` for the usual one.
    var store: String?
    /// The configuration file of the worker.
    var configuration = ConfigurationFile.standard

    private var location: StoreLocation {
        get throws { try store.map(StoreLocation.init(folder:)) ?? .standard() }
    }

    /// Opens the store, and creates it if there is none.
    func openStore() throws -> TransferStore { try OpenStores.keep(TransferStore(at: location)) }

    /// The store, to be read only; `nil` if there is none.
    func readableStore() throws -> TransferStore? {
        try TransferStore.readable(at: location).map(OpenStores.keep)
    }

    /// The store; `nil` if there is none.
    func existingStore() throws -> TransferStore? {
        try TransferStore.existing(at: location).map(OpenStores.keep)
    }
}

/// The option for the folder in which transfers are kept.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the transfers in this folder instead of $REACH_STORE, or reach in $XDG_STATE_HOME. Each folder has \
            a queue and a worker of its own.
            """,
            valueName: "directory"),
        completion: .directory)
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store: the name is empty") }
    }

    /// The place of the transfers.
    var place: TransferPlace { TransferPlace(store: store) }
}

/// The stores that this process has opened. They are closed when it ends, but never released.
///
/// To release the queue of a database, libdispatch starts a thread. Where the system has none (`ulimit -u`), it retries for
/// ever, so that the process would report the failure and then not end.
enum OpenStores {
    private static let all = Lock<[TransferStore]>([])

    /// Keeps a store.
    static func keep(_ store: TransferStore) -> TransferStore {
        all.withLock { $0.append(store) }
        return store
    }

    /// Closes all stores. They must not be used afterwards.
    static func close() {
        for store in all.withLock({ $0 }) { store.close() }
    }
}
