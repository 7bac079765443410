// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
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
    }

    /// The devices by the interfaces that they are about.
    struct NetworkManagerDevices: Hashable, Sendable {
        /// The devices, by their object paths.
        var byPath: [String: NetworkManagerDevice] = [:]

        /// The devices, by the interface. One that carries an interface's packets tells more than one
        /// that merely has its name.
        var byInterface: [String: NetworkManagerDevice] {
            var devices: [String: NetworkManagerDevice] = [:]
            for device in byPath.values where !device.interface.isEmpty {
                devices[device.interface] = device
            }
            for device in byPath.values where !device.packetInterface.isEmpty {
                devices[device.packetInterface] = device
            }
            return devices
        }
    }
#endif
