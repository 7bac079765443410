// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// The properties of a path whose change requires another check.
@Suite struct ValidationSubjectTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let wlan0 = link(2, "wlan0", bus: "pci")
    private static let vlan5 = link(5, "vlan5", kind: "vlan", on: 2)

    /// The path over a Wi-Fi interface.
    private static func path(
        gateway: String = "192.0.2.1", ssid: String = "cafe", portal: String? = nil
    ) throws -> NetworkPath {
        var state = network([lo, wlan0], addresses: [2: ["192.0.2.7"]])
        state.set(WirelessInterface(index: 2, mode: 2, ssid: Array(ssid.utf8)))
        if let portal {
            _ = state.replaceReports(
                with: DHCPLeaseReports(
                    leases: [
                        DHCPLease(
                            holder: .name("wlan0"), address: "192.0.2.7", vendorInformation: [],
                            portal: portal)
                    ]))
        }
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(2, via: gateway)], source: "192.0.2.7")
        return try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: [route]))
    }

    @Test("The subject has the way of the packets")
    func parts() throws {
        let subject = try #require(
            try Self.path(portal: "https://portal.example/").validationSubject)
        #expect(subject.interface == "wlan0")
        #expect(subject.index == 2)
        #expect(subject.families.ipv4 == 2)
        #expect(subject.families.ipv6 == nil)
        #expect(subject.underlay == [])
        #expect(subject.gateways == ["192.0.2.1"])
        #expect(subject.networks == ["cafe"])
        #expect(subject.portal == "https://portal.example/")
    }

    @Test("What carries a stacked interface is a part of the subject")
    func stacked() throws {
        let state = network([Self.lo, Self.wlan0, Self.vlan5], addresses: [5: ["192.0.2.7"]])
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(5, via: "192.0.2.1")], source: "192.0.2.7")
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: [route]))
        let subject = try #require(path.validationSubject)
        #expect(subject.interface == "vlan5")
        #expect(subject.underlay == ["wlan0"])
    }

    @Test("Another gateway, Wi-Fi network or captive portal makes another path to check")
    func others() throws {
        let subject = try Self.path().validationSubject
        #expect(try Self.path().validationSubject == subject)
        #expect(try Self.path(gateway: "192.0.2.2").validationSubject != subject)
        #expect(try Self.path(ssid: "hotel").validationSubject != subject)
        #expect(try Self.path(portal: "https://portal.example/").validationSubject != subject)
    }

    @Test("An unsatisfied path gets no result")
    func unsatisfied() throws {
        let state = network([Self.lo, Self.wlan0], addresses: [2: ["192.0.2.7"]])
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(path.validated(.init(.full, source: .probe)).connectivity == .unknown)
        #expect(try Self.path().validated(.init(.full, source: .probe)).connectivity.value == .full)
    }
}
