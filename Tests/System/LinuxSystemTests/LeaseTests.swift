// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// Leases as the DHCP clients write them.
@Suite struct LeaseTests {
    /// "ANDROID_METERED" as systemd-networkd writes it.
    private static let marker = "414e44524f49445f4d455445524544"

    @Test(arguments: [
        ("ADDRESS=192.168.43.7\nVENDOR_SPECIFIC=\(marker)\n", true),
        (
            "# This is private data. Do not parse.\nADDRESS=192.168.43.7\nVENDOR_SPECIFIC=\(marker.uppercased())\n",
            true
        ),
        ("ADDRESS=192.168.43.7\nVENDOR_SPECIFIC=0102\n", false),
        ("ADDRESS=192.168.43.7\nVENDOR_SPECIFIC=\(marker.dropLast(1))\n", false),
        ("ADDRESS=192.168.43.7\nVENDOR_SPECIFIC=xyz\n", false),
        ("ADDRESS=192.168.43.7\n", false),
    ])
    func networkd(_ text: String, isMetered: Bool) throws {
        let lease = try #require(DHCPLease(networkd: text, index: 3))
        #expect(lease.address == "192.168.43.7")
        #expect(lease.holder == .index(3))
        #expect(lease.isMetered == isMetered)
    }

    @Test func networkdWithoutAnAddress() {
        #expect(DHCPLease(networkd: "VENDOR_SPECIFIC=\(Self.marker)\n", index: 3) == nil)
        #expect(DHCPLease(networkd: "", index: 3) == nil)
    }

    private static let portal = "https://portal.example/api"

    @Test(
        "The portal is in networkd's file of the link, and counts with a lease of it",
        arguments: [
            ("CAPTIVE_PORTAL=\(portal)\n", portal),
            ("ADMIN_STATE=configured\nCAPTIVE_PORTAL=\(portal)?a=b\nDNS=\n", portal + "?a=b"),
            ("CAPTIVE_PORTAL=urn:ietf:params:capport:unrestricted\n", nil), ("", nil),
        ] as [(String, String?)])
    func networkdPortal(link: String, portal: String?) throws {
        let lease = try #require(
            DHCPLease(networkd: "ADDRESS=192.168.43.7\n", index: 3, link: link))
        #expect(lease.portal == portal)
        #expect(DHCPLease(networkd: "", index: 3, link: link) == nil)
    }

    /// As Debian's dhclient 4.4.3 writes them.
    @Test(
        "The portal is dhclient's option default-url",
        arguments: [
            (#""https://portal.example/api""#, portal),
            (#""https://portal.example/api\000""#, portal),
            (#""https://portal.example/api?a=\"b\"\\c""#, nil),
            (#""https://portal.example/\303\244""#, nil),
            ("68:74:74:70:73:3a:2f:2f:61:2f", "https://a/"), (#""""#, nil), ("", nil),
        ] as [(String, String?)])
    func dhclientPortal(option: String, portal: String?) {
        let text = """
            lease {
              interface "eth0";
              fixed-address 192.0.2.9;
              option default-url \(option);
            }
            """
        #expect(DHCPLease.leases(dhclient: text).map(\.portal) == [portal])
    }

    @Test func ofDhclientTheLastOneCounts() {
        let text = """
            lease {
              interface "wlan0";
              fixed-address 192.168.43.7;
              option subnet-mask 255.255.255.0;
              option vendor-encapsulated-options "ANDROID_METERED";
              expire 4 2023/10/19 14:52:06;
            }
            lease {
              interface "eth0";
              fixed-address 192.0.2.9;
              option vendor-encapsulated-options 41:4e:44:52:4f:49:44:5f:4d:45:54:45:52:45:44;
            }
            lease {
              interface "wlan0";
              fixed-address 10.33.72.69;
              option vendor-encapsulated-options 1:2:3;
            }
            lease {
              interface "wlan1";
              option routers 10.0.0.1;
            }
            lease {
              interface "cut0";
              fixed-address 10.0.0.2;
            """
        let leases = DHCPLease.leases(dhclient: text)
        #expect(leases.map(\.holder) == [.name("eth0"), .name("wlan0")])
        #expect(leases.map(\.address) == ["192.0.2.9", "10.33.72.69"])
        #expect(leases.map(\.isMetered) == [true, false])
    }

    /// A server's message: 236 bytes, the mark, options.
    private static func message(_ options: [UInt8], mark: [UInt8] = [99, 130, 83, 99]) -> [UInt8] {
        var message = [UInt8](repeating: 0, count: 236)
        message.replaceSubrange(16..<20, with: [192, 168, 43, 7])
        return message + mark + options
    }

    private static func option(_ tag: UInt8, _ text: some StringProtocol) -> [UInt8] {
        [tag, UInt8(text.utf8.count)] + Array(text.utf8)
    }

    @Test(arguments: [
        (message([53, 1, 5] + option(43, "ANDROID_METERED") + [255]), true),
        (message([0, 0] + option(43, "ANDROID_METERED")), true),
        (message(option(43, "ANDROID_") + option(43, "METERED") + [255]), true),
        (message(option(60, "ANDROID_METERED") + [255]), false),
        (message([255] + option(43, "ANDROID_METERED")), false),
        (message([43, 200] + Array("ANDROID_METERED".utf8)), false),
        (message([43]), false),
        (message([]), false),
    ])
    func dhcpcd(_ message: [UInt8], isMetered: Bool) throws {
        let lease = try #require(DHCPLease(dhcpcd: message, fileName: "wlan0-Cafe"))
        #expect(lease.address == "192.168.43.7")
        #expect(lease.isMetered == isMetered)
    }

    @Test(
        "The portal is option 114 of dhcpcd's message",
        arguments: [
            (option(114, portal) + [255], portal), (option(114, portal + "\0") + [255], portal),
            (option(114, "https://por") + option(114, "tal.example/api"), portal),
            (option(113, portal), nil), (option(114, "file:///etc/passwd"), nil),
        ] as [([UInt8], String?)])
    func dhcpcdPortal(options: [UInt8], portal: String?) throws {
        let lease = try #require(DHCPLease(dhcpcd: Self.message(options), fileName: "eth0"))
        #expect(lease.portal == portal)
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 239), message([], mark: [1, 2, 3, 4])])
    func noMessage(_ bytes: [UInt8]) {
        #expect(DHCPLease(dhcpcd: bytes, fileName: "eth0") == nil)
    }

    @Test(arguments: [
        (DHCPLease.Holder.index(3), true), (.index(4), false),
        (.name("wlan0"), true), (.name("wlan0-Cafe"), false), (.name("wlan"), false),
        (.nameOrNetwork("wlan0"), true), (.nameOrNetwork("wlan0-Cafe"), true),
        (.nameOrNetwork("wlan0-Home"), false),
    ])
    func holders(_ holder: DHCPLease.Holder, isHeld: Bool) {
        let lease = DHCPLease(holder: holder, address: "192.0.2.1", vendorInformation: [])
        #expect(lease.isHeld(byIndex: 3, name: "wlan0", ssid: Array("Cafe".utf8)) == isHeld)
    }

    @Test func theFilesOfASystem() throws {
        let root = try TemporaryRoot()
        let files = LeaseFiles(root: root.root)
        #expect(try files.read() == [])
        let networkd = "ADDRESS=192.0.2.1\nVENDOR_SPECIFIC=\(Self.marker)\n"
        try root.write("/run/systemd/netif/leases/7", Array(networkd.utf8))
        try root.write("/run/systemd/netif/leases/8", Array("ADDRESS=192.0.2.2\n".utf8))
        try root.write("/run/systemd/netif/leases/9", Array("ADDRESS=192.0.2.9\n".utf8))
        try root.write(
            "/run/systemd/netif/links/9", Array("CAPTIVE_PORTAL=\(Self.portal)\n".utf8))
        try root.write("/run/systemd/netif/leases/.#9temporary", Array(networkd.utf8))
        let dhclient = """
            lease {
              interface "wlan0";
              fixed-address 192.0.2.3;
              option vendor-encapsulated-options "ANDROID_METERED";
            }

            """
        try root.write("/var/lib/dhcp/dhclient.wlan0.leases", Array(dhclient.utf8))
        try root.write(
            "/var/lib/dhclient/dhclient-wwan0.lease",
            Array(dhclient.replacingOccurrences(of: "wlan0", with: "wwan0").utf8))
        try root.write("/var/lib/dhcp/dhcpd.leases", Array(dhclient.utf8))
        try root.write(
            "/var/lib/dhcpcd/wlan1-Cafe.lease",
            Self.message(Self.option(43, "ANDROID_METERED") + [255]))
        #expect(
            Set(try files.read().map(\.holder)) == [
                .index(7), .index(9), .name("wlan0"), .name("wwan0"),
                .nameOrNetwork("wlan1-Cafe"),
            ])
        #expect(try files.read().compactMap(\.portal) == [Self.portal])
    }

    /// A folder that stands for `/`, with the places of dhclient's and networkd's leases.
    private func withRoot(
        _ body: (_ dhclient: String, _ networkd: String, LeaseFiles) throws -> Void
    ) throws {
        let root = try TemporaryRoot()
        let folders = ["/var/lib/dhcp/", "/run/systemd/netif/leases/"]
        for folder in folders { try root.makeFolder(folder) }
        try body(root.path + folders[0], root.path + folders[1], LeaseFiles(root: root.root))
    }

    private static func dhclientLease(_ interface: String, isMetered: Bool) -> String {
        """
        lease {
          interface "\(interface)";
          fixed-address 192.0.2.3;
          option vendor-encapsulated-options "\(isMetered ? "ANDROID_METERED" : "other")";
        }

        """
    }

    @Test("Of a file that leases are appended to, the end counts", arguments: [true, false])
    func longFile(isMetered: Bool) throws {
        try withRoot { dhclient, _, files in
            let before = Self.dhclientLease("wlan0", isMetered: !isMetered)
            let text =
                String(repeating: before, count: 3_000_000 / before.utf8.count)
                + Self.dhclientLease("wlan0", isMetered: isMetered)
            try Data(text.utf8).write(to: URL(fileURLWithPath: dhclient + "dhclient.leases"))
            let holders = try files.read().map(\.holder)
            #expect(holders == (isMetered ? [.name("wlan0")] : []))
        }
    }

    @Test("Only regular files are read as leases")
    func devices() throws {
        try withRoot { dhclient, _, files in
            func putLease(_ interface: String) throws {
                try Data(Self.dhclientLease(interface, isMetered: true).utf8).write(
                    to: URL(fileURLWithPath: dhclient + "dhclient.\(interface).leases"))
            }
            // In the order of making, or the reverse, one of the leases comes after all devices. It would be beyond the
            // limit in total if the bytes of those were read.
            try putLease("eth0")
            for number in 0..<1_000 {
                try FileManager.default.createSymbolicLink(
                    atPath: dhclient + "dhclient.\(number).leases",
                    withDestinationPath: "/dev/zero")
            }
            #expect(mkfifo(dhclient + "dhclient.fifo.leases", 0o600) == 0)
            try putLease("wlan0")
            let holders = try files.read().map(\.holder)
            #expect(Set(holders) == [.name("eth0"), .name("wlan0")])
        }
    }

    @Test("Many large files are read up to a limit in total")
    func totalLimit() throws {
        try withRoot { _, networkd, files in
            let padding = String(repeating: "#", count: 60_000)
            for number in 1...200 {
                let text = "ADDRESS=192.0.2.1\nVENDOR_SPECIFIC=\(Self.marker)\n\(padding)\n"
                try Data(text.utf8).write(to: URL(fileURLWithPath: networkd + "\(number)"))
            }
            let count = try files.read().count
            #expect((1..<200).contains(count))
        }
    }
}
