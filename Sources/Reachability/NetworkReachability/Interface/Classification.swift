// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The classification of an interface, and the fact that decided it.
struct Classification: Sendable, Hashable {
    var type: InterfaceType
    /// Whether no hardware is known at the bottom of the interface's stack.
    var isVirtual: Bool
    var confidence: InterfaceType.Confidence
    var decidedBy: Fact
    var traits: Traits = []

    /// Further properties that follow from the facts.
    struct Traits: OptionSet, Sendable, Hashable {
        let rawValue: UInt8

        /// A path to the internet never leads through the interface.
        static let neverAPath = Traits(rawValue: 1)
        /// A phone that shares its connection.
        static let tethered = Traits(rawValue: 2)
        /// A veth or a tap: as a bridge port, it leads to a container or a virtual machine.
        static let virtualPort = Traits(rawValue: 4)
        /// An Ethernet overlay (VXLAN, a tap …), whose packets leave by another interface if there
        /// is one.
        static let overlay = Traits(rawValue: 8)
        /// The tun of a program that translates IPv4 into IPv6 (CLAT, RFC 6877): its packets leave
        /// by the interface of the IPv6 route.
        static let translator = Traits(rawValue: 16)
    }

    /// Whether a path to the internet may lead through the interface.
    var canBePath: Bool { type != .loopback && !traits.contains(.neverAPath) }

    /// Whether the interface's packets leave inside the packets of another interface: it is a
    /// tunnel, an overlay or a translator.
    var isCarried: Bool {
        type == .vpn || traits.contains(.overlay) || traits.contains(.translator)
    }

    /// Whether the interface, as a bridge port, leads to a container or a virtual machine.
    var leadsToGuest: Bool { traits.contains(.virtualPort) }
}

/// An interface below another one: its classification, and whether the interface above sends
/// through it.
struct LowerInterface: Sendable, Hashable {
    var index: UInt32
    var name: String
    var classification: Classification
    /// Whether the interface passes packets.
    var hasCarrier: Bool
    /// Whether the interface is the active member of its bond; `nil` if the bond has not chosen
    /// one.
    var isActive: Bool?
}

extension Classification {
    /// Classifies an interface from the facts about it and the interfaces below it. The first rule
    /// that matches decides.
    static func classify(_ facts: InterfaceFacts, lower: [LowerInterface] = []) -> Classification {
        let kind = LinkKind(facts.kind)
        return loopback(facts)
            ?? neverAPath(facts, kind)
            ?? wifi(facts, kind)
            ?? wwan(facts, kind)
            ?? wwanByName(facts)
            ?? wwanBelow(facts, lower)
            ?? bluetooth(facts, kind)
            ?? ppp(facts, kind)
            ?? tun(facts, kind)
            ?? tunnel(facts, kind)
            ?? overlay(facts, kind)
            ?? madeOn(facts, kind, lower)
            ?? madeOf(facts, kind, lower)
            ?? peer(facts, kind)
            ?? tethered(facts)
            ?? ethernet(facts)
            ?? unclear(facts)
    }
}

/// The classification of interfaces on top of others, which inherit the medium of the interfaces
/// below.
extension Classification {
    /// The rule for interfaces on one other interface (`IFLA_LINK`), such as VLANs. If the other
    /// interface is in another namespace, its index has no meaning here and its medium is unknown.
    static func madeOn(
        _ facts: InterfaceFacts,
        _ kind: LinkKind,
        _ lower: [LowerInterface]
    ) -> Classification? {
        guard kind == .madeOn, !facts.isLinkInOtherNamespace else { return nil }
        return lower.first.map { inherited(from: $0) }
    }

    /// The rule for interfaces with members (`IFLA_MASTER`), such as bonds and bridges.
    static func madeOf(
        _ facts: InterfaceFacts,
        _ kind: LinkKind,
        _ members: [LowerInterface]
    ) -> Classification? {
        guard case .madeOf(let isEthernet) = kind else { return nil }
        let counting = counting(members)
        if let dearest = counting.max(by: costsLess) {
            var classification = inherited(from: dearest)
            // As the port of a bridge, a tap leads to a virtual machine, not into an overlay.
            let isOverlay = counting.map(\.classification).allSatisfy {
                $0.traits.contains(.overlay) && !($0.leadsToGuest && facts.kind == "bridge")
            }
            if !isOverlay { classification.traits.remove(.overlay) }
            return classification
        }
        return Classification(
            type: isEthernet ? .ethernet : .other, isVirtual: true,
            confidence: isEthernet ? .medium : .low, decidedBy: .noMember)
    }

    /// The members that determine the medium. Members that are never a path (an access point on the
    /// bridge) do not count. Of a bond, the active members count. Members without a carrier count
    /// only if none has a carrier, and ports that lead to containers, to virtual machines or into
    /// an overlay (VXLAN) only if there is no other.
    static func counting(_ members: [LowerInterface]) -> [LowerInterface] {
        members.filter(\.classification.canBePath)
            .preferring { $0.isActive == true }
            .preferring(\.hasCarrier)
            .preferring { !$0.classification.leadsToGuest }
            .preferring {
                $0.classification.leadsToGuest || !$0.classification.traits.contains(.overlay)
            }
    }

    private static func inherited(from lower: LowerInterface) -> Classification {
        var classification = lower.classification
        classification.decidedBy = .lower(name: lower.name, type: classification.type)
        classification.traits.remove(.virtualPort)
        return classification
    }

    /// Whether the first of two members costs the user less. The member with the highest cost
    /// determines the medium.
    private static func costsLess(_ one: LowerInterface, _ other: LowerInterface) -> Bool {
        cost(of: one.classification) < cost(of: other.classification)
    }

    private static func cost(of classification: Classification) -> Int {
        switch classification.type {
        case .wwan: 6
        case .bluetooth: 5
        case .ethernet where classification.traits.contains(.tethered): 4
        case .wifi: 3
        case .vpn, .other: 2
        case .ethernet: 1
        case .loopback: 0
        }
    }
}

extension [LowerInterface] {
    /// Returns the elements with a property, or all if none has it.
    fileprivate func preferring(_ property: (LowerInterface) -> Bool) -> [LowerInterface] {
        let preferred = filter(property)
        return preferred.isEmpty ? self : preferred
    }
}
