// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import ConnectivityProbes
import LinuxSystem
import NetworkReachability
import ReachCommand

extension TransferWorker {
    /// Prepares the work on a store by its configuration, which is read again when its file changes.
    ///
    /// - Parameters:
    ///   - store: whose transfers the worker carries out.
    ///   - lock: the lock of the store's worker, which this process holds.
    ///   - place: where the store and its configuration are.
    ///   - launcher: starts the commands of transfers that have ended.
    ///   - socket: the socket that the service manager listens on; `nil` for none.
    convenience init(
        _ store: TransferStore, _ lock: WorkerLock, _ place: TransferPlace,
        launcher: CommandLauncher, socket: Int32? = nil
    ) throws {
        try launcher.prepare(for: store.location)
        let files = FileWatch()
        let configuration = try WatchedConfiguration(place, files)
        try self.init(
            store, lock,
            Settings(
                configuration.current, files: files, userAgent: "reach-transfer/\(version)",
                reread: configuration.reread, socket: socket, launcher: launcher))
    }
}

/// The configuration of a worker, which is read again when its file changes.
private final class WatchedConfiguration {
    private var followed: FollowedConfiguration
    /// The check of the configuration file.
    private var settings: ConnectivitySettings?
    /// The check of the file, or that of NetworkManager's files.
    private var validation: PathMonitor.Validation?

    init(_ place: TransferPlace, _ files: FileWatch) throws {
        let file = place.configuration
        let followed = try FollowedConfiguration(file, files)
        settings = followed.configuration.connectivity
        do throws(HTTPConnectivityProbe.AddressError) {
            validation = try Self.validation(settings)
        } catch {
            throw Failure("connectivity.url: \(error.reason.escaped)", exitCode: 78)
        }
        self.followed = followed
    }

    /// The content of the file.
    var current: TransferWorker.Configuration {
        TransferWorker.Configuration(
            question: followed.question, validation: validation, isFallback: settings == nil)
    }

    /// Returns the content of the file if it has changed; `nil` if it has not.
    func reread() -> TransferWorker.Configuration? {
        guard followed.reread() else { return nil }
        let new = followed.configuration.connectivity
        guard new != settings else { return current }
        settings = new
        do throws(HTTPConnectivityProbe.AddressError) {
            validation = try Self.validation(new)
        } catch {
            // The configuration is checked by the same rules, so libcurl itself cannot be used.
            StandardStream.error.notify(
                "reach: connectivity.url: \(error.reason.escaped); the former address is asked\n")
        }
        return current
    }

    /// Returns the check of a configuration, else that of NetworkManager's files; `nil` if there is none.
    private static func validation(
        _ settings: ConnectivitySettings?
    ) throws(HTTPConnectivityProbe.AddressError) -> PathMonitor.Validation? {
        if let settings { return .probe(try HTTPConnectivityProbe(settings), settings) }
        // An address that libcurl refuses is none. The user has not written it.
        return DefaultConnectivity().settings.flatMap { settings in
            (try? HTTPConnectivityProbe(settings)).map { .probe($0, settings) }
        }
    }
}

extension PathMonitor.Validation {
    fileprivate static func probe(
        _ probe: HTTPConnectivityProbe, _ settings: ConnectivitySettings
    ) -> Self {
        .probe(
            probe, interval: .milliseconds(settings.rules.interval),
            onMetered: settings.rules.onMetered)
    }
}
