// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What the oracle's answers come to.
struct PathFindings {
    /// What became of the probes, in their order.
    private(set) var ways: PerFamily<[Way]> {
        didSet { live = Self.live(ways) }
    }
    /// The live ways, IPv4's first.
    private(set) var live: [LiveRoute]
    /// The live routes through each interface, whether the kernel prefers them or not.
    private(set) var routes = LiveRoutes()
    /// What carries tunnels; `nil` if there was no need to know.
    private(set) var underlay: Underlay?
    /// Whether a name server can be reached.
    private(set) var reachesNameServer = false

    /// What the path is asked for.
    let question: PathQuestion

    init(_ finder: Wayfinder, _ question: PathQuestion) throws(NetlinkError) {
        self.question = question
        let probes = question.probes
        var ways = PerFamily<[Way]>([])
        for family in IPAddress.Family.allCases {
            var outcomes: [Way] = []
            outcomes.reserveCapacity(probes.addresses.count)
            for probe in probes.addresses where probe.family == family {
                outcomes.append(try Self.way(to: probe, question.destination, finder))
            }
            ways[family] = outcomes
        }
        self.ways = ways
        live = Self.live(ways)
        // Where the kernel's choices lead nowhere, no other interface makes up for it, unless some
        // are asked for.
        guard isSatisfied || !question.allowsAll else { return }
        routes = try finder.liveRoutes(throughTunnels: false, known: live, probes)
        let tunnels = try finder.liveRoutes(throughTunnels: true, known: live, probes)
        let direct = live
        let uplinks = routes
        if let tunnel = live.first(where: { finder.isTunnel($0.interface) }) ?? tunnels.first {
            let underlay = try Underlay.find(of: tunnel, probes, direct: direct, uplinks, finder)
            self.underlay = underlay
            switch underlay {
            case .elsewhere: routes = routes.merged(with: tunnels)
            case .route(let route):
                routes = routes.merged(with: tunnels)
                routes.add(route)
            case .missing(let failure): closeTunnels(finder, failure ?? .refused(.noRoute))
            }
        }
        if !question.allowsAll { keepAllowed(finder) }
        guard isSatisfied else { return }
        var known = underlay
        reachesNameServer = try finder.canReachNameServer { (route) throws(NetlinkError) in
            guard finder.isTunnel(route.interface) else { return true }
            // A tunnel that only some addresses are behind.
            if let known { return known.isAlive }
            let found = try Underlay.find(of: route, probes, direct: direct, uplinks, finder)
            known = found
            return found.isAlive
        }
        underlay = known
    }

    /// What becomes of a packet to a probe.
    private static func way(
        to probe: IPAddress,
        _ destination: PathQuestion.Destination,
        _ finder: Wayfinder
    ) throws(NetlinkError) -> Way {
        switch destination {
        case .internet: return try finder.way(to: probe)
        case .host:
            let way = try finder.way(to: probe, isOnward: false)
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

    /// Whether the kernel may be in the midst of a change: packets would leave from an address that
    /// has gone by its word, a next hop is dead whose link is not, or one half of the address space has a
    /// way and the other has none.
    func isDoubtful(_ finder: Wayfinder) -> Bool {
        guard question.destination == .internet else { return false }
        return finder.isBehind || hasWayInPartOnly
            || live.contains { !finder.state.census.mayHaveSource(on: $0.interface, $0.family) }
    }

    /// Whether one half of the address space has a way and the other has none.
    private var hasWayInPartOnly: Bool {
        question.destination == .internet
            && ways.contains { ways in
                let live = ways.count { $0.route != nil }
                return live > 0 && live < ways.count
            }
    }

    /// Whether there is a path.
    var isSatisfied: Bool { !live.isEmpty }

    /// A tunnel is as alive as what carries it: its ways end where that one's does.
    private mutating func closeTunnels(_ finder: Wayfinder, _ failure: Way) {
        ways = ways.map { ways in
            ways.map { way in
                way.route.map { finder.isTunnel($0.interface) } == true ? failure : way
            }
        }
    }

    /// Leaves what leads over allowed interfaces alone. Where the kernel's choice does not, the live
    /// route that it prefers of the others takes its place: who binds a socket to an interface has
    /// that one.
    private mutating func keepAllowed(_ finder: Wayfinder) {
        routes = routes.filter { isAllowed($0, finder) }
        var allowed = ways
        for family in IPAddress.Family.allCases {
            let other = routes.first(family)
            allowed[family] = ways[family].map { way in
                if let route = way.route, isAllowed(route, finder) { return way }
                if let other { return .live(other) }
                return way.isOver(where: { isAllowed($0, finder) }) ? way : .refused(.noRoute)
            }
        }
        ways = allowed
    }

    private func isAllowed(_ route: LiveRoute, _ finder: Wayfinder) -> Bool {
        route.interfaces.allSatisfy { isAllowed($0, finder) }
    }

    /// Whether an interface is allowed, by its own type and those of the interfaces that carry it.
    private func isAllowed(_ index: UInt32, _ finder: Wayfinder) -> Bool {
        let tops = finder.isTunnel(index) ? underlay?.route?.interfaces ?? [] : []
        let all = ([index] + tops).flatMap { [$0] + finder.state.carriers(of: $0) }
        return question.allows(Set(all.compactMap { finder.state[$0]?.classification.type }))
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
