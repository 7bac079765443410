// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The classification of virtual interfaces.
extension Classification {
    static func loopback(_ facts: InterfaceFacts) -> Classification? {
        guard facts.hardwareType == .loopback else { return nil }
        return Classification(
            type: .loopback, isVirtual: true, confidence: .high,
            decidedBy: .hardwareType(.loopback))
    }

    /// The rule for interfaces that never carry packets to another machine. A dummy interface may
    /// hold an anycast address.
    static func neverAPath(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let fact: Fact
        if kind == .neverAPath {
            fact = facts.kindFact
        } else {
            switch facts.hardwareType {
            case .can, .netlinkMonitor, .ieee802154: fact = .hardwareType(facts.hardwareType)
            default: return nil
            }
        }
        return Classification(
            type: .other, isVirtual: !facts.hasDevice, confidence: .high, decidedBy: fact,
            traits: .neverAPath)
    }

    /// A tun is a tunnel, or translates addresses; a tap is an Ethernet interface whose other end is
    /// a program.
    static func tun(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let isTap: Bool
        let fact: Fact
        if kind == .tun {
            isTap = facts.tunMode.map { $0 == .tap } ?? (facts.hardwareType == .ethernet)
            fact = facts.tunMode.map(Fact.tunMode) ?? .hardwareType(facts.hardwareType)
        } else if kind == .absent, facts.device?.hasTunFlags == true {
            isTap = facts.hardwareType == .ethernet
            fact = .tunFlags
        } else {
            return nil
        }
        if !isTap, let address = facts.translatorAddress {
            return Classification(
                type: .other, isVirtual: true, confidence: .high,
                decidedBy: .translatorAddress(address), traits: .translator)
        }
        return Classification(
            type: isTap ? .ethernet : .vpn, isVirtual: true, confidence: .high, decidedBy: fact,
            traits: isTap ? [.virtualPort, .overlay] : [])
    }

    static func tunnel(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let fact: Fact
        if kind == .tunnel {
            fact = facts.kindFact
        } else if kind == .absent,
            [.tunnel, .tunnel6, .sit, .gre, .gre6].contains(facts.hardwareType)
        {
            fact = .hardwareType(facts.hardwareType)
        } else {
            return nil
        }
        return Classification(type: .vpn, isVirtual: true, confidence: .high, decidedBy: fact)
    }

    /// Ethernet over another protocol.
    static func overlay(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        let fact: Fact
        if kind == .overlay {
            fact = facts.kindFact
        } else if facts.device?.deviceType == "l2tpeth" {
            fact = .deviceType("l2tpeth")
        } else {
            return nil
        }
        return Classification(
            type: .other, isVirtual: true, confidence: .high, decidedBy: fact, traits: .overlay)
    }

    /// Veth and netkit: a container's uplink, whose medium belongs to another namespace.
    static func peer(_ facts: InterfaceFacts, _ kind: LinkKind) -> Classification? {
        guard kind == .peer else { return nil }
        return Classification(
            type: .ethernet, isVirtual: true, confidence: .high, decidedBy: facts.kindFact,
            traits: .virtualPort)
    }

    /// The classification of an interface before its facts are known.
    static let unclassified = Classification(
        type: .other, isVirtual: true, confidence: .low, decidedBy: .nothing)

    static func unclear(_ facts: InterfaceFacts) -> Classification {
        Classification(
            type: .other, isVirtual: !facts.hasDevice, confidence: .low, decidedBy: .nothing)
    }
}
