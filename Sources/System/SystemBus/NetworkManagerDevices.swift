// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import Glibc
    internal import LinuxSystem

    /// The properties of one NetworkManager device (`org.freedesktop.NetworkManager.Device`).
    package struct NetworkManagerDevice: Hashable, Sendable {
        /// The name of the device (`Interface`); for a modem, the name of its control port.
        package var interface = ""
        /// The interface that carries the device's packets (`IpInterface`); empty if there is none
        /// now.
        var packetInterface = ""
        /// The hardware address, if the device has one (`HwAddress`).
        package var hardwareAddress = ""
        /// `NMMetered`.
        package var metered: UInt32 = 0
        /// `NMDeviceState`.
        var state: UInt32 = 0
        /// `NMConnectivityState`, by address family (`Ip4Connectivity`, `Ip6Connectivity`).
        package var ipv4Connectivity: UInt32 = 0
        package var ipv6Connectivity: UInt32 = 0
        /// The object path of the connection that is active on it (`ActiveConnection`); `/` for none.
        var activeConnection = "/"
        /// The name of that connection (`org.freedesktop.NetworkManager.Connection.Active`, `Id`); `nil` if there is none, or
        /// it was not asked for.
        package var connection: String?

        /// Whether a connection is being activated (`NM_DEVICE_STATE_PREPARE` to
        /// `NM_DEVICE_STATE_SECONDARIES`). The device may already carry packets; NetworkManager
        /// reports the metered state only at the end.
        package var isActivating: Bool { (40...90).contains(state) }

        /// Sets the object path of the connection that is active on it. The name of another one is not known yet.
        mutating func setActiveConnection(_ path: String) {
            guard path != activeConnection else { return }
            activeConnection = path
            connection = nil
        }
    }

    /// The devices, by the names of their interfaces. A change takes the same time whatever their number.
    struct NetworkManagerDevices {
        /// The devices, by their object paths.
        private var byPath: [String: NetworkManagerDevice] = [:]
        /// The object paths of the devices with an interface's name as `Interface` or `IpInterface`.
        private var paths: [ExactText: [String]] = [:]
        private var isDifferent = false

        /// The device of each interface.
        ///
        /// A device that carries the packets of the interface (`IpInterface`) counts before one that has its name. Of
        /// several such devices (the parts of an Open vSwitch bridge have one name), the newest counts, so that the
        /// choice is always the same.
        private(set) var byInterface: [ExactText: NetworkManagerDevice] = [:]

        /// The number of devices.
        var count: Int { byPath.count }

        /// The object paths of the devices.
        var objectPaths: [String] { Array(byPath.keys) }

        /// The device at an object path.
        subscript(path: String) -> NetworkManagerDevice? {
            get { byPath[path] }
            set {
                let old = byPath[path]
                guard newValue != old else { return }
                byPath[path] = newValue
                let (oldNames, names) = (old?.names ?? [], newValue?.names ?? [])
                for name in oldNames where !names.contains(name) {
                    paths[name]?.removeAll { $0 == path }
                    choose(name)
                }
                for name in names {
                    if !oldNames.contains(name) { paths[name, default: []].append(path) }
                    choose(name)
                }
            }
        }

        /// The object path of the device on which a connection is active.
        func device(ofConnection path: String) -> String? {
            byPath.first { $0.value.activeConnection == path }?.key
        }

        /// Removes the device at a path.
        mutating func remove(_ path: String) { self[path] = nil }

        /// Removes all devices.
        mutating func removeAll() {
            isDifferent = isDifferent || !byInterface.isEmpty
            (byPath, paths, byInterface) = ([:], [:], [:])
        }

        /// Returns whether ``byInterface`` may have changed since the last call.
        mutating func takeDifference() -> Bool {
            defer { isDifferent = false }
            return isDifferent
        }

        /// Chooses the device for an interface.
        private mutating func choose(_ name: ExactText) {
            let last = paths[name]?.max { rank(of: $0, for: name) < rank(of: $1, for: name) }
            if last == nil { paths[name] = nil }
            let device = last.flatMap { byPath[$0] }
            guard byInterface[name] != device else { return }
            byInterface[name] = device
            isDifferent = true
        }

        /// The rank of a device for an interface: first by whether it carries the packets, then by age.
        ///
        /// The paths end with increasing numbers.
        private func rank(of path: String, for name: ExactText) -> (Int, Int, String) {
            (
                byPath[path]?.packetInterface.isSameText(as: name.text) == true ? 1 : 0,
                path.utf8.count, path
            )
        }
    }

    extension NetworkManagerDevices {
        /// Whether an object is a device, by its path.
        static func isDevice(path: String) -> Bool {
            path.utf8.starts(with: "/org/freedesktop/NetworkManager/Devices/".utf8)
                && path.utf8.count <= 255
        }

        /// The maximum number of devices, because a D-Bus message may name millions.
        static let maximum = 16_384

        /// - Throws: ``SystemBusError`` if there are more devices than the maximum.
        static func checkCount(_ count: Int) throws(SystemBusError) {
            guard count < maximum else {
                throw SystemBusError(
                    operation: "ask about more than \(maximum) devices of NetworkManager",
                    errno: EMSGSIZE)
            }
        }
    }

    extension NetworkManagerDevice {
        /// The names of its interfaces.
        fileprivate var names: [ExactText] {
            switch (ExactText(interface), ExactText(packetInterface)) {
            case ("", ""): []
            case (let name, ""), ("", let name): [name]
            case (let name, let other): name == other ? [name] : [name, other]
            }
        }
    }
#endif
