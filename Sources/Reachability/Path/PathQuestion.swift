// SPDX-License-Identifier: Apache-2.0

/// What a path is asked for: a way to the internet, over interfaces that are allowed, and what it costs.
package struct PathQuestion: Sendable, Hashable {
    /// Where packets are to go.
    package enum Destination: Sendable, Hashable {
        /// To the internet, for which the probes stand: all of them count.
        case internet
        /// To a host, of which the probes are the addresses: one will do, in this network or this
        /// machine too.
        case host
    }

    /// The addresses that routes are looked up to.
    package var probes: PathProbes
    /// What these are.
    package var destination: Destination
    /// The interface on which a host's link-local address is, by its name or index (RFC 4007's zone); `nil`
    /// if the address needs none. One that does not exist leads nowhere.
    package var zone: String?
    /// The type that an interface must be of, itself or below; `nil` for any.
    package var requiredType: InterfaceType?
    /// The types that it may not be of, itself or below.
    package var prohibitedTypes: Set<InterfaceType>
    /// The user's own word on interfaces.
    package var overrides: [InterfaceOverride]

    /// Asks for a way.
    package init(
        probes: PathProbes = .standard,
        destination: Destination = .internet,
        requiredType: InterfaceType? = nil,
        prohibitedTypes: Set<InterfaceType> = [],
        overrides: [InterfaceOverride] = []
    ) {
        self.probes = probes
        self.destination = destination
        self.requiredType = requiredType
        self.prohibitedTypes = prohibitedTypes
        self.overrides = overrides
    }

    /// Whether every interface will do.
    var allowsAll: Bool { requiredType == nil && prohibitedTypes.isEmpty }

    /// Whether an interface of a type will do that nothing carries.
    func allows(_ type: InterfaceType) -> Bool {
        requiredType ?? type == type && !prohibitedTypes.contains(type)
    }

    /// Whether an interface will do.
    ///
    /// - Parameter types: its own type, and those of the interfaces that carry it.
    func allows(_ types: Set<InterfaceType>) -> Bool {
        (requiredType.map(types.contains) ?? true) && types.isDisjoint(with: prohibitedTypes)
    }
}
