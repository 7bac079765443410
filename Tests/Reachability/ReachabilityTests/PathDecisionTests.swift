// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// The path that follows from a network and its routes, a row for each condition of the evaluation.
@Suite("Decisions") struct PathDecisionTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    static let eth0 = link(2, "eth0", bus: "pci")
    static let eth1 = link(3, "eth1", bus: "pci")
    static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)
    static let tun0 = link(5, "tun0", kind: "tun", hardwareType: 65534)
    private static let wlan0 = link(6, "wlan0", bus: "pci")
    private static let br0 = link(7, "br0", kind: "bridge")

    static let mark7 = [
        RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)
    ]

    static func route(
        _ hops: RouteReply.NextHop..., source: String? = "192.0.2.7", metric: UInt32 = 0,
        mark: UInt32? = nil, table: UInt32 = 254,
        to destination: ScriptedRoutes.Route.Destination = .ipv4
    ) -> ScriptedRoutes.Route {
        ScriptedRoutes.Route(
            destination: destination, hops: hops, metric: metric, source: source, mark: mark,
            table: table)
    }

    static func question(
        _ destination: String? = nil, zone: String? = nil, required: InterfaceType? = nil,
        prohibited: Set<InterfaceType> = []
    ) -> PathQuestion {
        var question = PathQuestion(
            requiredTypes: required.map { [$0] }, prohibitedTypes: prohibited)
        if let destination = destination.flatMap(IPAddress.init) {
            question.probes = PathProbes([destination])
            question.destination = .host
        }
        question.zone = zone
        return question
    }

    /// A network, its routes, and the path: the primary, its underlay and the interfaces of the
    /// packets; or the reason why there is none.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var state: NetworkState
        var routes: [ScriptedRoutes.Route]
        var question = PathQuestion()
        var path: String

        init(
            _ name: String, _ links: [LinkMessage], _ addresses: [UInt32: [String]],
            _ routes: [ScriptedRoutes.Route], rules: [RuleMessage] = [],
            nameServers: [String] = [], wireless: WirelessInterface? = nil,
            _ question: PathQuestion = PathQuestion(), is path: String
        ) {
            self.name = name
            state = network(
                [PathDecisionTests.lo] + links, addresses: addresses, rules: rules,
                nameServers: nameServers)
            if let wireless { state.set(wireless) }
            self.routes = routes
            self.question = question
            self.path = path
        }

        var testDescription: String { name }
    }

    private static func words(_ path: NetworkPath, isTransient: Bool) -> String {
        guard let primary = path.primary else {
            return (path.unsatisfiedReason?.rawValue ?? "?") + (isTransient ? ", transient" : "")
        }
        let underlay = path.underlay.map(\.name)
        let beside = path.availableInterfaces.map(\.name).filter { $0 != primary.name }
        let parts = [
            primary.name + (underlay.isEmpty ? "" : " over " + underlay.joined(separator: " ")),
            path.gateways.isEmpty
                ? "" : "via " + path.gateways.map(\.description).joined(separator: " "),
            beside.isEmpty ? "" : "beside " + beside.joined(separator: " "),
            path.supportsIPv6 ? (path.supportsIPv4 ? "both families" : "IPv6") : "",
            path.supportsDNS ? "DNS" : "", path.isDegraded ? "degraded" : "",
            isTransient ? "transient" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    func check(_ row: Row) throws {
        let evaluation = try PathEvaluation(
            row.state, row.question, oracle: ScriptedRoutes(routes: row.routes))
        let path = NetworkPath(evaluation, row.state)
        #expect(Self.words(path, isTransient: evaluation.isTransient) == row.path)
    }

    // MARK: Legs and sources

    static let dead2 = link(2, "eth0", carrier: false, bus: "pci")

    @Test(
        "A next hop needs a live link, and packets a source address",
        arguments: [
            Row(
                "the live leg has an address", [dead2, eth1],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]],
                [route(hop(2, via: "192.0.2.1", isDead: true), hop(3, via: "198.51.100.1"))],
                is: "eth1, via 198.51.100.1, degraded"),
            Row(
                "the live leg has none", [dead2, eth1], [2: ["192.0.2.7"]],
                [route(hop(2, isDead: true), hop(3))], is: "noAddress"),
            Row(
                "the live leg has one of the other family", [dead2, eth1],
                [2: ["192.0.2.7"], 3: ["2001:db8::7"]], [route(hop(2, isDead: true), hop(3))],
                is: "noRoute"),
            Row(
                "the address has gone, and the route has not", [eth0], [:], [route(hop(2))],
                is: "eth0, transient"),
            Row(
                "the address is loopback's", [eth0], [1: ["192.0.2.7"]], [route(hop(2))],
                is: "eth0"),
            Row(
                "the route has a source that cannot be used", [eth0], [2: ["192.0.2.7"]],
                [route(hop(2), source: "169.254.1.1")], is: "noRoute"),
            Row(
                "the address has gone, on the way to a host", [eth0], [:], [route(hop(2))],
                question("192.0.2.99"), is: "eth0"),
            Row(
                "the next hop is dead, and the link is not", [eth0], [2: ["192.0.2.7"]],
                [route(hop(2, isDead: true))], is: "noCarrier, transient"),
            Row(
                "the route is a next hop object", [eth0, eth1],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]],
                [
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(2, via: "192.0.2.1")], entryHops: [],
                        source: "192.0.2.7"),
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(3)], entryHops: [],
                        source: "198.51.100.7"),
                ], is: "eth0, via 192.0.2.1, beside eth1"),
            Row(
                "the route is a next hop object of two interfaces", [eth0, eth1],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]],
                [
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(2)], entryHops: [hop(2), hop(3)],
                        source: "192.0.2.7")
                ], is: "eth0, beside eth1"),
        ])
    func legs(row: Row) throws { try check(row) }

    @Test(
        "IPv6 routes are queried from an address of each prefix",
        arguments: [
            Row(
                "one has a route of two legs", [eth0, eth1],
                [2: ["2001:db8:1::7", "2001:db8:2::7"], 3: ["2001:db8:3::7"]],
                [
                    ScriptedRoutes.Route(
                        destination: .ipv6, refusal: .prohibited, from: "2001:db8:1::7"),
                    ScriptedRoutes.Route(
                        destination: .ipv6, hops: [hop(2, via: "fe80::1"), hop(3, via: "fe80::2")],
                        source: "2001:db8:2::7", from: "2001:db8:2::7"),
                ], is: "eth0, via fe80::1%eth0 fe80::2%eth1, beside eth1, IPv6"),
            Row(
                "one is prohibited, and none has a route", [eth0],
                [2: ["2001:db8:1::7", "2001:db8:2::7"]],
                [
                    ScriptedRoutes.Route(
                        destination: .ipv6, refusal: .prohibited, from: "2001:db8:1::7")
                ], is: "routeRejected"),
            Row(
                "none has a route", [eth0], [2: ["2001:db8:1::7", "2001:db8:2::7"]], [],
                is: "noRoute"),
        ])
    func sources(row: Row) throws { try check(row) }

    // MARK: Interfaces

    private static let ap = WirelessInterface(index: 6, mode: 3)
    private static let port = link(6, "wlan0", bus: "pci", master: 7)

    @Test(
        "Only some interfaces lead to the internet",
        arguments: [
            Row(
                "a bridge of an access point alone", [br0, port], [7: ["192.0.2.7"]],
                [route(hop(7))], wireless: ap, is: "noCarrier"),
            Row(
                "a bridge of an access point, to a host behind it", [br0, port],
                [7: ["192.0.2.7"]], [route(hop(7))], wireless: ap, question("192.0.2.99"),
                is: "br0"),
            Row(
                "a bridge of an access point, beside the path", [eth0, br0, port],
                [2: ["192.0.2.7"], 7: ["198.51.100.7"]], [route(hop(2)), route(hop(7))],
                wireless: ap, is: "eth0"),
            Row(
                "a bridge without ports", [br0], [7: ["192.0.2.7"]], [route(hop(7))], is: "br0"),
            Row(
                "a VLAN on a card without a carrier",
                [dead2, link(8, "eth0.5", kind: "vlan", on: 2)], [8: ["192.0.2.7"]],
                [route(hop(8))], is: "eth0.5"),
            Row(
                "a route through another leg only", [eth0, eth1],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]],
                [route(hop(2)), route(hop(3, isDead: true), hop(2))], is: "eth0, transient"),
            Row(
                "a route to one half through another interface", [eth0, eth1],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]],
                [route(hop(2)), route(hop(3), to: .upperHalf)], is: "eth0, beside eth1"),
        ])
    func interfaces(row: Row) throws { try check(row) }

    @Test(
        "With tunnels alone, the tunnels determine the reason",
        arguments: [
            Row(
                "a carrier", [link(4, "wg0", kind: "wireguard", carrier: false)], [:], [],
                is: "noCarrier"),
            Row("an address", [wg0], [:], [], is: "noAddress"),
            Row("a route", [wg0], [4: ["10.8.0.2"]], [], is: "noRoute"),
            Row("nothing, beside a card", [wg0, dead2], [4: ["10.8.0.2"]], [], is: "noCarrier"),
        ])
    func tunnelsAlone(row: Row) throws { try check(row) }

    @Test("Interfaces outside the path are in the kernel's order of preference")
    func order() throws {
        let links = (11...16).map { link($0, "eth\($0)", bus: "pci") }
        let addresses = Dictionary(
            uniqueKeysWithValues: (11...16).map {
                (UInt32($0), ["192.0.2.\($0)", "2001:db8::\($0)"])
            })
        try check(
            Row(
                "", links, addresses,
                [
                    Self.route(hop(16)), Self.route(hop(11), metric: 600),
                    Self.route(hop(12), metric: 100), Self.route(hop(13), metric: 100),
                    Self.route(hop(14), to: .lowerHalf), Self.route(hop(14), to: .upperHalf),
                    ScriptedRoutes.Route(
                        destination: .ipv6, hops: [hop(15)], source: "2001:db8::15"),
                ], is: "eth16, beside eth14 eth12 eth13 eth11 eth15, both families"))
    }

    @Test(
        "The gateways are those of the primary's routes of both families",
        arguments: [
            Row(
                "one interface has both", [eth0], [2: ["192.0.2.7", "2001:db8::7"]],
                [
                    route(hop(2, via: "192.0.2.1")),
                    route(hop(2, via: "fe80::1"), source: "2001:db8::7", to: .ipv6),
                ], is: "eth0, via 192.0.2.1 fe80::1%eth0, both families"),
            Row(
                "the kernel prefers another one for the other family", [eth0, eth1],
                [2: ["192.0.2.7", "2001:db8::7"], 3: ["2001:db8:1::7"]],
                [
                    route(hop(2, via: "192.0.2.1")),
                    route(hop(3, via: "fe80::3"), source: "2001:db8:1::7", to: .ipv6),
                    route(hop(2, via: "fe80::1"), source: "2001:db8::7", metric: 9, to: .ipv6),
                ], is: "eth0, via 192.0.2.1 fe80::1%eth0, beside eth1, both families"),
            Row(
                "both halves have the same one", [eth0], [2: ["192.0.2.7"]],
                [
                    route(hop(2, via: "192.0.2.1"), to: .lowerHalf),
                    route(hop(2, via: "192.0.2.1"), to: .upperHalf),
                ], is: "eth0, via 192.0.2.1"),
            Row(
                "one half has none", [eth0], [2: ["192.0.2.7"]],
                [route(hop(2, via: "192.0.2.1"), to: .lowerHalf)],
                is: "eth0, via 192.0.2.1, degraded, transient"),
        ])
    func gateways(row: Row) throws { try check(row) }

    // MARK: Name servers

    @Test(
        "A link-local name server needs its zone",
        arguments: [
            ("fe80::1%eth0", true), ("fe80::1%2", true), ("fe80::1%99", false), ("fe80::1", false),
            ("fe80::1%eth1", false), ("2001:db8::53%eth0", true), ("2001:db8::53%gone", false),
            ("2001:db8::53", true), ("192.0.2.53", false),
        ])
    func nameServers(server: String, isReachable: Bool) throws {
        try check(
            Row(
                server, [Self.eth0, Self.eth1], [2: ["2001:db8::7", "fe80::7"]],
                [Self.route(hop(2), source: "2001:db8::7", to: .ipv6)], nameServers: [server],
                is: "eth0, IPv6" + (isReachable ? ", DNS" : "")))
    }

    @Test("A link-local name server is reachable from a link-local address")
    func nameServerFromLinkLocal() throws {
        let server = ScriptedRoutes.Route(
            destination: .ipv6, hops: [hop(2)], source: "fe80::7")
        try check(
            Row(
                "", [Self.eth0], [2: ["192.0.2.7", "fe80::7"]],
                [Self.route(hop(2)), server], nameServers: ["fe80::1%eth0"], is: "eth0, DNS"))
    }

    @Test("The name of an interface can be a number")
    func zoneOfDigits() throws {
        try check(
            Row(
                "", [link(2, "7", bus: "pci")], [2: ["2001:db8::7", "fe80::7"]],
                [Self.route(hop(2), source: "2001:db8::7", to: .ipv6)], nameServers: ["fe80::1%7"],
                is: "7, IPv6, DNS"))
    }

    @Test("A name server on this machine is reachable")
    func nameServerOfThisMachine() throws {
        try check(
            Row(
                "", [Self.eth0], [2: ["192.0.2.7"]],
                [
                    Self.route(hop(2)),
                    ScriptedRoutes.Route(destination: .ipv6, refusal: .local),
                ], nameServers: ["2001:db8::53"], is: "eth0, DNS"))
    }

    // MARK: Tunnels

    @Test(
        "A tunnel with the only default route needs a possible uplink",
        arguments: [
            Row(
                "what belongs to a VRF",
                [
                    link(2, "eth0", bus: "pci", master: 8), link(8, "vrf0", kind: "vrf"), wg0,
                ], [2: ["192.0.2.7"], 4: ["10.8.0.2"]], [route(hop(4), source: "10.8.0.2")],
                is: "wg0 over eth0"),
            Row(
                "not what belongs to a bridge",
                [link(2, "eth0", bus: "pci", master: 7), br0, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]], [route(hop(4), source: "10.8.0.2")],
                is: "noRoute"),
            Row(
                "not a bridge of an access point", [br0, port, wg0],
                [4: ["10.8.0.2"], 7: ["192.0.2.7"]], [route(hop(4), source: "10.8.0.2")],
                wireless: ap, is: "noRoute"),
            Row(
                "not a bridge of an access point, and the other family is rejected",
                [br0, port, wg0], [4: ["10.8.0.2"], 7: ["192.0.2.7"]],
                [
                    route(hop(4), source: "10.8.0.2"),
                    ScriptedRoutes.Route(destination: .ipv6, refusal: .prohibited),
                ], wireless: ap, is: "routeRejected"),
            Row(
                "a bridge of a card and a container, before one of containers",
                [
                    br0, link(2, "eth0", bus: "pci", master: 7),
                    link(9, "veth9", kind: "veth", master: 7), link(10, "br1", kind: "bridge"),
                    link(11, "veth11", kind: "veth", master: 10), wg0,
                ], [4: ["10.8.0.2"], 7: ["192.0.2.7"], 10: ["172.17.0.1"]],
                [route(hop(4), source: "10.8.0.2")], is: "wg0 over br0 eth0"),
        ])
    func uplinks(row: Row) throws { try check(row) }

    @Test(
        "A tunnel's packets have the mark that its table's rule excludes",
        arguments: [
            Row(
                "three tunnels", [eth0, wg0, tun0, link(8, "wg1", kind: "wireguard")],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"], 8: ["10.7.0.2"]],
                [
                    route(hop(8), source: "10.7.0.2", mark: 7, table: 8),
                    route(hop(5), source: "10.9.0.2", mark: 8),
                    route(hop(4), source: "10.8.0.2", table: 7), route(hop(2)),
                    route(hop(5), source: "10.9.0.2"), route(hop(8), source: "10.7.0.2"),
                ],
                rules: mark7 + [
                    RuleMessage(family: .ipv4, priority: 2, mark: 8, isInverted: true, table: 8)
                ], is: "wg0 over wg1 tun0 eth0, beside wg1 tun0 eth0"),
            Row(
                "a rule of another table counts if it stands before", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(3), mark: 9), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)), route(hop(3), metric: 9),
                ],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 9, table: 254),
                    RuleMessage(family: .ipv4, priority: 2, table: 7),
                ], is: "wg0 over eth1 eth0, beside eth1 eth0"),
            Row(
                "it does not count behind it", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(3), mark: 9), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)), route(hop(3), metric: 9),
                ],
                rules: [
                    RuleMessage(family: .ipv4, priority: 2, table: 7),
                    RuleMessage(family: .ipv4, priority: 2, mark: 9, table: 254),
                ], is: "wg0 over eth0, beside eth0 eth1"),
            Row(
                "an inverted rule of another table does not count", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(3), mark: 9), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)), route(hop(3), metric: 9),
                ],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 9, isInverted: true, table: 8),
                    RuleMessage(family: .ipv4, priority: 2, table: 7),
                ], is: "wg0 over eth0, beside eth0 eth1"),
            Row(
                "a rule of the other family does not count", [eth0, eth1, wg0],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(3), mark: 9), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)), route(hop(3), metric: 9),
                ],
                rules: [
                    RuleMessage(family: .ipv6, priority: 1, mark: 9, table: 254),
                    RuleMessage(family: .ipv4, priority: 2, table: 7),
                ], is: "wg0 over eth0, beside eth0 eth1"),
            Row(
                "the mark's way has no source, and the other family a way", [eth0, eth1, wg0],
                [3: ["2001:db8::7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), source: nil, mark: 7),
                    route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(3), source: "2001:db8::7", to: .ipv6),
                ], rules: mark7, is: "wg0 over eth1, beside eth1, both families"),
            Row(
                "the mark's way has no source, and nothing else is alive", [eth0, wg0],
                [4: ["10.8.0.2"]],
                [
                    route(hop(2), source: nil, mark: 7),
                    route(hop(4), source: "10.8.0.2", table: 7),
                ], rules: mark7, is: "noAddress"),
        ])
    func marks(row: Row) throws { try check(row) }

    @Test(
        "The route that a tunnel's route covers carries it in the main table",
        arguments: [
            Row(
                "two default routes of two tunnels cover nothing", [eth0, wg0, tun0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                [
                    route(hop(4), source: "10.8.0.2"), route(hop(5), source: "10.9.0.2", metric: 9),
                    route(hop(2), metric: 100),
                ], is: "wg0 over eth0, beside eth0 tun0"),
            Row(
                "halves cover a tunnel before an uplink of a higher metric", [eth0, wg0, tun0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                [
                    route(hop(4), source: "10.8.0.2", to: .lowerHalf),
                    route(hop(4), source: "10.8.0.2", to: .upperHalf),
                    route(hop(5), source: "10.9.0.2", metric: 50), route(hop(2), metric: 100),
                ], is: "wg0 over tun0 eth0, beside tun0 eth0"),
            Row(
                "and not one of a lower metric, or the same", [eth0, wg0, tun0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                [
                    route(hop(4), source: "10.8.0.2", to: .lowerHalf),
                    route(hop(4), source: "10.8.0.2", to: .upperHalf),
                    route(hop(2), metric: 100), route(hop(5), source: "10.9.0.2", metric: 100),
                ], is: "wg0 over eth0, beside eth0 tun0"),
            Row(
                "halves of another table cover nothing", [eth0, wg0, tun0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                [
                    route(hop(4), source: "10.8.0.2", to: .lowerHalf),
                    route(hop(4), source: "10.8.0.2", to: .upperHalf),
                    route(hop(5), source: "10.9.0.2", metric: 50, table: 9),
                    route(hop(2), metric: 100),
                ], is: "wg0 over eth0, beside eth0 tun0"),
            Row(
                "where nothing else has a route, what is covered carries it", [eth0, wg0, tun0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                [
                    route(hop(4), source: "10.8.0.2", to: .lowerHalf),
                    route(hop(4), source: "10.8.0.2", to: .upperHalf),
                    route(hop(5), source: "10.9.0.2", metric: 50),
                ], is: "wg0 over tun0 eth0, beside tun0"),
        ])
    func covered(row: Row) throws { try check(row) }

    @Test(
        "A tunnel is degraded if its underlay is",
        arguments: [
            Row(
                "a leg below it is dead", [eth0, dead3, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2, via: "192.0.2.1"), hop(3, isDead: true), mark: 7),
                    route(hop(4), source: "10.8.0.2", table: 7), route(hop(2)),
                ], rules: mark7, is: "wg0 over eth0, beside eth0, degraded"),
            Row(
                "no leg is", [eth0, dead3, wg0], [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2, via: "192.0.2.1"), mark: 7),
                    route(hop(4), source: "10.8.0.2", table: 7), route(hop(2)),
                ], rules: mark7, is: "wg0 over eth0, beside eth0"),
            Row(
                "a leg of a route that has nothing to do with it", [eth0, dead3, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [route(hop(2)), route(hop(4), source: "10.8.0.2")],
                is: "eth0, beside wg0"),
            Row(
                "a leg below a tunnel that the path does not use", [eth0, dead3, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), hop(3, isDead: true), mark: 7), route(hop(2)),
                    route(hop(4), source: "10.8.0.2", table: 7),
                ], rules: mark7, is: "eth0, beside wg0"),
        ])
    func wholeTunnels(row: Row) throws { try check(row) }

    static let dead3 = link(3, "eth1", carrier: false, bus: "pci")

    @Test(
        "A name server behind a tunnel is reachable if the tunnel is alive",
        arguments: [
            Row(
                "it has the default route", [eth0, wg0], [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), mark: 7), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)),
                ], rules: mark7, nameServers: ["9.9.9.9"], is: "wg0 over eth0, beside eth0, DNS"),
            Row(
                "it has some addresses, and nothing carries it now",
                [eth0, link(3, "eth1", carrier: false, bus: "pci"), wg0],
                [2: ["2001:db8::7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), source: "2001:db8::7", to: .ipv6),
                    route(hop(3, isDead: true), mark: 7),
                    route(hop(4), source: "10.8.0.2", table: 7, to: .upperHalf),
                ], rules: mark7, nameServers: ["203.0.113.53"],
                PathQuestion(probes: PathProbes([IPAddress("2001:db8::9")].compactMap(\.self))),
                is: "eth0, IPv6, DNS"),
            Row(
                "it is behind a dead tunnel, and the path is not", [dead2, eth1, wg0],
                [3: ["198.51.100.7"], 4: ["10.8.0.2"]], besideADeadTunnel, rules: mark7,
                nameServers: ["9.9.9.53"], lowerHalf, is: "eth1"),
            Row(
                "the tunnel is dead, and the server not behind it", [dead2, eth1, wg0],
                [3: ["198.51.100.7"], 4: ["10.8.0.2"]], besideADeadTunnel, rules: mark7,
                nameServers: ["203.0.113.53"], lowerHalf, is: "eth1, DNS"),
        ])
    func nameServersBehindTunnels(row: Row) throws { try check(row) }

    /// The tunnel has one half of the address space.
    private static let besideADeadTunnel = [
        route(hop(2, isDead: true), mark: 7),
        route(hop(4), source: "10.8.0.2", table: 7, to: .lowerHalf), route(hop(3)),
    ]

    private static let lowerHalf = PathQuestion(
        probes: PathProbes([IPAddress("9.9.9.9")].compactMap(\.self)), prohibitedTypes: [.wwan])

    // MARK: Types

    @Test(
        "With constraints on types, the preferred allowed route is used",
        arguments: [
            Row(
                "the first choice is allowed", [eth0, wlan0],
                [2: ["192.0.2.7"], 6: ["198.51.100.7"]], [route(hop(2)), route(hop(6), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .ethernet),
                is: "eth0"),
            Row(
                "another one is", [eth0, wlan0], [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2)), route(hop(6, via: "198.51.100.1"), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .wifi),
                is: "wlan0, via 198.51.100.1"),
            Row(
                "one is prohibited", [eth0, wlan0], [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2)), route(hop(6), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2),
                question(prohibited: [.ethernet]), is: "wlan0"),
            Row(
                "none is allowed", [eth0, wlan0], [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2)), route(hop(6), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .wwan),
                is: "noInterface"),
            Row(
                "the only one is prohibited", [eth0], [2: ["192.0.2.7"]], [route(hop(2))],
                question(prohibited: [.ethernet]), is: "noInterface"),
            Row(
                "one leg is not allowed", [eth0, wlan0], [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2), hop(6))], wireless: WirelessInterface(index: 6, mode: 2),
                question(prohibited: [.wifi]), is: "noRoute"),
            Row(
                "the allowed one is dead", [dead2, wlan0], [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2, isDead: true)), route(hop(6), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .ethernet),
                is: "noCarrier"),
            Row(
                "the kernel's choice is dead, and another one allowed", [dead2, wlan0],
                [2: ["192.0.2.7"], 6: ["198.51.100.7"]],
                [route(hop(2, isDead: true)), route(hop(6), metric: 9)],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .wifi),
                is: "wlan0"),
            Row(
                "the dead one is not allowed", [dead2, wlan0],
                [2: ["192.0.2.7"], 6: ["198.51.100.7"]], [route(hop(2, isDead: true))],
                wireless: WirelessInterface(index: 6, mode: 2), question(required: .wifi),
                is: "noRoute"),
            Row(
                "a tunnel over what is prohibited", [eth0, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), mark: 7), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)),
                ], rules: mark7, question(prohibited: [.ethernet]), is: "noRoute"),
            Row(
                "a tunnel where ethernet is required", [eth0, wg0],
                [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                [
                    route(hop(2), mark: 7), route(hop(4), source: "10.8.0.2", table: 7),
                    route(hop(2)),
                ], rules: mark7, question(required: .ethernet), is: "wg0 over eth0, beside eth0"),
        ])
    func types(row: Row) throws { try check(row) }

    // MARK: Hosts

    @Test(
        "A path to a host needs a route to one of its addresses",
        arguments: [
            Row(
                "on the link", [eth0], [2: ["192.0.2.7"]], [route(hop(2))], question("192.0.2.99"),
                is: "eth0"),
            Row(
                "this machine", [eth0], [2: ["192.0.2.7"]],
                [ScriptedRoutes.Route(destination: .ipv4, refusal: .local)],
                question("192.0.2.7"), is: "lo"),
            Row(
                "of a zone", [eth0], [2: ["fe80::7"]],
                [route(hop(2), source: "fe80::7", to: .ipv6)], question("fe80::9", zone: "eth0"),
                is: "eth0, IPv6"),
            Row(
                "of a zone that does not exist", [eth0], [2: ["fe80::7"]],
                [route(hop(2), source: "fe80::7", to: .ipv6)], question("fe80::9", zone: "gone"),
                is: "noAddress"),
            Row(
                "of a zone by its index", [eth0], [2: ["fe80::7"]],
                [route(hop(2), source: "fe80::7", to: .ipv6)], question("fe80::9", zone: "2"),
                is: "eth0, IPv6"),
            Row(
                "refused", [eth0], [2: ["192.0.2.7"]],
                [ScriptedRoutes.Route(destination: .ipv4, refusal: .unreachable)],
                question("192.0.2.99"), is: "routeRejected"),
            Row(
                "one of two addresses", [eth0], [2: ["192.0.2.7"]],
                [route(hop(2), to: .lowerHalf)],
                PathQuestion(
                    probes: PathProbes(
                        [IPAddress("9.9.9.9"), IPAddress("203.0.113.9")].compactMap(\.self)),
                    destination: .host), is: "eth0"),
            Row(
                "nowhere", [eth0], [2: ["192.0.2.7"]], [], question("192.0.2.99"), is: "noRoute"),
        ])
    func hosts(row: Row) throws { try check(row) }
}
