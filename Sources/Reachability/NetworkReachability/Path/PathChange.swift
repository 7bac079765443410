// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A change of the path: the path before, the path now, and the fields that differ.
public struct PathChange: Sendable, Hashable {
    /// A field of a path that can change. Its raw value is the name of the property of
    /// ``NetworkPath``.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        /// The status (``NetworkPath/status-swift.property``).
        case status
        /// The reason why the path is unsatisfied
        /// (``NetworkPath/unsatisfiedReason-swift.property``).
        case unsatisfiedReason
        /// The result of the last connectivity check
        /// (``NetworkPath/connectivity-swift.property``).
        case connectivity
        /// The place of the network that carries the path (``NetworkPath/place``).
        case place
        /// The data plan that the path uses: its name, its state, and when it renews (``NetworkPath/plan-swift.property``).
        case plan
        /// Whether a modem that carries the path is roaming (``NetworkPath/isRoaming``).
        case isRoaming
        /// The medium (``NetworkPath/connection-swift.property``).
        case connection
        /// The name of the primary interface (``NetworkPath/primary``).
        case primary
        /// The names of the interfaces that carry the primary (``NetworkPath/underlay``).
        case underlay
        /// Whether the path uses a VPN (``NetworkPath/isVPN``).
        case isVPN
        /// Whether a part of the path does not work (``NetworkPath/isDegraded``).
        case isDegraded
        /// Whether the path is constrained (``NetworkPath/isConstrained``).
        case isConstrained
        /// Whether there is a live route for IPv4 (``NetworkPath/supportsIPv4``).
        case supportsIPv4
        /// Whether there is a live route for IPv6 (``NetworkPath/supportsIPv6``).
        case supportsIPv6
        /// Whether there is a live route to a name server (``NetworkPath/supportsDNS``).
        case supportsDNS
        /// The gateways, by their descriptions (``NetworkPath/gateways``).
        case gateways
        /// Whether the path is metered, with source and reason (``NetworkPath/metered``).
        case metered
        /// The interfaces (``NetworkPath/interfaces``).
        case interfaces
    }

    /// The path before the change: the last one that this consumer received.
    public let old: NetworkPath
    /// The path after the change.
    public let new: NetworkPath
    /// The fields that differ, in the order of ``Field``.
    public let fields: [Field]
    /// Whether messages of the kernel were lost before this change, so that the whole network state
    /// was read again.
    public let isResync: Bool

    /// Compares two paths; returns `nil` if they are equal.
    ///
    /// - Parameters:
    ///   - old: the path before the change.
    ///   - new: the path after the change.
    ///   - isResync: whether messages of the kernel were lost in between.
    ///   - isOfInterest: whether an interface of a path counts for ``Field/interfaces``. By default
    ///     all interfaces count.
    public init?(
        from old: NetworkPath,
        to new: NetworkPath,
        isResync: Bool = false,
        where isOfInterest: (NetworkPath, NetworkInterface) -> Bool = { _, _ in true }
    ) {
        let showsOthers = new.showsOtherInterfaces(than: old) { path, index in
            path.interface(UInt32(index)).map { isOfInterest(path, $0) } ?? false
        }
        self.init(from: old, to: new, isResync: isResync, showsOthers: showsOthers)
    }

    /// Whether a field differs; always `false` for the interfaces, which the caller compares.
    static func differs(_ field: Field, _ old: NetworkPath, _ new: NetworkPath) -> Bool {
        switch field {
        case .status: old.status != new.status
        case .unsatisfiedReason: old.unsatisfiedReason != new.unsatisfiedReason
        case .connectivity: old.connectivity != new.connectivity
        case .place: !old.place.matches(new.place) { $0.isSameText(as: $1) }
        case .plan: !old.plan.matches(new.plan) { $0.isShown(like: $1) }
        case .isRoaming: old.isRoaming != new.isRoaming
        case .connection: old.connection != new.connection
        case .primary: old.nameOfPrimary != new.nameOfPrimary
        case .underlay:
            // The same index can have another name, and another index the same name.
            (!old.decision.underlay.isEmpty || !new.decision.underlay.isEmpty)
                && old.namesOfUnderlay != new.namesOfUnderlay
        case .isVPN: old.isVPN != new.isVPN
        case .isDegraded: old.isDegraded != new.isDegraded
        case .isConstrained: old.isConstrained != new.isConstrained
        case .supportsIPv4: old.supportsIPv4 != new.supportsIPv4
        case .supportsIPv6: old.supportsIPv6 != new.supportsIPv6
        case .supportsDNS: old.supportsDNS != new.supportsDNS
        case .gateways:
            old.gateways != new.gateways
                && (old.gateways.count != new.gateways.count
                    || old.gateways.map(\.description) != new.gateways.map(\.description))
        case .metered: old.metered != new.metered
        case .interfaces: false
        }
    }
}

extension Optional {
    /// Whether two values match, or both are `nil`.
    fileprivate func matches(_ other: Self, by areMatching: (Wrapped, Wrapped) -> Bool) -> Bool {
        switch (self, other) {
        case (let one?, let other?): areMatching(one, other)
        case (nil, nil): true
        case (_?, nil), (nil, _?): false
        }
    }
}

extension PathChange.Field: CustomStringConvertible {
    /// The name of the field, which is its raw value.
    public var description: String { rawValue }
}

extension PathChange: CustomStringConvertible {
    /// The fields that differ, and both paths: `status, gateways: satisfied (wlan0) -> unsatisfied
    /// (…)`.
    public var description: String {
        let names = fields.map(\.rawValue).joined(separator: ", ")
        return "\(names): \(old) -> \(new)" + (isResync ? ", after messages were lost" : "")
    }
}
