// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    /// What NetworkManager says of its devices.
    struct NetworkManagerDevices: Hashable, Sendable {
        /// One device.
        struct Device: Hashable, Sendable {
            /// Its name (`Interface`): a modem's is that of its control port.
            var interface = ""
            /// The interface that carries its packets (`IpInterface`); empty if there is none now.
            var packetInterface = ""
            /// `NMMetered`.
            var metered: UInt32 = 0
        }

        /// The devices, by their object paths.
        var byPath: [String: Device] = [:]

        /// What is said of each interface. A device that carries an interface's packets tells more
        /// than one that merely has its name.
        var meteredByInterface: [String: UInt32] {
            var metered: [String: UInt32] = [:]
            for device in byPath.values where !device.interface.isEmpty {
                metered[device.interface] = device.metered
            }
            for device in byPath.values where !device.packetInterface.isEmpty {
                metered[device.packetInterface] = device.metered
            }
            return metered
        }
    }
#endif
