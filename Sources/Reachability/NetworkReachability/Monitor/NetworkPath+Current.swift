// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

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

    /// Returns the current path.
    ///
    /// - Parameters:
    ///   - question: the destination, and which interfaces count.
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onAnswer: called with whether NetworkManager has answered.
    ///   - onDeadRoutes: called with the dead routes that the kernel chooses although another
    ///     interface has a live one. They are searched for only if this is not `nil`.
    package static func current(
        answering question: PathQuestion,
        costPatience: Int64,
        onAnswer: (ServiceAvailability) -> Void = { _ in },
        onDeadRoutes: (([DeadRoute]) -> Void)? = nil
    ) throws(NetworkAccessError) -> NetworkPath {
        let (path, deadRoutes) = try lookOnce(question, costPatience, onAnswer) {
            (evaluation, state, oracle, readRules) throws(NetlinkError) in
            let deadRoutes =
                onDeadRoutes == nil
                ? []
                : try evaluation.deadRoutes(state, oracle: oracle, readRules: readRules)
            return (NetworkPath(evaluation, state), deadRoutes)
        }
        onDeadRoutes?(deadRoutes)
        return path
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

    /// Returns the current path with the evidence for it.
    ///
    /// - Parameters:
    ///   - question: the destination, and which interfaces count.
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onAnswer: called with whether NetworkManager has answered.
    package static func current(
        answering question: PathQuestion,
        costPatience: Int64,
        onAnswer: (ServiceAvailability) -> Void = { _ in }
    ) throws(NetworkAccessError) -> PathExplanation {
        try lookOnce(question, costPatience, onAnswer) {
            (evaluation, state, oracle, readRules) throws(NetlinkError) in
            try PathExplanation(evaluation, state, oracle, readRules: readRules) {
                $0.signalStrength()
            }
        }
    }
}

extension NetworkDiagnostic {
    /// What single queries have reported about NetworkManager. They wait for its answer, and
    /// monitors do not.
    private static let reportedCosts = Lock(CostDiagnosticDeduplicator())

    /// Reports whether NetworkManager has answered a single query, if that has changed.
    ///
    /// - Parameter patience: how long the query waited, in milliseconds. A query that does not wait
    ///   misses nothing.
    fileprivate static func report(_ answer: ServiceAvailability, after patience: Int64) {
        guard patience > 0 else { return }
        report(reportedCosts.withLock { $0.update(answer, isPending: false) })
    }
}

/// Reads the network state and evaluates it. If a route names an interface that was created after
/// the links were read, both steps are repeated.
private func lookOnce<Value>(
    _ question: PathQuestion,
    _ costPatience: Int64,
    _ onAnswer: (ServiceAvailability) -> Void,
    _ conclude: (
        PathEvaluation, NetworkState, RecordingOracle, () throws(NetlinkError) -> [RuleMessage]
    ) throws(NetlinkError) -> Value
) throws(NetworkAccessError) -> Value {
    try NetworkAccessError.catching {
        // NetworkManager is asked first, and has time for its answers while the kernel is queried. They change no route.
        let kernel = LinuxKernel(following: nil)
        let deadline = kernel.now + costPatience
        _ = try kernel.open()
        var attempt = 1
        while true {
            var state = try kernel.readNetwork(needsRules: false)
            let routes = RouteCache(kernel)
            let oracle = RecordingOracle(routes)
            let evaluation = try PathEvaluation(state, question, oracle: oracle)
            let named = routes.namedInterfaces
            if attempt == 3 || named.allSatisfy({ state[$0] != nil }) {
                kernel.addReports(to: &state, waitingUntil: deadline)
                onAnswer(kernel.networkManager)
                return try conclude(evaluation, state, oracle, kernel.readRules)
            }
            attempt += 1
        }
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
