// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// Paths that the kernel of a test machine cannot provide: other media, marks, contradictions.
@Suite struct PathTests {
    private let lo = link(1, "lo", hardwareType: 772)
    private let eth0 = link(2, "eth0", bus: "pci")
    private let modem = link(3, "wwan0", kind: "wwan", hardwareType: 65534)
    private let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)
    private let tether = link(5, "usb0", bus: "usb")
    private let wlan = link(6, "wlan0", bus: "pci")

    private func route(
        _ index: UInt32,
        metric: UInt32 = 0,
        mark: UInt32? = nil,
        source: String = "192.0.2.7",
        table: UInt32 = 254
    ) -> ScriptedRoutes.Route {
        ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(index, via: "192.0.2.1")], metric: metric,
            source: source, mark: mark, table: table)
    }

    private func path(
        _ state: NetworkState,
        _ routes: [ScriptedRoutes.Route]
    ) throws -> NetworkPath {
        try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: routes))
    }

    @Test("Hardware Ethernet is probably not metered")
    func hardwareEthernetProbablyCostsNothing() throws {
        let path = try path(
            network([lo, eth0], addresses: [2: ["192.0.2.7"]]), [route(2)])
        #expect(path.status == .satisfied)
        #expect(path.connection == .ethernet)
        #expect(
            path.metered == Metered(.guessNo, source: .interfaceType, detail: "Ethernet hardware"))
        #expect(path.gateways.map(\.description) == ["192.0.2.1"])
        #expect(!path.isExpensive)
    }

    @Test("A cellular network is probably metered")
    func cellularProbablyCosts() throws {
        let path = try path(network([lo, modem], addresses: [3: ["192.0.2.7"]]), [route(3)])
        #expect(path.connection == .wwan)
        #expect(path.isExpensive)
        #expect(path.usesInterfaceType(.cellular))
    }

    @Test("A path over Wi-Fi has an SSID, and its metered state is unknown")
    func wifi() throws {
        var state = network([lo, wlan], addresses: [6: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8)))
        let path = try path(state, [route(6)])
        #expect(path.connection == .wifi)
        #expect(path.primary?.ssid == "Cafe")
        #expect(path.metered.value == .unknown)
    }

    /// An interface without an address of its own uses loopback's as the source.
    @Test("A router with an address on loopback lacks only the route")
    func addressOnLoopback() throws {
        let path = try path(network([lo, eth0], addresses: [1: ["203.0.113.7"]]), [])
        #expect(path.unsatisfiedReason == .noRoute)
    }

    @Test("An access point of this machine is not a path")
    func accessPointIsNoWayOut() throws {
        var state = network([lo, wlan], addresses: [6: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: 3))
        let path = try path(state, [route(6)])
        #expect(path.unsatisfiedReason == .noInterface)
    }

    @Test("An SSID that is not UTF-8 is repaired")
    func ssidsAreBytes() throws {
        var state = network([lo, wlan], addresses: [6: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: 2, ssid: [0x41, 0xFF, 0x1B]))
        #expect(try path(state, [route(6)]).primary?.ssid == "A\u{FFFD}\u{1B}")
    }

    @Test("A tunnel over a cellular network is metered")
    func tunnelOverCellularIsMetered() throws {
        let path = try path(
            network(
                [lo, modem, wg0], addresses: [3: ["192.0.2.7"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(
                        family: .ipv4, priority: 1, mark: 0xCA6C, isInverted: true, table: 7)
                ]),
            [route(3, mark: 0xCA6C), route(4, source: "10.8.0.2", table: 7), route(3)])
        #expect(path.primary?.name == "wg0")
        #expect(path.isVPN)
        #expect(path.underlay.map(\.name) == ["wwan0"])
        #expect(path.connection == .wwan)
        #expect(
            path.metered
                == Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"))
        #expect(path.usesInterfaceType(.vpn) && path.usesInterfaceType(.wwan))
    }

    /// gretap0 and erspan0 are in every namespace once their module is loaded, and are down.
    @Test("A fallback device of the kernel does not carry a tunnel", arguments: [true, false])
    func tunnelBesideAFallbackDeviceStandsForItself(isUp: Bool) throws {
        let fallback = link(9, "gretap0", kind: "gretap", isUp: isUp)
        let path = try path(
            network([lo, fallback, wg0], addresses: [4: ["10.8.0.2"]]),
            [route(4, source: "10.8.0.2")])
        #expect(path.status == .satisfied)
        #expect(path.isVPN)
        #expect(path.underlay.isEmpty)
        #expect(path.connection == .other)
    }

    /// The tunnel has the only default route; its server has a host route, or is on the same link.
    @Test(
        "A tunnel is as alive as what could carry it, if nothing else has a route to the internet",
        arguments: [
            ("one interface", [link(2, "eth0", bus: "pci")], [2: ["192.0.2.7"]], nil, ["eth0"]),
            (
                "two interfaces, and it is unknown which",
                [link(2, "eth0", bus: "pci"), link(3, "eth1", bus: "pci")],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]], nil, []
            ),
            (
                "two interfaces, one without a carrier",
                [link(2, "eth0", carrier: false, bus: "pci"), link(3, "eth1", bus: "pci")],
                [2: ["192.0.2.7"], 3: ["198.51.100.7"]], nil, ["eth1"]
            ),
            (
                "a card beside a bridge of containers",
                [
                    link(2, "eth0", bus: "pci"), link(3, "docker0", kind: "bridge"),
                    link(5, "veth1", kind: "veth", master: 3),
                ], [2: ["192.0.2.7"], 3: ["172.17.0.1"]], nil, ["eth0"]
            ),
            (
                "a card without a carrier beside a bridge of containers",
                [
                    link(2, "eth0", carrier: false, bus: "pci"), link(3, "docker0", kind: "bridge"),
                    link(5, "veth1", kind: "veth", master: 3),
                ], [2: ["192.0.2.7"], 3: ["172.17.0.1"]], .noCarrier, []
            ),
            (
                "a bridge of containers alone",
                [link(3, "docker0", kind: "bridge"), link(5, "veth1", kind: "veth", master: 3)],
                [3: ["172.17.0.1"]], nil, []
            ),
            ("switched off", [link(2, "eth0", isUp: false)], [2: ["192.0.2.7"]], .noCarrier, []),
            (
                "without a carrier", [link(2, "eth0", carrier: false)], [2: ["192.0.2.7"]],
                .noCarrier, []
            ),
            ("without an address", [link(2, "eth0")], [:], .noAddress, []),
            (
                "with an address that leads nowhere", [link(2, "eth0")], [2: ["169.254.3.4"]],
                .noAddress, []
            ),
            ("with the address of loopback", [link(2, "eth0")], [1: ["192.0.2.7"]], nil, ["eth0"]),
        ]
            as [(
                String, [LinkMessage], [UInt32: [String]], NetworkPath.UnsatisfiedReason?, [String]
            )])
    func tunnelWithTheOnlyDefaultRoute(
        name: String, links: [LinkMessage], addresses: [UInt32: [String]],
        reason: NetworkPath.UnsatisfiedReason?, underlay: [String]
    ) throws {
        let path = try path(
            network([lo, wg0] + links, addresses: addresses.merging([4: ["10.8.0.2"]]) { $1 }),
            [route(4, source: "10.8.0.2")])
        #expect(path.unsatisfiedReason == reason)
        #expect(path.isVPN == (reason == nil))
        #expect(path.primary?.name == (reason == nil ? "wg0" : nil))
        #expect(path.underlay.map(\.name) == underlay)
    }

    @Test("A tunnel with the only default route has the cost of the only uplink")
    func tunnelWithTheOnlyDefaultRouteCosts() throws {
        let path = try path(
            network([lo, modem, wg0], addresses: [3: ["192.0.2.7"], 4: ["10.8.0.2"]]),
            [route(4, source: "10.8.0.2")])
        #expect(path.connection == .wwan)
        #expect(path.metered.value == .guessYes)
        #expect(path.primary?.carriesIPv4 == true)
        #expect(path.underlay.first?.carriesIPv4 == false)
        #expect(path.gateways.isEmpty)
    }

    /// A network with a tunnel that has the only default route, and with two interfaces that could
    /// carry it.
    private func twoThatCouldCarry(_ second: LinkMessage) -> NetworkState {
        network(
            [lo, eth0, second, tun0],
            addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"], 8: ["10.9.0.2"]])
    }

    @Test(
        "A tunnel over one of several interfaces is allowed only if all of them are",
        arguments: [
            ("one of them is prohibited", wwan, nil, [.wwan], false),
            ("none of them is prohibited", wwan, nil, [.wifi], true),
            ("the other one is prohibited", wwan, nil, [.ethernet], false),
            ("one of them is of the required type", wwan, .wwan, [], false),
            ("the tunnel is of the required type", wwan, .vpn, [], true),
            (
                "both are of the required type", link(3, "eth1", bus: "pci"), .ethernet, [.wwan],
                true
            ),
        ] as [(String, LinkMessage, InterfaceType?, Set<InterfaceType>, Bool)])
    func oneOfSeveralIsAllowed(
        _ name: String, second: LinkMessage, required: InterfaceType?,
        prohibited: Set<InterfaceType>, isAllowed: Bool
    ) throws {
        let question = PathQuestion(
            requiredTypes: required.map { [$0] }, prohibitedTypes: prohibited)
        let path = try NetworkPath.evaluate(
            twoThatCouldCarry(second), question,
            oracle: ScriptedRoutes(routes: [route(8, source: "10.9.0.2")]))
        #expect((path.status == .satisfied) == isAllowed)
    }

    private static let wwan = link(3, "wwan0", kind: "wwan", hardwareType: 65534)

    @Test(
        "A tunnel over one of several interfaces uses all, and has the highest cost"
    )
    func oneOfSeveralCosts() throws {
        let path = try path(twoThatCouldCarry(modem), [route(8, source: "10.9.0.2")])
        #expect(
            path.metered
                == Metered(.guessYes, source: .underlay, detail: "wwan0: a cellular network"))
        #expect(path.usesInterfaceType(.wwan) && path.usesInterfaceType(.ethernet))
        #expect(path.underlay.isEmpty)
        #expect(path.connection == .other)
    }

    @Test(
        "A tunnel over one of several interfaces is certainly metered only if all are",
        arguments: [
            (["wwan0"], Metered.Value.guessYes), (["wwan0", "eth0"], .yes),
        ])
    func oneOfSeveralCostsForCertain(costly: [String], value: Metered.Value) throws {
        let question = PathQuestion(
            overrides: costly.map { InterfaceOverride(interface: $0, isMetered: true) })
        let path = try NetworkPath.evaluate(
            twoThatCouldCarry(modem), question,
            oracle: ScriptedRoutes(routes: [route(8, source: "10.9.0.2")]))
        #expect(path.metered.value == value)
    }

    @Test("A tunnel over one of several interfaces of the same medium has that medium")
    func oneOfSeveralOfOneMedium() throws {
        let path = try path(
            twoThatCouldCarry(link(3, "eth1", bus: "pci")), [route(8, source: "10.9.0.2")])
        #expect(path.connection == .ethernet)
        #expect(path.metered.value == .guessNo)
    }

    @Test(
        "Constraints on types hold for every interface that could carry a tunnel",
        arguments: [
            (nil, [.wwan], ["typeProhibited(wwan)"]), (nil, [.wifi], []),
            ([.ethernet], [], ["typeNotAllowed(wwan)"]),
            ([.ethernet, .other], [], ["typeNotAllowed(wwan)"]), ([.ethernet, .wwan], [], []),
            ([.vpn], [], []),
        ] as [(Set<InterfaceType>?, Set<InterfaceType>, [String])])
    func constraintsOnOneOfSeveral(
        allowed: Set<InterfaceType>?, prohibited: Set<InterfaceType>, lacks: [String]
    ) throws {
        var constraints = NetworkConstraints()
        constraints.allowedInterfaceTypes = allowed
        constraints.prohibitedInterfaceTypes = prohibited
        let path = try path(twoThatCouldCarry(modem), [route(8, source: "10.9.0.2")])
        let reasons = constraints.evaluate(path).reasons.map { reason in
            switch reason {
            case .typeProhibited(let type): "typeProhibited(\(type))"
            case .typeNotAllowed(let connection): "typeNotAllowed(\(connection))"
            default: "\(reason)"
            }
        }
        #expect(reasons == lacks)
    }

    @Test("The underlay of a tunnel for one family is used, whatever the other family uses")
    func tunnelOfOneFamilyOnly() throws {
        let path = try path(
            network(
                [lo, eth0, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"], 4: ["2001:db8::7"]],
                rules: [
                    RuleMessage(family: .ipv6, priority: 1, mark: 7, isInverted: true, table: 7)
                ]),
            [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(3)], source: "198.51.100.7", mark: 7),
                ScriptedRoutes.Route(
                    destination: .ipv6, hops: [hop(3)], source: "2001:db8::9", mark: 7),
                route(2),
                ScriptedRoutes.Route(
                    destination: .ipv6, hops: [hop(4)], source: "2001:db8::7", table: 7),
            ])
        #expect(path.primary?.name == "eth0")
        #expect(path.primary(.ipv6)?.name == "wg0")
        #expect(path.usesInterfaceType(.wwan))
    }

    @Test("A dead route of an unrelated mark does not close a tunnel in the main table")
    func aDeadMarkOfSomethingElse() throws {
        let dead = link(2, "eth0", carrier: false, bus: "pci")
        let path = try path(
            network(
                [lo, dead, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 0x100, table: 77),
                    RuleMessage(family: .ipv4, priority: 32766, table: 254),
                ]),
            [route(2, mark: 0x100), route(4, source: "10.8.0.2")])
        #expect(path.status == .satisfied)
        #expect(path.underlay.map(\.name) == ["wwan0"])
    }

    private let tun0 = link(8, "tun0", kind: "tun", hardwareType: 65534)

    /// tun0 in the main table, wg0 above it.
    @Test(
        "The underlay names every tunnel below the primary",
        arguments: [
            ("the packets of the upper one have a mark", true, ["wg0", "tun0", "eth0"]),
            ("they go where all others go", false, ["wg0", "eth0"]),
        ])
    func tunnelOverATunnel(_ name: String, hasMark: Bool, names: [String]) throws {
        let routes = [
            hasMark
                ? ScriptedRoutes.Route(
                    destination: .ipv4, hops: [hop(8)], source: "10.9.0.2", mark: 7) : nil,
            route(4, source: "10.8.0.2", table: 7),
            route(2), ScriptedRoutes.Route(destination: .ipv4, hops: [hop(8)], source: "10.9.0.2"),
        ].compactMap(\.self)
        let path = try path(
            network(
                [lo, eth0, wg0, tun0],
                addresses: [2: ["192.0.2.7"], 4: ["10.8.0.2"], 8: ["10.9.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)
                ]), routes)
        #expect(([path.primary].compactMap(\.self) + path.underlay).map(\.name) == names)
        #expect(path.interfaces.prefix(names.count).map(\.name) == names)
        #expect(path.connection == .ethernet)
        #expect(path.gateways.map(\.description) == ["192.0.2.1"])
    }

    @Test("Routes to both halves of the address space cover another tunnel's default route")
    func halvesOverATunnel() throws {
        let half = { (destination: ScriptedRoutes.Route.Destination) in
            ScriptedRoutes.Route(destination: destination, hops: [hop(4)], source: "10.8.0.2")
        }
        let path = try path(
            network(
                [lo, modem, wg0, tun0],
                addresses: [3: ["192.0.2.7"], 4: ["10.8.0.2"], 8: ["10.9.0.2"]]),
            [
                half(.lowerHalf), half(.upperHalf),
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(8)], source: "10.9.0.2"),
                route(3, metric: 700),
            ])
        #expect(path.primary?.name == "wg0")
        #expect(path.underlay.map(\.name) == ["tun0", "wwan0"])
        #expect(path.metered.value == .guessYes)
    }

    @Test(
        "An uplink of another table is preferred to a tunnel with a lower metric"
    )
    func metricsOfTwoTables() throws {
        let half = { (destination: ScriptedRoutes.Route.Destination) in
            ScriptedRoutes.Route(destination: destination, hops: [hop(4)], source: "10.8.0.2")
        }
        let path = try path(
            network(
                [lo, eth0, wg0, tun0],
                addresses: [2: ["192.0.2.7"], 4: ["10.8.0.2"], 8: ["10.9.0.2"]]),
            [
                half(.lowerHalf), half(.upperHalf),
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(8)], source: "10.9.0.2"),
                route(2, metric: 700, table: 100),
            ])
        #expect(path.primary?.name == "wg0")
        #expect(path.underlay.map(\.name) == ["eth0"])
    }

    @Test("The user's setting for a tunnel below the primary counts")
    func overrideOfTheTunnelBelow() throws {
        let state = network(
            [lo, eth0, wg0, tun0],
            addresses: [2: ["192.0.2.7"], 4: ["10.8.0.2"], 8: ["10.9.0.2"]],
            rules: [RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)])
        let routes = [
            ScriptedRoutes.Route(destination: .ipv4, hops: [hop(8)], source: "10.9.0.2", mark: 7),
            route(4, source: "10.8.0.2", table: 7), route(2),
        ]
        let question = PathQuestion(overrides: [
            InterfaceOverride(interface: "tun0", isMetered: true)
        ])
        let path = try NetworkPath.evaluate(
            state, question, oracle: ScriptedRoutes(routes: routes))
        #expect(path.metered.value == .yes)
    }

    /// The source of its packets is the address of another interface.
    @Test(
        "An underlay without an address shows the families that it carries",
        arguments: [("a tunnel", wireGuard), ("a card", link(4, "eth1", bus: "pci"))])
    func carriesWithoutAnAddress(_ name: String, top: LinkMessage) throws {
        let path = try path(
            network([lo, eth0, top], addresses: [2: ["192.0.2.7", "2001:db8::7"]]),
            [
                route(2),
                ScriptedRoutes.Route(destination: .ipv6, hops: [hop(4)], source: "2001:db8::7"),
            ])
        #expect(path.supportsIPv6)
        #expect(path.interfacesOfInterest.map(\.name) == ["eth0", top.name])
        #expect(path.interfacesOfInterest.map(\.carriesIPv6) == [false, true])
        #expect(path.availableInterfaces.map(\.name) == ["eth0", top.name])
    }

    private static let wireGuard = link(4, "wg0", kind: "wireguard", hardwareType: 65534)

    @Test("A next hop's interface without an address shows the families that it carries")
    func legWithoutAnAddress() throws {
        let ppp = link(7, "ppp0", kind: "ppp", hardwareType: 512)
        let path = try path(
            network([lo, eth0, ppp], addresses: [2: ["192.0.2.7"]]),
            [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2), hop(7)], source: "192.0.2.7")])
        #expect(path.interfacesOfInterest.map(\.name) == ["eth0", "ppp0"])
        #expect(path.interfacesOfInterest.map(\.carriesIPv4) == [true, true])
    }

    /// A port that leads to a container has a carrier as long as the container runs.
    @Test("A bridge's Wi-Fi port without a carrier does not determine the medium")
    func aBridgesDeadWiFiDoesNotCount() throws {
        let bridge = link(7, "br0", kind: "bridge")
        let radio = link(6, "wlan0", carrier: false, bus: "pci", master: 7)
        let container = link(9, "veth1", kind: "veth", master: 7)
        var state = network([lo, radio, container, bridge], addresses: [7: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: WirelessMode.station.rawValue))
        let path = try path(state, [route(7)])
        #expect(path.connection == .ethernet)
        #expect(path.underlay.map(\.name) == ["veth1"])
        #expect(!path.usesInterfaceType(.wifi))
    }

    private static let dormant = {
        var dormant = link(2, "eth0")
        dormant.operationalState = 5
        return dormant
    }()

    private static let lagging = {
        var lagging = link(2, "eth0")
        lagging.operationalState = 3
        return lagging
    }()

    /// The kernel reports that a link is down before it removes the routes over it, and reports a
    /// carrier late.
    @Test(
        "An evaluation is transient if an answer contradicts the links",
        arguments: [
            ("the link is up", link(2, "eth0"), hop(2), false),
            (
                "it is switched off, and its route is there", link(2, "eth0", isUp: false), hop(2),
                true
            ),
            (
                "it has lost its carrier, and the kernel does not know yet",
                link(2, "eth0", carrier: false), hop(2), true
            ),
            (
                "it has lost its carrier", link(2, "eth0", carrier: false), hop(2, isDead: true),
                false
            ),
            ("it has a carrier, and waits for 802.1X, say", dormant, hop(2), false),
            ("its operational state does not follow the carrier yet", lagging, hop(2), true),
            ("its next hop is dead, and it is not", link(2, "eth0"), hop(2, isDead: true), true),
            ("it is gone", link(9, "eth9"), hop(2), true),
        ])
    func isTransient(
        name: String, link: LinkMessage, hop: RouteReply.NextHop, isTransient: Bool
    ) throws {
        let state = network(
            [lo, link, modem], addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"]])
        let routes = ScriptedRoutes(routes: [
            ScriptedRoutes.Route(destination: .ipv4, hops: [hop], source: "192.0.2.7"), route(3),
        ])
        let host = PathQuestion(
            probes: PathProbes([IPAddress("192.0.2.99")].compactMap(\.self)), destination: .host)
        for question in [PathQuestion(), host] {
            let evaluation = try PathEvaluation(state, question, oracle: routes)
            #expect(evaluation.isTransient == isTransient)
        }
    }

    @Test(
        "An evaluation is transient if only half of the address space has a route",
        arguments: [
            ([ScriptedRoutes.Route.Destination.lowerHalf], true),
            ([.lowerHalf, .upperHalf], false), ([.ipv4], false), ([], false),
        ])
    func half(destinations: [ScriptedRoutes.Route.Destination], isTransient: Bool) throws {
        let routes = ScriptedRoutes(
            routes: destinations.map {
                ScriptedRoutes.Route(destination: $0, hops: [hop(2)], source: "192.0.2.7")
            })
        let state = network([lo, link(2, "eth0")], addresses: [2: ["192.0.2.7"]])
        let evaluation = try PathEvaluation(state, PathQuestion(), oracle: routes)
        #expect(evaluation.isTransient == isTransient)
        #expect(evaluation.hasRouteInPartOnly == isTransient)
    }

    @Test("The mark determines the underlay, not the metric")
    func theMarkDecidesTheUnderlay() throws {
        let path = try path(
            network(
                [lo, eth0, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)
                ]),
            [
                route(3, metric: 9, mark: 7), route(4, source: "10.8.0.2", table: 7), route(2),
                route(3, metric: 9),
            ])
        #expect(path.underlay.map(\.name) == ["wwan0"])
    }

    @Test("A mark that may be that of other packets is one of two possibilities")
    func marksThatMayHaveToDoWithSomethingElse() throws {
        // An OpenVPN in the main table, and a rule that balances other packets (mwan3, Cilium), or
        // that routes the OpenVPN's packets.
        let path = try path(
            network(
                [lo, eth0, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 0x100, table: 77),
                    RuleMessage(family: .ipv4, priority: 32766, table: 254),
                ]),
            [route(3, mark: 0x100), route(4, source: "10.8.0.2"), route(2)])
        #expect(path.underlay.map(\.name) == ["eth0", "wwan0"])
        #expect(path.connection == .other)
        #expect(path.metered.value == .guessYes)
    }

    @Test("A tunnel over a multipath route is metered if one next hop is")
    func tunnelOverTwoLegsCostsWhatTheDearerCosts() throws {
        let uplink = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(2), hop(3)], source: "192.0.2.7", mark: 7)
        let path = try path(
            network(
                [lo, eth0, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)
                ]),
            [uplink, route(4, source: "10.8.0.2", table: 7)])
        #expect(path.underlay.map(\.name) == ["eth0", "wwan0"])
        #expect(path.connection == .ethernet)
        #expect(path.metered.value == .guessYes)
        #expect(path.usesInterfaceType(.wwan))
    }

    @Test("A tunnel is dead if the route of its marked packets is")
    func aDeadWayByTheMarkIsTheTruth() throws {
        let dead = link(2, "eth0", carrier: false, bus: "pci")
        let path = try path(
            network(
                [lo, dead, modem, wg0],
                addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]],
                rules: [
                    RuleMessage(family: .ipv4, priority: 1, mark: 7, isInverted: true, table: 7)
                ]),
            [route(2, mark: 7), route(4, source: "10.8.0.2", table: 7), route(3)])
        #expect(path.unsatisfiedReason == .noCarrier)
    }

    @Test("A path is metered if one of its families is")
    func twoFamiliesOnTwoMediaCostWhatTheDearerCosts() throws {
        let path = try path(
            network([lo, eth0, modem], addresses: [2: ["192.0.2.7"], 3: ["2001:db8::7"]]),
            [
                route(2),
                ScriptedRoutes.Route(destination: .ipv6, hops: [hop(3)], source: "2001:db8::7"),
            ])
        #expect(path.primary?.name == "eth0")
        #expect(path.primary(.ipv6)?.name == "wwan0")
        #expect(path.connection == .ethernet)
        #expect(path.usesInterfaceType(.wwan) && path.usesInterfaceType(.ethernet))
        #expect(
            path.metered
                == Metered(.guessYes, source: .interfaceType, detail: "wwan0: a cellular network"))
    }

    @Test("A multipath route is metered if one next hop is")
    func twoLegsCostWhatTheDearerCosts() throws {
        let path = try path(
            network([lo, eth0, modem], addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"]]),
            [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2), hop(3)], source: "192.0.2.7")])
        #expect(path.metered.value == .guessYes)
        #expect(!path.isDegraded)
    }

    @Test("A VLAN has the medium of the interface below")
    func vlanHasTheMediumBelow() throws {
        let vlan = link(7, "wwan0.10", kind: "vlan", on: 3)
        let path = try path(network([lo, modem, vlan], addresses: [7: ["192.0.2.7"]]), [route(7)])
        #expect(path.connection == .wwan)
        #expect(path.underlay.map(\.name) == ["wwan0"])
        #expect(path.metered.source == .underlay)
        #expect(path.primary?.lowerInterfaces == ["wwan0"])
    }

    @Test("A bond has the medium of its active member")
    func bondFollowsItsActiveMember() throws {
        var bond = link(7, "bond0", kind: "bond")
        let state = { (active: UInt32) in
            bond.bondActiveMember = active
            return network(
                [
                    self.lo, link(2, "eth0", bus: "pci", master: 7), bond,
                    link(3, "wwan0", kind: "wwan", hardwareType: 65534, master: 7),
                ],
                addresses: [7: ["192.0.2.7"]])
        }
        let cheap = try path(state(2), [route(7)])
        #expect(cheap.connection == .ethernet)
        #expect(cheap.underlay.map(\.name) == ["eth0"])
        #expect(cheap.metered.value == .guessNo)
        let dear = try path(state(3), [route(7)])
        #expect(dear.connection == .wwan)
        #expect(dear.underlay.map(\.name) == ["wwan0"])
        #expect(dear.metered.value == .guessYes)
    }

    @Test("The underlay lists all interfaces below, from top to bottom")
    func vlanOverBondOverCard() throws {
        var bond = link(7, "bond0", kind: "bond")
        bond.bondActiveMember = 2
        let path = try path(
            network(
                [
                    lo, link(2, "eth0", bus: "pci", master: 7), bond,
                    link(8, "bond0.5", kind: "vlan", on: 7),
                ],
                addresses: [8: ["192.0.2.7"]]),
            [route(8)])
        #expect(path.underlay.map(\.name) == ["bond0", "eth0"])
        #expect(path.metered.detail == "eth0: Ethernet hardware")
    }

    @Test("The evaluation of a cycle of interfaces ends")
    func aCircleOfInterfacesEnds() throws {
        let one = link(7, "a", kind: "vlan", on: 8)
        let other = link(8, "b", kind: "vlan", on: 7)
        let path = try path(network([lo, one, other], addresses: [7: ["192.0.2.7"]]), [route(7)])
        #expect(path.status == .satisfied)
        #expect(path.underlay.map(\.name) == ["b"])
        #expect(path.interfaces.map(\.index).sorted() == [1, 7, 8])
    }

    /// A bridge of two VLANs on one card.
    @Test("An interface below two others is listed once")
    func whatCarriesTwoPartsIsThereOnce() throws {
        let bridge = link(7, "br0", kind: "bridge")
        var one = link(8, "eth0.1", kind: "vlan", on: 2)
        var other = link(9, "eth0.2", kind: "vlan", on: 2)
        one.master = 7
        other.master = 7
        let path = try path(
            network([lo, eth0, bridge, one, other], addresses: [7: ["192.0.2.7"]]), [route(7)])
        #expect(path.underlay.map(\.name) == ["eth0.1", "eth0.2", "eth0"])
        #expect(path.interfaces.map(\.index) == [7, 8, 9, 2, 1])
    }

    @Test("A bridge port without a carrier does not determine the medium")
    func aBridgesDeadModemDoesNotCount() throws {
        let bridge = link(7, "br0", kind: "bridge")
        let card = link(2, "eth0", bus: "pci", master: 7)
        let dead = link(
            3, "wwan0", kind: "wwan", hardwareType: 65534, carrier: false, master: 7)
        let path = try path(
            network([lo, card, dead, bridge], addresses: [7: ["192.0.2.7"]]), [route(7)])
        #expect(path.connection == .ethernet)
        #expect(path.underlay.map(\.name) == ["eth0"])
        #expect(path.metered.value == .guessNo)
    }

    /// A bridge keeps its carrier as long as any port has one.
    @Test(
        "A bridge needs a port that leads to the internet",
        arguments: [
            ("plugged in, beside an access point of this machine", true, .accessPoint, nil),
            ("pulled, and an access point is left", false, .accessPoint, .noCarrier),
            ("pulled, and a station is left", false, .station, nil),
        ] as [(String, Bool, WirelessMode, NetworkPath.UnsatisfiedReason?)])
    func aBridgeLeadsOut(
        _ cable: String, hasCarrier: Bool, mode: WirelessMode,
        reason: NetworkPath.UnsatisfiedReason?
    ) throws {
        let bridge = link(7, "br0", kind: "bridge")
        let card = link(2, "eth0", carrier: hasCarrier, bus: "pci", master: 7)
        let radio = link(6, "wlan0", master: 7)
        var state = network([lo, card, radio, bridge], addresses: [7: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 6, mode: mode.rawValue))
        #expect(try path(state, [route(7)]).unsatisfiedReason == reason)
    }

    @Test("A route over a removed interface leads nowhere")
    func aRouteOverAnInterfaceThatHasGoneLeadsNowhere() throws {
        let path = try path(network([lo, eth0], addresses: [2: ["192.0.2.7"]]), [route(99)])
        #expect(path.unsatisfiedReason == .noRoute)
    }

    @Test("A dormant interface has no carrier")
    func dormantIsNoCarrier() throws {
        var waiting = eth0
        waiting.operationalState = 5
        let path = try path(network([lo, waiting], addresses: [2: ["192.0.2.7"]]), [route(2)])
        #expect(path.unsatisfiedReason == .noCarrier)
        #expect(path.interfaces.last?.operationalState == .dormant)
    }

    /// The operational state of a dump follows a lost carrier by up to a second.
    @Test("A lost carrier counts before the operational state changes")
    func aLostCarrierThatTheStateDoesNotKnowYet() throws {
        var losing = eth0
        losing.flags = .up
        #expect(losing.operationalState == 6)
        let path = try path(network([lo, losing], addresses: [2: ["192.0.2.7"]]), [route(2)])
        #expect(path.unsatisfiedReason == .noCarrier)
    }

    @Test(
        "If the operational state is unknown, the flags decide",
        arguments: [
            ([.up, .running, .lowerUp], true), ([.up, .running], false), ([.up, .lowerUp], false),
            ([.up, .running, .lowerUp, .dormant], false), ([.running, .lowerUp], false),
        ] as [(LinkFlags, Bool)])
    func unknownOperationalState(flags: LinkFlags, hasCarrier: Bool) throws {
        var modem = modem
        modem.operationalState = 0
        modem.flags = flags
        let path = try path(network([lo, modem], addresses: [3: ["192.0.2.7"]]), [route(3)])
        #expect((path.status == .satisfied) == hasCarrier)
    }

    @Test(
        "A name server needs a live route",
        arguments: [
            ([], false), (["9.9.9.9"], true), (["127.0.0.1"], true), (["::1"], true),
            (["2001:db8::53"], false), (["2001:db8::53", "9.9.9.9"], true), (["nonsense"], false),
            (["fe80::1%eth0"], false), (["fe80::1%gone"], false),
        ])
    func nameServers(_ servers: [String], isReachable: Bool) throws {
        let path = try path(
            network([lo, eth0], addresses: [2: ["192.0.2.7"]], nameServers: servers), [route(2)])
        #expect(path.supportsDNS == isReachable)
    }

    /// Only some addresses are routed into the tunnel, as with Tailscale without an exit node.
    @Test("A name server in a split tunnel needs the tunnel's underlay", arguments: [true, false])
    func nameServerBehindASplitTunnel(hasCarrier: Bool) throws {
        let eth0 = link(2, "eth0", carrier: hasCarrier, bus: "pci")
        let server = ScriptedRoutes.Route(
            destination: .upperHalf, hops: [hop(4)], source: "10.8.0.2")
        let path = try path(
            network(
                [lo, eth0, wg0], addresses: [2: ["192.0.2.7"], 4: ["10.8.0.2"]],
                nameServers: ["192.168.100.100"]),
            [
                ScriptedRoutes.Route(
                    destination: .lowerHalf, hops: [hop(2)], source: "192.0.2.7"), server,
            ])
        #expect(path.supportsDNS == hasCarrier)
    }

    @Test("Each prefix of an interface is tried as the source")
    func eachPrefixOfAnInterfaceIsTriedAsASource() throws {
        let second = ScriptedRoutes.Route(
            destination: .ipv6, hops: [hop(2)], source: "2001:db8:2::7", from: "2001:db8:2::7")
        let path = try path(
            network([lo, eth0], addresses: [2: ["2001:db8:1::7", "2001:db8:2::7"]]), [second])
        #expect(path.primary?.carriesIPv6 == true)
    }

    @Test("Only one source address of each prefix is tried")
    func sourcesAreAskedForAndNotForEver() throws {
        // 10,000 addresses of one prefix and no route: one more query, not 10,000.
        let addresses = (1...10_000).map { "2001:db8::\(String($0, radix: 16))" }
        let oracle = RecordingOracle(ScriptedRoutes(routes: []))
        _ = try NetworkPath.evaluate(
            network([lo, eth0], addresses: [2: addresses]), oracle: oracle)
        #expect(oracle.answers.count == 4)
    }

    @Test("No routes are queried for interfaces without addresses")
    func manyInterfacesWithoutAddressesAreNotAskedFor() throws {
        let many = (10..<1010).map { link(UInt32($0), "eth\($0)", bus: "pci") }
        let oracle = RecordingOracle(ScriptedRoutes(routes: [route(2)]))
        let path = try NetworkPath.evaluate(
            network([lo, eth0] + many, addresses: [2: ["192.0.2.7"]]), oracle: oracle)
        #expect(path.interfaces.count == 1002)
        #expect(oracle.answers.count <= 6)
    }
}
