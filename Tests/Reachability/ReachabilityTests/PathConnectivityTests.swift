// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// What NetworkManager has found out, seen through tunnels and stacked interfaces.
@Suite struct PathConnectivityTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let wg0 = link(4, "wg0", kind: "wireguard", hardwareType: 65534)

    typealias Value = NetworkPath.Connectivity.Value

    private static func reports(
        _ devices: [ExactText: (ipv4: Value, ipv6: Value)]
    ) -> ConnectivityReports {
        ConnectivityReports(
            devices: devices.mapValues { device in
                var families = PerFamily(device.ipv4)
                families.ipv6 = device.ipv6
                return ConnectivityReports.Device(report: .init(families: families))
            })
    }

    @Test(
        "The better one of the families that the path carries counts",
        arguments: [
            (true, true, .full, .limited, .full), (true, true, .limited, .portal, .portal),
            (true, true, .portal, .full, .full), (true, false, .portal, .full, .portal),
            (false, true, .full, .limited, .limited), (true, true, .none, .unknown, .none),
            (true, true, .unknown, .unknown, .unknown), (false, false, .full, .full, .unknown),
        ] as [(Bool, Bool, Value, Value, Value)])
    func families(
        carriesIPv4: Bool, carriesIPv6: Bool, ipv4: Value, ipv6: Value, value: Value
    ) {
        var state = network([Self.lo, Self.eth0])
        _ = state.replaceReports(with: Self.reports(["eth0": (ipv4, ipv6)]))
        var primaries = PerFamily<UInt32?>(nil)
        if carriesIPv4 { primaries.ipv4 = 2 }
        if carriesIPv6 { primaries.ipv6 = 2 }
        let finding = state.connectivity(of: primaries, below: [])
        #expect(finding.value == value)
        #expect(finding.source == (value == .unknown ? .noSource : .networkManager))
        #expect(finding.portal == nil)
    }

    @Test(
        "A tunnel has its own finding, or else that of what carries it",
        arguments: [
            (.full, .portal, .full), (nil, .portal, .portal), (.unknown, .limited, .limited),
            (nil, nil, .unknown), (.portal, nil, .portal),
        ] as [(Value?, Value?, Value)])
    func tunnel(own: Value?, below: Value?, value: Value) {
        var state = network([Self.lo, Self.eth0, Self.wg0])
        var devices: [ExactText: (ipv4: Value, ipv6: Value)] = [:]
        // The tunnel's packets may be of the other family.
        if let below { devices["eth0"] = (.unknown, below) }
        if let own { devices["wg0"] = (own, .unknown) }
        _ = state.replaceReports(with: Self.reports(devices))
        var primaries = PerFamily<UInt32?>(nil)
        primaries.ipv4 = 4
        #expect(state.connectivity(of: primaries, below: [2]).value == value)
    }

    @Test("A device with another hardware address is another machine's")
    func otherDevice() {
        var eth0 = Self.eth0
        eth0.hardwareAddress = [2, 0, 0, 0, 0, 1]
        var state = network([Self.lo, eth0])
        var primaries = PerFamily<UInt32?>(nil)
        primaries.ipv4 = 2
        for (address, value) in [
            ("02:00:00:00:00:99", Value.unknown), ("02:00:00:00:00:01", .full), ("", .full),
        ] {
            var reports = Self.reports(["eth0": (.full, .full)])
            reports.devices["eth0"]?.hardwareAddress = address
            _ = state.replaceReports(with: reports)
            #expect(state.connectivity(of: primaries, below: []).value == value, "\(address)")
        }
    }

    @Test("A finding is a part of the path, and its change one of the path's connectivity alone")
    func change() throws {
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(2, via: "192.0.2.1")], source: "192.0.2.7")
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        let oracle = ScriptedRoutes(routes: [route])
        let before = try NetworkPath.evaluate(state, oracle: oracle)
        #expect(before.connectivity == .unknown)
        let isDifferent = state.replaceReports(with: Self.reports(["eth0": (.portal, .unknown)]))
        #expect(isDifferent)
        let after = try NetworkPath.evaluate(state, oracle: oracle)
        #expect(after.connectivity == .init(.portal, source: .networkManager))
        #expect(PathChange(from: before, to: after)?.fields == [.connectivity])
    }

    private static let portal = "https://portal.example/api"

    private static func lease(_ address: String, of name: String) -> DHCPLeaseReports {
        DHCPLeaseReports(
            leases: [
                DHCPLease(
                    holder: .name(name), address: address, vendorInformation: [], portal: portal)
            ])
    }

    @Test(
        "The portal's address comes from a lease that is held, whatever was found out",
        arguments: [
            ("192.0.2.7", "eth0", .unknown, portal), ("192.0.2.7", "eth0", .full, portal),
            ("192.0.2.8", "eth0", .unknown, nil), ("192.0.2.7", "eth1", .portal, nil),
        ] as [(String, String, Value, String?)])
    func portalAddress(address: String, interface: String, value: Value, portal: String?) throws {
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(2, via: "192.0.2.1")], source: "192.0.2.7")
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        let oracle = ScriptedRoutes(routes: [route])
        _ = state.replaceReports(with: Self.reports(["eth0": (value, .unknown)]))
        let before = try NetworkPath.evaluate(state, oracle: oracle)
        _ = state.replaceReports(with: Self.lease(address, of: interface))
        let path = try NetworkPath.evaluate(state, oracle: oracle)
        let source: NetworkPath.Connectivity.Source =
            value == .unknown ? .noSource : .networkManager
        #expect(path.connectivity == .init(value, source: source, portal: portal))
        #expect(
            PathChange(from: before, to: path)?.fields == (portal == nil ? nil : [.connectivity]))
        #expect(path.metered.source != .dhcp)
        let answers = try PathExplanation.evaluate(state, oracle: oracle).answers
            .filter { $0.question == .portal }
        #expect(answers.map(\.answer) == [portal].compactMap(\.self))
        #expect(answers.allSatisfy { $0.evidence.map(\.source) == [.dhcp] })
    }

    @Test("The portal of the interface below a tunnel is the path's")
    func portalBelow() {
        var state = network([Self.lo, Self.eth0, Self.wg0], addresses: [2: ["192.0.2.7"]])
        _ = state.replaceReports(with: Self.lease("192.0.2.7", of: "eth0"))
        var primaries = PerFamily<UInt32?>(nil)
        primaries.ipv4 = 4
        #expect(state.connectivity(of: primaries, below: [2]).portal == Self.portal)
        #expect(state.connectivity(of: primaries, below: []) == .unknown)
    }

    @Test("An unsatisfied path has no finding")
    func unsatisfied() throws {
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        _ = state.replaceReports(with: Self.reports(["eth0": (.limited, .limited)]))
        _ = state.replaceReports(with: Self.lease("192.0.2.7", of: "eth0"))
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(!path.isSatisfied)
        #expect(path.connectivity == .unknown)
    }
}
