// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    /// What ModemManager says of a modem: its ports, and with which kind of network it is registered.
    package struct ModemManagerModem: Hashable, Sendable {
        /// The names of its ports (`Ports`) and of the interfaces of its connections (a bearer's `Interface`): network
        /// interfaces, and serial lines without `/dev/`.
        package private(set) var ports: Set<String> = []
        /// `MMModem3gppRegistrationState`; `nil` if the modem is not one of GSM, UMTS, LTE or 5G.
        package var registration: UInt32?
        /// `MMModemCdmaRegistrationState`, for CDMA 1X and EV-DO; empty if the modem is not one of CDMA.
        package var cdmaRegistrations: [String: UInt32] = [:]

        package init() {}

        /// The maximum number of names that are kept. A modem has a dozen.
        private static let maximumPorts = 64

        /// Adds the name of a port. No name of an interface or of a serial line is longer than 255 bytes.
        package mutating func add(port name: String) {
            guard !name.isEmpty, name.utf8.count <= 255, ports.count < Self.maximumPorts else {
                return
            }
            ports.insert(name)
        }
    }
#endif
