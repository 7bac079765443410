// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Queries xdg-desktop-portal about the network (`org.freedesktop.portal.NetworkMonitor`), and follows changes.
    ///
    /// The service is started if it does not run, as every user of the portal does.
    package struct DesktopPortalClient: ServiceClient, ~Copyable {
        /// What the portal says of the network (`GetStatus`).
        package struct Status: Hashable, Sendable {
            /// `available`: whether there is a network that leads to the internet.
            package var isAvailable = false
            /// `metered`: whether somebody knows or guesses that the network is metered.
            package var isMetered = false
            /// `connectivity`: 1 for a local network, 2 for a limited one, 3 for a captive portal, 4 for the internet.
            package var connectivity: UInt32 = 0
        }

        package private(set) var progress = ServiceProgress.asked
        /// What the portal said last; `nil` before its first answer, and while it does not run.
        package private(set) var status: Status?

        private let bus: Bus
        /// The unique name of the portal's connection. Signals of other connections are ignored.
        private var owner: String?
        /// The number of the pending query; `nil` if there is none.
        private var question: UInt64?
        /// Whether something has changed since the last query was sent.
        private var isStale = false

        /// The number of messages that are handled at once. The limit keeps a flood of messages from blocking the caller.
        private static let longestBatch = 256

        private static let name = "org.freedesktop.portal.Desktop"
        private static let object = "/org/freedesktop/portal/desktop"
        private static let monitor = "org.freedesktop.portal.NetworkMonitor"
        private static let busName = "org.freedesktop.DBus"

        package static func open(
            address: String, follows: Bool
        ) throws(SystemBusError) -> DesktopPortalClient {
            var client = DesktopPortalClient(try Bus.connect(to: address))
            if follows { try client.subscribe() }
            try client.ask()
            return client
        }

        private init(_ bus: consuming Bus) { self.bus = bus }

        package var interest: PollSet.Interest { bus.interest }

        package var isAsking: Bool { question != nil }

        package mutating func receive() throws(SystemBusError) -> Bool {
            let (before, progressBefore) = (status, progress)
            for _ in 0..<Self.longestBatch {
                guard let message = try bus.next() else { break }
                if let number = message.answers {
                    if number == question { try handleAnswer(message) }
                } else if message.sender == Self.busName {
                    if message.isSignal(Self.busName, "NameOwnerChanged") {
                        try handleOwner(message)
                    }
                } else if owner != nil, message.sender == owner,
                    message.isSignal(Self.monitor, "changed")
                {
                    isStale = true
                }
            }
            if isStale { try askAgain() }
            return status != before || progress != progressBefore
        }

        package mutating func askAgain() throws(SystemBusError) {
            if question == nil { try ask() }
        }

        private func subscribe() throws(SystemBusError) {
            let changed =
                "type='signal',sender='\(Self.name)',interface='\(Self.monitor)',member='changed'"
            try bus.subscribe(to: Self.name, [changed])
        }

        private mutating func ask() throws(SystemBusError) {
            isStale = false
            question = try bus.call(
                Self.name, Self.object, Self.monitor, "GetStatus", wantsReply: true,
                startsService: true)
        }

        private mutating func handleAnswer(
            _ message: borrowing BusMessage
        ) throws(SystemBusError) {
            question = nil
            // An error may come from the bus itself.
            if message.sender != Self.busName { owner = message.sender }
            if let error = message.error {
                status = nil
                progress = BusErrors.absences.contains(error) ? .absent : .refused(error)
                return
            }
            var status = Status()
            try message.readDictionary("sv") { () throws(SystemBusError) in
                switch try message.readText() {
                case "available": status.isAvailable = try readFlag(message) ?? false
                case "metered": status.isMetered = try readFlag(message) ?? false
                case "connectivity":
                    status.connectivity =
                        try message.readVariant("u") { () throws(SystemBusError) in
                            try message.readNumber()
                        } ?? 0
                default: try message.skip("v")
                }
            }
            self.status = status
            progress = .answered
        }

        /// Handles a start, stop or replacement of the portal.
        private mutating func handleOwner(_ message: borrowing BusMessage) throws(SystemBusError) {
            guard try message.readText() == Self.name else { return }
            _ = try message.readText()
            let owner = try message.readText()
            if owner.isEmpty {
                self.owner = nil
                (question, status, progress) = (nil, nil, .absent)
                isStale = false
            } else {
                self.owner = owner
                isStale = true
            }
        }

        private func readFlag(_ message: borrowing BusMessage) throws(SystemBusError) -> Bool? {
            try message.readVariant("b") { () throws(SystemBusError) in try message.readFlag() }
        }
    }
#endif
