// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus

    /// Queries NetworkManager over the system bus, if there is one.
    ///
    /// Only ``waitForAnswer(until:)`` waits.
    struct NetworkManagerLink: ~Copyable {
        private let address: String
        private let follows: Bool
        private var client: NetworkManagerClient?
        /// Schedules the next connection. A bus that starts creates its socket before it answers. A
        /// bus that closes every connection is retried at growing intervals.
        private var retry = Retry(longestInterval: 600_000, probation: 10_000)
        /// Schedules the repetition of a refused query, over the same connection, at growing
        /// intervals.
        private var asking = Self.noRefusal
        private static let noRefusal = Retry(longestInterval: 600_000)
        /// The last reports of NetworkManager.
        private(set) var reports = NetworkManagerReports() {
            didSet { isDifferent = isDifferent || reports != oldValue }
        }
        /// What NetworkManager has found out over its devices.
        private(set) var connectivity = ConnectivityReports() {
            didSet { isDifferent = isDifferent || connectivity != oldValue }
        }
        private var gracePeriod = NetworkManagerGracePeriod()
        /// Whether the reports differ from those at the end of the last ``receive()``.
        private var isDifferent = false
        /// Why the last connection failed; `nil` after an answer.
        private var failure: SystemBusError?

        /// Connects and sends the first query.
        ///
        /// - Parameter follows: whether to follow changes, too.
        init(follows: Bool) {
            // The variable and the default of the D-Bus specification.
            address =
                ProcessEnvironment.value(of: "DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket"
            self.follows = follows
            connect()
        }

        /// The path of the bus's socket, if it is a file.
        var socketPath: String? {
            let (address, prefix) = (Array(address.utf8), Array("unix:path=".utf8))
            guard address.starts(with: prefix), !address.contains(UInt8(ascii: "%")) else {
                return nil
            }
            let path = address.dropFirst(prefix.count).prefix {
                $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";")
            }
            return String(decoding: path, as: UTF8.self)
        }

        /// The descriptor and the events to wait for.
        var interest: PollSet.Interest? {
            switch client {
            case .some(let client): client.interest
            case nil: nil
            }
        }

        /// Whether the first answer is pending.
        var isAsked: Bool { progress == .asked }

        /// Whether an answer is pending, to the first query or to a repeated one.
        private var isAsking: Bool {
            switch client {
            case .some(let client): client.isAsking
            case nil: false
            }
        }

        private var progress: NetworkManagerClient.Progress? {
            switch client {
            case .some(let client): client.progress
            case nil: nil
            }
        }

        /// When to call ``receive()`` even if the descriptor is not ready, by ``MonotonicClock``;
        /// `nil` for never.
        var due: Int64? { [gracePeriod.due, retry.due, asking.due].lazy.compactMap(\.self).min() }

        /// Whether ``receive()`` has something to do.
        func hasNews(_ ready: borrowing PollSet) -> Bool {
            if let due, due <= MonotonicClock.milliseconds { return true }
            guard let interest else { return false }
            return ready.contains(interest.descriptor)
        }

        /// Reconnects, if necessary, after the bus's socket may have been created or replaced.
        mutating func lookForBus() {
            if progress == nil { retry.renew() }
        }

        /// Receives messages, and reconnects or repeats a query if that is due.
        ///
        /// - Returns: whether the reports changed.
        @discardableResult mutating func receive() -> Bool {
            if retry.isDue { connect() }
            do {
                if asking.isDue {
                    asking.begun()
                    try client?.askAgain()
                }
                let areDevicesDifferent = try client?.receive() ?? false
                if areDevicesDifferent || gracePeriod.isDue(MonotonicClock.milliseconds) {
                    report(devices)
                }
                update()
            } catch {
                lose(error)
            }
            defer { isDifferent = false }
            return isDifferent
        }

        /// Waits for the first answer. After the deadline, takes what has arrived by then.
        ///
        /// - Parameter deadline: the end of the wait, by ``MonotonicClock``.
        mutating func waitForAnswer(until deadline: Int64) {
            while isAsked, let interest {
                let rest = MonotonicClock.milliseconds(until: deadline)
                let isReady = interest.isMet(within: max(0, rest))
                if isReady || rest > 0 { receive() }
                guard rest > 0 else { return }
            }
        }

        private mutating func connect() {
            retry.begun()
            if let socketPath, isMissing(socketPath) {
                reports.availability = .notRunning(Self.noBus)
                return
            }
            do {
                client = try NetworkManagerClient.open(address: address, follows: follows)
                report(devices)
                update()
            } catch {
                lose(error)
            }
        }

        private static let noBus = "there is no system bus"

        private mutating func lose(_ error: SystemBusError) {
            client = nil
            asking = Self.noRefusal
            failure = error
            report([:])
            reports.availability =
                error.isAbsence ? .notRunning(Self.noBus) : .missing(error.description)
            retry.failed()
        }

        private mutating func update() {
            noteRefusal()
            switch progress {
            case .asked?:
                reports.availability = .missing(
                    failure?.description ?? "NetworkManager has not answered yet")
                return
            case .absent?: reports.availability = .notRunning("NetworkManager does not run")
            case .answered?: reports.availability = .answered
            case .refused(let error)?:
                reports.availability = .missing("NetworkManager does not say: \(error)")
            case nil: return
            }
            failure = nil
            retry.succeeded()
        }

        /// Schedules the repetition of a refused query.
        private mutating func noteRefusal() {
            guard case .refused? = progress else {
                asking = Self.noRefusal
                return
            }
            if !isAsking, asking.due == nil { asking.failed() }
        }

        /// NetworkManager's current report about each interface, by name.
        private var devices: [String: NetworkManagerReport] {
            switch client {
            case .some(let client): client.devices.mapValues(NetworkManagerReport.init)
            case nil: [:]
            }
        }

        /// Updates the reports about all interfaces.
        private mutating func report(_ devices: [String: NetworkManagerReport]) {
            reports.devices = gracePeriod.extend(devices, now: MonotonicClock.milliseconds)
            connectivity.devices = findings
        }

        /// What NetworkManager has found out over each interface's device, by name.
        private var findings: [String: ConnectivityReports.Device] {
            switch client {
            case .some(let client):
                client.checksConnectivity
                    ? client.devices.mapValues(ConnectivityReports.Device.init) : [:]
            case nil: [:]
            }
        }
    }

    extension ConnectivityReports.Device {
        fileprivate init(_ device: NetworkManagerDevice) {
            var families = PerFamily(device.ipv4Connectivity)
            families.ipv6 = device.ipv6Connectivity
            report = ConnectivityReports.Report(families: families.map(Self.value))
            hardwareAddress = device.hardwareAddress
        }

        /// What a state says (`NMConnectivityState`). A state of a later version says nothing here.
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
    struct NetworkManagerLink: ~Copyable {
        init(follows: Bool) {}

        var socketPath: String? { nil }
        var interest: PollSet.Interest? { nil }
        var due: Int64? { nil }
        var reports: NetworkManagerReports {
            NetworkManagerReports(availability: .notRunning("built without NetworkManager"))
        }
        var connectivity: ConnectivityReports { ConnectivityReports() }
        var isAsked: Bool { false }

        func hasNews(_ ready: borrowing PollSet) -> Bool { false }
        mutating func lookForBus() {}
        mutating func receive() -> Bool { false }
        mutating func waitForAnswer(until deadline: Int64) {}
    }
#endif
