// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

/// The route queries of an evaluation. More queries are slower; fewer miss a path.
@Suite("Route queries of an evaluation") struct RouteQuestionTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let eth1 = link(3, "eth1", bus: "pci")
    private static let ipv4 = ScriptedRoutes.Route(
        destination: .ipv4, hops: [hop(2)], source: "192.0.2.7")

    /// A network with routes, and the queries: `IPv4` or `IPv6`, then their parameters.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var state: NetworkState
        var routes: [ScriptedRoutes.Route] = []
        var queries: [String]
        var question = PathQuestion()

        var testDescription: String { name }
    }

    private static let rows = [
        Row(
            name: "the chosen route, its entry, and the other family",
            state: network([lo, eth0], addresses: [2: ["192.0.2.7"]]), routes: [ipv4],
            queries: ["IPv4", "IPv4 fibmatch", "IPv6"]),
        Row(
            name: "a route through each other interface with an address",
            state: network(
                [lo, eth0, eth1], addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"]]),
            routes: [ipv4], queries: ["IPv4", "IPv4 fibmatch", "IPv6", "IPv4 oif 3 fibmatch"]),
        Row(
            name: "no route through an interface that cannot lead to the internet",
            state: network(
                [lo, eth0, link(3, "dummy0", kind: "dummy")],
                addresses: [1: ["127.0.0.1"], 2: ["192.0.2.7"], 3: ["198.51.100.7"]]),
            routes: [ipv4], queries: ["IPv4", "IPv4 fibmatch", "IPv6"]),
        Row(
            name: "no route through a bridge's port, unless the bridge is a VRF",
            state: network(
                [
                    lo, eth0, link(3, "eth1", bus: "pci", master: 5),
                    link(4, "eth2", bus: "pci", master: 6), link(5, "br0", kind: "bridge"),
                    link(6, "vrf0", kind: "vrf"),
                ], addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["198.51.100.8"]]),
            routes: [ipv4], queries: ["IPv4", "IPv4 fibmatch", "IPv6", "IPv4 oif 4 fibmatch"]),
        Row(
            name: "a source of each IPv6 prefix that can be used, where there is no route",
            state: network(
                [lo, eth0, link(3, "eth1", carrier: false, bus: "pci")],
                addresses: [
                    2: [
                        "192.0.2.7", "fe80::7", "2001:db8:1::7", "2001:db8:1::8", "2001:db8:2::7",
                    ], 3: ["2001:db8:3::7"],
                ]), routes: [ipv4],
            queries: [
                "IPv4", "IPv4 fibmatch", "IPv6", "IPv6 from 2001:db8:1::7",
                "IPv6 from 2001:db8:2::7", "IPv6 oif 2 fibmatch",
                "IPv6 oif 2 fibmatch from 2001:db8:1::7", "IPv6 oif 2 fibmatch from 2001:db8:2::7",
            ]),
        Row(
            name: "eight sources at the most",
            state: network([lo, eth0], addresses: [2: (1...9).map { "2001:db8:\($0)::7" }]),
            queries: ["IPv4", "IPv6"] + (1...8).map { "IPv6 from 2001:db8:\($0)::7" }),
        Row(
            name: "none to a name server where no interface is allowed",
            state: network([lo, eth0], addresses: [2: ["192.0.2.7"]], nameServers: ["192.0.2.53"]),
            routes: [ipv4], queries: ["IPv4", "IPv4 fibmatch", "IPv6"],
            question: PathQuestion(requiredTypes: [.wifi])),
        Row(
            name: "to a host of a zone only the sources on that interface",
            state: network(
                [lo, eth0, eth1], addresses: [2: ["2001:db8:1::7"], 3: ["2001:db8:2::7"]]),
            queries: ["IPv6 oif 3", "IPv6 oif 3 from 2001:db8:2::7"], question: host("fe80::9")),
        Row(
            name: "to a host of a zone without a carrier no source",
            state: network(
                [lo, eth0, link(3, "eth1", carrier: false)], addresses: [3: ["2001:db8:2::7"]]),
            queries: ["IPv6 oif 3"], question: host("fe80::9")),
        Row(
            name: "the entry of a route that depends on the source, with the source",
            state: network([lo, eth0], addresses: [2: ["2001:db8:1::7"]]),
            routes: [
                ScriptedRoutes.Route(
                    destination: .ipv6, hops: [hop(2)], source: "2001:db8:1::7",
                    from: "2001:db8:1::7")
            ],
            queries: [
                "IPv4", "IPv6", "IPv6 from 2001:db8:1::7", "IPv6 fibmatch from 2001:db8:1::7",
            ]),
    ]

    private static func host(_ text: String) -> PathQuestion {
        var question = PathQuestion(
            probes: PathProbes([IPAddress(text)].compactMap(\.self)), destination: .host)
        question.zone = "eth1"
        return question
    }

    @Test("Only the routes that decide are queried", arguments: rows)
    func queries(row: Row) throws {
        var question = row.question
        if question.destination == .internet {
            question.probes = PathProbes(
                [IPAddress("9.9.9.9"), IPAddress("2001:db8::9")].compactMap(\.self))
        }
        let recorder = RecordingOracle(ScriptedRoutes(routes: row.routes))
        _ = try NetworkPath.evaluate(row.state, question, oracle: recorder)
        let queries = recorder.answers.map(\.query).map { (query) -> String in
            (query.destination.family == .ipv4 ? "IPv4" : "IPv6")
                + (query.interface.map { " oif \($0)" } ?? "")
                + (query.matchesEntry ? " fibmatch" : "")
                + (query.source.map { " from \(IPAddress($0))" } ?? "")
        }
        #expect(queries == row.queries)
    }
}
