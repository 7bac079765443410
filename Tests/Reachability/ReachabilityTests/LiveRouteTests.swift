// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

@Suite("Live routes") struct LiveRouteTests {
    @Test(
        "A route uses the preferred next hop if it is alive, otherwise the first live one",
        arguments: [
            ("all are alive", [2, 3, 4], [2, 3, 4], 3, [3, 2, 4], false),
            ("the preferred one is dead", [2, 3, 4], [2, 4], 3, [2, 4], true),
            ("another one is dead", [2, 3, 4], [3, 4], 3, [3, 4], true),
            ("the preferred one is not among them", [2, 3], [2, 3], 9, [2, 3], false),
            ("none is alive", [2, 3], [], 2, nil, false),
            ("there is none", [], [2], 2, nil, false),
        ] as [(String, [UInt32], Set<UInt32>, UInt32, [UInt32]?, Bool)])
    func legs(
        name: String, hops: [UInt32], live: Set<UInt32>, preferred: UInt32, interfaces: [UInt32]?,
        hasDeadLeg: Bool
    ) {
        let entry = RouteReply(nextHops: hops.map { hop($0) })
        let route = LiveRoute(.ipv4, entry, preferring: preferred) { live.contains($0.interface) }
        #expect(route?.interfaces == interfaces)
        #expect((route?.hasDeadLeg ?? false) == hasDeadLeg)
    }

    @Test("A route can be used over its next hops, and over no other interface")
    func takenOver() throws {
        let entry = RouteReply(metric: 9, nextHops: [hop(2), hop(3)])
        let route = try #require(LiveRoute(.ipv4, entry, preferring: 2) { _ in true })
        let other = try #require(route.taken(over: 3))
        #expect(other.interface == 3)
        #expect(other.interfaces == [3, 2])
        #expect(other.metric == 9)
        #expect(route.taken(over: 4) == nil)
    }

    @Test(
        "The route to this machine covers one address",
        arguments: [(IPAddress.Family.ipv4, 32), (.ipv6, 128)] as [(IPAddress.Family, UInt8)])
    func toThisMachine(family: IPAddress.Family, prefixLength: UInt8) {
        #expect(LiveRoute(toThisMachine: family).prefixLength == prefixLength)
    }

    @Test(
        "A condition holds for all interfaces of an outcome, or it has none",
        arguments: [
            (.refused(.noRoute), true), (.dead(interface: 2), true), (.dead(interface: 3), false),
            (.noSource(interface: 2), true), (.noSource(interface: 3), false),
            (.nowhere(interface: 3), false), (.live(LiveRoute(toThisMachine: .ipv4)), false),
        ] as [(RouteOutcome, Bool)])
    func isOver(outcome: RouteOutcome, isOver: Bool) {
        #expect(outcome.isOver { $0 == 2 } == isOver)
    }
}

@Suite("Sets of live routes") struct LiveRouteSetTests {
    private static func route(
        over index: UInt32, _ family: IPAddress.Family = .ipv4, metric: UInt32
    ) throws -> LiveRoute {
        try #require(
            LiveRoute(
                family, RouteReply(metric: metric, nextHops: [hop(index)]), preferring: index
            ) { _ in true })
    }

    private static func set(of routes: LiveRoute...) -> LiveRoutes {
        var set = LiveRoutes()
        for route in routes { set.add(route) }
        return set
    }

    @Test("An interface has one route of each family, the first that was added")
    func adding() throws {
        let set = try Self.set(
            of: Self.route(over: 3, metric: 50), Self.route(over: 3, .ipv6, metric: 7),
            Self.route(over: 3, metric: 9), Self.route(over: 2, metric: 20))
        #expect(set.inOrder.map(\.interface) == [2, 3])
        #expect(set.routes(of: 3).ipv4?.metric == 50)
        #expect(set.routes(of: 3).ipv6?.metric == 7)
        #expect(set.routes(of: 2).ipv4?.metric == 20)
    }

    @Test("What is left of a set, and two sets together, are in the kernel's order")
    func order() throws {
        let both = try Self.set(
            of: Self.route(over: 2, metric: 5), Self.route(over: 2, .ipv6, metric: 100),
            Self.route(over: 3, .ipv6, metric: 10))
        #expect(both.inOrder.map(\.interface) == [2, 3])
        let ipv6 = both.filter { $0.family == .ipv6 }
        #expect(ipv6.inOrder.map(\.interface) == [3, 2])
        let other = try Self.set(of: Self.route(over: 4, metric: 1))
        #expect(both.merged(with: other).inOrder.map(\.interface) == [4, 2, 3])
    }

    @Test("The first known route of a family and an interface counts")
    func known() throws {
        let state = network([link(2, "eth0", bus: "pci")], addresses: [2: ["192.0.2.7"]])
        let set = try LiveRoutes(
            through: [2],
            known: [Self.route(over: 2, metric: 5), Self.route(over: 2, metric: 50)],
            .standard, RouteResolver(state: state, oracle: ScriptedRoutes(routes: [])))
        #expect(set.routes(of: 2).ipv4?.metric == 5)
    }
}

@Suite("Passage of a tunnel's packets") struct TunnelPassageTests {
    private static let exits = TunnelPassage(tunnels: [4, 5, 6], exits: [2, 3])
    private static let candidates = TunnelPassage(tunnels: [4, 5], candidates: [2, 3])
    private static let both = TunnelPassage(
        tunnels: [4, 5, 6], exits: [2, 3], others: [TunnelPassage(tunnels: [8, 7], exits: [9])])

    @Test(
        "Below a tunnel is the next tunnel, and below the last one the exit",
        arguments: [
            (exits, 4, [5], true), (exits, 5, [6], true), (exits, 6, [2, 3], true),
            (exits, 9, [], false), (candidates, 4, [5], true), (candidates, 5, [2, 3], false),
            (candidates, 9, [], false), (TunnelPassage(), 4, [], false),
            (both, 6, [2, 3], true), (both, 8, [7], true), (both, 7, [9], true),
            (both, 10, [], false),
        ] as [(TunnelPassage, UInt32, [UInt32], Bool)])
    func below(passage: TunnelPassage, tunnel: UInt32, below: [UInt32], isCertain: Bool) {
        #expect(passage.below(tunnel) == below)
        #expect(passage.isCertain(below: tunnel) == isCertain)
    }
}
