// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
    /// Returns the current path.
    ///
    /// The method queries the kernel on the caller's thread. It sends no packet and leaves no
    /// thread or socket behind. It returns as soon as the kernel and NetworkManager have answered,
    /// and waits for NetworkManager at most 0.2 s. If NetworkManager runs and has not answered by
    /// then, ``metered`` is never guessed to be free: it is `unknown`, and its ``Metered/detail``
    /// gives the reason.
    ///
    /// - Parameters:
    ///   - probes: the addresses that represent the internet.
    ///   - overrides: the user's settings for interfaces. The first one that matches an interface
    ///     applies.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be queried. An unsatisfied path is not
    ///   an error.
    public static func current(
        probes: PathProbes = .standard,
        overrides: [InterfaceOverride] = []
    ) throws(NetworkAccessError) -> NetworkPath {
        try current(PathQuestion(probes: probes, overrides: overrides))
    }

    /// Returns the current path.
    ///
    /// - Parameters:
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onMissingAnswer: called with the reason if NetworkManager did not report what it may know of
    ///     costs.
    package static func current(
        _ question: PathQuestion,
        costPatience: Int64 = MeteringInputs.patience,
        onMissingAnswer: (String) -> Void = { _ in }
    ) throws(NetworkAccessError) -> NetworkPath {
        try lookOnce(costPatience, onMissingAnswer) { (state, oracle) throws(NetlinkError) in
            try evaluate(state, question, oracle: oracle)
        }
    }
}

extension PathExplanation {
    /// Returns the current path with the evidence for it.
    ///
    /// The method queries the system as ``NetworkPath/current(probes:overrides:)`` does, and waits
    /// as long.
    ///
    /// - Parameters:
    ///   - probes: the addresses that represent the internet.
    ///   - overrides: the user's settings for interfaces. The first one that matches an interface
    ///     applies.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be queried. An unsatisfied path is not
    ///   an error.
    public static func current(
        probes: PathProbes = .standard,
        overrides: [InterfaceOverride] = []
    ) throws(NetworkAccessError) -> PathExplanation {
        try current(PathQuestion(probes: probes, overrides: overrides))
    }

    /// Returns the current path with the evidence for it.
    ///
    /// - Parameters:
    ///   - costPatience: the longest wait for NetworkManager, in milliseconds.
    ///   - onMissingAnswer: called with the reason if NetworkManager did not report what it may know of
    ///     costs.
    package static func current(
        _ question: PathQuestion,
        costPatience: Int64 = MeteringInputs.patience,
        onMissingAnswer: (String) -> Void = { _ in }
    ) throws(NetworkAccessError) -> PathExplanation {
        try lookOnce(costPatience, onMissingAnswer) { (state, oracle) throws(NetlinkError) in
            try evaluate(state, question, oracle: oracle) { $0.signalStrength() }
        }
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
    /// Queries the strength of the Wi-Fi signal, in dBm: about −30 beside the access point, about
    /// −90 where the connection breaks.
    ///
    /// The method asks nl80211, the kernel's Wi-Fi configuration, on the caller's thread, and does
    /// not wait. The signal is not part of a path, because it changes all the time.
    ///
    /// - Returns: the signal strength; `nil` if the interface is not connected to an access point,
    ///   or the kernel does not report it.
    public func signalStrength() -> Int? {
        guard type == .wifi, isUp else { return nil }
        // A failure has no consequence: the strength is then unknown.
        guard let socket = try? WirelessSocket(),
            let signals = try? socket.dumpSignals(heardBy: UInt32(index)).elements,
            signals.count == 1
        else { return nil }
        return signals[0]
    }
}
