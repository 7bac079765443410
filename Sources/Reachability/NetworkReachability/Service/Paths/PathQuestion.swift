// SPDX-License-Identifier: Apache-2.0

/// The parameters of an evaluation: the destination, the allowed interfaces, and the user's
/// settings.
package struct PathQuestion: Sendable, Hashable {
    /// The destination of packets.
    package enum Destination: Sendable, Hashable {
        /// The internet, represented by the probes: all of them count.
        case internet
        /// A host whose addresses are the probes: a route to one of them suffices, also in the
        /// local network or on this machine.
        case host
    }

    /// The addresses of the route queries.
    package var probes: PathProbes
    /// The destination that the addresses represent.
    package var destination: Destination
    /// The interface of a host's link-local address, by its name or index (RFC 4007's zone); `nil`
    /// if the address needs none. A zone that does not exist has no route.
    package var zone: String?
    /// The types that are allowed: an interface, or one that carries it, must have one of them; `nil` for
    /// any.
    var requiredTypes: Set<InterfaceType>?
    /// The types that neither an interface nor an interface that carries it may have.
    var prohibitedTypes: Set<InterfaceType>
    /// The user's settings for interfaces.
    package var overrides: [InterfaceOverride]
    /// The user's places. The first one that matches counts.
    package var places: [NetworkPlace]
    /// The user's data plans.
    package var plans: DataPlans
    /// Whether a condition depends on the hardware addresses of routers, though no place does.
    package var asksForHardwareAddresses = false

    /// Creates the parameters of an evaluation.
    package init(
        probes: PathProbes = .standard,
        destination: Destination = .internet,
        requiredTypes: Set<InterfaceType>? = nil,
        prohibitedTypes: Set<InterfaceType> = [],
        overrides: [InterfaceOverride] = [],
        places: [NetworkPlace] = [],
        plans: DataPlans = DataPlans()
    ) {
        self.probes = probes
        self.destination = destination
        self.requiredTypes = requiredTypes
        self.prohibitedTypes = prohibitedTypes
        self.overrides = overrides
        self.places = places
        self.plans = plans
    }

    /// Whether the answer depends on the hardware addresses of routers.
    var needsHardwareAddresses: Bool { asksForHardwareAddresses || places.needHardwareAddresses }

    /// Whether the answer depends on the names of NetworkManager's connections.
    var needsConnectionNames: Bool { places.needConnectionNames }

    /// Whether every interface is allowed.
    var allowsAll: Bool { requiredTypes == nil && prohibitedTypes.isEmpty }

    /// Whether an interface of a type is allowed, if no other interface carries it.
    func allows(_ type: InterfaceType) -> Bool {
        (requiredTypes?.contains(type) ?? true) && !prohibitedTypes.contains(type)
    }

    /// Whether an interface is allowed.
    ///
    /// - Parameter types: the interface's own type, and the types of the interfaces that carry it.
    func allows(_ types: Set<InterfaceType>) -> Bool {
        (requiredTypes.map { !types.isDisjoint(with: $0) } ?? true)
            && types.isDisjoint(with: prohibitedTypes)
    }
}
