// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Looks at the network as it is now: the one place where the state comes from the system.
enum NetworkObserver {
    /// Dumps links and addresses, and reads sysfs, nl80211, procfs and the rules only where
    /// something asks for them.
    static func observe(_ socket: borrowing NetlinkSocket) throws -> NetworkState {
        var state = NetworkState(links: try socket.dumpLinks())
        let addresses = Dictionary(grouping: try socket.dumpAddresses(), by: \.interface)
        for (index, messages) in addresses {
            state.set(messages.map(InterfaceAddress.init), of: index)
        }
        for interface in state.interfaces.values where interface.isTypeOpen {
            state.set(try readDevice(of: interface), of: interface.link.index)
        }
        if state.interfaces.values.contains(where: \.mayBeWireless) {
            try readWireless(&state)
        }
        let ppp = state.interfaces.values.filter { $0.facts.hardwareType == .ppp }
        for interface in ppp {
            state.set(
                try PPPTransport.read(interface: interface.name, isOnly: ppp.count == 1),
                of: interface.link.index)
        }
        // Rules tell only which packets a tunnel leaves alone.
        if state.interfaces.values.contains(where: { $0.classification.type == .vpn }) {
            state.rules = try socket.dumpRules()
        }
        state.resolver = try ResolverConfiguration.read()
        return state
    }

    /// Reads what the system says of one interface, of which a message told.
    static func complete(_ index: UInt32, of state: inout NetworkState) throws {
        guard let interface = state[index], interface.isTypeOpen else { return }
        state.set(try readDevice(of: interface), of: index)
        if state[index]?.mayBeWireless == true { try readWireless(&state) }
    }

    /// Reads what sysfs says of the device behind an interface whose message leaves the type open.
    private static func readDevice(
        of interface: NetworkState.Interface
    ) throws(SystemError) -> NetworkDevice? {
        try NetworkDevice.read(
            name: interface.name,
            index: interface.link.index,
            hardwareAddress: interface.hardwareAddress?.description ?? "")
    }

    /// Asks nl80211 for the interfaces' modes and networks. Where it may not be asked (some
    /// sandboxes), the rest is still worth telling; the state keeps the reason.
    private static func readWireless(_ state: inout NetworkState) throws(NetlinkError) {
        do throws(NetlinkError) {
            let socket = try WirelessSocket()
            for var wireless in try socket.dumpInterfaces() {
                guard let interface = state[wireless.index] else { continue }
                // Some kernels (6.1 among them) do not tell the network of a station that
                // wpa_supplicant associated; what the station has heard does.
                if wireless.ssid == nil, interface.isUp, interface.hasCarrier {
                    wireless.ssid = try socket.dumpNetworks(heardBy: wireless.index)
                        .first(where: \.isJoined)?.ssid
                }
                state.set(wireless, of: wireless.index)
            }
        } catch {
            if error.errno.map(SystemError.isExhaustion) == true { throw error }
            state.wirelessFailure = error.description
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
