// SPDX-License-Identifier: Apache-2.0

/// A path and the one before it, and in what they differ.
public struct PathChange: Sendable, Hashable {
    /// A part of a path that can differ, by the name that it has there.
    public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
        /// ``NetworkPath/status``
        case status
        /// ``NetworkPath/unsatisfiedReason``
        case unsatisfiedReason
        /// ``NetworkPath/connection``
        case connection
        /// ``NetworkPath/primary``, by its name
        case primary
        /// ``NetworkPath/underlay``, by their names
        case underlay
        /// ``NetworkPath/isVPN``
        case isVPN
        /// ``NetworkPath/isDegraded``
        case isDegraded
        /// ``NetworkPath/isConstrained``
        case isConstrained
        /// ``NetworkPath/supportsIPv4``
        case supportsIPv4
        /// ``NetworkPath/supportsIPv6``
        case supportsIPv6
        /// ``NetworkPath/supportsDNS``
        case supportsDNS
        /// ``NetworkPath/gateways``, by their descriptions
        case gateways
        /// ``NetworkPath/metered``
        case metered
        /// ``NetworkPath/interfaces``
        case interfaces
    }

    /// The last path before it that whoever is told was given.
    public let old: NetworkPath
    /// The path now.
    public let new: NetworkPath
    /// In what they differ, in the order of a path's parts.
    public let fields: [Field]
    /// Whether the kernel's messages were lost before, and everything was read afresh.
    public let isResync: Bool

    /// Compares two paths. It is `nil` if they are alike.
    ///
    /// - Parameters:
    ///   - old: the path before.
    ///   - new: the path now.
    ///   - isResync: whether the kernel's messages were lost in between.
    ///   - isOfInterest: which interfaces of a path count for ``Field/interfaces``; all if nothing is
    ///     given.
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

    /// Compares two paths.
    ///
    /// - Parameter showsOthers: whether the interfaces differ that count.
    /// - Returns: `nil` if they are alike.
    package init?(from old: NetworkPath, to new: NetworkPath, isResync: Bool, showsOthers: Bool) {
        var fields: [Field] = []
        fields.reserveCapacity(Field.allCases.count)
        for field in Field.allCases where Self.differs(field, old, new) { fields.append(field) }
        if showsOthers { fields.append(.interfaces) }
        guard !fields.isEmpty else { return nil }
        self.fields = fields
        self.old = old
        self.new = new
        self.isResync = isResync
    }

    /// Whether a field differs; of the interfaces this says no.
    private static func differs(_ field: Field, _ old: NetworkPath, _ new: NetworkPath) -> Bool {
        switch field {
        case .status: old.status != new.status
        case .unsatisfiedReason: old.unsatisfiedReason != new.unsatisfiedReason
        case .connection: old.connection != new.connection
        case .primary: old.nameOfPrimary != new.nameOfPrimary
        case .underlay:
            // The same indexes may have other names, and other indexes the same names.
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
                && old.gateways.map(\.description) != new.gateways.map(\.description)
        case .metered: old.metered != new.metered
        case .interfaces: false
        }
    }
}
