// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// What an interface was found to be, and by which fact.
struct Classification: Sendable, Hashable {
    var type: InterfaceType
    /// Whether no hardware is known to be at the bottom of it.
    var isVirtual: Bool
    var confidence: NetworkInterface.Confidence
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
        static let overlay = Traits(rawValue: 8)
    }

    /// Whether the way to the internet may lead through it.
    var canBePath: Bool { type != .loopback && !traits.contains(.neverAPath) }

    /// Whether, as a bridge's port, it leads to a container or a virtual machine.
    var leadsToGuest: Bool { traits.contains(.virtualPort) }
}

/// An interface below another: what it is, and whether the one above sends through it.
struct LowerInterface: Sendable, Hashable {
    var index: UInt32
    var name: String
    var classification: Classification
    /// Whether it passes packets.
    var hasCarrier: Bool
    /// Of a bond: whether this is its active member. `nil` if the bond has not chosen.
    var isActive: Bool?
}

extension Classification {
    /// What an interface is, from what is known of it and of the interfaces below it. The first
    /// row that matches decides.
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
            ?? madeOf(kind, lower)
            ?? peer(facts, kind)
            ?? tethered(facts)
            ?? ethernet(facts)
            ?? unclear(facts)
    }
}
