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
        try current(
            answering: PathQuestion(configuration),
            costPatience: networkManagerTimeout.milliseconds,
            onMissingAnswer: NetworkDiagnostic.reportMissingCosts)
    }

    /// Returns the current path.
    ///
    /// - Parameters:
    ///   - question: the destination, and which interfaces count.
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onMissingAnswer: called with the reason if NetworkManager did not report what it may know of
    ///     costs.
    ///   - onDeadRoutes: called with the dead routes that the kernel chooses although another
    ///     interface has a live one. They are searched for only if this is not `nil`.
    package static func current(
        answering question: PathQuestion,
        costPatience: Int64,
        onMissingAnswer: (String) -> Void = { _ in },
        onDeadRoutes: (([DeadRoute]) -> Void)? = nil
    ) throws(NetworkAccessError) -> NetworkPath {
        let (path, deadRoutes) = try lookOnce(costPatience, onMissingAnswer) {
            (state, oracle) throws(NetlinkError) in
            let evaluation = try PathEvaluation(state, question, oracle: oracle)
            let deadRoutes =
                onDeadRoutes == nil ? [] : try evaluation.deadRoutes(state, oracle: oracle)
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
        try current(
            answering: PathQuestion(configuration),
            costPatience: networkManagerTimeout.milliseconds,
            onMissingAnswer: NetworkDiagnostic.reportMissingCosts)
    }

    /// Returns the current path with the evidence for it.
    ///
    /// - Parameters:
    ///   - question: the destination, and which interfaces count.
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onMissingAnswer: called with the reason if NetworkManager did not report what it may know of
    ///     costs.
    package static func current(
        answering question: PathQuestion,
        costPatience: Int64,
        onMissingAnswer: (String) -> Void = { _ in }
    ) throws(NetworkAccessError) -> PathExplanation {
        try lookOnce(costPatience, onMissingAnswer) { (state, oracle) throws(NetlinkError) in
            try evaluate(state, question, oracle: oracle) { $0.signalStrength() }
        }
    }
}

extension NetworkDiagnostic {
    /// Reports that NetworkManager's answer is missing, for a reason.
    fileprivate static func reportMissingCosts(_ reason: String) {
        report([NetworkDiagnostic(missingCosts: reason, .warning)])
    }
}

/// Reads the network state and evaluates it. If a route names an interface that was created after
/// the links were read, both steps are repeated.
private func lookOnce<Value>(
    _ costPatience: Int64,
    _ onMissingAnswer: (String) -> Void,
    _ conclude: (NetworkState, any RouteOracle) throws(NetlinkError) -> Value
) throws(NetworkAccessError) -> Value {
    try NetworkAccessError.catching {
        // NetworkManager is asked first, and has time for its answer while the kernel is queried.
        let kernel = LinuxKernel(following: nil)
        let deadline = kernel.now + costPatience
        _ = try kernel.open()
        var attempt = 1
        while true {
            let state = try kernel.readSnapshot(needsRules: false, costDeadline: deadline)
            let routes = RouteAnswers(kernel)
            let value = try conclude(state, routes)
            let named = routes.namedInterfaces
            if attempt == 3 || named.allSatisfy({ state[$0] != nil }) {
                if let reason = kernel.missingAnswerReason { onMissingAnswer(reason) }
                return value
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
