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
        /// The user's places. The first one that has the network which carries the path is its
        /// ``NetworkPath/place``.
        public var places: [NetworkPlace]
        /// The user's data plans. The first one that matches an interface counts.
        public var plans: [DataPlan] {
            get { dataPlans.plans }
            set { dataPlans.plans = newValue }
        }
        /// The source that says what the plans have used.
        public var planUsage: any PlanUsage {
            get { dataPlans.usage }
            set { dataPlans.usage = newValue }
        }
        /// Both, because a source is compared by its identity.
        var dataPlans: DataPlans
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
        ///   - places: the user's places.
        ///   - plans: the user's data plans.
        ///   - planUsage: the source that says what the plans have used; by default what `reach record` counts.
        ///   - debounce: how long the network must be unchanged before a change is delivered. It is
        ///     delivered after five times this duration at the latest.
        ///   - validation: how the monitor finds out whether the internet answers; `nil` to repeat what NetworkManager
        ///     has found.
        public init(
            requiredInterfaceTypes: Set<InterfaceType>? = nil,
            prohibitedInterfaceTypes: Set<InterfaceType> = [],
            probes: PathProbes = .standard,
            overrides: [InterfaceOverride] = [],
            places: [NetworkPlace] = [],
            plans: [DataPlan] = [],
            planUsage: any PlanUsage = RecordedPlanUsage.shared,
            debounce: Duration = .zero,
            validation: Validation? = nil
        ) {
            self.requiredInterfaceTypes = requiredInterfaceTypes
            self.prohibitedInterfaceTypes = prohibitedInterfaceTypes
            self.probes = probes
            self.overrides = overrides
            self.places = places
            dataPlans = DataPlans(plans, usage: planUsage)
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
            overrides: configuration.overrides,
            places: configuration.places,
            plans: configuration.dataPlans)
    }
}

extension PathMonitor {
    /// How a monitor finds out whether the internet answers over its path.
    ///
    /// ```swift
    /// let probe = try HTTPConnectivityProbe(url: "http://connectivity.example/204")
    /// let monitor = PathMonitor(.init(validation: .probe(probe)))
    /// ```
    ///
    /// The monitor checks its path while the result is awaited: while it has a handler, while a task iterates over
    /// it, and while a ``DeferralQueue`` or ``PathMonitor/path(when:timeout:stability:clock:)`` waits for constraints with
    /// ``NetworkConstraints/requiresValidation``. It checks at once when the path changes (the interfaces, the gateways, the
    /// address families, the Wi-Fi network or the captive portal) and after a suspend, again after 5 seconds to 5 minutes while
    /// the internet does not answer, and at an interval while it does. The result is the path's ``NetworkPath/connectivity-swift.property``,
    /// with the source ``NetworkPath/Connectivity/Source/probe``. Until the first result about a path, its connectivity is
    /// unknown.
    public struct Validation: Sendable, Hashable {
        /// An identity for a probe, which need not be comparable.
        final class Box: Sendable {
            let probe: any ConnectivityProbe

            init(_ probe: any ConnectivityProbe) { self.probe = probe }
        }

        let box: Box
        /// The time from a check that found ``NetworkPath/Connectivity/Value/full`` until the next one; at least one second.
        public var interval: Duration
        /// Whether metered paths are checked, which costs traffic.
        public var onMetered: Bool

        /// Returns a validation by a probe.
        ///
        /// - Parameters:
        ///   - probe: the check.
        ///   - interval: the time from a check that found ``NetworkPath/Connectivity/Value/full`` until the next one; at
        ///     least one second.
        ///   - onMetered: whether metered paths are checked, too.
        public static func probe(
            _ probe: any ConnectivityProbe,
            interval: Duration = .seconds(300),
            onMetered: Bool = false
        ) -> Validation {
            Validation(box: Box(probe), interval: interval, onMetered: onMetered)
        }

        /// Whether two validations are copies of each other, with the same interval and permission.
        public static func == (one: Validation, other: Validation) -> Bool {
            one.box === other.box && one.interval == other.interval
                && one.onMetered == other.onMetered
        }

        /// Hashes the identity.
        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(box)) }
    }
}
