// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import ConnectivityProbes
import LinuxSystem
import NetworkReachability
import ReachCommand

/// A worker in this process, with its lock and its configuration.
final class WorkerHost {
    let worker: TransferWorker
    /// Watches the files of the configuration and of the store while the worker waits.
    let files = FileWatch()
    private let lock: WorkerLock
    private let launcher: CommandLauncher

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
        self.launcher = launcher
        try launcher.prepare(for: store.location)
        let configuration = try WatchedConfiguration(place, files)
        worker = try TransferWorker(
            store,
            TransferWorker.Settings(
                configuration.current, files: files,
                userAgent: "reach-transfer/\(version)",
                reread: configuration.reread, socket: socket, launcher: launcher))
    }

    // The next worker may be another process while this one goes on, and each would wait for a right of the other.
    deinit { launcher.release() }
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

/// Messages on standard error about the worker, without which no transfer is performed and no job begins.
enum WorkerNotice {
    /// Says that no worker is running, and how to start one.
    ///
    /// - Parameter kinds: the kinds of the waiting transfers.
    static func notify(of kinds: Set<Transfer.Kind>) {
        StandardStream.error.notify(
            "reach: no worker is running, so \(noun(kinds)) wait: 'reach queue run' starts one, or "
                + "'systemctl --user enable --now reach-transfer.socket reach-transfer.service'"
                + (ServiceManager.stopsAtLogout ? "; \(linger(kinds))\n" : "\n"))
    }

    /// Says that transfers stop when the user logs out, if they do.
    ///
    /// - Parameter kinds: the kinds of the added transfers.
    static func notifyOfLogout(of kinds: Set<Transfer.Kind>) {
        guard ServiceManager.stopsAtLogout else { return }
        StandardStream.error.notify(
            "reach: \(noun(kinds)) stop when you log out; \(linger(kinds))\n")
    }

    private static func noun(_ kinds: Set<Transfer.Kind>) -> String {
        kinds == [.command] ? "jobs" : "transfers"
    }

    private static func linger(_ kinds: Set<Transfer.Kind>) -> String {
        let work = kinds == [.command] ? "runs jobs" : "performs transfers"
        return "after 'loginctl enable-linger', systemd \(work) while you are logged out, too"
    }
}
