// SPDX-License-Identifier: Apache-2.0

/// What an interface is: the medium that it puts packets on.
public enum InterfaceType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Wireless LAN (IEEE 802.11).
    case wifi
    /// A cellular modem ("wireless WAN"); Apple's Network framework says cellular.
    case wwan
    /// Ethernet, by cable or between virtual machines and containers.
    case ethernet
    /// A Bluetooth personal area network, as phones offer it.
    case bluetooth
    /// A layer-3 tunnel: WireGuard, tun, IPsec, IP in IP, GRE …
    case vpn
    /// The machine itself.
    case loopback
    /// Anything else, and what cannot be told.
    case other

    /// Apple's name for ``wwan``.
    public static var cellular: InterfaceType { .wwan }
}
