// SPDX-License-Identifier: Apache-2.0

/// A network interface as it was when its path was looked at.
public struct NetworkInterface: Sendable, Hashable, Identifiable {
    /// Its name (`IFLA_IFNAME`). Bytes that are not UTF-8 stand as U+FFFD. Control characters are
    /// not escaped: whoever prints it must.
    public let name: String
    /// Its other names (`IFLA_ALT_IFNAME`).
    public let alternativeNames: [String]
    /// Its index (`ifi_index`), which identifies it as long as it exists, whatever its name.
    public let index: Int
    /// What it is.
    public let type: InterfaceType
    /// How sure ``type`` is.
    public let confidence: Confidence
    /// The kernel's link kind (`IFLA_INFO_KIND`), such as `veth`, `bridge`, `wireguard`; `nil` for
    /// hardware.
    public let kind: String?
    /// The name of the network it is in, on a Wi-Fi interface. Bytes that are not UTF-8 stand as
    /// U+FFFD.
    public let ssid: String?
    /// Whether no hardware of its own is known to be at the bottom of it: it is made by software,
    /// or a card that a hypervisor makes.
    public let isVirtual: Bool
    /// Whether there is a device behind it, on a real bus or on a hypervisor's.
    public let hasDevice: Bool
    /// Whether an administrator wants it up (`IFF_UP`).
    public let isUp: Bool
    /// Whether it can pass packets: its ``operationalState`` is up and its lower layer too
    /// (`IFF_LOWER_UP`), or, where the driver does not tell the state, its flags say so.
    public let hasCarrier: Bool
    /// RFC 2863's state.
    public let operationalState: OperationalState
    /// The largest packet it takes, in bytes (`IFLA_MTU`); 0 if the kernel has not told.
    public let mtu: Int
    /// Its hardware address, if its kind has one.
    public let hardwareAddress: HardwareAddress?
    /// Its IP addresses: IPv4's in the kernel's order, then IPv6's, the farthest-reaching first and
    /// then by number.
    public let addresses: [InterfaceAddress]
    /// The names of the interfaces it is made on, or of: a VLAN's, a bridge's ports.
    public let lowerInterfaces: [String]
    /// Whether it has a live IPv4 route to the internet, even if the kernel prefers another interface.
    public let carriesIPv4: Bool
    /// Whether it has a live IPv6 route to the internet, even if the kernel prefers another interface.
    public let carriesIPv6: Bool
    /// Whether traffic over it costs the user money.
    public let metered: Metered

    /// Its ``index``.
    public var id: Int { index }

    /// Whether one of its addresses can be the source of packets to the internet.
    public var hasUsableAddress: Bool { addresses.contains(where: \.isUsable) }
}
