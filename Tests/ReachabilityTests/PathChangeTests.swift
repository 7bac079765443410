// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import Reachability

/// In what a path differs from the one before it.
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
        "What shows",
        arguments: [
            ("nothing", before, []),
            (
                "a flag that nobody is told of",
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

    @Test func anotherRouteBesideThePathShowsInItsInterface() throws {
        let old = try path(Self.before)
        let new = try path(Self.before, [Self.route(2), Self.route(3, metric: 600)])
        #expect(PathChange(from: old, to: new)?.fields == [.interfaces])
        #expect(new.availableInterfaces.map(\.name) == ["eth0", "wlan0"])
        #expect(old.interfaces.map(\.index) == [2, 1, 3, 4, 5])
    }

    @Test func whatIsOfNoInterestDoesNotShow() throws {
        let old = try path(Self.before)
        let new = try path(Self.changed(4) { $0.mtu = 1400 })
        #expect(PathChange(from: old, to: new) { _, interface in interface.index != 4 } == nil)
        #expect(PathChange(from: old, to: new) { _, interface in interface.index == 4 } != nil)
    }

    @Test func theOrderOfWhatCarriesTrafficShows() throws {
        let old = try path(
            Self.before, [Self.route(2), Self.route(3, metric: 600)])
        let new = try path(
            Self.before, [Self.route(3), Self.route(2, metric: 600)])
        #expect(PathChange(from: old, to: new)?.fields == [.primary, .interfaces])
    }

    /// A tunnel over eth0, as it is before and after something happens to eth0. (Why it is metered names the
    /// interface.)
    @Test(
        "Below a tunnel",
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
