// SPDX-License-Identifier: Apache-2.0

extension PathMonitor {
    /// Whether the connectivity of the path is awaited, and the first result is still to come.
    package var awaitsValidation: Bool { core.awaitsValidation }

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
    /// address families, the Wi-Fi network or the captive portal), again after 5 seconds to 5 minutes while the internet does
    /// not answer, and at an interval while it does. The result is the path's ``NetworkPath/connectivity-swift.property``,
    /// with the source ``NetworkPath/Connectivity/Source/probe``. Until the first result about a path, its connectivity is
    /// unknown.
    public struct Validation: Sendable, Hashable {
        /// An identity for a probe, which need not be comparable.
        private final class Box: Sendable {
            let probe: any ConnectivityProbe

            init(_ probe: any ConnectivityProbe) { self.probe = probe }
        }

        private let box: Box
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

        package var probe: any ConnectivityProbe { box.probe }

        package var rules: ValidationMachine.Rules {
            .init(interval: Swift.max(interval.milliseconds, 1000), onMetered: onMetered)
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
