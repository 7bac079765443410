// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

@Suite("Counts of interfaces") struct InterfaceCountsTests {
    private static let all = [
        link(1, "lo", hardwareType: 772), link(2, "eth0", bus: "pci"),
        link(3, "eth1", carrier: false, bus: "pci"), link(4, "wg0", kind: "wireguard"),
        link(5, "ppp0", kind: "ppp", hardwareType: 512), link(6, "vxlan0", kind: "vxlan"),
        link(7, "dummy0", kind: "dummy"), link(8, "spare", kind: "bridge", isUp: false),
    ]
    private static let addresses: [UInt32: [String]] = [
        2: ["192.0.2.7", "2001:db8::7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"], 5: ["fe80::5"],
        7: ["192.0.2.9"],
    ]

    @Test("Each interface is counted according to its state")
    func sets() {
        let counts = network(Self.all, addresses: Self.addresses).counts
        #expect(Array(counts.live) == [1, 2, 4, 5, 6, 7])
        #expect(Array(counts.addressed) == [2, 4, 7])
        #expect(Array(counts.addressed(.ipv4)) == [2, 4, 7])
        #expect(Array(counts.addressed(.ipv6)) == [2])
        #expect(Array(counts.uplinkKinds) == [2, 3, 5, 8])
        #expect(Array(counts.ppp) == [5])
        #expect(Array(counts.ofInterest(hasPath: true)) == [2, 3, 4, 7])
        #expect(Array(counts.ofInterest(hasPath: false)) == [2, 3, 4, 5, 6, 7])
        #expect(
            counts.steps(of: .ethernet)
                == InterfaceCounts.Steps(pathKinds: 3, live: 1, addressed: 1))
        #expect(
            counts.steps(of: .vpn) == InterfaceCounts.Steps(pathKinds: 1, live: 1, addressed: 1))
    }

    @Test("After any change the counts equal those of a new snapshot")
    func changes() {
        var state = network(Self.all, addresses: Self.addresses)
        state.set(link(2, "eth0", carrier: false, bus: "pci"))
        state.set(link(3, "eth1", bus: "pci"))
        state.set(link(5, "ppp0", hardwareType: 1))
        state.set([], of: 4)
        state.removeInterface(7)
        var fresh = Self.all.filter { ![2, 3, 5, 7].contains($0.index) }
        fresh += [
            link(2, "eth0", carrier: false, bus: "pci"), link(3, "eth1", bus: "pci"),
            link(5, "ppp0", hardwareType: 1),
        ]
        var addresses = Self.addresses
        addresses[4] = nil
        addresses[7] = nil
        #expect(state.counts == network(fresh, addresses: addresses).counts)
    }

    @Test(
        "Packets have a source address of their interface or of loopback",
        arguments: [
            ([2: ["192.0.2.7"]], 2, .ipv4, true), ([2: ["192.0.2.7"]], 2, .ipv6, false),
            ([2: ["192.0.2.7"]], 5, .ipv4, false), ([1: ["203.0.113.7"]], 5, .ipv4, true),
            ([1: ["203.0.113.7"]], 5, .ipv6, false), ([1: ["127.0.0.1"]], 5, .ipv4, false),
        ] as [([UInt32: [String]], UInt32, IPAddress.Family, Bool)])
    func sources(
        addresses: [UInt32: [String]], index: UInt32, family: IPAddress.Family, isThere: Bool
    ) {
        let counts = network(Self.all, addresses: addresses).counts
        #expect(counts.mayHaveSource(on: index, family) == isThere)
    }
}
