// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// What an interface was found to be, and by which fact.
struct Classification: Sendable, Hashable {
    var type: InterfaceType
    /// Whether no hardware is known to be at the bottom of it.
    var isVirtual: Bool
    var confidence: Confidence
    var decidedBy: Fact
    var traits: Traits = []

    /// What else follows from the facts.
    struct Traits: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        /// The way to the internet never leads through it.
        static let neverAPath = Traits(rawValue: 1)
        /// A phone that shares its connection.
        static let tethered = Traits(rawValue: 2)
        /// A veth or a tap: as a bridge's port it leads to a container or a virtual machine.
        static let virtualPort = Traits(rawValue: 4)
        /// An Ethernet over IP, whose packets need another way out.
        static let overlay = Traits(rawValue: 16)
        /// Made on other interfaces, whose medium it has.
        static let stacked = Traits(rawValue: 8)
    }

    /// Whether the way to the internet may lead through it.
    var canBePath: Bool { type != .loopback && !traits.contains(.neverAPath) }
}

/// An interface below another: what it is, and whether the one above sends through it.
struct LowerInterface: Sendable, Hashable {
    var index: UInt32
    var name: String
    var classification: Classification
    /// Of a bond: whether this is its active member. `nil` if the bond has not chosen.
    var isActive: Bool?
}

extension Classification {
    /// What an interface is, from what is known of it and of the interfaces below it. The first
    /// row that matches decides.
    static func classify(_ facts: InterfaceFacts, lower: [LowerInterface] = []) -> Classification {
        loopback(facts)
            ?? neverAPath(facts)
            ?? wifi(facts)
            ?? wwan(facts)
            ?? wwanByName(facts)
            ?? wwanBelow(facts, lower)
            ?? bluetooth(facts)
            ?? ppp(facts)
            ?? tun(facts)
            ?? tunnel(facts)
            ?? overlay(facts)
            ?? madeOn(facts, lower)
            ?? madeOf(facts, lower)
            ?? peer(facts)
            ?? tethered(facts)
            ?? ethernet(facts)
            ?? unclear(facts)
    }

    private static func loopback(_ facts: InterfaceFacts) -> Classification? {
        guard facts.hardwareType == .loopback else { return nil }
        return Classification(
            type: .loopback, isVirtual: true, confidence: .high,
            decidedBy: .hardwareType(.loopback))
    }

    /// Interfaces that carry no packets to anywhere. A dummy may hold an anycast address.
    private static func neverAPath(_ facts: InterfaceFacts) -> Classification? {
        let fact: Fact
        if let kind = facts.kind, neverAPathKinds.contains(kind) {
            fact = .kind(kind)
        } else if [.can, .netlinkMonitor, .ieee802154].contains(facts.hardwareType) {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(
            type: .other, isVirtual: true, confidence: .high, decidedBy: fact,
            traits: .neverAPath)
    }

    private static let neverAPathKinds: Set<String> = [
        "dummy", "ifb", "nlmon", "vsockmon", "can", "vcan", "vxcan",
    ]

    /// Asked before anything says "virtual": mac80211_hwsim and virt_wifi are Wi-Fi.
    private static func wifi(_ facts: InterfaceFacts) -> Classification? {
        let isMonitor = HardwareType.wirelessMonitors.contains(facts.hardwareType)
        let fact: Fact
        if let mode = facts.wireless {
            fact = .wirelessMode(mode)
        } else if facts.device?.deviceType == "wlan" {
            fact = .deviceType("wlan")
        } else if facts.device?.hasWirelessEntry == true {
            fact = .wirelessEntry
        } else if facts.kind == "virt_wifi" {
            fact = .kind("virt_wifi")
        } else if isMonitor {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        let isUplink = !isMonitor && facts.wireless?.canBeUplink ?? true
        return Classification(
            type: .wifi, isVirtual: false, confidence: .high, decidedBy: fact,
            traits: isUplink ? [] : .neverAPath)
    }

    /// Every user of ARPHRD_RAWIP in the kernel is a cellular modem.
    private static func wwan(_ facts: InterfaceFacts) -> Classification? {
        let fact: Fact
        if facts.device?.deviceType == "wwan" {
            fact = .deviceType("wwan")
        } else if let kind = facts.kind, ["wwan", "rmnet"].contains(kind) {
            fact = .kind(kind)
        } else if facts.hardwareType == .rawIP || facts.hardwareType == .rawIPOutOfTree {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(type: .wwan, isVirtual: false, confidence: .high, decidedBy: fact)
    }

    /// Names that drivers outside the kernel's tree give. Where the kernel names a kind, the name
    /// is only a name.
    private static func wwanByName(_ facts: InterfaceFacts) -> Classification? {
        guard
            facts.kind == nil, facts.hardwareType == .ethernet,
            ["rmnet", "rev_rmnet", "ccmni"].contains(where: facts.name.hasPrefix)
        else { return nil }
        return Classification(
            type: .wwan, isVirtual: false, confidence: .medium, decidedBy: .name(facts.name))
    }

    /// A modem's channel that shows neither kind nor device (qmimux, MBIM sessions).
    private static func wwanBelow(
        _ facts: InterfaceFacts,
        _ lower: [LowerInterface]
    ) -> Classification? {
        guard
            facts.kind == nil,
            let modem = lower.first(where: { $0.classification.type == .wwan })
        else { return nil }
        return Classification(
            type: .wwan, isVirtual: false, confidence: .medium,
            decidedBy: .lower(name: modem.name, type: .wwan), traits: .stacked)
    }

    private static func bluetooth(_ facts: InterfaceFacts) -> Classification? {
        if facts.hardwareType == .lowPAN || facts.kind == "lowpan" {
            return Classification(
                type: .other, isVirtual: false, confidence: .high,
                decidedBy: facts.kind.map(Fact.kind) ?? .hardwareType(.lowPAN))
        }
        guard facts.device?.deviceType == "bluetooth", facts.hardwareType == .ethernet else {
            return nil
        }
        return Classification(
            type: .bluetooth, isVirtual: false, confidence: .high,
            decidedBy: .deviceType("bluetooth"))
    }

    /// A modem's PPP, PPPoE and PPTP look alike to netlink: without a word on what it runs over,
    /// it is unknown.
    private static func ppp(_ facts: InterfaceFacts) -> Classification? {
        guard facts.hardwareType == .ppp || facts.kind == "ppp" else { return nil }
        switch facts.pppTransport {
        case .serial:
            return Classification(
                type: .wwan, isVirtual: false, confidence: .medium,
                decidedBy: facts.pppTransport.map(Fact.pppTransport) ?? .nothing)
        case .ethernet:
            return Classification(
                type: .other, isVirtual: false, confidence: .medium,
                decidedBy: .pppTransport(.ethernet))
        case nil:
            return Classification(
                type: .other, isVirtual: true, confidence: .low,
                decidedBy: facts.kind.map(Fact.kind) ?? .hardwareType(.ppp))
        }
    }

    /// A tun is a tunnel; a tap is an Ethernet whose other end is a program.
    private static func tun(_ facts: InterfaceFacts) -> Classification? {
        let isTap: Bool
        let fact: Fact
        if facts.kind == "tun" {
            isTap = facts.tunMode.map { $0 == .tap } ?? (facts.hardwareType == .ethernet)
            fact = facts.tunMode.map(Fact.tunMode) ?? .hardwareType(facts.hardwareType)
        } else if facts.kind == nil, facts.device?.hasTunFlags == true {
            isTap = facts.hardwareType == .ethernet
            fact = .tunFlags
        } else {
            return nil
        }
        return Classification(
            type: isTap ? .ethernet : .vpn, isVirtual: true, confidence: .high, decidedBy: fact,
            traits: isTap ? .virtualPort : [])
    }

    private static func tunnel(_ facts: InterfaceFacts) -> Classification? {
        let fact: Fact
        if let kind = facts.kind, tunnelKinds.contains(kind) {
            fact = .kind(kind)
        } else if facts.kind == nil,
            [.tunnel, .tunnel6, .sit, .gre, .gre6].contains(facts.hardwareType)
        {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(type: .vpn, isVirtual: true, confidence: .high, decidedBy: fact)
    }

    private static let tunnelKinds: Set<String> = [
        "wireguard", "amneziawg", "ovpn", "ovpn-dco", "xfrm", "vti", "vti6", "ipip", "sit", "gre",
        "ip6gre", "ip6tnl", "gtp",
    ]

    /// Ethernet over something else: what is below cannot be seen.
    private static func overlay(_ facts: InterfaceFacts) -> Classification? {
        let fact: Fact
        if let kind = facts.kind, overlayKinds.contains(kind) {
            fact = .kind(kind)
        } else if facts.device?.deviceType == "l2tpeth" {
            fact = .deviceType("l2tpeth")
        } else {
            return nil
        }
        return Classification(
            type: .other, isVirtual: true, confidence: .high, decidedBy: fact, traits: .overlay)
    }

    private static let overlayKinds: Set<String> = [
        "vxlan", "geneve", "gretap", "ip6gretap", "erspan", "ip6erspan", "bareudp",
    ]

    /// Veth and netkit: a container's way out, whose medium is somebody else's.
    private static func peer(_ facts: InterfaceFacts) -> Classification? {
        guard let kind = facts.kind, ["veth", "netkit"].contains(kind) else { return nil }
        return Classification(
            type: .ethernet, isVirtual: true, confidence: .high, decidedBy: .kind(kind),
            traits: .virtualPort)
    }

    /// A phone that shares its connection over USB shows neither kind nor device type: the driver
    /// tells.
    private static func tethered(_ facts: InterfaceFacts) -> Classification? {
        guard
            facts.kind == nil, facts.hardwareType == .ethernet, facts.device?.deviceType == nil,
            let device = facts.device, let driver = device.driver
        else { return nil }
        let confidence: Confidence
        switch driver {
        case "ipheth": confidence = .high
        // The class that phones announce themselves with (wireless controller, RF, RNDIS).
        case "rndis_host": confidence = device.isUSBClass("e0", "01", "03") ? .high : .medium
        // The drivers of USB network adapters and of phones alike. An adapter has an address from
        // its manufacturer; usbnet takes a link for point-to-point where it has not.
        case "cdc_ether", "cdc_ncm", "cdc_eem":
            guard facts.hardwareAddress?.isLocallyAdministered == true else { return nil }
            confidence = .medium
        default: return nil
        }
        return Classification(
            type: .ethernet, isVirtual: false, confidence: confidence,
            decidedBy: .driver(driver, modalias: device.modalias), traits: .tethered)
    }

    private static func ethernet(_ facts: InterfaceFacts) -> Classification? {
        guard facts.kind == nil, facts.hardwareType == .ethernet else { return nil }
        if facts.device?.deviceType == "gadget" {
            return Classification(
                type: .ethernet, isVirtual: false, confidence: .high,
                decidedBy: .deviceType("gadget"))
        }
        guard facts.device?.deviceType == nil, let bus = facts.parentBus ?? facts.device?.bus else {
            return nil
        }
        return Classification(
            type: .ethernet,
            isVirtual: virtualBuses.contains(bus),
            // Without sysfs a modem cannot be told from a network card.
            confidence: facts.device == nil ? .medium : .high,
            decidedBy: .parentBus(bus))
    }

    /// Buses that only hypervisors and simulators have.
    private static let virtualBuses: Set<String> = ["virtio", "vmbus", "xen", "netdevsim"]

    private static func unclear(_ facts: InterfaceFacts) -> Classification {
        Classification(type: .other, isVirtual: true, confidence: .low, decidedBy: .nothing)
    }
}

extension NetworkDevice {
    /// The bus that the identity begins with: `pci:v00008086…`.
    fileprivate var bus: String? {
        modalias?.split(separator: ":").first.map(String.init)
    }

    /// Whether the USB interface's class, subclass and protocol, in hexadecimal, are these.
    fileprivate func isUSBClass(_ class: String, _ subclass: String, _ protocol: String) -> Bool {
        guard let modalias, modalias.hasPrefix("usb:") else { return false }
        return modalias.lowercased().contains("ic\(`class`)isc\(subclass)ip\(`protocol`)")
    }
}
