// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// Whether there is a path to the internet (Apple's `NWPath.Status`).
    public enum Status: String, Sendable, Hashable, Codable {
        /// A packet to the internet has a live route: over an interface with a carrier, and with a
        /// usable source address.
        ///
        /// No packet is sent: the status does not mean that the internet answers.
        case satisfied
        /// No packet to the internet can be sent now.
        case unsatisfied
    }

    /// The reason why a path is unsatisfied: the first requirement that is not met on the interface
    /// that meets the most.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum UnsatisfiedReason: String, Sendable, Hashable, Codable {
        /// There is no interface except loopback and kinds that never lead to the internet.
        case noInterface
        /// No interface is up with a carrier, or the interface that the kernel prefers has none, or
        /// is a bridge whose only living port is an access point of this machine.
        case noCarrier
        /// No interface with a carrier has a usable address: one that is not link-local and has
        /// passed duplicate address detection.
        case noAddress
        /// The kernel has no route to the internet.
        case noRoute
        /// A route of type blackhole, unreachable or prohibit rejects the packets.
        case routeRejected
    }

    /// The medium that carries the path, below VPNs and stacked interfaces.
    public enum Connection: String, Sendable, Hashable, Codable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case wwan
        /// Ethernet.
        case ethernet
        /// Bluetooth.
        case bluetooth
        /// Another medium, or an unknown one.
        case other
        /// There is no path to the internet.
        case unavailable

        /// Apple's name for ``wwan``.
        public static var cellular: Connection { .wwan }

        /// Converts the type of the interface at the bottom of a path.
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

extension NetworkPath {
    /// A router, as the next hop of a route (`RTA_GATEWAY`, `RTA_VIA`).
    public struct Gateway: Sendable, Hashable {
        /// The router's address on the link.
        public let address: IPAddress
        /// The name of the interface through which the router is reached.
        public let interface: String

        /// Creates a gateway.
        public init(address: IPAddress, interface: String) {
            self.address = address
            self.interface = interface
        }
    }
}

extension NetworkPath.Gateway: CustomStringConvertible {
    /// The address. A link-local IPv6 address has its zone: `fe80::1%eth0` (RFC 4007).
    public var description: String {
        let text = address.description
        return address.isLinkLocal && address.family == .ipv6 ? "\(text)%\(interface)" : text
    }
}

extension NetworkPath: CustomDebugStringConvertible {
    /// The status, with the interfaces that have a live route or with the reason: `satisfied
    /// (wlan0)`, `unsatisfied (no interface in use has a link)`.
    public var debugDescription: String {
        if let reason = unsatisfiedReason {
            return "\(status) (\(deadChoiceText() ?? reason.description))"
        }
        let names = availableInterfaces.map(\.name).joined(separator: ", ")
        return names.isEmpty ? "\(status)" : "\(status) (\(names))"
    }
}

extension NetworkPath.UnsatisfiedReason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    ///
    /// If the reason applies to one interface that the kernel prefers,
    /// ``NetworkPath/debugDescription`` names it. Other interfaces may have a link then.
    public var description: String {
        switch self {
        case .noInterface: "there is no network interface"
        case .noCarrier: "no interface in use has a link"
        case .noAddress: "no interface with a link has a usable address"
        case .noRoute: "there is no route"
        case .routeRejected: "a route rejects the packets"
        }
    }
}
