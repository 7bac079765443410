// SPDX-License-Identifier: Apache-2.0

/// The type of an interface: its medium, or `vpn` for a tunnel.
public enum InterfaceType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Wireless LAN (IEEE 802.11).
    case wifi
    /// A cellular modem ("wireless WAN"); Apple's Network framework says cellular.
    case wwan
    /// Ethernet, over a cable or between virtual machines and containers.
    case ethernet
    /// A Bluetooth personal area network (PAN), such as a phone's.
    case bluetooth
    /// A layer-3 tunnel, such as WireGuard, tun, IPsec, IP in IP or GRE.
    case vpn
    /// The loopback interface.
    case loopback
    /// Another type, or an unknown one.
    case other

    /// Apple's name for ``wwan``.
    public static var cellular: InterfaceType { .wwan }
}

extension InterfaceType {
    /// The confidence in the type of an interface.
    public enum Confidence: String, Sendable, Hashable, Codable, Comparable {
        /// A guess: no fact identifies the type.
        case low
        /// Derived from a fact that can mislead, such as a name that drivers use by convention.
        case medium
        /// Reported by the kernel.
        case high

        /// Whether one confidence is lower than the other.
        public static func < (one: Confidence, other: Confidence) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .low: 0
            case .medium: 1
            case .high: 2
            }
        }
    }
}
