// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// The configuration of a monitor: which interfaces count, what the user says about them, and
    /// when changes are delivered. Each part has a default.
    ///
    /// ```swift
    /// let monitor = PathMonitor(.init(overrides: overrides, debounce: .milliseconds(200)))
    /// ```
    ///
    /// ``NetworkPath/current(_:networkManagerTimeout:)`` takes the same configuration, so that a
    /// single query and a monitor agree.
    public struct Configuration: Sendable, Hashable {
        /// The types that are allowed: an interface, or one below it, must have at least one of them; `nil`
        /// for any. See ``PathMonitor/init(requiredInterfaceType:)``.
        public var requiredInterfaceTypes: Set<InterfaceType>?
        /// The types that neither an interface nor an interface below it may have. See
        /// ``PathMonitor/init(prohibitedInterfaceTypes:)``.
        public var prohibitedInterfaceTypes: Set<InterfaceType>
        /// The addresses that represent the internet.
        public var probes: PathProbes
        /// The user's settings for interfaces. The first one that matches an interface applies.
        public var overrides: [InterfaceOverride]
        /// How long the network must be unchanged before a monitor delivers a change; zero to
        /// deliver each change at once.
        ///
        /// While changes continue, one is delivered after five times this duration at the latest.
        /// The first path is delivered at once. The resolution is one millisecond; a negative
        /// duration counts as zero.
        public var debounce: Duration
        /// How the monitor finds out whether the internet answers; `nil` to repeat what NetworkManager has found.
        public var validation: Validation?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - requiredInterfaceTypes: the types that are allowed: an interface must have one of them, itself or
        ///     below it; `nil` for any.
        ///   - prohibitedInterfaceTypes: the types that an interface must not have, itself or below
        ///     it.
        ///   - probes: the addresses that represent the internet.
        ///   - overrides: the user's settings for interfaces.
        ///   - debounce: how long the network must be unchanged before a change is delivered. It is
        ///     delivered after five times this duration at the latest.
        ///   - validation: how the monitor finds out whether the internet answers; `nil` to repeat what NetworkManager
        ///     has found.
        public init(
            requiredInterfaceTypes: Set<InterfaceType>? = nil,
            prohibitedInterfaceTypes: Set<InterfaceType> = [],
            probes: PathProbes = .standard,
            overrides: [InterfaceOverride] = [],
            debounce: Duration = .zero,
            validation: Validation? = nil
        ) {
            self.requiredInterfaceTypes = requiredInterfaceTypes
            self.prohibitedInterfaceTypes = prohibitedInterfaceTypes
            self.probes = probes
            self.overrides = overrides
            self.debounce = debounce
            self.validation = validation
        }
    }
}

extension PathQuestion {
    /// Creates the parameters of an evaluation from those of a monitor.
    init(_ configuration: PathMonitor.Configuration) {
        self.init(
            probes: configuration.probes,
            requiredTypes: configuration.requiredInterfaceTypes,
            prohibitedTypes: configuration.prohibitedInterfaceTypes,
            overrides: configuration.overrides)
    }
}
