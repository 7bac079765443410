// SPDX-License-Identifier: Apache-2.0

/// The conditions that the network must meet for work to be done over it (WorkManager's
/// `Constraints`, and the access properties of `URLSessionConfiguration`).
///
/// All conditions must hold. In addition, the path must always be satisfied.
///
/// ```swift
/// var constraints = NetworkConstraints.unmetered
/// constraints.unknownMetering = .deny
/// constraints.prohibitedInterfaceTypes = [.bluetooth]
/// for reason in constraints.evaluate(path).reasons { print(reason) }
/// ```
public struct NetworkConstraints: Sendable, Hashable {
    /// How a path counts if it is unknown whether it is metered.
    public enum UnknownMetering: String, Sendable, Hashable, Codable, CaseIterable {
        /// A path of unknown cost counts as not metered.
        case allow
        /// A path of unknown cost counts as metered.
        case deny
    }

    /// Whether metered paths, or probably metered ones (``Metered/isExpensive``), are allowed, as
    /// in URLSession.
    public var allowsExpensiveNetworkAccess = true
    /// Whether constrained paths are allowed: networks on which the user wants little traffic
    /// (Apple's Low Data Mode), as in URLSession.
    public var allowsConstrainedNetworkAccess = true
    /// How a path counts if it is unknown whether it is metered.
    ///
    /// The value matters only if ``allowsExpensiveNetworkAccess`` is `false`, or if the queue asks
    /// for confirmation (``DeferralQueue/ConfirmationRequest``).
    public var unknownMetering = UnknownMetering.allow
    /// The allowed types of the medium that carries the path, below VPNs and stacked interfaces;
    /// `nil` for any.
    ///
    /// If ``InterfaceType/vpn`` is one of them, every path through a VPN is allowed.
    public var allowedInterfaceTypes: Set<InterfaceType>?
    /// The types of interfaces that the path must not use, neither as its primary interface nor
    /// below it.
    public var prohibitedInterfaceTypes: Set<InterfaceType> = []
    /// The name, or an alternative name, of an interface that must be the primary of a family or
    /// carry it; `nil` for any.
    ///
    /// The interface need not exist yet.
    public var requiredInterface: String?
    /// Whether there must be a live route for IPv4.
    public var requiresIPv4 = false
    /// Whether there must be a live route for IPv6.
    public var requiresIPv6 = false
    /// Whether there must be a live route to a configured name server. No query is sent to it.
    public var requiresDNS = false
    /// Whether the path may use a VPN.
    public var allowsVPN = true

    /// Creates constraints that every satisfied path meets.
    public init() {}

    /// Any satisfied path (WorkManager's `NetworkType.CONNECTED`).
    public static let connected = NetworkConstraints()

    /// A path that is not metered, or probably not (WorkManager's `NetworkType.UNMETERED`). A path
    /// whose cost is unknown is allowed.
    public static let unmetered: NetworkConstraints = {
        var constraints = NetworkConstraints()
        constraints.allowsExpensiveNetworkAccess = false
        return constraints
    }()

    /// Constraints for work that nobody waits for (URLSession's `isDiscretionary`): the path is
    /// neither metered nor constrained.
    public static let discretionary: NetworkConstraints = {
        var constraints = NetworkConstraints.unmetered
        constraints.allowsConstrainedNetworkAccess = false
        return constraints
    }()
}

extension NetworkConstraints: CustomStringConvertible {
    /// The conditions in a list: `connected`, or `connected, unmetered, not bluetooth`.
    public var description: String {
        var words = ["connected"]
        if !allowsExpensiveNetworkAccess { words.append("unmetered") }
        if !allowsConstrainedNetworkAccess { words.append("unconstrained") }
        if unknownMetering == .deny { words.append("unknown cost counts as metered") }
        if let allowed = allowedInterfaceTypes {
            let names = allowed.map(\.rawValue).sorted().joined(separator: " or ")
            words.append(names.isEmpty ? "no type allowed" : names)
        }
        words += prohibitedInterfaceTypes.map(\.rawValue).sorted().map { "not \($0)" }
        if let requiredInterface { words.append("over \(requiredInterface)") }
        if requiresIPv4 { words.append("IPv4") }
        if requiresIPv6 { words.append("IPv6") }
        if requiresDNS { words.append("DNS") }
        if !allowsVPN { words.append("no VPN") }
        return words.joined(separator: ", ")
    }
}
