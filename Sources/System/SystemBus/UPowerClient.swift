// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// Queries UPower about the power of the machine, and follows changes.
    ///
    /// A signal is only a reason to ask again: when a charger is plugged in, UPower sends signals about several
    /// objects.
    ///
    /// It never waits, starts no service, and belongs to one thread.
    package struct UPowerClient: ServiceClient, BusEventHandler, ~Copyable {
        package private(set) var progress = ServiceProgress.asked
        /// UPower's last answer.
        package private(set) var report = UPowerReport()

        var service: BusService
        private var inquiry = Inquiry()
        /// Whether something has changed since the pending query was sent.
        private var isStale = false

        /// The subject of a call.
        private enum Question: Hashable {
            /// The properties of UPower itself.
            case daemon
            /// The object paths of all devices.
            case devices
            /// The properties of the device that stands for all batteries.
            case display
            /// The properties of one device.
            case device
        }

        /// The pending queries, by the numbers of their messages, and what was answered.
        private struct Inquiry {
            var pending: [UInt64: Question] = [:]
            var found = UPowerReport()
            /// The error of the first query that was refused.
            var refusal: String?
        }

        /// The maximum number of devices that are asked about. A bus refuses a call if 128 other calls of the connection
        /// are pending (`max_replies_per_connection` of dbus-daemon(1)).
        private static let maximum = 64

        package static let name = "org.freedesktop.UPower"
        private static let daemon = "/org/freedesktop/UPower"
        private static let display = "/org/freedesktop/UPower/devices/DisplayDevice"
        private static let device = "org.freedesktop.UPower.Device"
        private static let properties = "org.freedesktop.DBus.Properties"

        package static let signals = [
            "interface='\(properties)',member='PropertiesChanged',arg0='\(name)'",
            "interface='\(properties)',member='PropertiesChanged',arg0='\(device)'",
            // A battery is inserted, or taken out.
            "interface='\(name)'",
        ]

        package init(_ service: consuming BusService) { self.service = service }

        package var interest: PollSet.Interest { service.interest }

        package var isAsking: Bool { !inquiry.pending.isEmpty }

        package mutating func receive() throws(SystemBusError) -> Bool {
            let (before, progressBefore) = (report, progress)
            try handleEvents()
            if isStale { try askAgain() }
            return report != before || progress != progressBefore
        }

        package mutating func askAgain() throws(SystemBusError) {
            if inquiry.pending.isEmpty { try ask() }
        }
    }

    extension UPowerClient {
        /// Queries UPower, the device that stands for all batteries, and the list of devices; then each of these.
        package mutating func ask() throws(SystemBusError) {
            isStale = false
            inquiry = Inquiry()
            let daemon = try service.call(
                Self.daemon, Self.properties, "GetAll", argument: Self.name)
            inquiry.pending[daemon] = .daemon
            try ask(about: Self.display, .display)
            inquiry.pending[try service.call(Self.daemon, Self.name, "EnumerateDevices")] = .devices
        }

        private mutating func ask(about path: String, _ question: Question) throws(SystemBusError) {
            let number = try service.call(path, Self.properties, "GetAll", argument: Self.device)
            inquiry.pending[number] = question
        }

        mutating func handleAnswer(
            _ message: borrowing BusMessage, _ number: UInt64
        ) throws(SystemBusError) {
            guard let question = inquiry.pending.removeValue(forKey: number) else { return }
            if let error = message.error {
                if BusErrors.absences.contains(error) { return end(.absent) }
                // A device may have been removed in the meantime, and old versions have none that stands for all.
                let isDeparted =
                    [.device, .display].contains(question) && BusErrors.departures.contains(error)
                if !isDeparted, inquiry.refusal == nil { inquiry.refusal = error }
            } else {
                try read(message, question)
            }
            guard inquiry.pending.isEmpty else { return }
            end(inquiry.refusal.map { .refused($0) } ?? .answered, inquiry.found)
        }

        mutating func handleSignal(_ message: borrowing BusMessage) { isStale = true }

        mutating func handleStart() throws(SystemBusError) {
            end(.asked)
            try ask()
        }

        mutating func handleStop() { end(.absent) }

        private mutating func end(
            _ progress: ServiceProgress, _ report: UPowerReport = UPowerReport()
        ) {
            self.progress = progress
            self.report = report
            inquiry = Inquiry()
        }

        private mutating func read(
            _ message: borrowing BusMessage, _ question: Question
        ) throws(SystemBusError) {
            switch question {
            case .daemon:
                try message.readDictionary(.properties) { () throws(SystemBusError) in
                    guard try message.readText() == "OnBattery" else {
                        return try message.skip("v")
                    }
                    inquiry.found.isOnBattery = try message.readFlagVariant() ?? false
                }
            case .devices:
                var paths: [String] = []
                try message.readArray(.objectPath) { () throws(SystemBusError) in
                    let path = try message.readText(.objectPath)
                    if paths.count < Self.maximum, path.utf8.count <= 255 { paths.append(path) }
                }
                for path in paths where path != Self.display { try ask(about: path, .device) }
            case .display: inquiry.found.display = try UPowerReport.Device(message)
            case .device: inquiry.found.devices.append(try UPowerReport.Device(message))
            }
        }
    }

    /// UPower's report about the power of the machine.
    package struct UPowerReport: Hashable, Sendable {
        /// A device; the initial values are those of a device that says nothing.
        package struct Device: Hashable, Sendable {
            /// `UpDeviceKind`: 1 line power, 2 battery, 3 UPS; the others supply no machine.
            package var type: UInt32 = 0
            /// Whether it supplies the machine, as opposed to a mouse.
            package var isPowerSupply = false
            /// Whether the bay has a battery; of the device that stands for all batteries: whether there is one.
            package var isPresent = false
            /// `UpDeviceState`: 1 charging, 2 discharging, 3 empty, 4 full, …
            package var state: UInt32 = 0
            /// How full it is.
            package var percentage: Double?

            package init() {}
        }

        /// Whether the machine runs on battery (`OnBattery`).
        package var isOnBattery = false
        /// The device that stands for all batteries together; `nil` before UPower 0.99.
        package var display: Device?
        /// The devices, in no order.
        package var devices: [Device] = []

        package init() {}
    }

    extension UPowerReport.Device {
        /// Reads the properties of a device.
        fileprivate init(_ message: borrowing BusMessage) throws(SystemBusError) {
            self.init()
            try message.readDictionary(.properties) { () throws(SystemBusError) in
                switch try message.readText() {
                case "Type": type = try message.readNumberVariant() ?? 0
                case "PowerSupply": isPowerSupply = try message.readFlagVariant() ?? false
                case "IsPresent": isPresent = try message.readFlagVariant() ?? false
                case "State": state = try message.readNumberVariant() ?? 0
                case "Percentage": percentage = try message.readRealVariant()
                default: try message.skip("v")
                }
            }
        }
    }
#endif
