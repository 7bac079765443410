// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import LinuxSystem
import NetworkReachability
import ReachCommand

/// A worker in this process, with its lock and its configuration.
final class WorkerHost {
    let worker: TransferWorker
    private let lock: WorkerLock

    /// - Parameters:
    ///   - store: whose transfers the worker carries out.
    ///   - lock: the lock of the store's worker, which this process holds.
    ///   - place: where the store and its configuration are.
    ///   - launcher: starts the commands of transfers that have ended.
    ///   - socket: the socket that the service manager listens on; `nil` for none.
    init(
        _ store: TransferStore, _ lock: WorkerLock, _ place: TransferPlace,
        launcher: CommandLauncher,
        socket: Int32? = nil
    ) throws {
        self.lock = lock
        // What the command line needed; and below, what the worker needed to begin.
        CodePages.release()
        defer { CodePages.release() }
        let files = FileWatch()
        let configuration = try WatchedConfiguration(place, files)
        worker = try TransferWorker(
            store,
            TransferWorker.Settings(
                question: configuration.question, files: files,
                userAgent: "reach-transfer/\(version)",
                reread: configuration.reread, socket: socket, launcher: launcher))
    }
}

/// The configuration of a worker, which is read again when its file changes.
private final class WatchedConfiguration {
    private var followed: FollowedConfiguration

    init(_ place: TransferPlace, _ files: FileWatch) throws {
        followed = try FollowedConfiguration(ConfigurationFile(named: place.configuration), files)
    }

    var question: PathQuestion { followed.question }

    /// The question of the changed file; `nil` if it is the same.
    func reread() -> PathQuestion? { followed.reread() ? followed.question : nil }
}
