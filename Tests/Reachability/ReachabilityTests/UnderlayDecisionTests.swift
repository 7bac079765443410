// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What carries a tunnel, where rules, prefixes and metrics compete.
extension PathDecisionTests {
    private static func rule(
        _ priority: UInt32, mark: UInt32 = 0, mask: UInt32? = nil, isInverted: Bool = false,
        table: UInt32, _ family: AddressBytes.Family = .ipv4
    ) -> RuleMessage {
        RuleMessage(
            family: family, priority: priority, mark: mark, mask: mask, isInverted: isInverted,
            table: table)
    }

    /// A route of a tunnel to a quarter of the address space that has the probes of a half.
    private static func quarter(
        _ destination: ScriptedRoutes.Route.Destination
    ) -> ScriptedRoutes.Route {
        var quarter = route(hop(4), source: "10.8.0.2", to: destination)
        quarter.prefixLength = 2
        return quarter
    }

    private static let wg0Table7 = route(hop(4), source: "10.8.0.2", table: 7)
    private static let cards: [UInt32: [String]] = [
        2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"],
    ]
    private static let tunnels: [UInt32: [String]] = [
        2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"],
    ]

    @Test(
        "A mark counts if a rule leads packets with it around the tunnel's table",
        arguments: [
            Row(
                "a rule that leads them to the tunnel does not count", [eth0, eth1, wg0], cards,
                [route(hop(3), mark: 7), wg0Table7, route(hop(2)), route(hop(3), metric: 9)],
                rules: [rule(1, mark: 7, table: 7), rule(2, table: 7)],
                is: "wg0 over eth0, beside eth0 eth1"),
            Row(
                "a mark of one family says nothing of the other", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["2001:db8::7"], 4: ["10.8.0.2"]],
                [
                    ScriptedRoutes.Route(destination: .ipv4, refusal: .prohibited, mark: 7),
                    route(hop(3), source: "2001:db8::7", mark: 7, to: .ipv6), wg0Table7,
                    route(hop(2)),
                ], rules: mark7, is: "routeRejected"),
            Row(
                "an earlier rule without a mark does not count", [dead2, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["2001:db8::7"], 4: ["2001:db8:9::7"]],
                [
                    route(hop(2, isDead: true)),
                    route(hop(4), source: "2001:db8:9::7", table: 7, to: .ipv6),
                    route(hop(3), source: "2001:db8::7", metric: 9, to: .ipv6),
                ],
                rules: [rule(0, table: 255), rule(2, table: 7), rule(2, table: 7, .ipv6)],
                is: "wg0 over eth1, beside eth1, IPv6"),
            Row(
                "an earlier rule leads into a tunnel of the main table", [eth0, wg0, tun0],
                tunnels,
                [
                    route(hop(5), source: "10.9.0.2", mark: 9), wg0Table7, route(hop(2)),
                    route(hop(5), source: "10.9.0.2", metric: 9),
                ], rules: [rule(1, mark: 9, table: 254), rule(2, table: 7)],
                is: "wg0 over tun0 eth0, beside tun0 eth0"),
            Row(
                "a tunnel of another table does not count", [eth0, wg0, tun0], tunnels,
                [
                    route(hop(5), source: "10.9.0.2", mark: 9, table: 9), wg0Table7, route(hop(2)),
                    route(hop(5), source: "10.9.0.2", metric: 9),
                ], rules: [rule(1, mark: 9, table: 9), rule(2, table: 7)],
                is: "wg0 over eth0, beside eth0 tun0"),
            Row(
                "the search begins at the tunnel of the path", [eth0, eth1, wg0, tun0],
                tunnels.merging(cards) { $1 },
                [
                    route(hop(3), mark: 7), route(hop(4), source: "10.8.0.2", metric: 50, table: 7),
                    route(hop(5), source: "10.9.0.2", metric: 5), route(hop(2), metric: 100),
                    route(hop(3), metric: 200),
                ], rules: mark7, is: "wg0 over eth1, beside eth1 tun0 eth0"),
        ])
    func marksAroundTables(row: Row) throws { try check(row) }

    private static let unmarkedOver1 = [
        route(hop(3), source: "198.51.100.7", mark: 7), wg0Table7, route(hop(2), metric: 9),
    ]

    @Test(
        "A mark counts whatever the form of the rule that asks for it before the tunnel's",
        arguments: [
            Row(
                "with the priority of the tunnel's rule", [eth0, eth1, wg0], cards, unmarkedOver1,
                rules: [rule(1, mark: 7, table: 9), rule(1, table: 7)],
                is: "wg0 over eth1 eth0, beside eth1 eth0"),
            Row(
                "with the same priority, but after it", [eth0, eth1, wg0], cards, unmarkedOver1,
                rules: [rule(1, table: 7), rule(1, mark: 7, table: 9)],
                is: "wg0 over eth0, beside eth0"),
            Row(
                "inverted: packets with any of some bits", [eth0, eth1, wg0], cards, unmarkedOver1,
                rules: [rule(1, mark: 0, mask: 7, isInverted: true, table: 9), rule(2, table: 7)],
                is: "wg0 over eth1 eth0, beside eth1 eth0"),
            Row(
                "inverted: it selects packets without a mark, too", [eth0, eth1, wg0], cards,
                unmarkedOver1,
                rules: [rule(1, mark: 7, isInverted: true, table: 9), rule(2, table: 7)],
                is: "wg0 over eth0, beside eth0"),
        ])
    func formsOfRules(row: Row) throws { try check(row) }

    @Test(
        "If it is unknown which mark is the tunnel's, it may be none",
        arguments: [
            Row(
                "and a host route may lead anywhere, where there is no default route",
                [eth0, eth1, wg0], cards,
                [
                    route(hop(3), source: "198.51.100.7", mark: 8),
                    route(hop(4), source: "10.8.0.2"),
                ],
                rules: [rule(1, mark: 8, table: 8), rule(2, table: 254)], is: "wg0"),
            Row(
                "also outside the main table", [eth0, eth1, wg0], cards,
                [route(hop(3), source: "198.51.100.7", mark: 8), wg0Table7],
                rules: [rule(1, mark: 8, table: 8), rule(2, table: 7)], is: "wg0"),
            Row(
                "and if only one interface can carry it, the mark's route tells how",
                [eth0, wg0], [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [route(hop(2, via: "192.0.2.1"), mark: 8), wg0Table7],
                rules: [rule(1, mark: 8, table: 8), rule(2, table: 7)],
                is: "wg0 over eth0, via 192.0.2.1, beside eth0"),
        ])
    func noMark(row: Row) throws { try check(row) }

    @Test(
        "A mark leads each family, and each half of the addresses, where its rules say",
        arguments: [
            Row(
                "the server may have an IPv6 address", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["2001:db8::7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), mark: 7),
                    route(hop(3), source: "2001:db8::7", mark: 7, to: .ipv6),
                    wg0Table7,
                ],
                rules: mark7 + [rule(1, mark: 7, isInverted: true, table: 7, .ipv6)],
                is: "wg0 over eth0 eth1, beside eth0 eth1"),
            Row(
                "the server may be in either half", [eth0, eth1, wg0], cards,
                [
                    route(hop(2), mark: 7, to: .lowerHalf),
                    route(hop(3), source: "198.51.100.7", mark: 7, to: .upperHalf), wg0Table7,
                ], rules: mark7, is: "wg0 over eth1 eth0, beside eth1 eth0"),
        ])
    func eachFamily(row: Row) throws { try check(row) }

    private static func manyMarks(_ count: UInt32) -> [RuleMessage] {
        (1...count).map { rule($0, mark: $0 + 100, table: 254) } + [rule(count + 1, table: 7)]
    }

    @Test(
        "Several marks that may be the tunnel's are several possibilities",
        arguments: [
            Row(
                "over two interfaces", [eth0, eth1, wg0], cards,
                [
                    route(hop(3, via: "198.51.100.1"), source: "198.51.100.7", mark: 8),
                    route(hop(2, via: "192.0.2.1"), mark: 9), wg0Table7,
                ],
                rules: [rule(1, mark: 8, table: 8), rule(2, mark: 9, table: 9), rule(3, table: 7)],
                is: "wg0 over eth1 eth0, via 198.51.100.1 192.0.2.1, beside eth1 eth0"),
            Row(
                "over one interface", [eth0, eth1, wg0], cards,
                [
                    route(hop(3), mark: 8), route(hop(3), mark: 9), wg0Table7,
                    route(hop(3), metric: 5), route(hop(2), metric: 9),
                ],
                rules: [rule(1, mark: 8, table: 8), rule(2, mark: 9, table: 9), rule(3, table: 7)],
                is: "wg0 over eth1, beside eth1 eth0"),
            Row(
                "one of them into another tunnel", [eth0, eth1, wg0, tun0],
                tunnels.merging(cards) { $1 },
                [
                    route(hop(3), mark: 8), route(hop(5), source: "10.9.0.2", mark: 9), wg0Table7,
                    route(hop(2)), route(hop(5), source: "10.9.0.2", metric: 9),
                ],
                rules: [
                    rule(1, mark: 8, table: 8), rule(2, mark: 9, table: 254), rule(3, table: 7),
                ],
                is: "wg0 over tun0 eth1 eth0, beside tun0 eth1 eth0"),
            Row(
                "one of them fails", [dead2, eth1, wg0], cards,
                [route(hop(2, isDead: true), mark: 8), route(hop(3), mark: 9), wg0Table7],
                rules: [rule(1, mark: 8, table: 8), rule(2, mark: 9, table: 9), rule(3, table: 7)],
                is: "wg0 over eth1, beside eth1"),
            Row(
                "all of as many as are asked for", [eth0, eth1, wg0], cards,
                [route(hop(3), mark: 116), wg0Table7, route(hop(2))], rules: manyMarks(16),
                is: "wg0 over eth1 eth0, beside eth1 eth0"),
            Row(
                "too many: any interface may carry it", [eth0, eth1, wg0], cards,
                [route(hop(3), mark: 116), wg0Table7, route(hop(2))], rules: manyMarks(17),
                is: "wg0, beside eth0"),
            Row(
                "too many, and one that the tunnel's own rule leaves out", [eth0, eth1, wg0], cards,
                [route(hop(3), mark: 7), wg0Table7, route(hop(2))],
                rules: manyMarks(17) + mark7, is: "wg0 over eth1, beside eth1 eth0"),
        ])
    func severalMarks(row: Row) throws { try check(row) }

    @Test(
        "A rule that rejects a mark makes the tunnel dead, although the kernel finds no route",
        arguments: [(7, "routeRejected"), (8, "wg0 over eth0, beside eth0")] as [(UInt32, String)])
    func unreachable(rejected: UInt32, expected: String) throws {
        var rejecting = Self.rule(1, mark: rejected, table: 0)
        rejecting.isUnreachable = true
        try check(
            Row(
                "", [Self.eth0, Self.wg0], [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    ScriptedRoutes.Route(destination: .ipv4, refusal: .noRoute, mark: 7),
                    Self.wg0Table7, Self.route(hop(2)),
                ], rules: [rejecting, Self.rule(2, mark: 7, isInverted: true, table: 7)],
                is: expected))
    }

    @Test(
        "If the mark's way fails, the tunnel fails for the first reason",
        arguments: [
            Row(
                "another card with a route does not replace it", [eth0, eth1, wg0],
                [3: ["198.51.100.7"], 4: ["10.8.0.2"]],
                [route(hop(2), source: nil, mark: 7), wg0Table7, route(hop(3), metric: 9)],
                rules: mark7, is: "noRoute"),
            // The first probe is in the upper half.
            Row(
                "no link, then no address", [dead2, eth1, wg0], [4: ["10.8.0.2"]],
                [
                    route(hop(2, isDead: true), mark: 7, to: .upperHalf),
                    route(hop(3), source: nil, mark: 7, to: .lowerHalf), wg0Table7,
                ], rules: mark7, is: "noCarrier"),
            Row(
                "no address, then no link", [dead2, eth1, wg0], [4: ["10.8.0.2"]],
                [
                    route(hop(3), source: nil, mark: 7, to: .upperHalf),
                    route(hop(2, isDead: true), mark: 7, to: .lowerHalf), wg0Table7,
                ], rules: mark7, is: "noAddress"),
        ])
    func failures(row: Row) throws { try check(row) }

    @Test(
        "A covered tunnel carries another one if the kernel prefers it to the uplinks",
        arguments: [
            Row(
                "not one of another table, where no uplink has a route", [eth0, wg0, tun0],
                tunnels,
                [
                    route(hop(4), source: "10.8.0.2", to: .lowerHalf),
                    route(hop(4), source: "10.8.0.2", to: .upperHalf),
                    route(hop(5), source: "10.9.0.2", table: 9),
                ], is: "wg0 over eth0, beside tun0"),
            Row(
                "by its longer prefix, whatever the metrics", [eth0, wg0, tun0], tunnels,
                [
                    quarter(.lowerHalf), quarter(.upperHalf),
                    route(hop(5), source: "10.9.0.2", metric: 500, to: .lowerHalf),
                    route(hop(5), source: "10.9.0.2", metric: 500, to: .upperHalf),
                    route(hop(2), metric: 100),
                ], is: "wg0 over tun0 eth0, beside tun0 eth0"),
            Row(
                "not by a lower metric if its prefix is shorter", [eth0, wg0, tun0], tunnels,
                [
                    quarter(.lowerHalf), quarter(.upperHalf),
                    route(hop(2), metric: 100, to: .lowerHalf),
                    route(hop(2), metric: 100, to: .upperHalf),
                    route(hop(5), source: "10.9.0.2", metric: 5),
                ], is: "wg0 over eth0, beside eth0 tun0"),
        ])
    func coveredTunnels(row: Row) throws { try check(row) }

    /// A veth whose other end is in another namespace.
    private static func veth(_ index: UInt32, carrier: Bool = true) -> LinkMessage {
        var veth = link(index, "ve\(index)", kind: "veth", carrier: carrier)
        veth.isLinkInOtherNamespace = true
        return veth
    }
    private static let overTun0 = route(hop(5), source: "10.9.0.2")
    private static let vx8 = link(8, "vx8", kind: "vxlan")
    private static let overVX8 = route(hop(8, via: "10.7.0.1"), source: "10.7.0.2")
    private static let manyVeths = (20..<60).map { veth($0) }
    private static let docker0 = link(10, "docker0", kind: "bridge")

    @Test(
        "What leads to guests only carries no tunnel and no overlay",
        arguments: [
            Row(
                "a tunnel beside a veth without an address", [tun0, veth(20)], [5: ["10.9.0.2"]],
                [overTun0], is: "tun0"),
            Row(
                "a tunnel beside a veth with an address", [tun0, veth(20)],
                [5: ["10.9.0.2"], 20: ["10.5.0.1"]], [overTun0], is: "tun0"),
            Row(
                "a tunnel beside an empty bridge", [tun0, docker0],
                [5: ["10.9.0.2"], 10: ["172.17.0.1"]], [overTun0], is: "tun0"),
            Row(
                "a tunnel beside many veths", [tun0] + manyVeths,
                [5: ["10.9.0.2"], 20: ["10.5.0.1"]], [overTun0], is: "tun0"),
            Row(
                "a tunnel over the veth of a container", [tun0, veth(20), veth(21)],
                [5: ["10.9.0.2"], 20: ["10.5.0.1"], 21: ["192.0.2.7"]],
                [overTun0, route(hop(21, via: "192.0.2.1"), metric: 9)],
                is: "tun0 over ve21, via 192.0.2.1, beside ve21"),
            Row(
                "the veth of a container lost its carrier",
                [tun0, veth(20), veth(21, carrier: false)],
                [5: ["10.9.0.2"], 20: ["10.5.0.1"], 21: ["192.0.2.7"]],
                [overTun0, route(hop(21, via: "192.0.2.1", isDead: true), metric: 9)],
                is: "noCarrier"),
            Row(
                "a card without a carrier, beside a bridge of a container",
                [tun0, dead2, docker0, link(20, "ve20", kind: "veth", master: 10)],
                [5: ["10.9.0.2"], 10: ["172.17.0.1"]], [overTun0], is: "noCarrier"),
            Row(
                "an overlay beside a veth", [vx8, veth(20)],
                [8: ["10.7.0.2"], 20: ["10.5.0.1"]], [overVX8], is: "vx8, via 10.7.0.1"),
            Row(
                "an overlay over the veth of a container that lost its carrier",
                [vx8, veth(20, carrier: false)], [8: ["10.7.0.2"], 20: ["192.0.2.7"]],
                [overVX8, route(hop(20, via: "192.0.2.1", isDead: true), metric: 9)],
                is: "noCarrier"),
            Row(
                "an overlay over the last of many veths, the one with an address",
                [vx8] + manyVeths, [8: ["10.7.0.2"], 59: ["192.0.2.7"]],
                [overVX8, route(hop(59, via: "192.0.2.1"), metric: 9)],
                is: "vx8 over ve59, via 192.0.2.1, beside ve59"),
        ])
    func guests(row: Row) throws { try check(row) }

    /// IPv4 leaves by wg0 (mark 7, over eth0), and IPv6 by tun0 (mark 8, over eth1).
    private static func twoTunnels(
        _ links: [LinkMessage], dead: Set<UInt32> = [],
        _ name: String, is path: String
    ) -> Row {
        Row(
            name, links + [wg0, tun0],
            [
                2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"], 5: ["2001:db8:9::7"],
            ],
            [
                route(hop(2, isDead: dead.contains(2)), mark: 7),
                route(hop(3, isDead: dead.contains(3)), source: "198.51.100.7", mark: 8), wg0Table7,
                route(hop(5), source: "2001:db8:9::7", table: 8, to: .ipv6),
            ],
            rules: mark7 + [
                rule(1, mark: 8, isInverted: true, table: 8),
                rule(1, mark: 8, isInverted: true, table: 8, .ipv6),
            ], is: path)
    }

    @Test(
        "Each family has the underlay of its own tunnel",
        arguments: [
            twoTunnels(
                [eth0, eth1], "both alive",
                is: "wg0 over eth0, beside eth0 eth1 tun0, both families"),
            twoTunnels(
                [dead2, eth1], dead: [2], "the tunnel of IPv4 is dead",
                is: "tun0 over eth1, beside eth1, IPv6"),
            twoTunnels(
                [eth0, dead3], dead: [3], "the tunnel of IPv6 is dead",
                is: "wg0 over eth0, beside eth0"),
            twoTunnels(
                [dead2, dead3], dead: [2, 3],
                "the tunnel of IPv4 is dead, and nothing else is alive",
                is: "noCarrier"),
        ])
    func twoTunnels(row: Row) throws { try check(row) }

    @Test("A path is metered if the tunnel of either family is")
    func costOfTwoTunnels() throws {
        let modem = link(3, "wwan0", kind: "wwan", hardwareType: 65534)
        let row = Self.twoTunnels([Self.eth0, modem], "", is: "")
        let path = try NetworkPath.evaluate(
            row.state, oracle: ScriptedRoutes(routes: row.routes))
        #expect(path.underlay.map(\.name) == ["eth0"])
        #expect(path.metered.value == .guessYes)
        #expect(path.usesInterfaceType(.wwan))
    }

    @Test("No tunnel is below itself")
    func passedTunnels() throws {
        let state = network(
            [Self.eth0, Self.wg0, Self.tun0, link(8, "wg1", kind: "wireguard")],
            addresses: Self.tunnels.merging([8: ["10.7.0.2"]]) { $1 },
            rules: Self.mark7 + [Self.rule(2, mark: 8, isInverted: true, table: 8)])
        let evaluation = try PathEvaluation(
            state, PathQuestion(),
            oracle: ScriptedRoutes(routes: [
                Self.route(hop(5), source: "10.9.0.2", mark: 7, table: 8),
                Self.route(hop(8), source: "10.7.0.2", mark: 8, to: .lowerHalf),
                Self.route(hop(8), source: "10.7.0.2", mark: 8, to: .upperHalf), Self.wg0Table7,
                Self.route(hop(2), metric: 100), Self.route(hop(5), source: "10.9.0.2", metric: 9),
            ]))
        // The halves of wg1 cover the route of tun0, which is above it.
        #expect(evaluation.underlay?.tunnels == [4, 5, 8])
        #expect(evaluation.underlay?.passage.exits == [2])
    }
}
