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
