// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkPath {
    /// Looks at the network once: a few questions to the kernel, with no packet sent and nothing
    /// left behind.
    ///
    /// - Parameter probes: the addresses that stand for the internet.
    /// - Throws: ``NetworkAccessError`` where the kernel cannot be asked.
    public static func current(probes: PathProbes = .standard) throws(NetworkAccessError)
        -> NetworkPath
    {
        try current(PathQuestion(probes: probes))
    }

    /// Looks at the network once.
    static func current(_ question: PathQuestion) throws(NetworkAccessError) -> NetworkPath {
        try lookOnce { (state, oracle) in try evaluate(state, question, oracle: oracle) }
    }
}

extension PathExplanation {
    /// Looks at the network once, as ``NetworkPath/current(probes:)`` does, and keeps the evidence.
    ///
    /// - Parameter probes: the addresses that stand for the internet.
    /// - Throws: ``NetworkAccessError`` where the kernel cannot be asked.
    public static func current(
        probes: PathProbes = .standard
    ) throws(NetworkAccessError) -> PathExplanation {
        try lookOnce { (state, oracle) in
            try evaluate(state, probes: probes, oracle: oracle)
        }
    }
}

/// Observes and concludes. Where the kernel names an interface that was made since the links were
/// dumped, both are done once more.
private func lookOnce<Value>(
    _ conclude: (NetworkState, any RouteOracle) throws -> Value
) throws(NetworkAccessError) -> Value {
    try NetworkAccessError.catching {
        let routes = KernelRoutes(try NetlinkSocket(.route))
        for _ in 1..<3 {
            let state = try routes.observe()
            let value = try conclude(state, routes)
            if routes.named.allSatisfy({ state[$0] != nil }) { return value }
        }
        return try conclude(try routes.observe(), routes)
    }
}
