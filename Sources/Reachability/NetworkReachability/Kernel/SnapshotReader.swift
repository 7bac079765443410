// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Reads snapshots of the network: the only code that creates a state from the system.
struct SnapshotReader {
    /// The root of the file system, from which sysfs, procfs and the resolver's files are read.
    let root: SystemRoot
    /// Listens to nl80211 before it is queried, so that no change in between is missed; `nil` if changes are not followed.
    let listener: KernelChangeListener?

    /// Dumps links and addresses, and reads sysfs, nl80211 and procfs only if an interface requires
    /// it.
    ///
    /// - Parameter needsRules: whether policy rules are read even if there is no tunnel: the
    ///   evaluation needs them only for tunnels.
    func read(
        _ socket: borrowing NetlinkSocket,
        needsRules: Bool
    ) throws -> NetworkState {
        var state = NetworkState()
        let interruption = try socket.dumpLinks {
            state = NetworkState()
        } _: {
            state.add(dumped: $0)
        }
        state.interruption = interruption
        state.endDump()
        state.add(dumped: try socket.dumpAddresses())
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
        if needsRules || state.counts.carried.pathKinds > 0 {
            let rules = try socket.dumpRules()
            state.rules = rules.elements
            state.interruption = state.interruption ?? rules.interruption
        }
        state.resolver = try ResolverConfiguration.read(root: root)
        return state
    }

    /// Reads the properties of one interface that its message does not have.
    func complete(_ index: UInt32, of state: inout NetworkState) throws {
        guard let interface = state[index] else { return }
        if interface.isTypeOpen { state.set(try readDevice(of: interface), of: index) }
        if state.counts.ppp.contains(index) { try readPPP(&state) }
        if state[index]?.mayBeWireless == true { try readWireless(&state) }
    }

    /// Reads the transports of PPP interfaces, if there are any.
    private func readPPP(_ state: inout NetworkState) throws(SystemError) {
        let indexes = Array(state.counts.ppp)
        for index in indexes {
            guard let name = state[index]?.name else { continue }
            state.set(
                try PPPTransport.read(
                    interface: name, isOnly: indexes.count == 1, root: root), of: index)
        }
    }

    /// Reads the device of an interface from sysfs, if its message does not determine the type.
    private func readDevice(
        of interface: NetworkState.Interface
    ) throws(SystemError) -> NetworkDevice? {
        try NetworkDevice.read(
            name: interface.name,
            index: interface.link.index,
            hardwareAddress: interface.hardwareAddress?.description ?? "", root: root)
    }

    /// Queries nl80211 for the interfaces' modes and networks. If the query is refused (in some
    /// sandboxes), the snapshot is complete otherwise, and the state records the reason.
    func readWireless(_ state: inout NetworkState) throws(NetlinkError) {
        state.wirelessFailure = nil
        listener?.listenToWireless()
        do throws(NetlinkError) {
            let socket = try WirelessSocket()
            let dump = try socket.dumpInterfaces()
            state.interruption = state.interruption ?? dump.interruption
            for wireless in dump.elements { try readNetwork(of: wireless, socket, &state) }
        } catch { try state.noteWireless(error) }
    }

    /// Queries nl80211 for the network of an interface. If the query fails, the interface's type
    /// stays known, and so do the other interfaces.
    private func readNetwork(
        of interface: WirelessInterface,
        _ socket: borrowing WirelessSocket,
        _ state: inout NetworkState
    ) throws(NetlinkError) {
        var networks = Dump<WirelessNetwork>()
        // Some kernels (6.1 among them) do not report the network of a station that wpa_supplicant
        // associated. The station's scan results do, and they also have the network's cost. (The
        // carrier comes only after a network is joined.)
        if state[interface.index]?.isUp == true {
            do throws(NetlinkError) {
                networks = try socket.dumpNetworks(heardBy: interface.index)
            } catch { try state.noteWireless(error) }
        }
        state.set(interface, heard: networks)
    }
}

extension NetworkState {
    /// Adds a Wi-Fi interface, with the name and the cost of its network from the scan results. If
    /// changes interrupted the dump of the results, the network may be missing.
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

    /// Records why nl80211 could not be queried.
    ///
    /// - Throws: the error, if it is unrelated to nl80211.
    fileprivate mutating func noteWireless(_ error: NetlinkError) throws(NetlinkError) {
        if error.isExhaustion { throw error }
        wirelessFailure = error.description
    }
}

extension NetworkState.Interface {
    /// Whether nl80211 should be queried about the interface: sysfs says that it is Wi-Fi, or has
    /// no entry for it.
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
