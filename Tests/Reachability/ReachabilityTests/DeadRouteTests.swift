// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

/// Dead routes that the kernel chooses although another interface has a live one.
@Suite struct DeadRouteTests {
    private typealias Route = ScriptedRoutes.Route

    private static let links = [
        link(1, "lo", hardwareType: 772), link(2, "eth0", carrier: false, bus: "pci"),
        link(3, "eth1", bus: "pci"),
    ]
    private static let addresses: [UInt32: [String]] = [
        2: ["192.0.2.7", "2001:db8::7"], 3: ["198.51.100.7", "2001:db8:1::7"],
    ]

    private func sentences(
        _ state: NetworkState,
        _ routes: [ScriptedRoutes.Route],
        probes: [String] = ["9.9.9.9"]
    ) throws -> [String] {
        let oracle = ScriptedRoutes(routes: routes)
        let question = PathQuestion(probes: PathProbes(probes.compactMap(IPAddress.init)))
        let evaluation = try PathEvaluation(state, question, oracle: oracle)
        return try evaluation.deadRoutes(state, oracle: oracle).map(\.description)
    }

    private static func dead(
        _ destination: ScriptedRoutes.Route.Destination = .ipv4,
        metric: UInt32 = 0,
        table: UInt32 = 254,
        isMarked: Bool = true
    ) -> ScriptedRoutes.Route {
        Route(
            destination: destination, hops: [hop(2, isDead: isMarked)], metric: metric,
            source: destination == .ipv6 ? "2001:db8::7" : "192.0.2.7", table: table)
    }

    private static func live(
        _ destination: ScriptedRoutes.Route.Destination = .ipv4,
        over index: UInt32 = 3,
        metric: UInt32 = 0,
        table: UInt32 = 254
    ) -> ScriptedRoutes.Route {
        Route(
            destination: destination, hops: [hop(index)], metric: metric,
            source: destination == .ipv6 ? "2001:db8:1::7" : "198.51.100.7", table: table)
    }

    private static let setting =
        " unless net.ipv4.conf.*.ignore_routes_with_linkdown is set"

    @Test(
        "The sentence says why the kernel prefers the dead route",
        arguments: [
            (
                [dead(metric: 100), live(metric: 600)],
                "but its metric is higher (600 > 100): the kernel keeps the dead route\(setting)"
            ),
            (
                [dead(.lowerHalf), live()],
                "but it is less specific (/0, not /1): the kernel keeps the dead route\(setting)"
            ),
            (
                [dead(), live()],
                "but it comes after that of eth0: the kernel keeps the dead route\(setting)"
            ),
            // The answers contradict each other: the routes change.
            ([dead(metric: 600), live(metric: 100)], nil), ([dead(), live(.lowerHalf)], nil),
            // No other route, and no dead one.
            ([dead()], nil),
            ([live(), dead()], nil),
            ([], nil),
        ] as [([ScriptedRoutes.Route], String?)])
    func reasons(routes: [ScriptedRoutes.Route], reason: String?) throws {
        let sentences = try sentences(network(Self.links, addresses: Self.addresses), routes)
        #expect(
            sentences
                == (reason.map { ["eth0 has no link; eth1 has a route too, \($0)"] } ?? []))
    }

    /// The rule of the main table (254), or a rule of another table.
    private static func rule(
        _ table: UInt32 = 254,
        mark: UInt32 = 0,
        isInverted: Bool = false,
        isSelective: Bool = false,
        _ family: AddressBytes.Family = .ipv4
    ) -> RuleMessage {
        var rule = RuleMessage(
            family: family, priority: 100, mark: mark, isInverted: isInverted, table: table)
        rule.isSelective = isSelective
        return rule
    }

    private static let otherTable = [dead(metric: 600, table: 100), live(metric: 100)]

    @Test(
        "A live route in another table counts if a rule sends ordinary packets there",
        arguments: [
            (otherTable, [rule(100), rule()], "a routing rule prefers the table of eth0"),
            (
                otherTable, [rule(100), rule(mark: 7, isInverted: true)],
                "a routing rule prefers the table of eth0"
            ),
            // oif, iif, from, l3mdev, …
            (otherTable, [rule(100), rule(isSelective: true)], nil),
            (otherTable, [rule(100), rule(mark: 7)], nil), (otherTable, [rule(100)], nil),
            (otherTable, [], nil), (otherTable, [rule(100), rule(254, .ipv6)], nil),
            // No rule is needed in the table of the dead route. One of another table does not hide
            // the live route there.
            ([dead(), live(metric: 600)], [], "its metric is higher (600 > 0)"),
            (
                [dead(), live(metric: 5, table: 101), live(over: 4, metric: 600)],
                [rule(), rule(101, isSelective: true)], "its metric is higher (600 > 0)"
            ),
            // A rule that selects packets, such as those of a user, led to the dead route.
            (
                [dead(), live(metric: 5, table: 101), live(over: 4, metric: 600)],
                [rule(isSelective: true), rule(101, isSelective: true)],
                "its metric is higher (600 > 0)"
            ),
        ] as [([ScriptedRoutes.Route], [RuleMessage], String?)])
    func rules(
        routes: [ScriptedRoutes.Route],
        rules: [RuleMessage],
        reason: String?
    ) throws {
        let links = Self.links + [link(4, "eth2", bus: "pci")]
        let state = network(
            links, addresses: Self.addresses.merging([4: ["203.0.113.7"]]) { $1 }, rules: rules)
        let sentences = try sentences(state, routes)
        #expect(sentences.count == (reason == nil ? 0 : 1))
        if let reason, let sentence = sentences.first {
            let name = reason.contains("metric") && routes.count == 3 ? "eth2" : "eth1"
            #expect(sentence.hasPrefix("eth0 has no link; \(name) has a route too, but \(reason):"))
        }
        // Where there is no tunnel, the state may have no rules. They are read if needed.
        let question = PathQuestion(probes: PathProbes(["9.9.9.9"].compactMap(IPAddress.init)))
        var without = state
        without.rules = []
        let oracle = ScriptedRoutes(routes: routes)
        let evaluation = try PathEvaluation(without, question, oracle: oracle)
        let read = try evaluation.deadRoutes(without, oracle: oracle) {
            () throws(NetlinkError) in rules
        }
        #expect(read.map(\.description) == sentences)
    }

    @Test("No rules are read if all routes are in one table")
    func oneTable() throws {
        let links = Self.links + [link(4, "eth2", bus: "pci")]
        let state = network(
            links, addresses: Self.addresses.merging([4: ["2001:db8:2::7"]]) { $1 })
        let oracle = ScriptedRoutes(routes: [
            Self.dead(metric: 100), Self.live(metric: 600), Self.live(.ipv6, over: 4),
        ])
        let evaluation = try PathEvaluation(state, PathQuestion(), oracle: oracle)
        var reads = 0
        let routes = try evaluation.deadRoutes(state, oracle: oracle) {
            () throws(NetlinkError) in
            reads += 1
            return []
        }
        #expect(routes.count == 1 && reads == 0)
    }

    @Test("A path over some interfaces, or to a host, has no dead route")
    func otherQuestions() throws {
        var state = network(
            Self.links + [link(6, "wlan0", bus: "pci")],
            addresses: Self.addresses.merging([6: ["203.0.113.7"]]) { $1 })
        state.set(WirelessInterface(index: 6, mode: 2))
        let oracle = ScriptedRoutes(routes: [
            Self.dead(metric: 100), Self.live(over: 6, metric: 600),
        ])
        let question = PathQuestion(probes: PathProbes(["9.9.9.9"].compactMap(IPAddress.init)))
        var toHost = question
        toHost.destination = .host
        var overEthernet = question
        overEthernet.prohibitedTypes = [.wifi]
        for (question, count) in [(question, 1), (toHost, 0), (overEthernet, 0)] {
            let evaluation = try PathEvaluation(state, question, oracle: oracle)
            #expect(evaluation.deadChoice == 2)
            #expect(try evaluation.deadRoutes(state, oracle: oracle).count == count)
        }
    }

    @Test("A member of a VRF is no alternative, in whichever table its route is")
    func vrf() throws {
        let links = [
            Self.links[0], Self.links[1], link(3, "eth1", bus: "pci", master: 5),
            link(5, "mgmt", kind: "vrf"),
        ]
        for table in [10, 254] as [UInt32] {
            let state = network(
                links, addresses: Self.addresses, rules: [Self.rule(), Self.rule(10)])
            let routes = [Self.dead(metric: 100), Self.live(metric: 600, table: table)]
            #expect(try sentences(state, routes) == [])
        }
    }

    @Test("Among equal IPv6 routes the kernel does not choose by their position")
    func equalRoutes() throws {
        let sentences = try sentences(
            network(Self.links, addresses: Self.addresses), [Self.dead(.ipv6), Self.live(.ipv6)],
            probes: ["2001:db8:9::9"])
        #expect(
            sentences == [
                "eth0 has no link; eth1 has a route too, but with equal metrics the kernel prefers "
                    + "that of eth0: the kernel keeps the dead route unless "
                    + "net.ipv6.conf.*.ignore_routes_with_linkdown is set"
            ])
    }

    @Test("A bridge with nothing alive but an access point has a link that ends there")
    func accessPoint() throws {
        var links = Self.links
        links[1] = link(2, "br-lan", kind: "bridge")
        links.append(link(4, "wlan0", bus: "pci", master: 2))
        var state = network(links, addresses: Self.addresses)
        // NL80211_IFTYPE_AP
        state.set(WirelessInterface(index: 4, mode: 3))
        let routes = [Self.dead(metric: 100, isMarked: false), Self.live(metric: 600)]
        #expect(
            try sentences(state, routes) == [
                "br-lan leads to no other network; eth1 has a route too, but its metric is higher "
                    + "(600 > 100): the kernel keeps the dead route"
            ])
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: routes))
        #expect(
            path.debugDescription
                == "unsatisfied (the default route uses br-lan, which leads to no other network)")
    }

    @Test("Each family has a sentence of its own, with its own setting")
    func families() throws {
        let sentences = try sentences(
            network(Self.links, addresses: Self.addresses),
            [
                Self.dead(metric: 100), Self.live(metric: 600), Self.dead(.ipv6, metric: 256),
                Self.live(.ipv6, metric: 1024),
            ], probes: ["9.9.9.9", "2001:db8:9::9"])
        #expect(sentences.count == 2)
        #expect(sentences[0].contains("(600 > 100)") && sentences[0].contains("net.ipv4.conf"))
        #expect(sentences[1].contains("(1024 > 256)") && sentences[1].contains("net.ipv6.conf"))
    }

    @Test("No setting makes the kernel ignore a link that waits for something but a carrier")
    func dormant() throws {
        var state = network(Self.links, addresses: Self.addresses)
        var eth0 = link(2, "eth0", bus: "pci")
        // IF_OPER_DORMANT
        eth0.operationalState = 5
        eth0.flags.insert(.dormant)
        state.set(eth0)
        let sentences = try sentences(
            state, [Self.dead(metric: 100, isMarked: false), Self.live(metric: 600)])
        #expect(
            sentences == [
                "eth0 cannot pass packets yet; eth1 has a route too, but its metric is higher "
                    + "(600 > 100): the kernel keeps the dead route"
            ])
        // The kernel's mark of the route says more than the link, and that of another leg nothing.
        let marked = try self.sentences(state, [Self.dead(metric: 100), Self.live(metric: 600)])
        #expect(marked.first?.hasPrefix("eth0 has no link; ") == true)
        state.set(link(4, "eth2", carrier: false, bus: "pci"))
        var legs = Self.dead(metric: 100, isMarked: false)
        legs.hops.append(hop(4, isDead: true))
        let ofTwoLegs = try self.sentences(state, [legs, Self.live(metric: 600)])
        #expect(ofTwoLegs.first?.hasPrefix("eth0 cannot pass packets yet; ") == true)
        // The interface of a nexthop object has no mark in the entry.
        var route = Self.dead(metric: 100)
        route.entryHops = []
        let unmarked = try self.sentences(
            network(Self.links, addresses: Self.addresses), [route, Self.live(metric: 600)])
        #expect(unmarked.first?.hasPrefix("eth0 has no link; ") == true)
    }

    @Test("A route that the kernel has marked dead has no link, whatever is known of the link")
    func markedRoute() throws {
        let state = network(
            [link(1, "lo", hardwareType: 772), link(3, "eth1", bus: "pci")])
        let eth1 = try #require(state[3])
        #expect(DeadLink(of: eth1, isMarked: true) == .noCarrier)
        #expect(DeadLink(of: eth1, isMarked: false) == .closed)
    }

    @Test("Below a tunnel, the dead route is that of the underlay")
    func tunnel() throws {
        let state = network(
            Self.links + [link(4, "wg0", kind: "wireguard", hardwareType: 65534)],
            addresses: Self.addresses.merging([4: ["10.8.0.2"]]) { $1 },
            rules: [RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)])
        var marked = Self.dead(metric: 100)
        marked.mark = 7
        let sentences = try sentences(
            state,
            [
                marked, Route(destination: .ipv4, hops: [hop(4)], source: "10.8.0.2", table: 7),
                Self.dead(metric: 100), Self.live(metric: 600),
            ])
        #expect(
            sentences == [
                "eth0 has no link; eth1 has a route too, but its metric is higher (600 > 100): "
                    + "the kernel keeps the dead route\(Self.setting)"
            ])
    }

    @Test("An explanation has the sentence as deciding evidence of an unsatisfied path")
    func explanation() throws {
        let explanation = try PathExplanation.evaluate(
            network(Self.links, addresses: Self.addresses),
            PathQuestion(probes: PathProbes(["9.9.9.9"].compactMap(IPAddress.init))),
            oracle: ScriptedRoutes(routes: [Self.dead(metric: 100), Self.live(metric: 600)]))
        let conclusions = explanation.answers[0].evidence.filter { $0.source == .classification }
        #expect(conclusions.map(\.decided) == [true, true])
        #expect(conclusions.first?.fact.hasPrefix("eth0 has no link; eth1") == true)
        #expect(conclusions.last?.fact == "noCarrier")
    }
}
