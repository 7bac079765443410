// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Interfaces that software makes.
extension Classification {
    static func loopback(_ facts: InterfaceFacts) -> Classification? {
        guard facts.hardwareType == .loopback else { return nil }
        return Classification(
            type: .loopback, isVirtual: true, confidence: .high,
            decidedBy: .hardwareType(.loopback))
    }

    /// Interfaces that carry no packets to anywhere. A dummy may hold an anycast address.
    static func neverAPath(_ facts: InterfaceFacts) -> Classification? {
        let fact: Fact
        if let kind = facts.kind, neverAPathKinds.contains(kind) {
            fact = .kind(kind)
        } else if [.can, .netlinkMonitor, .ieee802154].contains(facts.hardwareType) {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(
            type: .other, isVirtual: !facts.hasDevice, confidence: .high, decidedBy: fact,
            traits: .neverAPath)
    }

    private static let neverAPathKinds: Set<String> = [
        "dummy", "ifb", "nlmon", "vsockmon", "can", "vcan", "vxcan",
    ]

    /// A tun is a tunnel; a tap is an Ethernet whose other end is a program.
    static func tun(_ facts: InterfaceFacts) -> Classification? {
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

    static func tunnel(_ facts: InterfaceFacts) -> Classification? {
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
        "ip6gre", "ip6tnl", "gtp", "bareudp",
    ]

    /// Ethernet over something else: what is below cannot be seen.
    static func overlay(_ facts: InterfaceFacts) -> Classification? {
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
        "vxlan", "geneve", "gretap", "ip6gretap", "erspan", "ip6erspan",
    ]

    /// Veth and netkit: a container's way out, whose medium is somebody else's.
    static func peer(_ facts: InterfaceFacts) -> Classification? {
        guard let kind = facts.kind, ["veth", "netkit"].contains(kind) else { return nil }
        return Classification(
            type: .ethernet, isVirtual: true, confidence: .high, decidedBy: .kind(kind),
            traits: .virtualPort)
    }

    /// What an interface is before anybody has looked.
    static let unclassified = Classification(
        type: .other, isVirtual: true, confidence: .low, decidedBy: .nothing)

    static func unclear(_ facts: InterfaceFacts) -> Classification {
        Classification(
            type: .other, isVirtual: !facts.hasDevice, confidence: .low, decidedBy: .nothing)
    }
}
