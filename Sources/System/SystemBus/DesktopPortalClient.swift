// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Queries xdg-desktop-portal about the network (`org.freedesktop.portal.NetworkMonitor`), and follows changes.
    ///
    /// It never waits, and belongs to one thread.
    package struct DesktopPortalClient: ServiceClient, BusEventHandler, ~Copyable {
        /// The state of the network, as the portal reports it (`GetStatus`).
        package struct Status: Hashable, Sendable {
            /// `available`: whether there is a network that leads to the internet.
            package var isAvailable = false
            /// `metered`: whether the network is known or guessed to be metered.
            package var isMetered = false
            /// `connectivity`: 1 for a local network, 2 for a limited one, 3 for a captive portal, 4 for the internet.
            package var connectivity: UInt32 = 0
        }

        package private(set) var progress = ServiceProgress.asked
        /// The portal's last answer; `nil` before the first one, and while it does not run.
        package private(set) var status: Status?

        var service: BusService
        /// The number of the pending query; `nil` if there is none.
        private var question: UInt64?
        /// Whether something has changed since the last query was sent.
        private var isStale = false

        package static let name = "org.freedesktop.portal.Desktop"
        private static let object = "/org/freedesktop/portal/desktop"
        private static let monitor = "org.freedesktop.portal.NetworkMonitor"

        package static let signals = ["interface='\(monitor)',member='changed'"]

        package init(_ service: consuming BusService) { self.service = service }

        package var interest: PollSet.Interest { service.interest }

        package var isAsking: Bool { question != nil }

        package mutating func receive() throws(SystemBusError) -> Bool {
            let (before, progressBefore) = (status, progress)
            try handleEvents()
            if isStale { try askAgain() }
            return status != before || progress != progressBefore
        }

        package mutating func askAgain() throws(SystemBusError) {
            if question == nil { try ask() }
        }

        package mutating func ask() throws(SystemBusError) {
            isStale = false
            question = try service.call(Self.object, Self.monitor, "GetStatus")
        }

        mutating func handleSignal(_ message: borrowing BusMessage) {
            if message.isSignal(Self.monitor, "changed") { isStale = true }
        }

        mutating func handleStart() { isStale = true }

        mutating func handleStop() {
            (question, status, progress) = (nil, nil, .absent)
            isStale = false
        }

        mutating func handleAnswer(
            _ message: borrowing BusMessage, _ number: UInt64
        ) throws(SystemBusError) {
            guard number == question else { return }
            question = nil
            if let error = message.error {
                status = nil
                progress = BusErrors.absences.contains(error) ? .absent : .refused(error)
                return
            }
            var status = Status()
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "available": status.isAvailable = try message.readFlagVariant() ?? false
                case "metered": status.isMetered = try message.readFlagVariant() ?? false
                case "connectivity":
                    status.connectivity = try message.readNumberVariant() ?? 0
                default: try message.skip("v")
                }
            }
            self.status = status
            progress = .answered
        }
    }
#endif
