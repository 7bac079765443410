// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension NetworkPath {
    /// Returns the current path.
    ///
    /// The method queries the kernel on the caller's thread. It sends no packet and leaves no
    /// thread or socket behind. It returns as soon as the kernel and NetworkManager have answered.
    /// If NetworkManager runs and has not answered in time, ``metered`` is never guessed to be
    /// free: it is `unknown`, and its ``Metered/detail`` gives the reason.
    ///
    /// Where a sandbox refuses netlink sockets, the method asks xdg-desktop-portal instead of the kernel, and waits at most
    /// one second for it.
    ///
    /// - Parameters:
    ///   - configuration: which interfaces count, and what the user says about them.
    ///     ``PathMonitor/Configuration/debounce`` has no effect.
    ///   - networkManagerTimeout: the longest wait for NetworkManager, which tells what connections
    ///     cost. With zero, the method waits for nothing but the kernel.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be queried. An unsatisfied path is not
    ///   an error.
    public static func current(
        _ configuration: PathMonitor.Configuration = PathMonitor.Configuration(),
        networkManagerTimeout: Duration = .milliseconds(200)
    ) throws(NetworkAccessError) -> NetworkPath {
        let patience = networkManagerTimeout.milliseconds
        return try current(
            answering: PathQuestion(configuration),
            costPatience: patience,
            onAnswer: { NetworkDiagnostic.report($0, after: patience) })
    }
}

extension PathExplanation {
    /// Returns the current path with the evidence for it.
    ///
    /// The method queries the system as ``NetworkPath/current(_:networkManagerTimeout:)`` does.
    ///
    /// - Parameters:
    ///   - configuration: which interfaces count, and what the user says about them.
    ///     ``PathMonitor/Configuration/debounce`` has no effect.
    ///   - networkManagerTimeout: the longest wait for NetworkManager.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be queried. An unsatisfied path is not
    ///   an error.
    public static func current(
        _ configuration: PathMonitor.Configuration = PathMonitor.Configuration(),
        networkManagerTimeout: Duration = .milliseconds(200)
    ) throws(NetworkAccessError) -> PathExplanation {
        let patience = networkManagerTimeout.milliseconds
        return try current(
            answering: PathQuestion(configuration),
            costPatience: patience,
            onAnswer: { NetworkDiagnostic.report($0, after: patience) })
    }
}

extension NetworkDiagnostic {
    /// The reports of single queries about NetworkManager. A query waits for its answer; a monitor
    /// does not.
    private static let reportedCosts = Lock(DiagnosticDeduplicator.Costs())

    /// Reports whether NetworkManager has answered a single query, if that has changed.
    ///
    /// - Parameter patience: how long the query waited, in milliseconds. A query that does not wait
    ///   misses nothing.
    fileprivate static func report(_ answer: ServiceAvailability, after patience: Int64) {
        guard patience > 0 else { return }
        report(reportedCosts.withLock { $0.update(answer, isPending: false) })
    }
}

extension NetworkInterface {
    /// Returns all interfaces of this machine, as ``NetworkPath/interfaces`` of the current path.
    ///
    /// The method queries the system as ``NetworkPath/current(_:networkManagerTimeout:)`` does.
    ///
    /// - Parameters:
    ///   - overrides: the user's settings for interfaces. The first one that matches an interface
    ///     applies.
    ///   - networkManagerTimeout: the longest wait for NetworkManager, which tells what connections
    ///     cost. With zero, the method waits for nothing but the kernel.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be queried.
    public static func all(
        overrides: [InterfaceOverride] = [],
        networkManagerTimeout: Duration = .milliseconds(200)
    ) throws(NetworkAccessError) -> [NetworkInterface] {
        try NetworkPath.current(
            PathMonitor.Configuration(overrides: overrides),
            networkManagerTimeout: networkManagerTimeout
        ).interfaces
    }
}
