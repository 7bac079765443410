// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// Which place a path has.
@Suite struct PlaceTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)
    private static let br0 = link(5, "br0", kind: "bridge")
    private static let wlan0 = link(6, "wlan0", bus: "pci")
    private static let home = "02:00:00:00:00:01"

    private typealias Network = NetworkPlace.Network

    /// A path over wlan0 in the network Home, by a router whose hardware address is `home`.
    private static func path(
        _ question: PathQuestion,
        _ change: (inout NetworkState) -> Void = { _ in },
        links: [LinkMessage] = [lo, eth0, wlan0],
        routes: [ScriptedRoutes.Route]? = nil
    ) throws -> NetworkPath {
        var state = network(
            links,
            addresses: [
                2: ["198.51.100.7"], 4: ["10.8.0.2"], 5: ["192.0.2.7"], 6: ["192.0.2.7"],
            ])
        state.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Home".utf8)))
        state.routers.set(
            [2, 0, 0, 0, 0, 1],
            of: Neighbor(
                interface: 6, address: AddressBytes(family: .ipv4, high: 0, low: 0xC000_0201)))
        _ = state.replaceReports(
            with: ConnectionReports(devices: [
                "wlan0": .init(name: ConnectionName("Office 5"))
            ]))
        change(&state)
        return try NetworkPath.evaluate(
            state, question, oracle: ScriptedRoutes(routes: routes ?? [route(6)]))
    }

    private static func route(_ index: UInt32) -> ScriptedRoutes.Route {
        ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(index, via: "192.0.2.1")], source: "192.0.2.7")
    }

    private static func place(_ networks: Network...) -> PathQuestion {
        PathQuestion(places: [NetworkPlace("here", networks: networks)])
    }

    @Test(
        "A network matches if all that is given does",
        arguments: [
            (Network(ssid: "Home"), true), (Network(ssid: "H*e"), true),
            (Network(ssid: "home"), false), (Network(interface: "wlan*"), true),
            (Network(interface: "eth*"), false),
            (Network(gateway: GatewayAddress("192.0.2.1")), true),
            (Network(gateway: GatewayAddress("192.0.2.2")), false),
            (Network(gateway: GatewayAddress(home)), true),
            (Network(gateway: GatewayAddress("02:00:00:00:00:02")), false),
            (Network(connection: "Office*"), true), (Network(connection: "Home"), false),
            (Network(ssid: "Home", gateway: GatewayAddress(home)), true),
            (Network(ssid: "Home", interface: "eth*"), false),
            (Network(ssid: "Cafe", gateway: GatewayAddress(home)), false),
            (Network(), true),
        ])
    func members(_ network: NetworkPlace.Network, matches: Bool) throws {
        #expect(try Self.path(Self.place(network)).place == (matches ? "here" : nil))
    }

    @Test("Any network of a place suffices, and the first place that has one counts")
    func order() throws {
        let places = [
            NetworkPlace("cafe", networks: [Network(ssid: "Cafe")]),
            NetworkPlace("home", networks: [Network(ssid: "Cafe"), Network(ssid: "Home")]),
            NetworkPlace("any", networks: [Network(interface: "*")]),
        ]
        #expect(try Self.path(PathQuestion(places: places)).place == "home")
        #expect(try Self.path(PathQuestion(places: places.reversed())).place == "any")
        #expect(try Self.path(PathQuestion()).place == nil)
    }

    @Test("An unsatisfied path has no place")
    func offline() throws {
        let question = Self.place(Network(interface: "*"))
        #expect(try Self.path(question, routes: []).place == nil)
    }

    @Test(
        "The network is that of the carrying interface, seen through a tunnel",
        arguments: [
            (Network(ssid: "Home"), true), (Network(interface: "wlan0"), true),
            (Network(interface: "wg0"), false), (Network(gateway: GatewayAddress(home)), true),
        ])
    func tunnel(_ network: NetworkPlace.Network, matches: Bool) throws {
        let path = try Self.path(
            Self.place(network), links: [Self.lo, Self.wlan0, Self.wg0],
            routes: [
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(4)], source: "10.8.0.2"),
                Self.route(6),
            ])
        #expect(path.primary?.name == "wg0")
        #expect(path.place == (matches ? "here" : nil))
    }

    @Test("A tunnel that nothing of this namespace carries stands for itself")
    func movedTunnel() throws {
        let path = try Self.path(
            Self.place(Network(interface: "wg*")), links: [Self.lo, Self.wg0],
            routes: [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(4)], source: "10.8.0.2")])
        #expect(path.place == "here")
    }

    @Test(
        "Where it is unknown which network carries a tunnel, the place must have each",
        arguments: [
            ([Network(ssid: "Home")], false), ([Network(interface: "eth0")], false),
            ([Network(ssid: "Home"), Network(interface: "eth0")], true),
        ])
    func uncertainTunnel(_ networks: [NetworkPlace.Network], matches: Bool) throws {
        let path = try Self.path(
            PathQuestion(places: [NetworkPlace("here", networks: networks)]),
            links: [Self.lo, Self.eth0, Self.wlan0, Self.wg0],
            routes: [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(4)], source: "10.8.0.2")])
        #expect(path.carryingNetworks.count == 2)
        #expect(path.place == (matches ? "here" : nil))
    }

    @Test(
        "The network is seen through a bridge, whose routes have the gateway",
        arguments: [
            (Network(ssid: "Home"), true), (Network(interface: "br0"), true),
            (Network(ssid: "Home", interface: "br*", gateway: GatewayAddress("192.0.2.1")), true),
            (Network(connection: "Office 5"), true),
        ])
    func bridge(_ network: NetworkPlace.Network, matches: Bool) throws {
        var port = Self.wlan0
        port.master = 5
        let path = try Self.path(
            Self.place(network), links: [Self.lo, Self.br0, port], routes: [Self.route(5)])
        #expect(path.place == (matches ? "here" : nil))
    }

    @Test("A link-local gateway matches on any interface without a zone, and on its own with one")
    func linkLocal() throws {
        func place(_ gateway: String) throws -> String? {
            try Self.path(
                Self.place(Network(gateway: GatewayAddress(gateway))),
                routes: [
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(6, via: "fe80::1")], source: "192.0.2.7")
                ]
            ).place
        }
        #expect(try place("fe80::1") == "here")
        #expect(try place("fe80::1%wlan0") == "here")
        #expect(try place("fe80::1%eth0") == nil)
    }
}

/// Places of a scripted network, and settings for a place.
extension PlaceTests {
    @Test("A scripted network has the places of its monitor")
    func scripted() {
        let network = ScriptedNetwork()
        let monitor = PathMonitor(network, .init(places: Self.places))
        network.connect(.wifi, name: "wlan0", ssid: "Home")
        #expect(monitor.currentPath.place == "home")
        network.connect(.wifi, name: "wlan0", ssid: "Cafe")
        #expect(monitor.currentPath.place == nil)
    }

    private static let places = [NetworkPlace("home", networks: [Network(ssid: "Home")])]

    private static func path(
        _ overrides: [InterfaceOverride], _ links: [LinkMessage] = [lo, eth0, wlan0],
        _ routes: [ScriptedRoutes.Route]? = nil
    ) throws -> NetworkPath {
        try path(
            PathQuestion(overrides: overrides, places: places), links: links, routes: routes)
    }

    @Test("A setting for a place applies to the interfaces that carry the path while it has it")
    func overrides() throws {
        let metered = InterfaceOverride(place: "home", isMetered: true)
        let path = try Self.path([metered])
        #expect(path.metered.value == .yes)
        #expect(path.metered.detail == "the override for place “home”")
        let costs = Dictionary(
            path.interfaces.map { ($0.name, $0.metered.value) }, uniquingKeysWith: { $1 })
        #expect(costs["wlan0"] == .yes)
        #expect(costs["eth0"] == .guessNo)
        let elsewhere = InterfaceOverride(place: "work", isMetered: true)
        #expect(try Self.path([elsewhere]).metered.value == .unknown)
        // The first one that matches counts.
        let free = InterfaceOverride(interface: "wlan0", isMetered: false)
        #expect(try Self.path([elsewhere, free, metered]).metered.value == .no)
    }

    @Test("A tunnel costs what the place says of the network below it")
    func tunnelOverride() throws {
        let path = try Self.path(
            [InterfaceOverride(place: "home", isMetered: true, isConstrained: true)],
            [Self.lo, Self.wlan0, Self.wg0],
            [
                ScriptedRoutes.Route(destination: .ipv4, hops: [hop(4)], source: "10.8.0.2"),
                Self.route(6),
            ])
        #expect(path.metered.value == .yes)
        #expect(path.metered.source == .underlay)
        #expect(path.isConstrained)
    }

    @Test(
        "An ultra-constrained path is constrained, too",
        arguments: [
            (InterfaceOverride(place: "home", isUltraConstrained: true), true, true),
            (InterfaceOverride(interface: "wlan0", isUltraConstrained: true), true, true),
            (InterfaceOverride(place: "home", isConstrained: true), true, false),
            (InterfaceOverride(place: "home", isConstrained: false), false, false),
            (InterfaceOverride(place: "work", isUltraConstrained: true), false, false),
        ])
    func constraints(
        _ override: InterfaceOverride, isConstrained: Bool, isUltraConstrained: Bool
    ) throws {
        let path = try Self.path([override])
        #expect(path.isConstrained == isConstrained)
        #expect(path.isUltraConstrained == isUltraConstrained)
    }

    @Test("Another place is a change of the path, and so is what its settings change")
    func change() throws {
        let metered = [InterfaceOverride(place: "home", isMetered: true)]
        let question = PathQuestion(overrides: metered, places: Self.places)
        let (old, new) = (
            try Self.path(question),
            try Self.path(question) {
                $0.set(WirelessInterface(index: 6, mode: 2, ssid: Array("Cafe".utf8)))
            }
        )
        #expect(new.place == nil)
        #expect(PathChange(from: old, to: new)?.fields == [.place, .metered, .interfaces])
    }
}
