// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// Whether there is a path (Apple's `NWPath.Status`).
    public enum Status: String, Sendable, Hashable, Codable {
        /// A packet to the internet has a route over a link with carrier, and a usable source address.
        /// Whether anything answers is another question: no packet is sent.
        case satisfied
        /// It has not.
        case unsatisfied
    }

    /// Why there is no path: the step that is missing on the interface that came furthest.
    public enum UnsatisfiedReason: String, Sendable, Hashable, Codable {
        /// There is no interface but loopback and kinds that never are a path.
        case noInterface
        /// No interface is up and has a carrier, or the kernel's choice has none.
        case noCarrier
        /// No interface with carrier has an address that can be used: not link-local, and past
        /// duplicate address detection.
        case noAddress
        /// The kernel has no route to the internet.
        case noRoute
        /// A route of type blackhole, unreachable or prohibit rejects it.
        case routeRejected
    }

    /// The medium that carries the path, seen through VPNs and stacked interfaces.
    public enum Connection: String, Sendable, Hashable, Codable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case wwan
        /// Ethernet.
        case ethernet
        /// Bluetooth.
        case bluetooth
        /// Something else, or what cannot be told.
        case other
        /// There is no path.
        case unavailable

        /// Apple's name for ``wwan``.
        public static var cellular: Connection { .wwan }

        /// The connection that an interface at the bottom of the path gives.
        init(_ type: InterfaceType) {
            switch type {
            case .wifi: self = .wifi
            case .wwan: self = .wwan
            case .ethernet: self = .ethernet
            case .bluetooth: self = .bluetooth
            case .vpn, .loopback, .other: self = .other
            }
        }
    }
}
