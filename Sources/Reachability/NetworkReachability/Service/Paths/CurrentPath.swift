// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
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
        let (path, deadRoutes) = try evaluateOnce(question, costPatience, onAnswer) {
            (evaluation, state, oracle, readRules) throws(NetlinkError) in
            let deadRoutes =
                onDeadRoutes == nil
                ? []
                : try evaluation.deadRoutes(state, oracle: oracle, readRules: readRules)
            return (NetworkPath(evaluation, state).readingPlans(of: question), deadRoutes)
        }
        onDeadRoutes?(deadRoutes)
        return path
    }
}

extension PathExplanation {
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
        try evaluateOnce(question, costPatience, onAnswer) {
            (evaluation, state, oracle, readRules) throws(NetlinkError) in
            try PathExplanation(evaluation, state, oracle, readRules: readRules) {
                $0.signalStrength()
            }
        }
    }
}

/// Reads the network state and evaluates it. If a route names an interface that was created after
/// the links were read, both steps are repeated.
private func evaluateOnce<Value>(
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
        kernel.followsConnectionNames = question.needsConnectionNames
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
                if question.needsHardwareAddresses {
                    for router in evaluation.routers(evaluation.completing(state)) {
                        state.routers.set(try kernel.hardwareAddress(of: router), of: router)
                    }
                }
                kernel.addReports(to: &state, waitingUntil: deadline)
                onAnswer(kernel.networkManager)
                return try conclude(evaluation, state, oracle, kernel.readRules)
            }
            attempt += 1
        }
    }
}
