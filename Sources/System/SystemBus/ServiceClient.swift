// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    package import LinuxSystem

    /// A client of a service of a bus: it queries the service, and follows changes.
    ///
    /// It never waits, and belongs to one thread.
    package protocol ServiceClient: ~Copyable {
        /// The name of the service.
        static var name: String { get }

        /// The signals of what can change what the service says, as match rules without their type and sender.
        static var signals: [String] { get }

        /// Creates a client that has not asked yet.
        init(_ service: consuming BusService)

        /// Sends the first query.
        mutating func ask() throws(SystemBusError)

        /// The descriptor and the events to wait for.
        var interest: PollSet.Interest { get }

        /// The progress of the queries.
        var progress: ServiceProgress { get }

        /// Whether an answer is pending, to the first query or to a repeated one.
        var isAsking: Bool { get }

        /// Handles the messages that have arrived, up to a limited number.
        ///
        /// - Returns: whether what the service says may differ.
        mutating func receive() throws(SystemBusError) -> Bool

        /// Repeats the refused queries, unless an answer is pending. The progress does not change until the answers arrive.
        mutating func askAgain() throws(SystemBusError)
    }

    extension ServiceClient where Self: ~Copyable {
        /// Connects and sends the first query, without waiting.
        ///
        /// - Parameters:
        ///   - address: the address of the bus.
        ///   - follows: whether to follow changes, too.
        ///   - startsService: whether the bus starts the service if it does not run.
        package static func open(
            address: String, follows: Bool, startsService: Bool
        ) throws(SystemBusError) -> Self {
            let service = try BusService(name, at: address, startsService: startsService)
            if follows { try service.subscribe(to: signals) }
            var client = Self(service)
            try client.ask()
            return client
        }
    }

    /// The progress of the queries to a service of a bus.
    package enum ServiceProgress: Hashable, Sendable {
        /// The first answer is pending.
        case asked
        /// The service does not run.
        case absent
        /// The service has answered every query.
        case answered
        /// The service answered a query with an error of this name. Its answer is missing, in part or as a whole.
        case refused(String)
    }

    /// The names of errors that have a meaning here.
    enum BusErrors {
        /// The bus's errors for a name without an owner.
        static let absences = ["ServiceUnknown", "NameHasNoOwner"].map { prefix + $0 }
        /// The errors for an object that no longer exists.
        static let departures = ["UnknownObject", "UnknownMethod", "UnknownInterface"].map {
            prefix + $0
        }
        private static let prefix = "org.freedesktop.DBus.Error."
    }
#endif
