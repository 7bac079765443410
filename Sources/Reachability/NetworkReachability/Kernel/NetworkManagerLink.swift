// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus

    /// Queries NetworkManager over the system bus, if there is one.
    ///
    /// Only ``waitForAnswer(until:)`` waits.
    struct NetworkManagerLink: ServiceLink, ~Copyable {
        private var connection: ServiceConnection<NetworkManagerClient>
        /// The last reports of NetworkManager.
        private(set) var reports = NetworkManagerReports() {
            didSet { isDifferent = isDifferent || reports != oldValue }
        }
        /// NetworkManager's connectivity checks over its devices.
        private(set) var connectivity = ConnectivityReports() {
            didSet { isDifferent = isDifferent || connectivity != oldValue }
        }
        /// The connections of its devices.
        private(set) var connections = ConnectionReports() {
            didSet { isDifferent = isDifferent || connections != oldValue }
        }
        /// Whether the connections are asked for.
        var followsConnectionNames = false {
            didSet { askForConnections() }
        }
        private var gracePeriod = NetworkManagerGracePeriod()
        private var connectionGracePeriod = ConnectionGracePeriod()
        /// Whether the reports differ from those at the end of the last ``receive()``.
        private var isDifferent = false

        /// Connects and sends the first query.
        ///
        /// - Parameters:
        ///   - follows: whether to follow changes, too.
        ///   - address: the address of the bus.
        init(follows: Bool, address: BusAddress) {
            connection = ServiceConnection(to: "NetworkManager", at: address, follows: follows)
            connection.connect()
            update()
        }

        var interest: PollSet.Interest? { connection.interest }

        var isAsked: Bool { connection.isAsked }

        var due: Int64? {
            MonotonicClock.earlier(
                MonotonicClock.earlier(gracePeriod.due, connectionGracePeriod.due), connection.due)
        }

        /// Reconnects, if necessary, after the bus's socket may have been created or replaced.
        mutating func lookForBus() { connection.lookForBus() }

        @discardableResult mutating func receive() -> Bool {
            let now = MonotonicClock.milliseconds
            let isDue = gracePeriod.isDue(now) || connectionGracePeriod.isDue(now)
            if connection.receive() || isDue { report() }
            // It may be another connection to the bus.
            askForConnections()
            update()
            defer { isDifferent = false }
            return isDifferent
        }

        /// Whether NetworkManager checks the connectivity of its devices.
        var checksConnectivity: Bool { connection.read { $0.checksConnectivity } ?? false }

        /// Whether a check of ``checkConnectivity()`` has not ended.
        var isCheckingConnectivity: Bool {
            connection.read { $0.isCheckingConnectivity } ?? false
        }

        /// Has NetworkManager check the connectivity of its devices now, if it does at all.
        mutating func checkConnectivity() {
            guard checksConnectivity else { return }
            let isSent = connection.send { (client) throws(SystemBusError) in
                try client.checkConnectivity()
            }
            guard !isSent else { return }
            report()
            update()
        }

        private mutating func askForConnections() {
            let isAsked = connection.read { $0.followsConnections } ?? true
            guard followsConnectionNames, !isAsked else { return }
            _ = connection.send { (client) throws(SystemBusError) in
                try client.followConnections()
            }
        }

        private mutating func update() { reports.availability = connection.availability }

        /// Updates the reports about all interfaces.
        private mutating func report() {
            reports.devices = gracePeriod.extend(devices, now: MonotonicClock.milliseconds)
            connectivity.devices = findings
            connections.devices = connectionGracePeriod.extend(
                connectionsOfDevices, isGone: isGone, now: MonotonicClock.milliseconds)
        }

        /// Whether NetworkManager does not run, has just started, or there is no connection to it.
        private var isGone: Bool {
            connection.read { $0.progress == .absent || $0.progress == .asked } ?? true
        }

        /// The connection of each interface's device, by name.
        private var connectionsOfDevices: [ExactText: ConnectionReports.Device] {
            knownDevices.compactMapValues(ConnectionReports.Device.init)
        }

        /// NetworkManager's current report about each interface, by name.
        private var devices: [ExactText: NetworkManagerReport] {
            knownDevices.mapValues(NetworkManagerReport.init)
        }

        /// The result of NetworkManager's connectivity check over each interface's device, by name.
        private var findings: [ExactText: ConnectivityReports.Device] {
            checksConnectivity ? knownDevices.mapValues(ConnectivityReports.Device.init) : [:]
        }

        /// The known device of each interface, by name.
        private var knownDevices: [ExactText: NetworkManagerDevice] {
            connection.read { $0.devices } ?? [:]
        }
    }

    extension ConnectivityReports.Device {
        fileprivate init(_ device: NetworkManagerDevice) {
            var families = PerFamily(device.ipv4Connectivity)
            families.ipv6 = device.ipv6Connectivity
            report = ConnectivityReports.Report(families: families.map(Self.value))
            hardwareAddress = device.hardwareAddress
        }

        /// The meaning of a state (`NMConnectivityState`). A state of a later version means nothing here.
        private static func value(_ state: UInt32) -> NetworkPath.Connectivity.Value {
            switch state {
            case 1: .none
            case 2: .portal
            case 3: .limited
            case 4: .full
            default: .unknown
            }
        }
    }

    extension ConnectionReports.Device {
        fileprivate init?(_ device: NetworkManagerDevice) {
            guard let name = device.connection else { return nil }
            self.init(name: ConnectionName(name), hardwareAddress: device.hardwareAddress)
        }
    }

    extension NetworkManagerReport {
        fileprivate init(_ device: NetworkManagerDevice) {
            answer =
                switch NetworkManagerMetered(rawValue: device.metered) {
                case nil: .missing("NetworkManager says \(device.metered), which is not known here")
                case .unknown? where device.isActivating:
                    .missing("NetworkManager is still making the connection")
                case let metered?: .metered(metered)
                }
            hardwareAddress = device.hardwareAddress
        }
    }
#else
    /// The replacement for a build without the trait: it reports nothing.
    struct NetworkManagerLink: ServiceLink, ~Copyable {
        init(follows: Bool, address: BusAddress) {}

        var interest: PollSet.Interest? { nil }
        var due: Int64? { nil }
        var reports: NetworkManagerReports {
            NetworkManagerReports(availability: .notRunning("built without NetworkManager"))
        }
        var connectivity: ConnectivityReports { ConnectivityReports() }
        var connections: ConnectionReports { ConnectionReports() }
        var followsConnectionNames = false
        var isAsked: Bool { false }
        var checksConnectivity: Bool { false }
        var isCheckingConnectivity: Bool { false }

        mutating func checkConnectivity() {}
        mutating func lookForBus() {}
        mutating func receive() -> Bool { false }
    }
#endif
