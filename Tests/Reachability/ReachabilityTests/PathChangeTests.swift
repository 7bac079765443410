// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// The differences between two paths.
@Suite struct PathChangeTests {
    private static let before: NetworkState = network(
        [
            link(1, "lo", hardwareType: 772), link(2, "eth0", bus: "pci"),
            link(3, "wlan0", bus: "pci"), link(4, "idle", kind: "bridge", carrier: false),
            link(5, "tun0", kind: "wireguard", hardwareType: 65534),
        ], addresses: [2: ["192.0.2.7"], 3: ["198.51.100.7"]])

    private static func route(_ index: UInt32, metric: UInt32 = 0) -> ScriptedRoutes.Route {
        ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(index, via: "192.0.2.1")], metric: metric,
            source: "192.0.2.7")
    }

    private func path(
        _ state: NetworkState,
        _ routes: [ScriptedRoutes.Route] = [Self.route(2)]
    ) throws -> NetworkPath {
        try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: routes))
    }

    private static func changed(_ index: UInt32, _ change: (inout LinkMessage) -> Void)
        -> NetworkState
    {
        var state = before
        guard var link = state[index]?.link else { return state }
        change(&link)
        state.set(link)
        return state
    }

    @Test(
        "A difference between paths changes the fields that show it",
        arguments: [
            ("nothing", before, []),
            (
                "a flag that is not reported",
                changed(2) { $0.flags.insert(.init(rawValue: 0x100)) }, []
            ),
            ("the size of a packet", changed(2) { $0.mtu = 1400 }, [.interfaces]),
            ("of an interface beside the path", changed(4) { $0.mtu = 1400 }, [.interfaces]),
            (
                "the name of the primary", changed(2) { $0.name = "lan" }, [.primary, .interfaces]
            ),
            ("a carrier beside the path", changed(3) { $0.operationalState = 2 }, [.interfaces]),
        ] as [(String, NetworkState, [PathChange.Field])])
    func shows(name: String, state: NetworkState, fields: [PathChange.Field]) throws {
        let (old, new) = (try path(Self.before), try path(state))
        #expect((old == new) == fields.isEmpty)
        #expect((PathChange(from: old, to: new)?.fields ?? []) == fields)
    }

    private static let ipv6 = ScriptedRoutes.Route(
        destination: .ipv6, hops: [hop(2)], source: "2001:db8::7")
    private static let dual = network(
        [
            link(1, "lo", hardwareType: 772), link(2, "eth0", bus: "pci"),
            link(3, "eth1", bus: "pci"), link(5, "wg0", kind: "wireguard", hardwareType: 65534),
        ], addresses: [2: ["192.0.2.7", "2001:db8::7"], 3: ["192.0.2.8"], 5: ["10.8.0.2"]])
    private static let withNameServer = {
        var state = dual
        state.resolver.nameServers = ["127.0.0.1"]
        return state
    }()
    private static let constrained = PathQuestion(
        overrides: [InterfaceOverride(interface: "eth0", isConstrained: true)])

    @Test(
        "A difference of the routes changes only the fields that depend on routes",
        arguments: [
            ("nothing", dual, [route(2)], PathQuestion(), []),
            ("IPv6 comes", dual, [route(2), ipv6], PathQuestion(), [.supportsIPv6, .interfaces]),
            (
                "IPv4 goes", dual, [ipv6], PathQuestion(),
                [.supportsIPv4, .supportsIPv6, .gateways, .interfaces]
            ),
            (
                "one half goes", dual,
                [
                    ScriptedRoutes.Route(
                        destination: .lowerHalf, hops: [hop(2, via: "192.0.2.1")],
                        source: "192.0.2.7")
                ], PathQuestion(), [.isDegraded]
            ),
            ("a name server comes", withNameServer, [route(2)], PathQuestion(), [.supportsDNS]),
            ("the user wants little traffic", dual, [route(2)], constrained, [.isConstrained]),
            (
                "another gateway", dual,
                [
                    ScriptedRoutes.Route(
                        destination: .ipv4, hops: [hop(2, via: "192.0.2.2")], source: "192.0.2.7")
                ], PathQuestion(), [.gateways]
            ),
            (
                "a tunnel over it", dual,
                [
                    ScriptedRoutes.Route(destination: .ipv4, hops: [hop(5)], source: "10.8.0.2"),
                    route(2, metric: 9),
                ], PathQuestion(), [.primary, .underlay, .isVPN, .metered, .interfaces]
            ),
            (
                "the route goes", dual, [], PathQuestion(),
                [
                    .status, .unsatisfiedReason, .connection, .primary, .supportsIPv4, .gateways,
                    .metered, .interfaces,
                ]
            ),
        ] as [(String, NetworkState, [ScriptedRoutes.Route], PathQuestion, [PathChange.Field])])
    func fields(
        name: String, state: NetworkState, routes: [ScriptedRoutes.Route], question: PathQuestion,
        fields: [PathChange.Field]
    ) throws {
        let old = try path(Self.dual)
        let new = try NetworkPath.evaluate(
            state, question, oracle: ScriptedRoutes(routes: routes))
        #expect((PathChange(from: old, to: new)?.fields ?? []) == fields)
        #expect((PathChange(from: new, to: old)?.fields ?? []) == fields)
        #expect((old == new) == fields.isEmpty)
        #expect(old.isDecided(like: new) == fields.isEmpty)
    }

    @Test("A route that the path does not use changes only its interface")
    func anotherRouteBesideThePathShowsInItsInterface() throws {
        let old = try path(Self.before)
        let new = try path(Self.before, [Self.route(2), Self.route(3, metric: 600)])
        #expect(PathChange(from: old, to: new)?.fields == [.interfaces])
        #expect(new.availableInterfaces.map(\.name) == ["eth0", "wlan0"])
        #expect(old.interfaces.map(\.index) == [2, 1, 3, 4, 5])
    }

    @Test("A change of an interface of no interest is not a change")
    func whatIsOfNoInterestDoesNotShow() throws {
        let old = try path(Self.before)
        let new = try path(Self.changed(4) { $0.mtu = 1400 })
        #expect(PathChange(from: old, to: new) { _, interface in interface.index != 4 } == nil)
        #expect(PathChange(from: old, to: new) { _, interface in interface.index == 4 } != nil)
    }

    @Test("A new order of preference changes the primary and the interfaces")
    func theOrderOfWhatCarriesTrafficShows() throws {
        let old = try path(
            Self.before, [Self.route(2), Self.route(3, metric: 600)])
        let new = try path(
            Self.before, [Self.route(3), Self.route(2, metric: 600)])
        #expect(PathChange(from: old, to: new)?.fields == [.primary, .interfaces])
    }

    /// A tunnel over eth0, before and after a change of eth0. (The reason of the metered state
    /// names the interface.)
    @Test(
        "A change of a tunnel's underlay changes the fields that name it",
        arguments: [
            ("renamed", [2: "lan"], 2, [.underlay, .metered, .interfaces]),
            ("made again under its name", [2: "old", 3: "eth0"], 3, [.interfaces]),
            ("another one", [:], 3, [.underlay, .metered, .interfaces]),
        ] as [(String, [UInt32: String], UInt32, [PathChange.Field])])
    func belowATunnel(
        name: String, names: [UInt32: String], index: UInt32, fields: [PathChange.Field]
    ) throws {
        let cover = ScriptedRoutes.Route(destination: .ipv4, hops: [hop(5)], source: "10.8.0.2")
        var state = Self.before
        state.set([InterfaceAddress(address: IPAddress("10.8.0.2")!, prefixLength: 24)], of: 5)
        let old = try path(state, [cover, Self.route(2)])
        #expect(old.underlay.map(\.name) == ["eth0"])
        for (index, name) in names.sorted(by: { $0.key < $1.key }) {
            guard var link = state[index]?.link else { continue }
            link.name = name
            state.set(link)
        }
        let new = try path(state, [cover, Self.route(index)])
        #expect(PathChange(from: old, to: new)?.fields == fields)
    }

    @Test("Offline paths with different dead interfaces differ, although no field does")
    func deadInterfaces() throws {
        func path(_ index: UInt32) throws -> NetworkPath {
            let state = network(
                [
                    link(2, "eth0", carrier: false, bus: "pci"),
                    link(3, "eth1", carrier: false, bus: "pci"), link(4, "ifb0", kind: "ifb"),
                    link(5, "dummy0", kind: "dummy"), link(6, "eth2", bus: "pci"),
                ], addresses: [6: ["192.0.2.7"]])
            return try self.path(
                state, [ScriptedRoutes.Route(destination: .ipv4, hops: [hop(index)])])
        }
        for (one, other) in try [(path(2), path(3)), (path(4), path(5))] {
            #expect(one != other)
            #expect(!one.isDecided(like: other))
            #expect(PathChange(from: one, to: other) == nil)
            #expect(PathChange(ofDescriptionFrom: one, to: other)?.fields == [])
            #expect(PathChange(ofDescriptionFrom: one, to: one) == nil)
        }
        #expect(try path(2) == path(2))
        #expect(try path(3).whyNoCarrier().contains("eth1"))
        #expect(
            try path(4).whyChoiceFails()
                == "the default route uses ifb0, which leads to no other network")
        #expect(try path(4).unsatisfiedReason == .noRoute)
    }

    @Test("Two refusals of the kernel differ, although no field does")
    func refusals() throws {
        func path(_ refusal: String) throws -> NetworkPath {
            var state = NetworkState()
            state.desktopPortal = DesktopPortalReport(
                isAvailable: false, isMetered: false, connectivity: 1, refusal: refusal)
            return try self.path(state, [])
        }
        #expect(try path("may not open a socket") != path("has no access"))
        #expect(try path("may not open a socket") == path("may not open a socket"))
    }

    @Test("A link-local gateway shows the name of its interface")
    func linkLocalGateway() throws {
        let route = ScriptedRoutes.Route(
            destination: .ipv6, hops: [hop(2, via: "fe80::1")], source: "2001:db8::7")
        var renamed = Self.changed(2) { $0.name = "lan" }
        var state = Self.before
        let address = InterfaceAddress(address: IPAddress("2001:db8::7")!, prefixLength: 64)
        state.set([address], of: 2)
        renamed.set([address], of: 2)
        let (old, new) = (try path(state, [route]), try path(renamed, [route]))
        #expect(new.gateways.map(\.description) == ["fe80::1%lan"])
        #expect(PathChange(from: old, to: new)?.fields == [.primary, .gateways, .interfaces])
    }
}
