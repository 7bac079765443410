// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What the oracle's answers come to. (A class, for there is much of it, and it is handed about.)
final class PathFindings {
    /// What the path is asked for.
    let question: PathQuestion
    /// What became of the probes, in their order.
    let ways: PerFamily<[Way]>
    /// The live ways, IPv4's first.
    let live: [LiveRoute]
    /// The live routes through each interface, whether the kernel prefers them or not.
    let routes: LiveRoutes
    /// What carries tunnels; `nil` if there was no need to know.
    let underlay: Underlay?
    /// Whether there is a live route to a name server.
    let reachesNameServer: Bool

    init(_ finder: Wayfinder, _ question: PathQuestion) throws(NetlinkError) {
        let probes = question.probes
        var ways = try Self.ways(question, finder)
        var live = Self.live(ways)
        var routes = LiveRoutes()
        var underlay: Underlay?
        var reachesNameServer = false
        // Where the kernel's choices lead nowhere, no other interface makes up for it, unless some
        // are asked for.
        if !live.isEmpty || !question.allowsAll {
            let uplinks = try finder.liveRoutes(throughTunnels: false, known: live, probes)
            let tunnels = try finder.liveRoutes(throughTunnels: true, known: live, probes)
            routes = uplinks
            let search = UnderlaySearch(
                probes: probes, direct: live, uplinks: uplinks, tunnels: tunnels, finder: finder)
            if let tunnel = live.first(where: { finder.isTunnel($0.interface) }) ?? tunnels.first {
                let found = try search.find(of: tunnel)
                underlay = found
                if case .nowhere(let failure) = found.exit {
                    ways = Self.closingTunnels(ways, failure ?? .refused(.noRoute), finder)
                    live = Self.live(ways)
                } else {
                    routes = uplinks.merged(with: tunnels)
                    if let route = found.route { routes.add(route) }
                }
            }
            if !question.allowsAll {
                let filter = TypeFilter(question, underlay, finder)
                routes = routes.filter(filter.allows)
                ways = filter.keepAllowed(ways, routes)
                live = Self.live(ways)
            }
            if !live.isEmpty {
                reachesNameServer = try finder.canReachNameServer {
                    (route) throws(NetlinkError) in
                    guard finder.isTunnel(route.interface) else { return true }
                    // A tunnel that only some addresses are behind.
                    if let underlay { return underlay.isAlive }
                    let found = try search.find(of: route)
                    underlay = found
                    return found.isAlive
                }
            }
        }
        self.question = question
        self.ways = ways
        self.live = live
        self.routes = routes
        self.underlay = underlay
        self.reachesNameServer = reachesNameServer
    }

    /// What becomes of packets to the probes.
    private static func ways(
        _ question: PathQuestion,
        _ finder: Wayfinder
    ) throws(NetlinkError) -> PerFamily<[Way]> {
        let probes = question.probes
        var ways = PerFamily<[Way]>([])
        for family in IPAddress.Family.allCases {
            var outcomes: [Way] = []
            outcomes.reserveCapacity(probes.addresses.count)
            for probe in probes.addresses where probe.family == family {
                outcomes.append(try way(to: probe, question, finder))
            }
            ways[family] = outcomes
        }
        return ways
    }

    /// What becomes of a packet to a probe.
    private static func way(
        to probe: IPAddress,
        _ question: PathQuestion,
        _ finder: Wayfinder
    ) throws(NetlinkError) -> Way {
        switch question.destination {
        case .internet: return try finder.way(to: probe)
        case .host:
            let interface = question.zone.flatMap(finder.index(ofZone:))
            if question.zone != nil, interface == nil { return .refused(.noRoute) }
            let way = try finder.way(to: probe, interface: interface, isOnward: false)
            return way == .refused(.local)
                ? .live(LiveRoute(toThisMachine: probe.family)) : way
        }
    }

    /// Whether a family has a live way.
    func hasWay(_ family: IPAddress.Family) -> Bool {
        ways[family].contains { $0.route != nil }
    }

    /// The live ones of some ways, IPv4's first.
    private static func live(_ ways: PerFamily<[Way]>) -> [LiveRoute] {
        var live: [LiveRoute] = []
        live.reserveCapacity(ways.ipv4.count + ways.ipv6.count)
        for way in ways.ipv4 { if let route = way.route { live.append(route) } }
        for way in ways.ipv6 { if let route = way.route { live.append(route) } }
        return live
    }

    /// Whether the kernel may be in the midst of a change: an answer does not fit to the state, or one half of
    /// the address space has a way and the other has none.
    func isDoubtful(_ finder: Wayfinder) -> Bool { finder.hasMisfit || hasWayInPartOnly }

    /// Whether one half of the address space has a way and the other has none.
    private var hasWayInPartOnly: Bool {
        question.destination == .internet
            && ways.contains { ways in
                let live = ways.count { $0.route != nil }
                return live > 0 && live < ways.count
            }
    }

    /// A tunnel is as alive as what carries it: its ways end where that one's does.
    private static func closingTunnels(
        _ ways: PerFamily<[Way]>,
        _ failure: Way,
        _ finder: Wayfinder
    ) -> PerFamily<[Way]> {
        ways.map { ways in
            ways.map { way in
                way.route.map { finder.isTunnel($0.interface) } == true ? failure : way
            }
        }
    }
}

/// What follows from it.
extension PathFindings {
    /// The interface that the kernel chooses for each family.
    var primaries: PerFamily<UInt32?> {
        ways.map { $0.lazy.compactMap(\.route).first?.interface }
    }

    /// The dead interface that the kernel chooses, where it does.
    var deadChoice: UInt32? {
        for family in IPAddress.Family.allCases {
            for case .dead(let interface) in ways[family] { return interface }
        }
        return nil
    }

    /// Whether a part is broken: a leg of a route in use, or of the one that carries a tunnel in
    /// use, is dead; or one half of the address space has a way and the other has none.
    func isDegraded(_ finder: Wayfinder) -> Bool {
        let usesTunnel = live.contains { finder.isTunnel($0.interface) }
        return live.contains(where: \.hasDeadLeg)
            || usesTunnel && underlay?.route?.hasDeadLeg == true
            || hasWayInPartOnly
    }

    /// The families of which each interface has a live route.
    var carried: CarriedFamilies {
        var carried = CarriedFamilies(
            routes.inOrder.map { ($0.interface, $0.routes.map { $0 != nil }) })
        for route in live { carried.insert(route.family, of: route.interface) }
        return carried
    }

    /// The next hops of an interface's live routes, IPv4's first: of the kernel's choices that take
    /// it, and where it is not the choice of a family, of what it offers.
    func gateways(of index: UInt32, _ finder: Wayfinder) -> [NetworkPath.Gateway] {
        var gateways: [NetworkPath.Gateway] = []
        func add(_ route: LiveRoute) {
            for leg in route.legs {
                guard let address = leg.gateway, let interface = finder.state[leg.interface] else {
                    continue
                }
                let gateway = NetworkPath.Gateway(
                    address: IPAddress(address), interface: interface.name)
                if !gateways.contains(gateway) { gateways.append(gateway) }
            }
        }
        for family in IPAddress.Family.allCases {
            var isChosen = false
            for route in live where route.family == family && route.interface == index {
                isChosen = true
                add(route)
            }
            if !isChosen, let route = routes.routes(of: index)[family] { add(route) }
        }
        return gateways
    }
}
