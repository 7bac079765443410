// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Looks at the network as it is now: the one place where the state comes from the system.
enum NetworkObserver {
    /// Dumps links and addresses, and reads sysfs, nl80211 and procfs only where something asks for
    /// them.
    ///
    /// - Parameter needsRules: whether policy rules are wanted although there is no tunnel: they tell
    ///   only which packets a tunnel leaves alone.
    static func observe(
        _ socket: borrowing NetlinkSocket,
        needsRules: Bool
    ) throws -> NetworkState {
        var state = NetworkState()
        let interruption = try socket.dumpLinks {
            state = NetworkState()
        } _: {
            state.take(dumped: $0)
        }
        state.interruption = interruption
        state.endDump()
        state.take(dumped: try socket.dumpAddresses())
        var open: [NetworkState.Interface] = []
        var mayHaveWireless = false
        state.interfaces.forEach { _, interface in
            if interface.isTypeOpen {
                open.append(interface)
            } else if interface.mayBeWireless {
                mayHaveWireless = true
            }
        }
        for interface in open {
            let index = interface.link.index
            state.set(try readDevice(of: interface), of: index)
            if state[index]?.mayBeWireless == true { mayHaveWireless = true }
        }
        if mayHaveWireless { try readWireless(&state) }
        try readPPP(&state)
        if needsRules || state.census.steps(of: .vpn).pathKinds > 0 {
            let rules = try socket.dumpRules()
            state.rules = rules.elements
            state.interruption = state.interruption ?? rules.interruption
        }
        state.resolver = try ResolverConfiguration.read()
        return state
    }

    /// Reads what the system says of one interface, of which a message told.
    ///
    /// - Returns: whether it may be a Wi-Fi interface.
    static func complete(_ index: UInt32, of state: inout NetworkState) throws -> Bool {
        guard let interface = state[index] else { return false }
        if interface.isTypeOpen { state.set(try readDevice(of: interface), of: index) }
        if state.census.ppp.contains(index) { try readPPP(&state) }
        guard state[index]?.mayBeWireless == true else { return false }
        try readWireless(&state)
        return true
    }

    /// Reads what PPP interfaces run over, where there are any.
    private static func readPPP(_ state: inout NetworkState) throws(SystemError) {
        let indexes = state.census.ppp
        for index in indexes {
            guard let name = state[index]?.name else { continue }
            state.set(
                try PPPTransport.read(interface: name, isOnly: indexes.count == 1), of: index)
        }
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
    static func readWireless(_ state: inout NetworkState) throws(NetlinkError) {
        state.wirelessFailure = nil
        do throws(NetlinkError) {
            let socket = try WirelessSocket()
            let dump = try socket.dumpInterfaces()
            state.interruption = state.interruption ?? dump.interruption
            for wireless in dump.elements { try readNetwork(of: wireless, socket, &state) }
        } catch { try state.noteWireless(error) }
    }

    /// Asks nl80211 for the network that an interface is in. Where that cannot be had, what the interface is stays
    /// known, and so do the other interfaces.
    private static func readNetwork(
        of interface: WirelessInterface,
        _ socket: borrowing WirelessSocket,
        _ state: inout NetworkState
    ) throws(NetlinkError) {
        var networks = Dump<WirelessNetwork>()
        // Some kernels (6.1 among them) do not tell the network of a station that
        // wpa_supplicant associated; what the station has heard does, and the network's
        // cost too. (The carrier comes only after a network is joined.)
        if state[interface.index]?.isUp == true {
            do throws(NetlinkError) {
                networks = try socket.dumpNetworks(heardBy: interface.index)
            } catch { try state.noteWireless(error) }
        }
        state.set(interface, heard: networks)
    }
}

extension NetworkState {
    /// Takes in a Wi-Fi interface, and the networks that it has heard: of the one that it is in, the name and the
    /// cost. If changes interrupted their dump, that one may be missing from it.
    mutating func set(_ interface: WirelessInterface, heard networks: Dump<WirelessNetwork>) {
        var wireless = interface
        if let network = networks.elements.first(where: \.isJoined) {
            wireless.ssid = wireless.ssid ?? network.ssid
            wireless.cost = network.cost
        } else {
            interruption = interruption ?? networks.interruption
        }
        set(wireless)
    }

    /// Takes down why nl80211 could not be asked.
    ///
    /// - Throws: the error, if it says nothing of nl80211.
    fileprivate mutating func noteWireless(_ error: NetlinkError) throws(NetlinkError) {
        if error.errno.map(SystemError.isExhaustion) == true { throw error }
        wirelessFailure = error.description
    }
}

extension NetworkState.Interface {
    /// Whether nl80211 should be asked about it: sysfs says that it is Wi-Fi, or cannot say.
    fileprivate var mayBeWireless: Bool {
        guard let device = self.device else {
            return isTypeOpen || self.link.kind == "virt_wifi" || isMonitor
        }
        return device.deviceType == "wlan" || device.hasWirelessEntry
    }

    private var isMonitor: Bool {
        HardwareType.wirelessMonitors.contains(HardwareType(rawValue: self.link.hardwareType))
    }
}
