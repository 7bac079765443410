// SPDX-License-Identifier: Apache-2.0

/// What the network must be like for work to be done over it (WorkManager's `Constraints`, and the
/// access properties of `URLSessionConfiguration`). All that is asked for must hold; and whatever is
/// asked for, the path must be satisfied.
///
/// ```swift
/// var constraints = NetworkConstraints.unmetered
/// constraints.unknownMetering = .deny
/// constraints.prohibitedInterfaceTypes = [.bluetooth]
/// for reason in constraints.evaluate(path).reasons { print(reason) }
/// ```
public struct NetworkConstraints: Sendable, Hashable {
    /// What counts where nobody knows whether traffic costs money.
    public enum UnknownMetering: String, Sendable, Hashable, Codable, CaseIterable {
        /// As if it cost nothing.
        case allow
        /// As if it cost.
        case deny
    }

    /// Whether traffic may cost the user money (URLSession's word): a path that is metered, or
    /// probably is (``Metered/isExpensive``), will do.
    public var allowsExpensiveNetworkAccess = true
    /// Whether a network will do where the user asked for little traffic, Apple's Low Data Mode
    /// (URLSession's word).
    public var allowsConstrainedNetworkAccess = true
    /// What counts where nobody knows whether traffic costs money. It matters only if traffic may
    /// not cost, and to who is asked before it does (``DeferralQueue/ConfirmationRequest``).
    public var unknownMetering = UnknownMetering.allow
    /// The types of which the connection must be, seen through VPNs and stacked interfaces; `nil` for
    /// any. ``InterfaceType/vpn`` among them allows every path through a VPN.
    public var allowedInterfaceTypes: Set<InterfaceType>?
    /// The types of interfaces that packets of the path may not pass, on top or below.
    public var prohibitedInterfaceTypes: Set<InterfaceType> = []
    /// The name of an interface, one of its alternative names too, that must be the primary of a
    /// family or carry it; `nil` for any. It need not be there yet.
    public var requiredInterface: String?
    /// Whether IPv4 packets must have a way.
    public var requiresIPv4 = false
    /// Whether IPv6 packets must have a way.
    public var requiresIPv6 = false
    /// Whether there must be a route to a configured name server. Whether it answers is not known.
    public var requiresDNS = false
    /// Whether the path may lead through a VPN.
    public var allowsVPN = true

    /// Asks for a satisfied path, and nothing else.
    public init() {}

    /// Any path will do (WorkManager's `NetworkType.CONNECTED`).
    public static let connected = NetworkConstraints()

    /// Traffic does not cost the user money, for certain or probably (`NetworkType.UNMETERED`). Where
    /// nobody knows, it will do.
    public static let unmetered: NetworkConstraints = {
        var constraints = NetworkConstraints()
        constraints.allowsExpensiveNetworkAccess = false
        return constraints
    }()

    /// For what nobody waits for (URLSession's `isDiscretionary`): unmetered, and not where the user
    /// asked for little traffic.
    public static let discretionary: NetworkConstraints = {
        var constraints = NetworkConstraints.unmetered
        constraints.allowsConstrainedNetworkAccess = false
        return constraints
    }()
}
