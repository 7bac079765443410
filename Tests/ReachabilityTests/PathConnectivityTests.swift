// SPDX-License-Identifier: Apache-2.0

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
        _ devices: [String: (ipv4: Value, ipv6: Value)]
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
        let finding = PathConnectivity(state: state).finding(primaries, below: [])
        #expect(finding.value == value)
        #expect(finding.source == (value == .unknown ? .nobody : .networkManager))
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
        var devices: [String: (ipv4: Value, ipv6: Value)] = [:]
        // The tunnel's packets may be of the other family.
        if let below { devices["eth0"] = (.unknown, below) }
        if let own { devices["wg0"] = (own, .unknown) }
        _ = state.replaceReports(with: Self.reports(devices))
        var primaries = PerFamily<UInt32?>(nil)
        primaries.ipv4 = 4
        #expect(PathConnectivity(state: state).finding(primaries, below: [2]).value == value)
    }

    @Test("A device with another hardware address is another machine's")
    func otherDevice() {
        var state = network([Self.lo, Self.eth0])
        var reports = Self.reports(["eth0": (.full, .full)])
        reports.devices["eth0"]?.hardwareAddress = "02:00:00:00:00:99"
        _ = state.replaceReports(with: reports)
        let isReported = state[2]?.inheritable.reports[ConnectivityReports.Report.self] != nil
        #expect(isReported == (state[2]?.hardwareAddress == nil))
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

    @Test("An unsatisfied path has no finding")
    func unsatisfied() throws {
        var state = network([Self.lo, Self.eth0], addresses: [2: ["192.0.2.7"]])
        _ = state.replaceReports(with: Self.reports(["eth0": (.limited, .limited)]))
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(!path.isSatisfied)
        #expect(path.connectivity == .unknown)
    }
}
