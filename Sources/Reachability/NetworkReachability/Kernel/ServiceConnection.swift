// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

#if NetworkManager
    internal import SystemBus
#endif

/// A connection to a service of a bus, which its owner waits for together with other descriptors.
protocol ServiceLink: ~Copyable {
    /// The descriptor and the events to wait for; `nil` without a connection.
    var interest: PollSet.Interest? { get }

    /// Whether the first answer is pending.
    var isAsked: Bool { get }

    /// When to call ``receive()`` even if the descriptor is not ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? { get }

    /// Receives messages, and reconnects or repeats a query if that is due.
    ///
    /// - Returns: whether the reports changed.
    @discardableResult mutating func receive() -> Bool
}

extension ServiceLink where Self: ~Copyable {
    /// Whether ``receive()`` has something to do.
    func hasNews(_ ready: borrowing PollSet) -> Bool {
        if let due, due <= MonotonicClock.milliseconds { return true }
        guard let interest else { return false }
        return ready.contains(interest.descriptor)
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

    /// Continues the first query with what has arrived, without waiting for more.
    mutating func proceed() {
        guard isAsked, let interest else { return }
        guard interest.isMet(within: 0) else { return }
        receive()
    }
}

/// The address of a bus: the variables and the defaults of the D-Bus specification.
struct BusAddress: Sendable {
    /// The address, in the syntax of the section "Server Addresses".
    let text: String
    /// Why the bus cannot be asked if nothing is at its address.
    let absence: String

    init(_ text: String, absence: String = "there is no system bus") {
        self.text = text
        self.absence = absence
    }

    /// The address of the system bus.
    static var system: BusAddress {
        BusAddress(
            ProcessEnvironment.value(of: "DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket")
    }

    /// The address of the user's session bus; `nil` if the user has no session.
    static var session: BusAddress? {
        let text =
            ProcessEnvironment.value(of: "DBUS_SESSION_BUS_ADDRESS")
            ?? ProcessEnvironment.value(of: "XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
        return text.map { BusAddress($0, absence: "there is no session bus") }
    }

    /// The path of the bus's socket, if that is a file and the only address.
    var socketPath: String? {
        let (address, prefix) = (Array(text.utf8), Array("unix:path=".utf8))
        guard address.starts(with: prefix), !address.contains(UInt8(ascii: "%")),
            !address.contains(UInt8(ascii: ";"))
        else { return nil }
        let path = address.dropFirst(prefix.count).prefix { $0 != UInt8(ascii: ",") }
        return String(decoding: path, as: UTF8.self)
    }

    /// Whether there is no bus, as far as the existence of its socket can tell.
    var isAbsent: Bool { socketPath.map(isMissing) ?? false }
}

#if NetworkManager
    /// A connection to a service of a bus. A lost connection is made again, and refused queries are repeated over the same
    /// connection, both at growing intervals.
    ///
    /// A bus that starts creates its socket before it answers.
    struct ServiceConnection<Client: ServiceClient & ~Copyable>: ~Copyable {
        /// Whether the service has answered.
        private(set) var availability = ServiceAvailability.answered
        /// The client; `nil` without a connection.
        private var client: Client?

        /// The name of the service, in sentences.
        private let service: String
        private let address: BusAddress
        private let follows: Bool
        private let startsService: Bool
        /// Schedules the next connection.
        private var connecting = Self.noFailure
        /// Schedules the repetition of a refused query.
        private var asking = Self.noRefusal
        /// Why the last connection failed; `nil` after an answer.
        private var failure: SystemBusError?

        private static var noFailure: Retry { Retry(longestInterval: 600_000, probation: 10_000) }
        private static var noRefusal: Retry { Retry(longestInterval: 600_000) }

        /// Creates a connection that is not made yet.
        ///
        /// - Parameters:
        ///   - service: the name of the service, in sentences.
        ///   - address: the address of the bus.
        ///   - follows: whether to follow changes, too.
        ///   - startsService: whether the bus starts the service if it does not run.
        init(
            to service: String, at address: BusAddress, follows: Bool, startsService: Bool = false
        ) {
            self.service = service
            self.address = address
            self.follows = follows
            self.startsService = startsService
        }

        /// Reads from the client; returns `nil` without a connection.
        func read<Value>(_ body: (borrowing Client) -> Value) -> Value? {
            switch client {
            case .some(let client): body(client)
            case nil: nil
            }
        }

        /// The descriptor and the events to wait for; `nil` without a connection.
        var interest: PollSet.Interest? { read { $0.interest } }

        /// Whether the first answer is pending.
        var isAsked: Bool { progress == .asked }

        private var progress: ServiceProgress? { read { $0.progress } }

        /// Whether an answer is pending, to the first query or to a repeated one.
        private var isAsking: Bool { read { $0.isAsking } ?? false }

        /// When to call ``receive()`` even if the descriptor is not ready, by ``MonotonicClock``; `nil` for never.
        var due: Int64? { MonotonicClock.earlier(connecting.due, asking.due) }

        /// Connects, and sends the first query.
        mutating func connect() {
            connecting.begun()
            guard !address.isAbsent else {
                availability = .notRunning(address.absence)
                return
            }
            do {
                client = try Client.open(
                    address: address.text, follows: follows, startsService: startsService)
                update()
            } catch {
                lose(error)
            }
        }

        /// Disconnects, and forgets failures.
        mutating func disconnect() {
            client = nil
            (connecting, asking, failure) = (Self.noFailure, Self.noRefusal, nil)
            availability = .answered
        }

        /// Schedules a connection, if there is none, after the bus's socket may have been created or replaced.
        mutating func lookForBus() {
            if progress == nil { connecting.renew(now: MonotonicClock.milliseconds) }
        }

        /// Receives messages, and reconnects or repeats a query if that is due.
        ///
        /// - Returns: whether what the service says may differ.
        mutating func receive() -> Bool {
            var isDifferent = false
            let now = MonotonicClock.milliseconds
            if connecting.isDue(now) {
                connect()
                isDifferent = true
            }
            do {
                if asking.isDue(now) {
                    asking.begun()
                    try client?.askAgain()
                }
                if try client?.receive() == true { isDifferent = true }
                update()
            } catch {
                lose(error)
                isDifferent = true
            }
            return isDifferent
        }

        /// Sends a message of another kind. If that fails, the connection is lost.
        ///
        /// - Returns: whether the connection is still there.
        mutating func send(
            _ body: (inout Client) throws(SystemBusError) -> Void
        ) -> Bool {
            guard var client = client.take() else { return false }
            do throws(SystemBusError) {
                try body(&client)
                self.client = consume client
                return true
            } catch {
                lose(error)
                return false
            }
        }

        private mutating func lose(_ error: SystemBusError) {
            client = nil
            asking = Self.noRefusal
            failure = error
            availability =
                error.isAbsence ? .notRunning(address.absence) : .missing(error.description)
            connecting.failed(now: MonotonicClock.milliseconds)
        }

        private mutating func update() {
            noteRefusal()
            switch progress {
            case .asked?:
                availability = .missing(
                    failure?.description ?? "\(service) has not answered yet")
                return
            case .absent?: availability = .notRunning("\(service) does not run")
            case .answered?: availability = .answered
            case .refused(let error)?:
                availability = .missing("\(service) does not say: \(error)")
            case nil: return
            }
            failure = nil
            connecting.succeeded(now: MonotonicClock.milliseconds)
        }

        /// Schedules the repetition of a refused query.
        private mutating func noteRefusal() {
            guard case .refused? = progress else {
                asking = Self.noRefusal
                return
            }
            if !isAsking, asking.due == nil {
                asking.failed(now: MonotonicClock.milliseconds)
            }
        }
    }
#endif
