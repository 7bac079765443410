// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability

/// One kind of interface: its facts, and its classification.
private struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var facts: InterfaceFacts
    var lower: [LowerInterface] = []
    var type: InterfaceType
    var confidence: NetworkInterface.Confidence = .high
    var isVirtual = false
    var traits: Classification.Traits = []
    var decidedBy: Fact

    var testDescription: String { name }
}

private func facts(
    _ hardwareType: HardwareType = .ethernet,
    name: String = "x0",
    kind: String? = nil,
    tunMode: LinkMessage.TunMode? = nil,
    address: [UInt8] = [0x00, 0x11, 0x22, 0x33, 0x44, 0x55],
    bus: String? = nil,
    inOtherNamespace: Bool = false,
    wireless: WirelessMode? = nil,
    deviceType: String? = nil,
    wirelessEntry: Bool = false,
    tunFlags: Bool = false,
    driver: String? = nil,
    modalias: String? = nil,
    noSysfs: Bool = false,
    ppp: PPPTransport? = nil,
    translator: String? = nil
) -> InterfaceFacts {
    var device: NetworkDevice?
    if LinkKind(kind).tellsNothing, !noSysfs {
        var seen = NetworkDevice()
        seen.deviceType = deviceType
        seen.hasWirelessEntry = wirelessEntry
        seen.hasTunFlags = tunFlags
        seen.hasDevice = driver != nil
        seen.driver = driver
        seen.modalias = modalias
        device = seen
    }
    return InterfaceFacts(
        hardwareType: hardwareType, name: name, kind: kind, tunMode: tunMode,
        hardwareAddress: HardwareAddress(address), parentBus: bus,
        hasDevice: bus != nil || driver != nil,
        isLinkInOtherNamespace: inOtherNamespace, wireless: wireless, device: device,
        pppTransport: ppp, translatorAddress: translator.flatMap(IPAddress.init))
}

private func lower(
    _ name: String,
    _ facts: InterfaceFacts,
    hasCarrier: Bool = true,
    isActive: Bool? = nil
) -> LowerInterface {
    LowerInterface(
        index: 0, name: name, classification: .classify(facts), hasCarrier: hasCarrier,
        isActive: isActive)
}

private let card = lower("eth0", facts(bus: "pci", driver: "e1000e"))
private let station = lower("wlan0", facts(wireless: .station))
private let accessPoint = lower("ap0", facts(wireless: .accessPoint))
private let modem = lower("wwan0", facts(deviceType: "wwan", driver: "cdc_ether"))
private let veth = lower("veth0", facts(kind: "veth"))
private let tap = lower("tap0", facts(kind: "tun", tunMode: .tap))
private let vxlan = lower("vx0", facts(kind: "vxlan"))
private let phone = lower("usb0", facts(bus: "usb", driver: "ipheth"))

@Suite struct ClassificationTests {
    private static let rows: [Row] =
        [
            // 1: loopback
            Row(
                name: "loopback", facts: facts(.loopback), type: .loopback, isVirtual: true,
                decidedBy: .hardwareType(.loopback)),
            // 2: never a path
            Row(
                name: "dummy", facts: facts(kind: "dummy"), type: .other, isVirtual: true,
                traits: .neverAPath, decidedBy: .kind("dummy")),
            Row(
                name: "ifb", facts: facts(kind: "ifb"), type: .other, isVirtual: true,
                traits: .neverAPath, decidedBy: .kind("ifb")),
            Row(
                name: "nlmon", facts: facts(.netlinkMonitor, kind: "nlmon"), type: .other,
                isVirtual: true, traits: .neverAPath, decidedBy: .kind("nlmon")),
            Row(
                name: "vcan", facts: facts(.can, kind: "vcan"), type: .other, isVirtual: true,
                traits: .neverAPath, decidedBy: .kind("vcan")),
            Row(
                name: "a CAN controller", facts: facts(.can), type: .other, isVirtual: true,
                traits: .neverAPath, decidedBy: .hardwareType(.can)),
            Row(
                name: "IEEE 802.15.4", facts: facts(.ieee802154), type: .other, isVirtual: true,
                traits: .neverAPath, decidedBy: .hardwareType(.ieee802154)),
            // 3: Wi-Fi
            Row(
                name: "Wi-Fi station", facts: facts(wireless: .station, deviceType: "wlan"),
                type: .wifi, decidedBy: .wirelessMode(.station)),
            Row(
                name: "Wi-Fi by its uevent", facts: facts(deviceType: "wlan"), type: .wifi,
                decidedBy: .deviceType("wlan")),
            Row(
                name: "Wi-Fi by its sysfs entry", facts: facts(wirelessEntry: true), type: .wifi,
                decidedBy: .wirelessEntry),
            Row(
                name: "Wi-Fi in a namespace without sysfs",
                facts: facts(wireless: .station, noSysfs: true), type: .wifi,
                decidedBy: .wirelessMode(.station)),
            Row(
                name: "virt_wifi", facts: facts(kind: "virt_wifi"), type: .wifi,
                decidedBy: .kind("virt_wifi")),
            Row(
                name: "ad-hoc", facts: facts(wireless: .adHoc), type: .wifi,
                decidedBy: .wirelessMode(.adHoc)),
            Row(
                name: "mesh", facts: facts(wireless: .mesh), type: .wifi,
                decidedBy: .wirelessMode(.mesh)),
            Row(
                name: "P2P client", facts: facts(wireless: .p2pClient), type: .wifi,
                decidedBy: .wirelessMode(.p2pClient)),
            Row(
                name: "access point", facts: facts(wireless: .accessPoint), type: .wifi,
                traits: .neverAPath, decidedBy: .wirelessMode(.accessPoint)),
            Row(
                name: "access point's VLAN", facts: facts(wireless: .accessPointVLAN), type: .wifi,
                traits: .neverAPath, decidedBy: .wirelessMode(.accessPointVLAN)),
            Row(
                name: "P2P group owner", facts: facts(wireless: .p2pGroupOwner), type: .wifi,
                traits: .neverAPath, decidedBy: .wirelessMode(.p2pGroupOwner)),
            Row(
                name: "Wi-Fi monitor", facts: facts(.wirelessMonitorRadiotap), type: .wifi,
                traits: .neverAPath, decidedBy: .hardwareType(.wirelessMonitorRadiotap)),
            // 4: cellular
            Row(
                name: "USB modem", facts: facts(bus: "usb", deviceType: "wwan", driver: "qmi_wwan"),
                type: .wwan, decidedBy: .deviceType("wwan")),
            Row(
                name: "USB modem, raw IP",
                facts: facts(.headerless, bus: "usb", deviceType: "wwan"),
                type: .wwan, decidedBy: .deviceType("wwan")),
            Row(
                name: "WWAN subsystem", facts: facts(.headerless, kind: "wwan"), type: .wwan,
                decidedBy: .kind("wwan")),
            Row(
                name: "rmnet", facts: facts(.rawIP, kind: "rmnet"), type: .wwan,
                decidedBy: .kind("rmnet")),
            Row(
                name: "raw IP", facts: facts(.rawIP), type: .wwan, decidedBy: .hardwareType(.rawIP)),
            Row(
                name: "raw IP out of the tree", facts: facts(.rawIPOutOfTree), type: .wwan,
                decidedBy: .hardwareType(.rawIPOutOfTree)),
            Row(
                name: "a modem of a kind of tomorrow",
                facts: facts(.headerless, kind: "warp", deviceType: "wwan"), type: .wwan,
                decidedBy: .deviceType("wwan")),
            Row(
                name: "Wi-Fi of a kind of tomorrow", facts: facts(kind: "warp", deviceType: "wlan"),
                type: .wifi, decidedBy: .deviceType("wlan")),
            // 5: cellular by name, and by what is below
            Row(
                name: "rmnet by name", facts: facts(name: "rmnet_data0"), type: .wwan,
                confidence: .medium, decidedBy: .name("rmnet_data0")),
            Row(
                name: "ccmni by name", facts: facts(name: "ccmni1"), type: .wwan,
                confidence: .medium,
                decidedBy: .name("ccmni1")),
            Row(
                name: "qmimux", facts: facts(.headerless), lower: [modem], type: .wwan,
                confidence: .medium, decidedBy: .lower(name: "wwan0", type: .wwan)
            ),
            Row(
                name: "a modem's channel of a kind of tomorrow",
                facts: facts(.headerless, kind: "warp"), lower: [modem], type: .wwan,
                confidence: .medium, decidedBy: .lower(name: "wwan0", type: .wwan)),
            Row(
                name: "a veth called rmnet0", facts: facts(name: "rmnet0", kind: "veth"),
                type: .ethernet, isVirtual: true, traits: .virtualPort, decidedBy: .kind("veth")),
            // 6: Bluetooth
            Row(
                name: "Bluetooth PAN", facts: facts(deviceType: "bluetooth"), type: .bluetooth,
                decidedBy: .deviceType("bluetooth")),
            Row(
                name: "6LoWPAN", facts: facts(.lowPAN), type: .other,
                decidedBy: .hardwareType(.lowPAN)),
            Row(
                name: "6LoWPAN by kind", facts: facts(kind: "lowpan"), type: .other,
                decidedBy: .kind("lowpan")),
            // 7: PPP
            Row(
                name: "PPP over a modem",
                facts: facts(.ppp, kind: "ppp", ppp: .serial(terminal: "/dev/ttyUSB2")),
                type: .wwan,
                confidence: .medium, decidedBy: .pppTransport(.serial(terminal: "/dev/ttyUSB2"))),
            Row(
                name: "PPPoE", facts: facts(.ppp, kind: "ppp", ppp: .ethernet), type: .other,
                confidence: .medium, decidedBy: .pppTransport(.ethernet)),
            Row(
                name: "PPP over something", facts: facts(.ppp, kind: "ppp"), type: .other,
                confidence: .low, isVirtual: true, decidedBy: .kind("ppp")),
            // 8: tunnels and overlays
            Row(
                name: "WireGuard", facts: facts(.headerless, kind: "wireguard"), type: .vpn,
                isVirtual: true, decidedBy: .kind("wireguard")),
            Row(
                name: "tun", facts: facts(.headerless, kind: "tun", tunMode: .tun), type: .vpn,
                isVirtual: true, decidedBy: .tunMode(.tun)),
            Row(
                name: "tap", facts: facts(kind: "tun", tunMode: .tap), type: .ethernet,
                isVirtual: true, traits: [.virtualPort, .overlay], decidedBy: .tunMode(.tap)),
            Row(
                name: "tun of a translator",
                facts: facts(.headerless, kind: "tun", tunMode: .tun, translator: "192.0.0.1"),
                type: .other, isVirtual: true, traits: .translator,
                decidedBy: .translatorAddress(
                    IPAddress(family: .ipv4, high: 0, low: 0xC000_0001))),
            Row(
                name: "tun without its mode", facts: facts(.headerless, kind: "tun"), type: .vpn,
                isVirtual: true, decidedBy: .hardwareType(.headerless)),
            Row(
                name: "tun by its sysfs entry", facts: facts(.headerless, tunFlags: true),
                type: .vpn,
                isVirtual: true, decidedBy: .tunFlags),
            Row(
                name: "GRE without a kind", facts: facts(.gre), type: .vpn, isVirtual: true,
                decidedBy: .hardwareType(.gre)),
        ]
        + ["xfrm", "vti", "vti6", "ipip", "sit", "gre", "ip6gre", "ip6tnl", "gtp", "bareudp"].map {
            kind in
            Row(
                name: kind, facts: facts(.headerless, kind: kind), type: .vpn, isVirtual: true,
                decidedBy: .kind(kind))
        }
        + ["vxlan", "geneve", "gretap", "ip6gretap", "erspan"].map { kind in
            Row(
                name: kind, facts: facts(kind: kind), type: .other, isVirtual: true,
                traits: .overlay,
                decidedBy: .kind(kind))
        } + [
            Row(
                name: "L2TP Ethernet", facts: facts(deviceType: "l2tpeth"), type: .other,
                isVirtual: true, traits: .overlay,
                decidedBy: .deviceType("l2tpeth")),
            // 9: made on another
            Row(
                name: "macsec over a card", facts: facts(kind: "macsec"), lower: [card],
                type: .ethernet, decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "VLAN over Wi-Fi", facts: facts(kind: "vlan"), lower: [station], type: .wifi,
                decidedBy: .lower(name: "wlan0", type: .wifi)),
            Row(
                name: "macvlan over a veth", facts: facts(kind: "macvlan"), lower: [veth],
                type: .ethernet, isVirtual: true,
                decidedBy: .lower(name: "veth0", type: .ethernet)),
            Row(
                name: "ipvlan over a modem", facts: facts(kind: "ipvlan"), lower: [modem],
                type: .wwan, decidedBy: .lower(name: "wwan0", type: .wwan)),
            Row(
                name: "macvlan of another namespace",
                facts: facts(kind: "macvlan", inOtherNamespace: true), type: .other,
                confidence: .low, isVirtual: true, decidedBy: .nothing),
            // 10: made of others
            Row(
                name: "bridge with a card and a tap", facts: facts(kind: "bridge"),
                lower: [tap, card], type: .ethernet,
                decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "bridge with a modem and a card", facts: facts(kind: "bridge"),
                lower: [card, modem], type: .wwan,
                decidedBy: .lower(name: "wwan0", type: .wwan)),
            Row(
                name: "bridge with a card and an access point", facts: facts(kind: "bridge"),
                lower: [accessPoint, card], type: .ethernet,
                decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "bridge with a phone and a card", facts: facts(kind: "bridge"),
                lower: [card, phone], type: .ethernet, traits: .tethered,
                decidedBy: .lower(name: "usb0", type: .ethernet)),
            Row(
                name: "bridge with a veth", facts: facts(kind: "bridge"), lower: [veth],
                type: .ethernet, isVirtual: true,
                decidedBy: .lower(name: "veth0", type: .ethernet)),
            Row(
                name: "bridge with a tap", facts: facts(kind: "bridge"), lower: [tap],
                type: .ethernet, isVirtual: true,
                decidedBy: .lower(name: "tap0", type: .ethernet)),
            Row(
                name: "bridge with a VXLAN", facts: facts(kind: "bridge"),
                lower: [vxlan], type: .other, isVirtual: true,
                traits: .overlay, decidedBy: .lower(name: "vx0", type: .other)),
            Row(
                name: "bridge with a card and a VXLAN", facts: facts(kind: "bridge"),
                lower: [vxlan, card], type: .ethernet,
                decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "bridge with a card without a carrier and a VXLAN",
                facts: facts(kind: "bridge"),
                lower: [
                    lower("eth0", facts(bus: "pci", driver: "e1000e"), hasCarrier: false), vxlan,
                ],
                type: .other, isVirtual: true, traits: .overlay,
                decidedBy: .lower(name: "vx0", type: .other)),
            Row(
                name: "bridge with a VXLAN and a tap", facts: facts(kind: "bridge"),
                lower: [tap, vxlan], type: .other, isVirtual: true, traits: .overlay,
                decidedBy: .lower(name: "vx0", type: .other)),
            Row(
                name: "bond of a tap and a card", facts: facts(kind: "bond"), lower: [card, tap],
                type: .ethernet, decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "bond of a GRETAP and a card", facts: facts(kind: "bond"),
                lower: [lower("gre1", facts(kind: "gretap")), card],
                type: .ethernet, decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "bond of taps", facts: facts(kind: "bond"), lower: [tap], type: .ethernet,
                isVirtual: true, traits: .overlay,
                decidedBy: .lower(name: "tap0", type: .ethernet)),
            Row(
                name: "VLAN over a tap", facts: facts(kind: "vlan"), lower: [tap],
                type: .ethernet, isVirtual: true, traits: .overlay,
                decidedBy: .lower(name: "tap0", type: .ethernet)),
            Row(
                name: "bridge with nothing", facts: facts(kind: "bridge"), type: .ethernet,
                confidence: .medium, isVirtual: true, decidedBy: .noMember),
            Row(
                name: "bond whose active member is cellular", facts: facts(kind: "bond"),
                lower: [
                    lower("eth0", facts(bus: "pci"), isActive: false),
                    lower("wwan0", facts(deviceType: "wwan"), isActive: true),
                ], type: .wwan, decidedBy: .lower(name: "wwan0", type: .wwan)),
            Row(
                name: "bond whose active member is Ethernet", facts: facts(kind: "bond"),
                lower: [
                    lower("eth0", facts(bus: "pci", driver: "e1000e"), isActive: true),
                    lower("wwan0", facts(deviceType: "wwan"), isActive: false),
                ], type: .ethernet,
                decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "team of a station", facts: facts(kind: "team"), lower: [station],
                type: .wifi, decidedBy: .lower(name: "wlan0", type: .wifi)),
            Row(
                name: "VRF of a card", facts: facts(kind: "vrf"), lower: [card], type: .ethernet,
                decidedBy: .lower(name: "eth0", type: .ethernet)),
            Row(
                name: "VRF of nothing", facts: facts(kind: "vrf"), type: .other, confidence: .low,
                isVirtual: true, decidedBy: .noMember),
            // 11: veth
            Row(
                name: "veth", facts: facts(name: "wlan0", kind: "veth"), type: .ethernet,
                isVirtual: true, traits: .virtualPort, decidedBy: .kind("veth")),
            Row(
                name: "netkit", facts: facts(kind: "netkit"), type: .ethernet, isVirtual: true,
                traits: .virtualPort, decidedBy: .kind("netkit")),
            // 12: phones
            Row(
                name: "iPhone", facts: facts(bus: "usb", driver: "ipheth"), type: .ethernet,
                traits: .tethered, decidedBy: .driver("ipheth", modalias: nil)),
            Row(
                name: "Android, RNDIS",
                facts: facts(
                    bus: "usb", driver: "rndis_host",
                    modalias: "usb:v18D1p4EE3d0601dc00dsc00dp00icE0isc01ip03in00"),
                type: .ethernet, traits: .tethered,
                decidedBy: .driver(
                    "rndis_host", modalias: "usb:v18D1p4EE3d0601dc00dsc00dp00icE0isc01ip03in00")),
            Row(
                name: "RNDIS of another class",
                facts: facts(
                    bus: "usb", driver: "rndis_host",
                    modalias: "usb:v18D1p4EE3d0601dc00dsc00dp00ic02isc02ipFFin00"),
                type: .ethernet, confidence: .medium, traits: .tethered,
                decidedBy: .driver(
                    "rndis_host", modalias: "usb:v18D1p4EE3d0601dc00dsc00dp00ic02isc02ipFFin00")),
            Row(
                name: "Android, NCM",
                facts: facts(address: [2, 0x50, 0xF3, 0, 0, 5], bus: "usb", driver: "cdc_ncm"),
                type: .ethernet, confidence: .medium, traits: .tethered,
                decidedBy: .driver("cdc_ncm", modalias: nil)),
            Row(
                name: "USB network adapter", facts: facts(bus: "usb", driver: "cdc_ether"),
                type: .ethernet, decidedBy: .parentBus("usb")),
            // 13: Ethernet
            Row(
                name: "PCI card", facts: facts(bus: "pci", driver: "e1000e"), type: .ethernet,
                decidedBy: .parentBus("pci")),
            Row(
                name: "PCI card before kernel 5.14",
                facts: facts(driver: "e1000e", modalias: "pci:v00008086d000010D3"), type: .ethernet,
                decidedBy: .parentBus("pci")),
            Row(
                name: "PCI card without sysfs", facts: facts(bus: "pci", noSysfs: true),
                type: .ethernet, confidence: .medium, decidedBy: .parentBus("pci")),
            Row(
                name: "a USB device without sysfs, which may be a modem",
                facts: facts(bus: "usb", noSysfs: true), type: .other, confidence: .low,
                decidedBy: .parentBus("usb")),
            Row(
                name: "virtio", facts: facts(bus: "virtio", driver: "virtio_net"), type: .ethernet,
                isVirtual: true, decidedBy: .parentBus("virtio")),
            Row(
                name: "USB gadget", facts: facts(deviceType: "gadget"), type: .ethernet,
                decidedBy: .deviceType("gadget")),
            // 14: the rest
            Row(
                name: "SLIP", facts: facts(HardwareType(rawValue: 264)), type: .other,
                confidence: .low, isVirtual: true, decidedBy: .nothing),
            Row(
                name: "Ethernet of nothing", facts: facts(), type: .other, confidence: .low,
                isVirtual: true, decidedBy: .nothing),
            Row(
                name: "a kind of tomorrow", facts: facts(kind: "warp"), type: .other,
                confidence: .low, isVirtual: true, decidedBy: .nothing),
        ]

    @Test("The facts decide the classification", arguments: rows)
    private func classify(_ row: Row) {
        #expect(
            Classification.classify(row.facts, lower: row.lower)
                == Classification(
                    type: row.type, isVirtual: row.isVirtual, confidence: row.confidence,
                    decidedBy: row.decidedBy, traits: row.traits))
    }

    @Test(
        "Sysfs is read if netlink does not determine the type",
        arguments: [
            (nil, 1, true), (nil, 65534, true), (nil, 512, false), ("warp", 1, true),
            ("warp", 65534, true), ("warp", 519, false), ("veth", 1, false), ("tun", 65534, false),
        ] as [(String?, UInt16, Bool)])
    func isTypeOpen(kind: String?, hardwareType: UInt16, isOpen: Bool) {
        let state = network([link(2, "x0", kind: kind, hardwareType: hardwareType)])
        #expect(state[2]?.isTypeOpen == isOpen)
    }

    /// Every deciding fact is a displayed one.
    @Test("Every deciding fact is among the displayed facts", arguments: rows)
    private func whatDecidesIsSeen(_ row: Row) {
        let classification = Classification.classify(row.facts, lower: row.lower)
        switch classification.decidedBy {
        case .lower, .noMember, .nothing, .name: break
        case .hardwareType, .kind, .deviceType, .wirelessMode, .wirelessEntry, .pppTransport,
            .tunMode, .tunFlags, .translatorAddress, .driver, .parentBus, .linkInOtherNamespace,
            .locallyAdministered:
            let isBusOfModalias = row.facts.parentBus == nil && row.name.contains("5.14")
            #expect(row.facts.all.contains(classification.decidedBy) || isBusOfModalias)
        }
    }
}
