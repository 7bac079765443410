// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// The text of explanations, for networks with each kind of evidence.
@Suite("Explanation of a path") struct PathExplanationTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let wlan0 = link(3, "wlan0", bus: "pci")
    private static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)

    private func lines(
        _ state: NetworkState,
        _ routes: [ScriptedRoutes.Route],
        signal: Int? = nil
    ) throws -> [String] {
        let probes = PathProbes(
            [IPAddress("9.9.9.9"), IPAddress("2001:db8::9")].compactMap(\.self))
        let explanation = try PathExplanation.evaluate(
            state, PathQuestion(probes: probes), oracle: ScriptedRoutes(routes: routes),
            signal: { $0.name == "wlan0" ? signal : nil })
        return explanation.description.split(separator: "\n").map(String.init)
    }

    /// The lines, except those of the metering sources.
    private func withoutCosts(_ lines: [String]) -> [String] {
        lines.filter { !$0.hasPrefix("  ladder:") && !$0.contains(" metered:") }
    }

    @Test(
        "The evidence of a tunnel over Wi-Fi has the marked route, the SSID and the signal"
    )
    func tunnelOverWiFi() throws {
        var state = network(
            [Self.lo, Self.eth0, Self.wlan0, Self.wg0],
            addresses: [3: ["192.0.2.7"], 4: ["10.8.0.2"]],
            rules: [RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)],
            nameServers: ["192.168.0.1", "nonsense"])
        state.set(WirelessInterface(index: 3, mode: 2, ssid: Array("Cafe".utf8)))
        let lines = try lines(
            state,
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(3, via: "192.0.2.1"), hop(9, isDead: true)],
                    metric: 600, source: "192.0.2.7", mark: 7),
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(4)], source: "10.8.0.2", table: 7),
            ], signal: -52)
        #expect(
            withoutCosts(lines) == [
                "satisfied (wg0, wlan0)",
                "path path: satisfied",
                "  lookup: 9.9.9.9: dev wg0 src 10.8.0.2 (decided)",
                "  lookup: 9.9.9.9 fibmatch: dev wg0",
                "  lookup: 2001:db8::9: no route",
                "  lookup: 9.9.9.9 oif wlan0 fibmatch: no route",
                "  lookup: 9.9.9.9 mark 0x7: via 192.0.2.1 dev wlan0 src 192.0.2.7 metric 600 (decided)",
                "  lookup: 9.9.9.9 mark 0x7 fibmatch: via 192.0.2.1 dev wlan0, dev 9 linkdown metric 600",
                "  lookup: 192.168.0.1: dev wg0 src 10.8.0.2",
                "  lookup: 192.168.0.1 fibmatch: dev wg0",
                "  netlink: wg0: up, carrier, 10.8.0.2",
                "  netlink: wlan0: up, carrier, 192.0.2.7",
                "  resolver: name server 192.168.0.1",
                "  resolver: name server nonsense",
                "wg0 type: vpn (confidence high)",
                "  netlink: ARPHRD 65534",
                "  netlink: kind wireguard (decided)",
                "wlan0 type: wifi (confidence high)",
                "  netlink: ARPHRD 1",
                "  netlink: on bus pci",
                "  nl80211: Wi-Fi interface, mode station (decided)",
                "  nl80211: connected to “Cafe”",
                "  nl80211: signal -52 dBm",
                "lo type: loopback (confidence high)",
                "  netlink: ARPHRD 772 (decided)",
                "eth0 type: ethernet (confidence medium)",
                "  netlink: ARPHRD 1",
                "  netlink: on bus pci (decided)",
            ])
    }

    @Test("A marked route into a tunnel that carries nothing does not decide")
    func otherTunnel() throws {
        let lines = try lines(
            network(
                [Self.lo, Self.eth0, Self.wg0, link(5, "tun0", kind: "tun", hardwareType: 65534)],
                addresses: [2: ["192.0.2.7"], 4: ["10.8.0.2"], 5: ["10.9.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 9, table: 9),
                    RuleMessage(family: .ipv4, priority: 2, table: 7),
                ]),
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(5)], source: "10.9.0.2", mark: 9, table: 9),
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(4)], source: "10.8.0.2", table: 7),
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2)], source: "192.0.2.7"),
            ])
        #expect(lines.contains("  lookup: 9.9.9.9 mark 0x9: dev tun0 src 10.9.0.2"))
    }

    @Test("A query from a source address says so, and the first rejection is the outcome")
    func sources() throws {
        let state = network(
            [Self.lo, Self.eth0], addresses: [2: ["2001:db8:1::7", "2001:db8:2::7"]])
        let routes = [
            ScriptedRoutes.Route(destination: .ipv6, refusal: .prohibited, from: "2001:db8:1::7"),
            ScriptedRoutes.Route(destination: .ipv6, refusal: .blackhole, from: "2001:db8:2::7"),
        ]
        let lines = try lines(state, routes)
        #expect(lines.contains("  lookup: 2001:db8::9 from 2001:db8:1::7: prohibited (decided)"))
        let evaluation = try PathEvaluation(
            state, PathQuestion(), oracle: ScriptedRoutes(routes: routes))
        #expect(evaluation.outcomes.ipv6 == [.refused(.prohibited)])
    }

    @Test("The evidence of an unsatisfied path has all links, failures and the reason")
    func unsatisfied() throws {
        var state = network(
            [Self.lo, link(2, "eth0", carrier: false), link(5, "eth1", isUp: false)],
            addresses: [2: ["192.0.2.7", "fe80::1"]])
        state.interruption = NetlinkError(.dumpAddresses, .interrupted(attempts: 5))
        state.wirelessFailure = "cannot ask nl80211"
        let lines = try lines(
            state,
            [
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2)], source: "192.0.2.7"),
                ScriptedRoutes.Route(destination: .ipv6, refusal: .prohibited),
            ])
        #expect(
            withoutCosts(lines) == [
                "unsatisfied (the default route uses eth0, which has no link)",
                "path path: unsatisfied",
                "  lookup: 9.9.9.9: dev eth0 src 192.0.2.7 (decided)",
                "  lookup: 9.9.9.9 fibmatch: dev eth0",
                "  lookup: 2001:db8::9: prohibited (decided)",
                "  netlink: eth0: up, no carrier, 192.0.2.7",
                "  netlink: eth1: down, no carrier, no usable address",
                "  netlink: cannot dump addresses (RTM_GETADDR): interrupted by changes 5 times in a row; some may be missing",
                "  nl80211: cannot ask nl80211",
                "  classification: noCarrier (decided)",
                "lo type: loopback (confidence high)",
                "  netlink: ARPHRD 772 (decided)",
                "eth0 type: other (confidence low)",
                "  netlink: ARPHRD 1",
                "  classification: \(Fact.nothing.evidence.text) (decided)",
                "eth1 type: other (confidence low)",
                "  netlink: ARPHRD 1",
                "  classification: \(Fact.nothing.evidence.text) (decided)",
            ])
    }

    @Test("If a leg of a multipath route is dead, the entry decides, in which that leg is marked")
    func deadLeg() throws {
        let eth1 = link(5, "eth1", carrier: false, bus: "pci")
        let lines = try lines(
            network(
                [Self.lo, Self.eth0, eth1], addresses: [2: ["192.0.2.7"], 5: ["198.51.100.7"]]),
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(5, via: "198.51.100.1")],
                    entryHops: [
                        hop(2, via: "192.0.2.1"), hop(5, via: "198.51.100.1", isDead: true),
                    ], source: "198.51.100.7")
            ])
        #expect(
            lines.filter { $0.contains("lookup: 9.9.9.9") }.prefix(2) == [
                "  lookup: 9.9.9.9: via 198.51.100.1 dev eth1 src 198.51.100.7",
                "  lookup: 9.9.9.9 fibmatch: via 192.0.2.1 dev eth0, "
                    + "via 198.51.100.1 dev eth1 linkdown (decided)",
            ])
    }

    @Test("A leg that is dead without the kernel's mark is marked, too")
    func unmarkedLeg() throws {
        var waiting = link(5, "eth1", carrier: false, bus: "pci")
        waiting.flags = [.up, .lowerUp]
        waiting.operationalState = 5
        let lines = try lines(
            network([Self.lo, Self.eth0, waiting], addresses: [2: ["192.0.2.7"]]),
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(2)], entryHops: [hop(2), hop(5)],
                    source: "192.0.2.7")
            ])
        #expect(lines.contains("  lookup: 9.9.9.9 fibmatch: dev eth0, dev eth1 dead (decided)"))
    }

    @Test("If one half of the address space is refused, the refusal decides, too")
    func refusedHalf() throws {
        let probes = PathProbes(
            ["9.9.9.9", "198.41.0.4", "2001:db8::9"].compactMap(IPAddress.init))
        let routes = ScriptedRoutes(routes: [
            ScriptedRoutes.Route(destination: .lowerHalf, refusal: .blackhole),
            ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2)], source: "192.0.2.7"),
        ])
        let explanation = try PathExplanation.evaluate(
            network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]]),
            PathQuestion(probes: probes), oracle: routes)
        #expect(explanation.path.isDegraded)
        // No IPv6 at all is no reason.
        #expect(
            explanation.answers.first?.evidence.filter(\.decided).map(\.fact) == [
                "9.9.9.9: blackhole", "198.41.0.4: dev eth0 src 192.0.2.7",
            ])
    }

    @Test("The metric of an IPv4 route is that of its entry")
    func metric() throws {
        let lines = try lines(
            network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]]),
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(2)], metric: 100, source: "192.0.2.7")
            ])
        #expect(lines.contains("  lookup: 9.9.9.9: dev eth0 src 192.0.2.7 metric 100 (decided)"))
    }

    @Test("Each refusal is evidence, in the notation of ip route")
    func refusals() throws {
        let answers: [(RouteRefusal, String)] = [
            (.noRoute, "no route"), (.unreachable, "unreachable"), (.prohibited, "prohibited"),
            (.blackhole, "blackhole"), (.local, "this machine"),
            (.notUnicast(3), "a route of type broadcast"),
        ]
        for (refusal, text) in answers {
            let lines = try lines(
                network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]]),
                [ScriptedRoutes.Route(destination: .ipv4, refusal: refusal)])
            #expect(lines.contains("  lookup: 9.9.9.9: \(text) (decided)"))
        }
    }

    @Test("The evidence names the silent metering sources, and marks the deciding one")
    func cost() throws {
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        let metered = Metered(.yes, source: .networkManager, detail: "a hotspot")
        state.setReport(MeteredStatement(priority: .connectionProfile, metered: metered), of: 2)
        let lines = try lines(
            state, [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2)], source: "192.0.2.7")])
        let costs = lines.drop { $0 != "eth0 metered: yes" }.dropFirst()
            .prefix { $0.hasPrefix("  ladder: ") }
        #expect(costs.count { $0.hasSuffix(" (decided)") } == 1)
        #expect(costs.contains("  ladder: networkManager says yes: a hotspot (decided)"))
        #expect(costs.contains("  ladder: interfaceType says guessNo: Ethernet hardware"))
        // One line for each priority.
        #expect(costs.count == MeteredPriority.allCases.count)
        #expect(lines.contains("lo metered: unknown"))
        #expect(lines.last?.hasSuffix(" (decided)") == true)
    }
}
