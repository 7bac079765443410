// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Asks NetworkManager what its devices cost, and hears when that changes. It never waits, starts
    /// nobody, and belongs to one thread.
    package struct NetworkManagerClient: ~Copyable {
        /// How far it is.
        package enum Progress: Hashable, Sendable {
            /// Nothing has been answered yet.
            case asked
            /// NetworkManager does not run.
            case absent
            /// It has answered.
            case answered
            /// It runs, but answers a question with an error, of this name. What it knows of some devices, or
            /// of all, stays unknown.
            case refused(String)
        }

        /// How far it is.
        package private(set) var progress = Progress.asked

        private let bus: Bus
        private var known = NetworkManagerDevices()
        /// The unique name of NetworkManager's connection: whoever sends signals in its name is not
        /// heard.
        private var owner: String?
        private var inquiry = NetworkManagerInquiry()

        /// How many messages are taken in at once, so that a flood of them does not keep the caller from
        /// everything else.
        private static let longestBatch = 256

        private static let manager = "/org/freedesktop/NetworkManager"
        private static let name = "org.freedesktop.NetworkManager"
        private static let device = "org.freedesktop.NetworkManager.Device"
        private static let busName = "org.freedesktop.DBus"
        private static let properties = "org.freedesktop.DBus.Properties"
        private static let objects = "org.freedesktop.DBus.ObjectManager"
        /// The bus's errors where nobody has a name.
        private static let absences = ["ServiceUnknown", "NameHasNoOwner"].map { busError + $0 }
        /// The errors where an object has gone.
        private static let departures = [
            "UnknownObject", "UnknownMethod", "UnknownInterface",
        ].map { busError + $0 }
        private static let busError = "org.freedesktop.DBus.Error."

        /// Begins to connect and to ask.
        ///
        /// - Parameters:
        ///   - address: of the bus.
        ///   - follows: whether changes are wanted too.
        package static func open(
            address: String,
            follows: Bool
        ) throws(SystemBusError) -> NetworkManagerClient {
            var client = NetworkManagerClient(try Bus.connect(to: address))
            if follows { try client.subscribe() }
            try client.ask()
            return client
        }

        private init(_ bus: consuming Bus) { self.bus = bus }

        /// What to wait for.
        package var interest: Readiness.Interest { bus.interest }

        /// NetworkManager's devices, by the names of their interfaces.
        package var devices: [String: NetworkManagerDevice] { known.byInterface }

        /// Takes in what has come, or the first part of much.
        ///
        /// - Returns: whether ``devices`` differ from what they were the last time.
        package mutating func take() throws(SystemBusError) -> Bool {
            for _ in 0..<Self.longestBatch {
                guard let message = try bus.next() else { break }
                if let number = message.answers, let question = inquiry.answered(number) {
                    try takeAnswer(message, to: question)
                } else if message.sender == Self.busName {
                    if message.isSignal(Self.busName, "NameOwnerChanged") {
                        try takeOwner(message)
                    }
                } else if owner != nil, message.sender == owner {
                    try takeChange(message)
                }
            }
            return known.takeDifference()
        }

        /// Whether an answer is awaited: the first one, or one to what was refused before.
        package var isAsking: Bool { !inquiry.isComplete }

        /// Asks again what was refused. Until that is answered, the progress stays what it is.
        package mutating func askAgain() throws(SystemBusError) {
            guard inquiry.isComplete else { return }
            inquiry.repeatRefused()
            try send()
        }
    }

    extension NetworkManagerClient {
        /// Asks the bus for the signals that tell of changes. The messages for devices alone: at each
        /// scan access points come and go.
        private func subscribe() throws(SystemBusError) {
            let rules = [
                "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',"
                    + "member='NameOwnerChanged',arg0='\(Self.name)'",
                "type='signal',sender='\(Self.name)',interface='\(Self.properties)',"
                    + "member='PropertiesChanged',arg0='\(Self.device)'",
                "type='signal',sender='\(Self.name)',interface='\(Self.objects)',"
                    + "arg0path='/org/freedesktop/NetworkManager/Devices/'",
            ]
            for rule in rules {
                try bus.call(
                    Self.busName, "/org/freedesktop/DBus", Self.busName, "AddMatch",
                    argument: rule, wantsReply: false)
            }
        }

        /// Asks for the devices, and then for the properties of each. (All objects at once are one answer
        /// instead of two, but access points and profiles are objects too: even where there are none,
        /// NetworkManager takes longer for it.)
        private mutating func ask() throws(SystemBusError) {
            inquiry = NetworkManagerInquiry()
            inquiry.add(.devices)
            progress = .asked
            try send()
        }

        /// Sends as many questions as may be under way.
        private mutating func send() throws(SystemBusError) {
            while let question = inquiry.next() {
                let number =
                    switch question {
                    case .devices:
                        try bus.call(
                            Self.name, Self.manager, Self.name, "GetAllDevices", wantsReply: true)
                    case .properties(let device):
                        try bus.call(
                            Self.name, device, Self.properties, "GetAll", argument: Self.device,
                            wantsReply: true)
                    }
                inquiry.sent(question, as: number)
            }
        }

        private mutating func takeAnswer(
            _ message: borrowing BusMessage,
            to question: NetworkManagerInquiry.Question
        ) throws(SystemBusError) {
            // The bus itself may answer, with an error.
            if message.sender != Self.busName { owner = message.sender }
            switch (question, message.error) {
            case (_, let error?) where Self.absences.contains(error):
                inquiry = NetworkManagerInquiry()
                progress = .absent
                return
            // It may have gone meanwhile.
            case (.properties, let error?) where Self.departures.contains(error): break
            case (_, let error?): inquiry.refuse(question, error)
            case (.properties(let device), nil): try takeProperties(message, path: device)
            case (.devices, nil): try takeDevices(message)
            }
            try send()
            guard inquiry.isComplete else { return }
            progress = inquiry.refusal.map { .refused($0) } ?? .answered
        }

        /// Takes in which devices there are, and asks for their properties.
        private mutating func takeDevices(
            _ message: borrowing BusMessage
        ) throws(SystemBusError) {
            known.removeAll()
            try message.readArray("o") { () throws(SystemBusError) in
                let device = try message.readText(.objectPath)
                guard NetworkManagerDevices.isDevice(path: device) else { return }
                try NetworkManagerDevices.checkCount(inquiry.count)
                inquiry.add(.properties(device))
            }
        }

        /// NetworkManager came, went, or was replaced.
        private mutating func takeOwner(_ message: borrowing BusMessage) throws(SystemBusError) {
            guard try message.readText() == Self.name else { return }
            _ = try message.readText()
            let owner = try message.readText()
            known.removeAll()
            if owner.isEmpty {
                inquiry = NetworkManagerInquiry()
                self.owner = nil
                progress = .absent
            } else {
                self.owner = owner
                try ask()
            }
        }

        private mutating func takeChange(_ message: borrowing BusMessage) throws(SystemBusError) {
            if message.isSignal(Self.properties, "PropertiesChanged") {
                guard let path = message.path, try message.readText() == Self.device else { return }
                try takeProperties(message, path: path)
            } else if message.isSignal(Self.objects, "InterfacesAdded") {
                try takeObject(message, path: try message.readText(.objectPath))
            } else if message.isSignal(Self.objects, "InterfacesRemoved") {
                let path = try message.readText(.objectPath)
                try message.readArray("s") { () throws(SystemBusError) in
                    if try message.readText() == Self.device { known.remove(path) }
                }
            }
        }

        /// Reads the interfaces of an object, of which a device's counts.
        private mutating func takeObject(
            _ message: borrowing BusMessage,
            path: String
        ) throws(SystemBusError) {
            try message.readDictionary("sa{sv}") { () throws(SystemBusError) in
                if try message.readText() == Self.device {
                    try takeProperties(message, path: path)
                } else {
                    try message.skip("a{sv}")
                }
            }
        }

        private mutating func takeProperties(
            _ message: borrowing BusMessage,
            path: String
        ) throws(SystemBusError) {
            guard NetworkManagerDevices.isDevice(path: path) else { return }
            var device = known[path] ?? NetworkManagerDevice()
            try NetworkManagerDevices.checkCount(known.count)
            try message.readDictionary("sv") { () throws(SystemBusError) in
                switch try message.readText() {
                case "Interface":
                    device.interface = try readText(message) ?? device.interface
                case "IpInterface":
                    device.packetInterface = try readText(message) ?? device.packetInterface
                case "HwAddress":
                    device.hardwareAddress = try readText(message) ?? device.hardwareAddress
                case "Metered":
                    device.metered = try readNumber(message) ?? device.metered
                case "State":
                    device.state = try readNumber(message) ?? device.state
                default: try message.skip("v")
                }
            }
            known[path] = device
        }

        private func readText(_ message: borrowing BusMessage) throws(SystemBusError) -> String? {
            let text = try message.readVariant("s") { () throws(SystemBusError) in
                try message.readText()
            }
            // No interface has a name, or a hardware address, that is longer in words.
            return text.map { $0.utf8.count <= 255 ? $0 : "" }
        }

        private func readNumber(_ message: borrowing BusMessage) throws(SystemBusError) -> UInt32? {
            try message.readVariant("u") { () throws(SystemBusError) in try message.readNumber() }
        }
    }
#endif
