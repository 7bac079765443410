// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
    /// Looks at the network once: a few questions to the kernel, with no packet sent and nothing
    /// left behind.
    ///
    /// It looks on the caller's thread, whichever that is, and returns as soon as the kernel and
    /// NetworkManager have answered. The latter is waited for at most 0.2 s. If it runs and has not answered
    /// by then, nothing is guessed to be free: ``metered`` is `unknown`, and its `detail` says why.
    ///
    /// - Parameters:
    ///   - probes: the addresses that stand for the internet.
    ///   - overrides: the user's own word on interfaces; of several that fit the first counts.
    /// - Throws: ``NetworkAccessError`` where the kernel cannot be asked.
    public static func current(
        probes: PathProbes = .standard,
        overrides: [InterfaceOverride] = []
    ) throws(NetworkAccessError) -> NetworkPath {
        try current(PathQuestion(probes: probes, overrides: overrides))
    }

    /// Looks at the network once.
    ///
    /// - Parameters:
    ///   - costPatience: how long NetworkManager is waited for at most, in milliseconds.
    ///   - unheard: called with the reason if what NetworkManager may know of costs was not heard.
    package static func current(
        _ question: PathQuestion,
        costPatience: Int64 = CostAnnouncements.patience,
        unheard: (String) -> Void = { _ in }
    ) throws(NetworkAccessError) -> NetworkPath {
        try lookOnce(costPatience, unheard) { (state, oracle) in
            try evaluate(state, question, oracle: oracle)
        }
    }
}

extension PathExplanation {
    /// Looks at the network once, as ``NetworkPath/current(probes:overrides:)`` does, and keeps the
    /// evidence.
    ///
    /// - Parameters:
    ///   - probes: the addresses that stand for the internet.
    ///   - overrides: the user's own word on interfaces; of several that fit the first counts.
    /// - Throws: ``NetworkAccessError`` where the kernel cannot be asked.
    public static func current(
        probes: PathProbes = .standard,
        overrides: [InterfaceOverride] = []
    ) throws(NetworkAccessError) -> PathExplanation {
        try current(PathQuestion(probes: probes, overrides: overrides))
    }

    /// Looks at the network once, and keeps the evidence.
    ///
    /// - Parameters:
    ///   - costPatience: how long NetworkManager is waited for at most, in milliseconds.
    ///   - unheard: called with the reason if what NetworkManager may know of costs was not heard.
    package static func current(
        _ question: PathQuestion,
        costPatience: Int64 = CostAnnouncements.patience,
        unheard: (String) -> Void = { _ in }
    ) throws(NetworkAccessError) -> PathExplanation {
        try lookOnce(costPatience, unheard) { (state, oracle) in
            try evaluate(state, question, oracle: oracle) { $0.signalStrength() }
        }
    }
}

/// Observes and concludes. Where the kernel names an interface that was made since the links were
/// dumped, both are done once more.
private func lookOnce<Value>(
    _ costPatience: Int64,
    _ unheard: (String) -> Void,
    _ conclude: (NetworkState, any RouteOracle) throws -> Value
) throws(NetworkAccessError) -> Value {
    try NetworkAccessError.catching {
        let start = MonotonicClock.milliseconds
        // It is asked first, and has time for its answer while the kernel is asked.
        var costs = CostAnnouncements(following: nil)
        let routes = KernelRoutes(try NetlinkSocket(.route))
        var attempt = 1
        while true {
            var state = try routes.observe()
            costs.waitForAnswer(until: start + costPatience)
            _ = costs.announce(to: &state)
            try routes.beginLook()
            let value = try conclude(state, routes)
            if attempt == 3 || routes.named.allSatisfy({ state[$0] != nil }) {
                if let reason = costs.unheardReason { unheard(reason) }
                return value
            }
            attempt += 1
        }
    }
}
