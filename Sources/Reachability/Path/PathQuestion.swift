// SPDX-License-Identifier: Apache-2.0

/// What a path is asked for: a way to the internet, over interfaces that are allowed, and what it costs.
package struct PathQuestion: Sendable, Hashable {
    /// The addresses that stand for the internet.
    package var probes: PathProbes
    /// The type that an interface must be of, itself or below; `nil` for any.
    package var requiredType: InterfaceType?
    /// The types that it may not be of, itself or below.
    package var prohibitedTypes: Set<InterfaceType>
    /// The user's own word on interfaces.
    package var overrides: [InterfaceOverride]

    /// Asks for a way.
    package init(
        probes: PathProbes = .standard,
        requiredType: InterfaceType? = nil,
        prohibitedTypes: Set<InterfaceType> = [],
        overrides: [InterfaceOverride] = []
    ) {
        self.probes = probes
        self.requiredType = requiredType
        self.prohibitedTypes = prohibitedTypes
        self.overrides = overrides
    }

    /// Whether every interface will do.
    var allowsAll: Bool { requiredType == nil && prohibitedTypes.isEmpty }

    /// Whether an interface will do.
    ///
    /// - Parameter types: its own type, and those of the interfaces that carry it.
    func allows(_ types: Set<InterfaceType>) -> Bool {
        (requiredType.map(types.contains) ?? true) && types.isDisjoint(with: prohibitedTypes)
    }
}
