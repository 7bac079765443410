// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Looks at the network as it is now: the one place where the state comes from the system.
enum NetworkObserver {
    /// Dumps links and addresses, and reads sysfs, nl80211, procfs and the rules only where
    /// something asks for them.
    static func observe(_ socket: borrowing NetlinkSocket) throws -> NetworkState {
        var state = NetworkState(links: try socket.dumpLinks())
        for message in try socket.dumpAddresses() {
            state[message.interface]?.addresses.append(InterfaceAddress(message))
        }
        for index in state.interfaces.keys { try readDevice(index, &state) }
        if state.interfaces.values.contains(where: \.mayBeWireless) {
            try readWireless(&state)
        }
        // Rules tell only which packets a tunnel leaves alone.
        let hasTunnel = state.interfaces.values.contains {
            Classification.classify($0.facts).type == .vpn
        }
        if hasTunnel { state.rules = try socket.dumpRules() }
        state.resolver = try ResolverConfiguration.read()
        return state
    }

    /// Asks nl80211 for the interfaces' modes and networks. Before kernel 6.2 or so it does not tell
    /// the network of a station that wpa_supplicant associated; what the station has heard does.
    private static func readWireless(_ state: inout NetworkState) throws(NetlinkError) {
        let socket = try WirelessSocket()
        for var wireless in try socket.dumpInterfaces() {
            guard let interface = state[wireless.index] else { continue }
            if wireless.ssid == nil, interface.isUp, interface.hasCarrier {
                wireless.ssid = try socket.dumpNetworks(heardBy: wireless.index)
                    .first(where: \.isJoined)?.ssid
            }
            state[wireless.index]?.wireless = wireless
        }
    }

    /// Reads what the system says of the device behind an interface, if its message leaves the
    /// type open.
    private static func readDevice(_ index: UInt32, _ state: inout NetworkState) throws(SystemError)
    {
        guard let interface = state[index] else { return }
        if interface.isTypeOpen {
            state[index]?.device = try NetworkDevice.read(
                name: interface.name,
                index: index,
                hardwareAddress: interface.hardwareAddress?.description ?? "")
        }
        if interface.facts.hardwareType == .ppp {
            state[index]?.pppTransport = try PPPTransport.read(interface: interface.name)
        }
    }
}

extension NetworkState.Interface {
    /// Whether nl80211 should be asked about it: sysfs says that it is Wi-Fi, or cannot say.
    fileprivate var mayBeWireless: Bool {
        guard let device else { return isTypeOpen || link.kind == "virt_wifi" || isMonitor }
        return device.deviceType == "wlan" || device.hasWirelessEntry
    }

    private var isMonitor: Bool {
        HardwareType.wirelessMonitors.contains(HardwareType(rawValue: link.hardwareType))
    }
}

extension InterfaceAddress {
    /// The kernel's message in the library's words. `IFA_F_SECONDARY` and `IFA_F_TEMPORARY` are
    /// one bit, which means the former of IPv4 and the latter of IPv6.
    init(_ message: AddressMessage) {
        let address = IPAddress(message.address)
        var flags = Flags(rawValue: message.flags)
        if address.family == .ipv6, flags.contains(.secondary) {
            flags.remove(.secondary)
            flags.insert(.temporary)
        }
        self.init(
            address: address,
            prefixLength: Int(message.prefixLength),
            scope: Scope(message.scope),
            flags: flags)
    }
}
