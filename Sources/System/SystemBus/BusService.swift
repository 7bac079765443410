// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import LinuxSystem

    /// A service of a bus: it is called, it answers and signals, and it comes and goes.
    ///
    /// It never waits, and belongs to one thread.
    package struct BusService: ~Copyable {
        /// An event that has arrived.
        struct Event: ~Copyable {
            enum Kind {
                /// The answer to the call with this number, by the service or, if it is an error, perhaps by the bus.
                case answer(UInt64)
                case signal
                /// The service runs now, or another instance has replaced it.
                case started
                case stopped
                /// A message from another sender.
                case other
            }

            let kind: Kind
            let message: BusMessage
        }

        private let bus: Bus
        private let name: String
        private let startsService: Bool
        /// The unique name of the service's connection. Signals of other connections are ignored.
        private var owner: String?

        private static let busName = "org.freedesktop.DBus"

        /// Connects to the bus, without waiting.
        ///
        /// - Parameters:
        ///   - name: the name of the service.
        ///   - address: the address of the bus.
        ///   - startsService: whether a call has the bus start the service if it does not run.
        init(_ name: String, at address: String, startsService: Bool) throws(SystemBusError) {
            bus = try Bus.connect(to: address)
            self.name = name
            self.startsService = startsService
        }

        /// The descriptor and the events to wait for.
        var interest: PollSet.Interest { bus.interest }

        /// Subscribes to the service's start, stop and replacement (`NameOwnerChanged`), and to some of its signals.
        ///
        /// - Parameter signals: the signals, as a match rule without its type and sender.
        func subscribe(to signals: [String]) throws(SystemBusError) {
            let bus = Self.busName
            try match("sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(name)'")
            for signal in signals { try listen(to: signal) }
        }

        /// Subscribes to one more of the service's signals.
        ///
        /// - Parameter signal: the signal, as a match rule without its type and sender.
        func listen(to signal: String) throws(SystemBusError) {
            try match("sender='\(name)',\(signal)")
        }

        private func match(_ rule: String) throws(SystemBusError) {
            try bus.call(
                Self.busName, "/org/freedesktop/DBus", Self.busName, "AddMatch",
                argument: "type='signal',\(rule)", wantsReply: false)
        }

        /// Calls a method.
        ///
        /// - Parameter argument: a text argument.
        /// - Returns: the number of the call, which its answer repeats.
        func call(
            _ path: String, _ interface: String, _ member: String, argument: String? = nil
        ) throws(SystemBusError) -> UInt64 {
            try bus.call(
                name, path, interface, member, argument: argument, wantsReply: true,
                startsService: startsService)
        }

        /// Receives what has arrived next; `nil` if there is nothing now.
        mutating func next() throws(SystemBusError) -> Event? {
            guard let message = try bus.next() else { return nil }
            let kind = try kind(of: message)
            return Event(kind: kind, message: message)
        }

        private mutating func kind(
            of message: borrowing BusMessage
        ) throws(SystemBusError) -> Event.Kind {
            if let number = message.answers {
                // An error may come from the bus itself.
                if message.sender != Self.busName { owner = message.sender }
                return .answer(number)
            }
            if message.sender == Self.busName {
                guard message.isSignal(Self.busName, "NameOwnerChanged"),
                    try message.readText() == name
                else { return .other }
                _ = try message.readText()
                let owner = try message.readText()
                self.owner = owner.isEmpty ? nil : owner
                return owner.isEmpty ? .stopped : .started
            }
            return owner != nil && message.sender == owner ? .signal : .other
        }
    }

    /// The reactions of a client to the events of its service.
    protocol BusEventHandler: ~Copyable {
        var service: BusService { get set }

        /// Handles an answer to the call with this number, by the service or, if it is an error, perhaps by the bus.
        mutating func handleAnswer(
            _ message: borrowing BusMessage, _ number: UInt64
        ) throws(SystemBusError)

        mutating func handleSignal(_ message: borrowing BusMessage) throws(SystemBusError)

        /// Handles that the service runs now, or that another instance has replaced it.
        mutating func handleStart() throws(SystemBusError)

        mutating func handleStop()
    }

    extension BusEventHandler where Self: ~Copyable {
        /// Handles the events that have arrived, up to a limited number. The limit keeps a flood of messages from
        /// blocking the caller.
        mutating func handleEvents() throws(SystemBusError) {
            for _ in 0..<256 {
                guard let event = try service.next() else { return }
                switch event.kind {
                case .answer(let number): try handleAnswer(event.message, number)
                case .signal: try handleSignal(event.message)
                case .started: try handleStart()
                case .stopped: handleStop()
                case .other: break
                }
            }
        }
    }
#endif
