// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus

    /// Queries UPower over the system bus, while something depends on the power of the machine.
    struct UPowerLink: ServiceLink, ~Copyable {
        private var connection: ServiceConnection<UPowerClient>

        /// Creates a link that is not connected.
        ///
        /// - Parameters:
        ///   - follows: whether to follow changes, too.
        ///   - address: the address of the bus.
        init(follows: Bool, address: BusAddress) {
            connection = ServiceConnection(to: "UPower", at: address, follows: follows)
        }

        /// Connects and sends the first query.
        mutating func connect() { connection.connect() }

        mutating func disconnect() { connection.disconnect() }

        var interest: PollSet.Interest? { connection.interest }

        var isAsked: Bool { connection.isAsked }

        var due: Int64? { connection.due }

        /// Reconnects, if necessary, after the bus's socket may have been created or replaced.
        mutating func lookForBus() { connection.lookForBus() }

        @discardableResult mutating func receive() -> Bool { connection.receive() }

        /// The power as UPower reports it; `nil` if UPower does not run, or has not answered.
        var power: PowerState? {
            guard connection.availability == .answered else { return nil }
            return connection.read { PowerState($0.report) }
        }
    }
#else
    /// The replacement for a build without the trait: it says nothing.
    struct UPowerLink: ServiceLink, ~Copyable {
        init(follows: Bool, address: BusAddress) {}

        var interest: PollSet.Interest? { nil }
        var isAsked: Bool { false }
        var due: Int64? { nil }
        var power: PowerState? { nil }

        mutating func connect() {}
        mutating func disconnect() {}
        mutating func lookForBus() {}
        @discardableResult mutating func receive() -> Bool { false }
    }
#endif
