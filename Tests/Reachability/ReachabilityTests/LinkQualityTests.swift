// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// The quality of the link of an Ethernet card, and of Wi-Fi from the stations. (Asking for those
/// needs a radio.)
@Suite struct LinkQualityTests {
    /// Creates an interface `eth0`, and a sysfs in which its speed is 1 Gbit/s.
    private func quality(_ link: LinkMessage) throws -> LinkQuality {
        let root = FileManager.default.temporaryDirectory.path + "/sysfs-\(UUID().uuidString)"
        let folder = "\(root)/sys/class/net/eth0"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let files = [
            "uevent": "IFINDEX=2\n", "address": "02:00:00:00:00:01\n", "speed": "1000\n",
        ]
        for (name, text) in files {
            try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
        var link = link
        link.hardwareAddress = [2, 0, 0, 0, 0, 1]
        let path = try NetworkPath.evaluate(network([link]), oracle: ScriptedRoutes(routes: []))
        return try #require(path.interfaces.first).linkQuality(root: SystemRoot(root))
    }

    private static let accessPoint = WirelessStation(signal: -61, transmitRate: 72_200_000)
    private static let peer = WirelessStation(
        signal: -40, transmitRate: 866_700_000, isDirectPeer: true)

    @Test(
        "The link of Wi-Fi is that to the access point, whatever direct peers there are",
        arguments: [
            ([accessPoint], LinkQuality(signal: -61, speed: 72_200_000)),
            ([accessPoint, peer], LinkQuality(signal: -61, speed: 72_200_000)),
            ([peer, accessPoint, peer], LinkQuality(signal: -61, speed: 72_200_000)),
            ([peer], LinkQuality()), ([], LinkQuality()),
            ([accessPoint, accessPoint], LinkQuality()),
        ])
    func stations(stations: [WirelessStation], quality: LinkQuality) {
        #expect(LinkQuality(to: stations) == quality)
    }

    @Test("Only clients of an access point have a link to one")
    func modes() {
        let modes = (0...12).compactMap(WirelessMode.init).filter(\.joinsAccessPoint)
        #expect(modes == [.station, .p2pClient])
    }

    @Test("Hardware with a link has a speed")
    func hardware() throws {
        #expect(try quality(link(2, "eth0", bus: "pci")) == LinkQuality(speed: 1_000_000_000))
    }

    @Test(
        "A link that is down, virtual or no Ethernet has no speed, and sysfs is not asked",
        arguments: [
            link(2, "eth0", carrier: false, bus: "pci"), link(2, "eth0", isUp: false, bus: "pci"),
            link(2, "eth0", kind: "veth"), link(2, "eth0", bus: "virtio"),
            link(2, "eth0", kind: "wireguard", hardwareType: 65534),
            link(2, "eth0", kind: "wwan", bus: "usb"), link(2, "eth0", hardwareType: 772),
        ])
    func unknown(_ link: LinkMessage) throws {
        #expect(try quality(link) == LinkQuality())
    }
}
