// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

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

extension NetworkInterface {
    /// The confidence in the type of an interface.
    public typealias Confidence = InterfaceType.Confidence
    /// The operational state of an interface (RFC 2863).
    public typealias OperationalState = InterfaceOperationalState
}

extension NetworkPath {
    /// Returns one interface.
    func interface(_ index: UInt32) -> NetworkInterface? { interfaces([index]).first }

    /// Returns several interfaces, in the order of `indexes`.
    func interfaces(_ indexes: [UInt32]) -> [NetworkInterface] {
        var metering = metering
        return indexes.compactMap { index in
            seen[index].map { NetworkInterface($0, of: self, &metering) }
        }
    }

    /// The names of the interfaces that carry the primary.
    var namesOfUnderlay: [String] { decision.underlay.compactMap { seen[$0]?.name } }

    /// Decides what the interfaces of the path cost.
    var metering: InterfaceMetering { InterfaceMetering(seen, passage, settings) }
}

extension NetworkInterface {
    /// Creates the value of an interface of a path.
    init(
        _ seen: NetworkState.Interface, of path: NetworkPath,
        _ metering: inout InterfaceMetering
    ) {
        let index = seen.link.index
        let carries = path.carried[index] ?? PerFamily(false)
        self.init(
            name: seen.name,
            alternativeNames: seen.link.alternativeNames,
            index: Int(index),
            type: seen.classification.type,
            confidence: seen.classification.confidence,
            kind: seen.link.kind,
            ssid: seen.wireless?.ssid.map { String(decoding: $0, as: UTF8.self) },
            isVirtual: seen.classification.isVirtual,
            hasDevice: seen.hasDevice,
            isUp: seen.isUp,
            hasCarrier: seen.hasCarrier,
            operationalState: seen.operationalState,
            mtu: Int(seen.link.mtu ?? 0),
            hardwareAddress: seen.hardwareAddress,
            addressList: seen.addresses,
            lowerInterfaces: seen.lower.compactMap { path.seen[$0]?.name },
            carriesIPv4: carries.ipv4,
            carriesIPv6: carries.ipv6,
            metered: metering.metered(seen),
            isRoaming: seen.type == .wwan ? path.seen.isRoaming(over: [index]) : nil)
    }
}
