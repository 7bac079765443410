// SPDX-License-Identifier: Apache-2.0

/// The way to the internet at one time (the shape of Apple's `NWPath`): whether there is one, over
/// which interfaces, and what it costs.
///
/// A satisfied path is a live route, and not an answer from the internet: no packet is sent, and
/// behind a captive portal the path is satisfied.
public struct NetworkPath: Sendable, Hashable {
    /// Whether there is a path.
    public let status: PathStatus
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

    /// How many of ``interfaces``, behind the primary, carry it.
    let underlayCount: Int

    /// The interface that the kernel chooses, IPv4's if both families have one.
    public var primary: NetworkInterface? {
        status == .satisfied ? interfaces.first : nil
    }

    /// The interfaces below the primary that carry it, from the nearest to the bottom, if it is a
    /// tunnel or stacked; none if they are unknown.
    public var underlay: ArraySlice<NetworkInterface> {
        interfaces.dropFirst().prefix(underlayCount)
    }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NetworkInterface] {
        interfaces.filter { $0.carriesIPv4 || $0.carriesIPv6 }
    }

    /// Whether traffic costs the user money, for certain or probably.
    public var isExpensive: Bool { metered.isExpensive }

    /// Whether the path leads over an interface of the type, seen through VPNs and stacked
    /// interfaces.
    public func usesInterfaceType(_ type: InterfaceType) -> Bool {
        primary?.type == type || underlay.contains { $0.type == type }
    }
}
