// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What carries a WireGuard tunnel whose configuration may be read, or may not.
@Suite("WireGuard") struct WireGuardDecisionTests {
    private static let state = network(
        [
            link(1, "lo", hardwareType: 772), PathDecisionTests.eth0, PathDecisionTests.eth1,
            PathDecisionTests.wg0, PathDecisionTests.tun0,
        ],
        addresses: [
            2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"],
        ],
        rules: [
            RuleMessage(family: .ipv4, priority: 1, mark: 9, table: 254),
            RuleMessage(family: .ipv4, priority: 2, table: 7),
        ])
    private static let all = ["0.0.0.0/0"]

    private static func prefix(_ text: String) -> WireGuardDevice.Prefix? {
        let parts = text.split(separator: "/").map(String.init)
        guard let address = IPAddress(parts[0]), let length = UInt8(parts[1]) else { return nil }
        return .init(address.bytes, length: length)
    }

    private static func peer(
        _ endpoint: String?, _ allowed: [String] = all
    ) -> WireGuardDevice.Peer {
        .init(
            endpoint: endpoint.flatMap(IPAddress.init).map {
                .init(address: $0.bytes, port: 51820)
            }, allowedIPs: allowed.compactMap(prefix))
    }

    /// Routes to servers, with and without a mark, and those of PathDecisionTests.
    private static let routes = [
        PathDecisionTests.route(hop(2, via: "192.0.2.1"), to: .host("203.0.113.2")),
        PathDecisionTests.route(
            hop(3, via: "198.51.100.1"), source: "198.51.100.7", to: .host("203.0.113.3")),
        PathDecisionTests.route(hop(5), source: "10.9.0.2", to: .host("203.0.113.5")),
        PathDecisionTests.route(hop(2, isDead: true), to: .host("203.0.113.66")),
        PathDecisionTests.route(hop(4), source: "10.8.0.2", to: .host("203.0.113.4")),
        ScriptedRoutes.Route(destination: .host("203.0.113.8"), refusal: .prohibited),
        ScriptedRoutes.Route(destination: .host("203.0.113.1"), refusal: .local),
        PathDecisionTests.route(hop(2), mark: 0x77, to: .host("203.0.113.7")),
        PathDecisionTests.route(hop(3), source: "198.51.100.7", mark: 9),
        PathDecisionTests.route(hop(2), mark: 0x77),
        PathDecisionTests.route(hop(4), source: "10.8.0.2", table: 7),
        PathDecisionTests.route(hop(2), metric: 1), PathDecisionTests.route(hop(3), metric: 9),
    ]

    @Test(
        "The routes to a WireGuard tunnel's servers carry it",
        arguments: [
            ("one server", 0, [peer("203.0.113.3")], "eth1 via 198.51.100.1"),
            ("with a mark", 0x77, [peer("203.0.113.7")], "eth0 via"),
            (
                "two servers, of halves", 0,
                [peer("203.0.113.2", ["0.0.0.0/1"]), peer("203.0.113.3", ["128.0.0.0/1"])],
                "eth1 eth0 via 198.51.100.1 192.0.2.1"
            ),
            (
                "the longest allowed IPs decide", 0,
                [peer("203.0.113.2"), peer("203.0.113.3", ["0.0.0.0/1", "128.0.0.0/1"])],
                "eth1 via 198.51.100.1"
            ),
            (
                "a peer for other addresses does not count", 0,
                [peer("203.0.113.2", ["10.0.0.0/8"]), peer("203.0.113.3")], "eth1 via 198.51.100.1"
            ),
            ("over a tunnel", 0, [peer("203.0.113.5")], "tun0 eth0 via"),
            ("no link", 0, [peer("203.0.113.66")], "noCarrier"),
            ("refused", 0, [peer("203.0.113.8")], "routeRejected"),
            ("round in circles", 0, [peer("203.0.113.4")], "noRoute"),
            (
                "one of two servers is alive", 0,
                [peer("203.0.113.66", ["0.0.0.0/1"]), peer("203.0.113.3", ["128.0.0.0/1"])],
                "eth1 via 198.51.100.1"
            ),
            ("no server yet, and a mark", 0x77, [peer(nil)], "eth0 via"),
            ("no server yet, and no mark", 0, [peer(nil)], "eth0 via"),
            (
                "a program on this machine sends the packets on", 0x77, [peer("203.0.113.1")],
                "eth0 via"
            ),
            ("no peer", 0x77, [], "eth0 via"),
        ] as [(String, UInt32, [WireGuardDevice.Peer], String)])
    func servers(
        name: String, mark: UInt32, peers: [WireGuardDevice.Peer], expected: String
    ) throws {
        let device = WireGuardDevice(mark: mark, port: 51820, peers: peers)
        #expect(try words(.device(device)) == expected)
    }

    @Test("If WireGuard may not be read, a mark of the rules decides, or none")
    func unreadable() throws {
        #expect(try words(.unreadable("Operation not permitted")) == "eth1 eth0 via")
        #expect(try words(nil) == "eth1 eth0 via")
    }

    @Test(
        "If one of several servers cannot be reached, the path is degraded",
        arguments: [("203.0.113.66", true), ("203.0.113.8", true), ("203.0.113.2", false)])
    func deadServer(other: String, isDegraded: Bool) throws {
        let device = WireGuardDevice(peers: [
            Self.peer(other, ["0.0.0.0/1"]), Self.peer("203.0.113.3", ["128.0.0.0/1"]),
        ])
        let path = try NetworkPath.evaluate(
            Self.state, oracle: ScriptedRoutes(routes: Self.routes, tunnels: [4: .device(device)]))
        #expect(path.isSatisfied && path.isDegraded == isDegraded)
    }

    @Test("An interface that has only a route to the server does not lead to the internet")
    func routesToServers() throws {
        let device = WireGuardDevice(peers: [Self.peer("203.0.113.3")])
        let routes = Self.routes.filter { $0.metric != 9 && $0.mark == nil }
        let path = try NetworkPath.evaluate(
            Self.state, oracle: ScriptedRoutes(routes: routes, tunnels: [4: .device(device)]))
        #expect(path.underlay.map(\.name) == ["eth1"])
        #expect(path.availableInterfaces.map(\.name) == ["wg0", "eth0"])
    }

    @Test("The packets to the server are asked for by their mark, their protocol and their ports")
    func queries() throws {
        let device = WireGuardDevice(mark: 0x77, port: 51821, peers: [Self.peer("203.0.113.7")])
        let recorder = RecordingOracle(
            ScriptedRoutes(routes: Self.routes, tunnels: [4: .device(device)]))
        _ = try PathEvaluation(Self.state, PathQuestion(), oracle: recorder)
        #expect(
            recorder.answers.map { $0.query.text(Self.state) }.contains(
                "203.0.113.7 mark 0x77 ipproto udp sport 51821 dport 51820"))
    }

    @Test(
        "The explanation says whether WireGuard was read",
        arguments: [
            (
                .device(WireGuardDevice(mark: 0x77, peers: [peer("203.0.113.7")])),
                "wg0 sends with mark 0x77 to 203.0.113.7:51820"
            ),
            (
                .device(WireGuardDevice(peers: [peer(nil)])),
                "wg0 sends with no mark to no known server"
            ),
            (
                .unreadable("Operation not permitted"),
                "the mark and the servers of wg0 are unknown, so the rules decide: Operation not permitted; "
                    + "reading them needs the capability CAP_NET_ADMIN"
            ),
        ] as [(TunnelReading, String)])
    func explanation(reading: TunnelReading, fact: String) throws {
        let explanation = try PathExplanation.evaluate(
            Self.state, oracle: ScriptedRoutes(routes: Self.routes, tunnels: [4: reading]))
        let evidence = explanation.answers[0].evidence.filter { $0.source == .wireGuard }
        #expect(evidence.filter(\.decided).map(\.fact) == [fact])
    }

    /// The primary's underlay and the gateways, or the reason why there is no path.
    private func words(_ reading: TunnelReading?) throws -> String {
        let path = try NetworkPath.evaluate(
            Self.state,
            oracle: ScriptedRoutes(routes: Self.routes, tunnels: reading.map { [4: $0] } ?? [:]))
        guard path.isSatisfied else { return path.unsatisfiedReason?.rawValue ?? "?" }
        return (path.underlay.map(\.name) + ["via"] + path.gateways.map(\.description))
            .joined(separator: " ")
    }
}
