// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Notices when another process has changed a store, without polling (inotify(7)). A wait for it ends, too, when a worker
/// begins to listen.
///
/// A watch belongs to one thread.
package final class StoreWatch {
    private let store: TransferStore
    private var files = FileWatch()
    private let database: FileWatch.Subject
    private var version: Int64

    /// Begins to watch. Changes count from now on.
    package init(_ store: TransferStore) throws {
        self.store = store
        database = files.add(
            [store.location.database, store.location.writeAheadLog], seesWriting: true)
        _ = files.add([store.location.workerSocket])
        version = try store.dataVersion()
    }

    /// Adds the descriptor to wait for.
    package func add(to pollSet: inout PollSet) { files.add(to: &pollSet) }

    /// When ``receive(from:)`` must be called even if no descriptor is ready, by `MonotonicClock`; `nil` if the system
    /// reports all changes. It does not if the user's limit of inotify(7) is reached.
    package var due: Int64? { files.due }

    /// Receives the events after a wait.
    package func receive(from ready: borrowing PollSet) { files.receive(from: ready) }

    /// Whether another connection has changed the store since the last call. Changes by the watch's own store do not
    /// count.
    package func readChange() throws -> Bool {
        guard files.readChange(of: database) else { return false }
        let current = try store.dataVersion()
        defer { version = current }
        return current != version
    }

    /// Whether any connection may have changed the store since the last call, the watch's own store too.
    package func readWriting() -> Bool { files.readChange(of: database) }
}
