// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import Glibc

    /// What NetworkManager says of one device (`org.freedesktop.NetworkManager.Device`).
    package struct NetworkManagerDevice: Hashable, Sendable {
        /// Its name (`Interface`): a modem's is that of its control port.
        package var interface = ""
        /// The interface that carries its packets (`IpInterface`); empty if there is none now.
        package var packetInterface = ""
        /// Its hardware address, if it has one (`HwAddress`).
        package var hardwareAddress = ""
        /// `NMMetered`.
        package var metered: UInt32 = 0
        /// `NMDeviceState`.
        package var state: UInt32 = 0

        /// Whether a connection is being made with it (`NM_DEVICE_STATE_PREPARE` to
        /// `NM_DEVICE_STATE_SECONDARIES`). It may carry packets by then; what that costs NetworkManager says
        /// at the end.
        package var isActivating: Bool { (40...90).contains(state) }
    }

    /// The devices by the interfaces that they are about. A change costs the same however many there are.
    struct NetworkManagerDevices {
        /// The devices, by their object paths.
        private var byPath: [String: NetworkManagerDevice] = [:]
        /// The object paths of the devices that bear an interface's name in one way or the other.
        private var paths: [String: Set<String>] = [:]
        private var isDifferent = false

        /// The devices, by the interface. One that carries an interface's packets tells more than one
        /// that merely has its name. Of several that are alike in that (the parts of an Open vSwitch bridge have
        /// one name) the one that was made last counts, so that it is not another one each time.
        private(set) var byInterface: [String: NetworkManagerDevice] = [:]

        /// How many devices there are.
        var count: Int { byPath.count }

        /// The device at an object path.
        subscript(path: String) -> NetworkManagerDevice? {
            get { byPath[path] }
            set {
                let old = byPath[path]
                guard newValue != old else { return }
                byPath[path] = newValue
                let (oldNames, names) = (old?.names ?? [], newValue?.names ?? [])
                for name in oldNames.subtracting(names) { paths[name]?.remove(path) }
                for name in names { paths[name, default: []].insert(path) }
                for name in oldNames.union(names) { choose(name) }
            }
        }

        /// The device at a path has gone.
        mutating func remove(_ path: String) { self[path] = nil }

        /// All devices have gone.
        mutating func removeAll() {
            isDifferent = isDifferent || !byInterface.isEmpty
            (byPath, paths, byInterface) = ([:], [:], [:])
        }

        /// Whether ``byInterface`` may differ from what it was at the last call.
        mutating func takeDifference() -> Bool {
            defer { isDifferent = false }
            return isDifferent
        }

        /// Chooses the device that an interface's name means.
        private mutating func choose(_ name: String) {
            let candidates = (paths[name] ?? []).compactMap { path in
                byPath[path].map { (path: path, device: $0) }
            }
            let last = candidates.max { one, other in
                let ranks = (one.device.rank(for: name), other.device.rank(for: name))
                // Their paths are numbered.
                return (ranks.0, one.path.utf8.count, one.path)
                    < (ranks.1, other.path.utf8.count, other.path)
            }
            if last == nil { paths[name] = nil }
            guard byInterface[name] != last?.device else { return }
            byInterface[name] = last?.device
            isDifferent = true
        }
    }

    extension NetworkManagerDevices {
        /// Whether an object is a device, by its path.
        static func isDevice(path: String) -> Bool {
            path.hasPrefix("/org/freedesktop/NetworkManager/Devices/") && path.utf8.count <= 255
        }

        /// How many devices are asked about. A message of D-Bus may name millions.
        static let maximum = 16_384

        /// - Throws: ``SystemBusError`` if there are more devices than are asked about.
        static func checkCount(_ count: Int) throws(SystemBusError) {
            guard count < maximum else {
                throw SystemBusError(
                    operation: "ask about more than \(maximum) devices of NetworkManager",
                    errno: EMSGSIZE)
            }
        }
    }

    extension NetworkManagerDevice {
        /// The names of the interfaces that it is about.
        fileprivate var names: Set<String> {
            Set([interface, packetInterface].filter { !$0.isEmpty })
        }

        /// How much it tells of an interface: more if it carries the packets.
        fileprivate func rank(for name: String) -> Int { packetInterface == name ? 1 : 0 }
    }
#endif
