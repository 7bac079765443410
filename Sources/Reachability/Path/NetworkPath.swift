// SPDX-License-Identifier: Apache-2.0

/// The way to the internet at one time (the shape of Apple's `NWPath`): whether there is one, over
/// which interfaces, and what it costs.
///
/// A satisfied path is a live route, and not an answer from the internet: no packet is sent, and
/// behind a captive portal the path is satisfied.
public struct NetworkPath: Sendable, Hashable {
    /// Whether there is a path.
    public let status: Status
    /// Why there is none; `nil` if there is one.
    public let unsatisfiedReason: UnsatisfiedReason?
    /// The medium that carries it, seen through VPNs and stacked interfaces.
    public let connection: Connection
    /// Every interface: the primary, those that carry it, others with a live route in the kernel's
    /// order of preference, then the rest by index.
    public let interfaces: [NetworkInterface]
    /// Whether IPv4 packets have a way.
    public let supportsIPv4: Bool
    /// Whether IPv6 packets have a way.
    public let supportsIPv6: Bool
    /// Whether a configured name server can be reached by a live route.
    public let supportsDNS: Bool
    /// The next hops of the primary's live routes; of its underlay's, if it is a tunnel.
    public let gateways: [Gateway]
    /// Whether the primary interface of either family is a tunnel.
    public let isVPN: Bool
    /// Whether a part is broken: a leg of a multipath route is dead, or half of the address space
    /// cannot be reached.
    public let isDegraded: Bool
    /// Whether the user asked for little traffic here (Apple's Low Data Mode).
    public let isConstrained: Bool
    /// Whether traffic costs the user money: over the dearest interface of the path.
    public let metered: Metered

    /// The index of the interface that the kernel chooses for each family.
    let primaries: [IPAddress.Family: Int]
    /// The indexes of the interfaces below the primary.
    let underlayIndexes: [Int]
    /// The indexes of all interfaces that packets of the path pass, from the top to the bottom.
    let usedIndexes: Set<Int>
    /// The index of the interface that the kernel chooses although it is dead; for sentences.
    package let deadChoice: Int?

    /// The interface that the kernel chooses, IPv4's if both families have one.
    public var primary: NetworkInterface? { primary(.ipv4) ?? primary(.ipv6) }

    /// The interface that the kernel chooses for packets of a family.
    public func primary(_ family: IPAddress.Family) -> NetworkInterface? {
        primaries[family].flatMap { index in interfaces.first { $0.index == index } }
    }

    /// The interfaces below the primary that carry it, from the nearest to the bottom, if it is a
    /// tunnel or stacked; none if they are unknown.
    public var underlay: [NetworkInterface] {
        underlayIndexes.compactMap { index in interfaces.first { $0.index == index } }
    }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NetworkInterface] {
        interfaces.filter { $0.carriesIPv4 || $0.carriesIPv6 }
    }

    /// Whether traffic costs the user money, for certain or probably.
    public var isExpensive: Bool { metered.isExpensive }

    /// Whether packets of the path, of either family, pass an interface of the type, seen through
    /// VPNs and stacked interfaces.
    public func usesInterfaceType(_ type: InterfaceType) -> Bool {
        interfaces.contains { usedIndexes.contains($0.index) && $0.type == type }
    }
}
