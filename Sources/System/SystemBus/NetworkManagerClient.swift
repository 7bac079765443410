// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Queries NetworkManager about its devices, whether they are metered and whether the internet answers over them, and
    /// follows changes.
    ///
    /// It never waits, starts no service, and belongs to one thread.
    package struct NetworkManagerClient: ServiceClient, BusEventHandler, ~Copyable {
        package private(set) var progress = ServiceProgress.asked

        /// Whether NetworkManager can check the connectivity of its devices, and does. Otherwise its reports about the
        /// connectivity are guesses.
        package var checksConnectivity: Bool { canCheckConnectivity && isCheckEnabled }
        private var canCheckConnectivity = false
        private var isCheckEnabled = false
        /// Whether ``checksConnectivity`` has changed since the last ``receive()``.
        private var isCheckDifferent = false
        private var check = Check.none

        /// A check that NetworkManager was asked for.
        private enum Check: Hashable {
            case none
            /// The call with this number is pending.
            case asked(UInt64)
            /// The check has ended. The properties of the devices are queried, in case a signal of them is still to come.
            case ended
        }

        /// Whether the names of the devices' connections are asked for and followed.
        package private(set) var followsConnections = false

        var service: BusService
        private var known = NetworkManagerDevices()
        private var inquiry = NetworkManagerInquiry()

        package static let name = "org.freedesktop.NetworkManager"
        private static let manager = "/org/freedesktop/NetworkManager"
        private static let device = "org.freedesktop.NetworkManager.Device"
        private static let activeConnection = "org.freedesktop.NetworkManager.Connection.Active"
        private static let properties = "org.freedesktop.DBus.Properties"
        private static let objects = "org.freedesktop.DBus.ObjectManager"

        /// The signals of changes, only of devices: with each Wi-Fi scan, access points appear and disappear.
        package static let signals = [
            "interface='\(properties)',member='PropertiesChanged',arg0='\(device)'",
            "interface='\(properties)',member='PropertiesChanged',arg0='\(name)'",
            "interface='\(objects)',arg0path='/org/freedesktop/NetworkManager/Devices/'",
        ]

        package init(_ service: consuming BusService) { self.service = service }

        package var interest: PollSet.Interest { service.interest }

        /// NetworkManager's devices, by the names of their interfaces.
        package var devices: [ExactText: NetworkManagerDevice] { known.byInterface }

        /// Handles the messages that have arrived, up to a limited number.
        ///
        /// - Returns: whether ``devices`` or ``checksConnectivity`` changed since the last call.
        package mutating func receive() throws(SystemBusError) -> Bool {
            try handleEvents()
            defer { isCheckDifferent = false }
            return known.takeDifference() || isCheckDifferent
        }

        package var isAsking: Bool { !inquiry.isComplete }

        /// Whether a check of ``checkConnectivity()`` has not ended.
        package var isCheckingConnectivity: Bool { check != .none }

        /// Has NetworkManager check the connectivity of its devices now (`CheckConnectivity`).
        ///
        /// NetworkManager may refuse that. Then its last report stays.
        package mutating func checkConnectivity() throws(SystemBusError) {
            check = .asked(try service.call(Self.manager, Self.name, "CheckConnectivity"))
        }

        /// Queries the names of the connections that are active on the devices, and follows them from now on.
        package mutating func followConnections() throws(SystemBusError) {
            guard !followsConnections else { return }
            followsConnections = true
            try service.listen(
                to: "interface='\(Self.properties)',member='PropertiesChanged',"
                    + "arg0='\(Self.activeConnection)'")
            for path in known.objectPaths {
                if let device = known[path] { try askForConnection(of: device, path) }
            }
        }

        package mutating func askAgain() throws(SystemBusError) {
            guard inquiry.isComplete else { return }
            inquiry.repeatRefused()
            try send()
        }
    }

    extension NetworkManagerClient {
        /// Queries the properties of NetworkManager, among them the list of devices, and then those of each device.
        ///
        /// (`GetManagedObjects` needs one answer instead of two. But access points and profiles are objects, too, and
        /// NetworkManager takes longer for it even without any.)
        package mutating func ask() throws(SystemBusError) {
            inquiry = NetworkManagerInquiry()
            inquiry.add(.manager)
            progress = .asked
            try send()
        }

        /// Sends queries, up to the maximum number of pending answers.
        private mutating func send() throws(SystemBusError) {
            while let question = inquiry.next() {
                let number =
                    switch question {
                    case .manager:
                        try service.call(
                            Self.manager, Self.properties, "GetAll", argument: Self.name)
                    case .properties(let device):
                        try service.call(device, Self.properties, "GetAll", argument: Self.device)
                    case .connection(let connection, _):
                        try service.call(
                            connection, Self.properties, "GetAll", argument: Self.activeConnection)
                    }
                inquiry.sent(question, as: number)
            }
        }

        mutating func handleAnswer(
            _ message: borrowing BusMessage, _ number: UInt64
        ) throws(SystemBusError) {
            if let question = inquiry.answered(number) {
                try handleAnswer(message, to: question)
            } else if check == .asked(number) {
                try handleCheck()
            }
        }

        private mutating func handleAnswer(
            _ message: borrowing BusMessage,
            to question: NetworkManagerInquiry.Question
        ) throws(SystemBusError) {
            switch (question, message.error) {
            case (_, let error?) where BusErrors.absences.contains(error):
                inquiry = NetworkManagerInquiry()
                check = .none
                progress = .absent
                return
            // The device may have been removed in the meantime.
            case (.properties, let error?) where BusErrors.departures.contains(error): break
            // And so may the connection.
            case (.connection, let error?) where BusErrors.departures.contains(error): break
            case (_, let error?): inquiry.refuse(question, error)
            case (.properties(let device), nil): try handleProperties(message, path: device)
            case (.connection(let connection, let device), nil):
                try handleConnection(message, path: connection, of: device)
            case (.manager, nil):
                known.removeAll()
                try handleManager(message, isComplete: true)
            }
            try send()
            guard inquiry.isComplete else { return }
            if check == .ended { check = .none }
            progress = inquiry.refusal.map { .refused($0) } ?? .answered
        }

        /// Queries what the check has found.
        private mutating func handleCheck() throws(SystemBusError) {
            for device in known.objectPaths { inquiry.add(.properties(device)) }
            check = inquiry.isComplete ? .none : .ended
            try send()
        }

        /// Reads properties of NetworkManager itself.
        ///
        /// - Parameter isComplete: whether these are all of them, and the properties of the devices are queried next.
        ///   Later, devices come and go with signals of their own.
        private mutating func handleManager(
            _ message: borrowing BusMessage, isComplete: Bool
        ) throws(SystemBusError) {
            let before = checksConnectivity
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "AllDevices" where isComplete: try handleDevices(message)
                case "ConnectivityCheckAvailable":
                    canCheckConnectivity = try message.readFlagVariant() ?? canCheckConnectivity
                case "ConnectivityCheckEnabled":
                    isCheckEnabled = try message.readFlagVariant() ?? isCheckEnabled
                default: try message.skip("v")
                }
            }
            if checksConnectivity != before { isCheckDifferent = true }
        }

        /// Queries the properties of all devices.
        private mutating func handleDevices(
            _ message: borrowing BusMessage
        ) throws(SystemBusError) {
            _ = try message.readVariant("ao") { () throws(SystemBusError) in
                try message.readArray(.objectPath) { () throws(SystemBusError) in
                    let device = try message.readText(.objectPath)
                    guard NetworkManagerDevices.isDevice(path: device) else { return }
                    try NetworkManagerDevices.checkCount(inquiry.count)
                    inquiry.add(.properties(device))
                }
            }
        }

        mutating func handleStart() throws(SystemBusError) {
            forget()
            try ask()
        }

        mutating func handleStop() {
            forget()
            progress = .absent
        }

        /// Forgets what an instance of NetworkManager has said that does not run any more.
        private mutating func forget() {
            known.removeAll()
            (canCheckConnectivity, isCheckEnabled) = (false, false)
            check = .none
            inquiry = NetworkManagerInquiry()
        }

        mutating func handleSignal(_ message: borrowing BusMessage) throws(SystemBusError) {
            if message.isSignal(Self.properties, "PropertiesChanged") {
                guard let path = message.path else { return }
                switch try message.readText() {
                case Self.device: try handleProperties(message, path: path)
                case Self.activeConnection:
                    guard let device = known.device(ofConnection: path) else { return }
                    try handleConnection(message, path: path, of: device)
                case Self.name where path == Self.manager:
                    try handleManager(message, isComplete: false)
                default: return
                }
            } else if message.isSignal(Self.objects, "InterfacesAdded") {
                try handleObject(message, path: try message.readText(.objectPath))
            } else if message.isSignal(Self.objects, "InterfacesRemoved") {
                let path = try message.readText(.objectPath)
                try message.readArray(.string) { () throws(SystemBusError) in
                    if try message.readText() == Self.device { known.remove(path) }
                }
            }
        }

        /// Reads the D-Bus interfaces of an object, and updates the device if it is one.
        private mutating func handleObject(
            _ message: borrowing BusMessage,
            path: String
        ) throws(SystemBusError) {
            try message.readDictionary(.interfaces) { () throws(SystemBusError) in
                if try message.readText() == Self.device {
                    try handleProperties(message, path: path)
                } else {
                    try message.skip("a{sv}")
                }
            }
        }

        private mutating func handleProperties(
            _ message: borrowing BusMessage,
            path: String
        ) throws(SystemBusError) {
            guard NetworkManagerDevices.isDevice(path: path) else { return }
            var device = known[path] ?? NetworkManagerDevice()
            try NetworkManagerDevices.checkCount(known.count)
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "Interface":
                    device.interface = try readText(message) ?? device.interface
                case "IpInterface":
                    device.packetInterface = try readText(message) ?? device.packetInterface
                case "HwAddress":
                    device.hardwareAddress = try readText(message) ?? device.hardwareAddress
                case "Metered":
                    device.metered = try message.readNumberVariant() ?? device.metered
                case "State":
                    device.state = try message.readNumberVariant() ?? device.state
                case "Ip4Connectivity":
                    device.ipv4Connectivity =
                        try message.readNumberVariant() ?? device.ipv4Connectivity
                case "Ip6Connectivity":
                    device.ipv6Connectivity =
                        try message.readNumberVariant() ?? device.ipv6Connectivity
                case "ActiveConnection":
                    let connection = try message.readVariant("o") { () throws(SystemBusError) in
                        try message.readText(.objectPath)
                    }
                    device.setActiveConnection(connection ?? device.activeConnection)
                default: try message.skip("v")
                }
            }
            let former = known[path]?.activeConnection
            known[path] = device
            guard followsConnections, device.activeConnection != former else { return }
            try askForConnection(of: device, path)
        }

        /// Queries the name of the connection that is active on a device.
        private mutating func askForConnection(
            of device: NetworkManagerDevice, _ path: String
        ) throws(SystemBusError) {
            guard device.activeConnection != "/" else { return }
            inquiry.add(.connection(device.activeConnection, device: path))
            try send()
        }

        /// Reads properties of an active connection.
        private mutating func handleConnection(
            _ message: borrowing BusMessage, path: String, of device: String
        ) throws(SystemBusError) {
            var name: String?
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "Id": name = try readText(message)
                default: try message.skip("v")
                }
            }
            // The device may have another connection by now.
            guard let name, known[device]?.activeConnection == path else { return }
            known[device]?.connection = name
        }

        private func readText(_ message: borrowing BusMessage) throws(SystemBusError) -> String? {
            let text = try message.readVariant("s") { () throws(SystemBusError) in
                try message.readText()
            }
            // No interface name and no hardware address is longer.
            return text.map { $0.utf8.count <= 255 ? $0 : "" }
        }
    }
#endif
