// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Queries ModemManager about its modems, and follows changes.
    ///
    /// A signal is only a reason to ask again: ModemManager signals a change of the registration in one place, and a new
    /// connection in others. It signals the quality of the reception and the counts of connections all the time; these
    /// signals are not subscribed to.
    ///
    /// It never waits, starts no service, and belongs to one thread.
    package struct ModemManagerClient: ServiceClient, BusEventHandler, ~Copyable {
        package private(set) var progress = ServiceProgress.asked
        /// ModemManager's modems, in the order of their object paths.
        package private(set) var modems: [ModemManagerModem] = []

        var service: BusService
        private var inquiry = Inquiry()
        /// Whether something has changed since the pending query was sent.
        private var isStale = false

        /// The pending queries, by the numbers of their messages, and what was answered.
        private struct Inquiry {
            /// The number of the query for all modems; `nil` if it was answered.
            var objects: UInt64?
            /// The queries for connections (bearers), with the object paths of their modems.
            var bearers: [UInt64: String] = [:]
            /// The modems that were found, by their object paths.
            var found: [String: ModemManagerModem] = [:]

            var isComplete: Bool { objects == nil && bearers.isEmpty }
        }

        /// The maximum number of modems, and of connections, that are asked about. A bus refuses a call if 128 other
        /// calls of the connection are pending (`max_replies_per_connection` of dbus-daemon(1)).
        private static let maximum = 64

        package static let name = "org.freedesktop.ModemManager1"
        private static let manager = "/org/freedesktop/ModemManager1"
        private static let modem = "org.freedesktop.ModemManager1.Modem"
        private static let modem3GPP = "org.freedesktop.ModemManager1.Modem.Modem3gpp"
        private static let modemCDMA = "org.freedesktop.ModemManager1.Modem.ModemCdma"
        private static let bearer = "org.freedesktop.ModemManager1.Bearer"
        private static let properties = "org.freedesktop.DBus.Properties"
        private static let objects = "org.freedesktop.DBus.ObjectManager"

        /// The signals of what can change where a modem is registered and which interfaces are its.
        package static let signals = [
            "interface='\(properties)',member='PropertiesChanged',arg0='\(modem3GPP)'",
            "interface='\(properties)',member='PropertiesChanged',arg0='\(modemCDMA)'",
            // A connection is made or ends.
            "interface='\(modem)',member='StateChanged'",
            "interface='\(objects)'",
        ]

        package init(_ service: consuming BusService) { self.service = service }

        package var interest: PollSet.Interest { service.interest }

        package var isAsking: Bool { !inquiry.isComplete }

        package mutating func receive() throws(SystemBusError) -> Bool {
            let (before, progressBefore) = (modems, progress)
            try handleEvents()
            if isStale { try askAgain() }
            return modems != before || progress != progressBefore
        }

        package mutating func askAgain() throws(SystemBusError) {
            if inquiry.isComplete { try ask() }
        }
    }

    extension ModemManagerClient {
        /// Queries the properties of all modems, and then those of their connections.
        package mutating func ask() throws(SystemBusError) {
            isStale = false
            inquiry = Inquiry()
            inquiry.objects = try service.call(Self.manager, Self.objects, "GetManagedObjects")
        }

        mutating func handleAnswer(
            _ message: borrowing BusMessage, _ number: UInt64
        ) throws(SystemBusError) {
            if number == inquiry.objects {
                inquiry.objects = nil
                if let error = message.error {
                    return end(BusErrors.absences.contains(error) ? .absent : .refused(error))
                }
                try readObjects(message)
            } else if let modem = inquiry.bearers.removeValue(forKey: number) {
                // The connection may have been removed in the meantime.
                if message.error == nil { try readBearer(message, of: modem) }
            } else {
                return
            }
            guard inquiry.isComplete else { return }
            end(.answered, inquiry.found.sorted { $0.key < $1.key }.map(\.value))
        }

        mutating func handleSignal(_ message: borrowing BusMessage) { isStale = true }

        mutating func handleStart() throws(SystemBusError) {
            end(.asked)
            try ask()
        }

        mutating func handleStop() { end(.absent) }

        private mutating func end(_ progress: ServiceProgress, _ modems: [ModemManagerModem] = []) {
            self.progress = progress
            self.modems = modems
            inquiry = Inquiry()
        }

        /// Reads the modems, and queries their connections.
        private mutating func readObjects(_ message: borrowing BusMessage) throws(SystemBusError) {
            var bearers: [(bearer: String, modem: String)] = []
            try message.readDictionary(.objects) { () throws(SystemBusError) in
                let path = try message.readText(.objectPath)
                var modem = ModemManagerModem()
                try message.readDictionary(.interfaces) { () throws(SystemBusError) in
                    switch try message.readText() {
                    case Self.modem:
                        bearers += try readModem(message, &modem).map { ($0, path) }
                    case Self.modem3GPP:
                        try readNumbers(message, ["RegistrationState"]) { modem.registration = $1 }
                    case Self.modemCDMA:
                        try readNumbers(
                            message, ["Cdma1xRegistrationState", "EvdoRegistrationState"]
                        ) { modem.cdmaRegistrations[$0] = $1 }
                    default: try message.skip("a{sv}")
                    }
                }
                if inquiry.found.count < Self.maximum { inquiry.found[path] = modem }
            }
            for (bearer, modem) in bearers.prefix(Self.maximum) {
                let number = try service.call(
                    bearer, Self.properties, "GetAll", argument: Self.bearer)
                inquiry.bearers[number] = modem
            }
        }

        /// Reads the ports of a modem.
        ///
        /// - Returns: the object paths of its connections.
        private func readModem(
            _ message: borrowing BusMessage, _ modem: inout ModemManagerModem
        ) throws(SystemBusError) -> [String] {
            var (ports, bearers): ([String], [String]) = ([], [])
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "Ports":
                    _ = try message.readVariant("a(su)") { () throws(SystemBusError) in
                        try message.readStructs("(su)", "su") { () throws(SystemBusError) in
                            ports.append(try message.readText())
                            try message.skip("u")
                        }
                    }
                case "Bearers":
                    _ = try message.readVariant("ao") { () throws(SystemBusError) in
                        try message.readArray(.objectPath) { () throws(SystemBusError) in
                            let path = try message.readText(.objectPath)
                            if bearers.count < Self.maximum, path.utf8.count <= 255 {
                                bearers.append(path)
                            }
                        }
                    }
                default: try message.skip("v")
                }
            }
            for port in ports { modem.add(port: port) }
            return bearers
        }

        /// Reads the interface of a connection.
        private mutating func readBearer(
            _ message: borrowing BusMessage, of modem: String
        ) throws(SystemBusError) {
            var interface: String?
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                guard try message.readText() == "Interface" else { return try message.skip("v") }
                interface = try message.readVariant("s") { () throws(SystemBusError) in
                    try message.readText()
                }
            }
            if let interface { inquiry.found[modem]?.add(port: interface) }
        }

        /// Reads the numbers among properties that have one of these names.
        private func readNumbers(
            _ message: borrowing BusMessage, _ names: [String], _ body: (String, UInt32) -> Void
        ) throws(SystemBusError) {
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                let name = try message.readText()
                guard names.contains(name) else { return try message.skip("v") }
                if let number = try message.readNumberVariant() { body(name, number) }
            }
        }
    }

    /// ModemManager's report about a modem: its ports, and the kind of network with which it is registered.
    package struct ModemManagerModem: Hashable, Sendable {
        /// The names of its ports (`Ports`) and of the interfaces of its connections (a bearer's `Interface`): network
        /// interfaces, and serial lines without `/dev/`.
        package private(set) var ports: Set<String> = []
        /// `MMModem3gppRegistrationState`; `nil` if the modem is not one of GSM, UMTS, LTE or 5G.
        package var registration: UInt32?
        /// `MMModemCdmaRegistrationState`, for CDMA 1X and EV-DO; empty if the modem is not one of CDMA.
        package var cdmaRegistrations: [String: UInt32] = [:]

        init() {}

        /// The maximum number of names that are kept. A modem has a dozen.
        private static let maximumPorts = 64

        /// Adds the name of a port. No name of an interface or of a serial line is longer than 255 bytes.
        mutating func add(port name: String) {
            guard !name.isEmpty, name.utf8.count <= 255, ports.count < Self.maximumPorts else {
                return
            }
            ports.insert(name)
        }
    }
#endif
