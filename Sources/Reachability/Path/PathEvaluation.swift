// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath {
    /// Decides the path from what was seen and what the oracle answers.
    static func evaluate(
        _ state: NetworkState,
        probes: Probes = .standard,
        oracle: any RouteOracle
    ) throws(NetlinkError) -> NetworkPath {
        let finder = Wayfinder(state: state, topology: Topology(state), oracle: oracle)
        let findings = try PathFindings(finder, probes)
        return NetworkPath(findings, finder)
    }
}

/// What the oracle's answers come to.
struct PathFindings {
    /// What became of the probes, in their order.
    private(set) var ways: [IPAddress.Family: [Way]] = [:]
    /// The live routes through each interface, whether the kernel prefers them or not.
    private(set) var routes = LiveRoutes()
    /// What carries tunnels; `nil` if no tunnel has a route.
    private(set) var underlay: Underlay?
    /// Whether a name server can be reached.
    private(set) var reachesNameServer = false

    init(_ finder: Wayfinder, _ probes: Probes) throws(NetlinkError) {
        for family in IPAddress.Family.allCases {
            var outcomes: [Way] = []
            for probe in probes.addresses(family) { outcomes.append(try finder.way(to: probe)) }
            ways[family] = outcomes
        }
        // Where the kernel's choices lead nowhere, no other interface makes up for it.
        guard isSatisfied else { return }
        let known = ways.mapValues { $0.compactMap(\.route) }
        routes = try finder.liveRoutes(throughTunnels: false, known: known, probes)
        let tunnels = try finder.liveRoutes(throughTunnels: true, known: known, probes)
        if !tunnels.inOrder.isEmpty {
            let underlay = try Underlay.find(probes, direct: live, routes, finder)
            self.underlay = underlay
            switch underlay {
            case .elsewhere: routes = routes.merged(with: tunnels)
            case .route(let route):
                routes = routes.merged(with: tunnels)
                routes.add(route)
            case .none(let failure): closeTunnels(finder, failure ?? .refused(.noRoute))
            }
            guard isSatisfied else { return }
        }
        reachesNameServer = try finder.canReachNameServer { self.isAlive($0, finder) }
    }

    /// The live ways, IPv4's first.
    var live: [LiveRoute] {
        IPAddress.Family.allCases.flatMap(live)
    }

    /// The live ways of a family.
    func live(_ family: IPAddress.Family) -> [LiveRoute] {
        ways[family, default: []].compactMap(\.route)
    }

    /// Whether there is a path.
    var isSatisfied: Bool { !live.isEmpty }

    /// Whether packets can leave by an interface as far as tunnels are concerned.
    private func isAlive(_ index: UInt32, _ finder: Wayfinder) -> Bool {
        guard finder.isTunnel(index) else { return true }
        switch underlay {
        case .elsewhere, .route: return true
        case .some(.none), nil: return false
        }
    }

    /// A tunnel is as alive as what carries it: its ways end where that one's does.
    private mutating func closeTunnels(_ finder: Wayfinder, _ failure: Way) {
        ways = ways.mapValues { ways in
            ways.map { way in
                way.route.map { finder.isTunnel($0.interface) } == true ? failure : way
            }
        }
    }
}
