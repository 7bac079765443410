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

    /// The devices by the interfaces that they are about.
    struct NetworkManagerDevices: Hashable, Sendable {
        /// The devices, by their object paths.
        var byPath: [String: NetworkManagerDevice] = [:]

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

        /// The devices, by the interface. One that carries an interface's packets tells more than one
        /// that merely has its name. Of several that are alike in that (the parts of an Open vSwitch bridge have
        /// one name) the one that was made last counts, so that it is not another one each time.
        var byInterface: [String: NetworkManagerDevice] {
            // Their paths are numbered.
            let inOrder = byPath.sorted {
                ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key)
            }
            var devices: [String: NetworkManagerDevice] = [:]
            for (_, device) in inOrder where !device.interface.isEmpty {
                devices[device.interface] = device
            }
            for (_, device) in inOrder where !device.packetInterface.isEmpty {
                devices[device.packetInterface] = device
            }
            return devices
        }
    }
#endif
