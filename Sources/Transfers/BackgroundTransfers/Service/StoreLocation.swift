// SPDX-License-Identifier: Apache-2.0

package import DurableStore
internal import LinuxSystem

/// Where the files of a store are.
package struct StoreLocation: Sendable, Hashable {
    /// The absolute path of the folder, without a slash at its end.
    let folder: String

    /// Creates a location. A relative path begins in the current folder.
    package init(folder: String) {
        // Without a current folder, the store is refused when it is opened: its path is not absolute.
        let path =
            folder.begins(with: "/")
            ? folder : (try? resolvedPath(".")).map { $0 + "/" + folder } ?? folder
        self.folder = path.withoutTrailingSlashes
    }

    /// The user's store: `REACH_STORE`, or `reach` in `XDG_STATE_HOME`, or `.local/state/reach` in the home folder.
    ///
    /// - Throws: `StoreError` if the environment names none of them.
    package static func standard() throws(StoreError) -> StoreLocation {
        if let folder = ProcessEnvironment.value(of: "REACH_STORE"), !folder.isEmpty {
            return StoreLocation(folder: folder)
        }
        if let state = ProcessEnvironment.folder("XDG_STATE_HOME", inHome: ".local/state") {
            return StoreLocation(folder: state + "/reach")
        }
        throw StoreError(
            .folder, "the store of transfers",
            "has no place: neither REACH_STORE nor XDG_STATE_HOME nor HOME is set to a path")
    }

    static let databaseName = "transfers.sqlite"

    /// The folder, to be checked before the database in it is opened.
    var checkedFolder: StoreFolder {
        StoreFolder(path: folder, databaseName: Self.databaseName, kind: .transfers)
    }

    /// The path of the database.
    var database: String { folder + "/" + Self.databaseName }
    /// The path of the file that holds what is written to the database next.
    package var writeAheadLog: String { database + "-wal" }
    /// The path of the folder with the secrets.
    var secrets: String { folder + "/secrets" }
    /// The path of the lock that processes share while they have written secrets of transfers that are not stored yet.
    var secretsLock: String { folder + "/secrets.lock" }
    /// The path of the file that the worker locks.
    var workerLock: String { folder + "/worker.lock" }
    /// The path of the file that the worker and the guards of its commands lock.
    var commandLock: String { folder + "/commands.lock" }
    /// The path of the socket that the worker listens on.
    var workerSocket: String { folder + "/worker.socket" }
}
