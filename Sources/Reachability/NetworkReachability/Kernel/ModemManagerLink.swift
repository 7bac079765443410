// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus

    /// Queries ModemManager over the system bus, as long as there is an interface of a modem.
    ///
    /// The connection is its own: a machine without a modem has none, and sends no message for it.
    struct ModemManagerLink: ServiceLink, ~Copyable {
        private var connection: ServiceConnection<ModemManagerClient>
        /// Whether there is an interface of a modem.
        private var isWanted = false
        /// The last reports of ModemManager.
        private(set) var reports = RoamingReports() {
            didSet { isDifferent = isDifferent || reports != oldValue }
        }
        /// Whether the reports differ from those at the end of the last ``receive()``.
        private var isDifferent = false

        /// Creates a link that is not connected.
        ///
        /// - Parameters:
        ///   - follows: whether to follow changes, too.
        ///   - address: the address of the bus.
        init(follows: Bool, address: BusAddress) {
            connection = ServiceConnection(to: "ModemManager", at: address, follows: follows)
        }

        /// Connects if there is an interface of a modem now, and disconnects if there is none any more.
        mutating func follow(hasModem: Bool) {
            guard hasModem != isWanted else { return }
            isWanted = hasModem
            if hasModem {
                connection.connect()
            } else {
                connection.disconnect()
            }
            report()
        }

        var interest: PollSet.Interest? { connection.interest }

        var isAsked: Bool { connection.isAsked }

        var due: Int64? { connection.due }

        /// Reconnects, if necessary, after the bus's socket may have been created or replaced.
        mutating func lookForBus() {
            if isWanted { connection.lookForBus() }
        }

        @discardableResult mutating func receive() -> Bool {
            _ = connection.receive()
            report()
            defer { isDifferent = false }
            return isDifferent
        }

        private mutating func report() {
            reports = RoamingReports(
                modems: modems.map(RoamingReports.Modem.init),
                missingAnswerReason: connection.availability.limitation)
        }

        private var modems: [ModemManagerModem] { connection.read { $0.modems } ?? [] }
    }

    extension RoamingReports.Modem {
        fileprivate init(_ modem: ModemManagerModem) {
            ports = modem.ports
            registration = ModemRegistration.of(
                threeGPP: modem.registration, cdma: modem.cdmaRegistrations.values)
        }
    }
#else
    /// The replacement for a build without the trait: it reports nothing.
    struct ModemManagerLink: ServiceLink, ~Copyable {
        private var hasModem = false

        init(follows: Bool, address: BusAddress) {}

        var interest: PollSet.Interest? { nil }
        var isAsked: Bool { false }
        var due: Int64? { nil }
        var reports: RoamingReports {
            RoamingReports(missingAnswerReason: hasModem ? "built without ModemManager" : nil)
        }

        mutating func follow(hasModem: Bool) { self.hasModem = hasModem }
        mutating func lookForBus() {}
        mutating func receive() -> Bool { false }
    }
#endif
