// SPDX-License-Identifier: Apache-2.0

/// A network interface, as it was when its path was evaluated.
public struct NetworkInterface: Sendable, Hashable, Identifiable {
    /// The name of the interface (`IFLA_IFNAME`), such as `eth0`.
    ///
    /// Bytes that are not UTF-8 are replaced by U+FFFD. Control characters are not escaped: escape
    /// them before you print the name.
    public let name: String
    /// The alternative names of the interface (`IFLA_ALT_IFNAME`).
    public let alternativeNames: [String]
    /// The index of the interface (`ifi_index`). It identifies the interface as long as that
    /// exists, also after a change of its name.
    public let index: Int
    /// The type of the interface.
    public let type: InterfaceType
    /// The confidence in ``type``.
    public let confidence: Confidence
    /// The kernel's link kind (`IFLA_INFO_KIND`), such as `veth`, `bridge` or `wireguard`; `nil`
    /// for hardware.
    public let kind: String?
    /// The SSID of the Wi-Fi network; `nil` for other interfaces and without a network. Bytes that
    /// are not UTF-8 are replaced by U+FFFD.
    public let ssid: String?
    /// Whether the interface has no hardware of its own: software creates it, or it is a network
    /// card of a hypervisor.
    public let isVirtual: Bool
    /// Whether the interface has a device, on a physical bus or on a hypervisor's bus.
    public let hasDevice: Bool
    /// Whether the interface is administratively up (`IFF_UP`).
    public let isUp: Bool
    /// Whether the interface can pass packets.
    ///
    /// It can if its ``operationalState-swift.property`` is up and its lower layer is up
    /// (`IFF_LOWER_UP`). If the driver does not report the state, the interface's flags decide.
    public let hasCarrier: Bool
    /// The operational state of the interface (RFC 2863, `IFLA_OPERSTATE`).
    public let operationalState: OperationalState
    /// The maximum size of a packet, in bytes (`IFLA_MTU`); 0 if the kernel has not reported it.
    public let mtu: Int
    /// The hardware address (`IFLA_ADDRESS`); `nil` if the kind of interface has none.
    public let hardwareAddress: HardwareAddress?
    /// The IP addresses: IPv4 addresses in the kernel's order, then IPv6 addresses, sorted by
    /// scope, the widest first, and then by value. Each access makes the array.
    public var addresses: [InterfaceAddress] { addressList.ordered }
    /// The IP addresses.
    let addressList: AddressList
    /// The names of the interfaces directly below this one: the parent of a VLAN, the ports of a
    /// bridge.
    public let lowerInterfaces: [String]
    /// Whether the interface has a live IPv4 route to the internet, even if the kernel prefers
    /// another interface.
    public let carriesIPv4: Bool
    /// Whether the interface has a live IPv6 route to the internet, even if the kernel prefers
    /// another interface.
    public let carriesIPv6: Bool
    /// Whether the interface is metered, that is, traffic over it costs the user money; with the
    /// source and the reason.
    public let metered: Metered
    /// Whether the modem of a cellular interface is registered with a foreign network, as ModemManager says; `nil` if
    /// it is unknown, and for other interfaces.
    public let isRoaming: Bool?

    /// The identity of the interface: its ``index``.
    public var id: Int { index }

    /// Whether an address of the interface can be the source of packets to the internet.
    public var hasUsableAddress: Bool { addressList.hasUsable }
}

extension NetworkInterface: CustomStringConvertible {
    /// The name, the type, `off` or `no link`, and the addresses: `wlan0 (wifi, 192.0.2.7/24)`.
    public var description: String {
        var parts = [type.rawValue]
        if !isUp {
            parts.append("off")
        } else if !hasCarrier {
            parts.append("no link")
        }
        parts += addresses.map(\.description)
        return "\(name) (\(parts.joined(separator: ", ")))"
    }
}

/// Searches among the addresses of an interface that take as long with many of them as with few.
extension NetworkInterface {
    /// Whether another interface has the same addresses in the same order.
    package func hasAddresses(of other: NetworkInterface) -> Bool {
        addressList == other.addressList
    }

    /// The addresses that one interface has and the other has not, or has with other flags.
    package func addressDifferences(
        from other: NetworkInterface
    ) -> (these: [InterfaceAddress], others: [InterfaceAddress]) {
        addressList.differences(from: other.addressList)
    }

    /// The entries for an IP address, which may have several prefix lengths or peers.
    package func addresses(_ address: IPAddress) -> [InterfaceAddress] {
        addressList.entries(of: address)
    }
}

extension NetworkInterface {
    /// The confidence in the type of an interface.
    public typealias Confidence = InterfaceType.Confidence
    /// The operational state of an interface (RFC 2863).
    public typealias OperationalState = InterfaceOperationalState
}
