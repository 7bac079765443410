// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import CSystemd
    internal import Glibc
    internal import LinuxSystem

    /// A connection to a bus (sd-bus(3)) that never waits.
    ///
    /// ``next()`` sends and receives when the descriptor is ready.
    @safe struct Bus: ~Copyable {
        private let handle: OpaquePointer

        /// Begins to connect (`sd_bus_start`); ``next()`` continues with the authentication.
        ///
        /// - Parameter address: as of the D-Bus specification, "Server Addresses".
        static func connect(to address: String) throws(SystemBusError) -> Bus {
            var handle: OpaquePointer?
            try unsafe SystemBusError.check(csd_bus_new(&handle), "make a bus (sd_bus_new)")
            guard let handle = unsafe handle else {
                throw SystemBusError(operation: "make a bus (sd_bus_new)", errno: ENOMEM)
            }
            let bus = unsafe Bus(handle)
            try unsafe SystemBusError.check(
                csd_bus_set_address(handle, address), "take the bus address \(address)")
            try unsafe SystemBusError.check(
                csd_bus_set_bus_client(handle, 1), "be a client of the bus")
            try unsafe SystemBusError.check(
                csd_bus_start(handle), "connect to the bus at \(address)")
            return bus
        }

        private init(_ handle: OpaquePointer) { unsafe self.handle = handle }

        deinit {
            // Without a flush, which could wait for the peer.
            unsafe csd_bus_close_unref(handle)
        }

        /// The descriptor and the events to wait for (`sd_bus_get_fd`, `sd_bus_get_events`).
        var interest: PollSet.Interest {
            let events = unsafe csd_bus_get_events(handle)
            return unsafe PollSet.Interest(
                csd_bus_get_fd(handle),
                reads: events < 0 || events & Int32(POLLIN) != 0,
                writes: events > 0 && events & Int32(POLLOUT) != 0)
        }

        /// Sends and receives what is possible without waiting (`sd_bus_process`).
        ///
        /// - Returns: the next message; `nil` if there is none now.
        /// - Throws: ``SystemBusError`` if the connection is lost, or the bus refuses it.
        func next() throws(SystemBusError) -> BusMessage? {
            while true {
                var message: OpaquePointer?
                let done = try unsafe SystemBusError.check(
                    csd_bus_process(handle, &message), "talk to the bus (sd_bus_process)")
                if let message = unsafe message { return unsafe BusMessage(message) }
                if done == 0 { return nil }
            }
        }

        /// Sends a call (`sd_bus_send`).
        ///
        /// - Parameters:
        ///   - argument: a text argument.
        ///   - wantsReply: whether the call expects an answer.
        ///   - startsService: whether the bus starts the service if it does not run.
        /// - Returns: the number of the message, which the answer repeats.
        @discardableResult
        func call(
            _ destination: String,
            _ path: String,
            _ interface: String,
            _ member: String,
            argument: String? = nil,
            wantsReply: Bool,
            startsService: Bool = false
        ) throws(SystemBusError) -> UInt64 {
            var operation: String { "call \(member) over the bus" }
            var message: OpaquePointer?
            try unsafe SystemBusError.check(
                csd_bus_message_new_method_call(
                    handle, &message, destination, path, interface, member), operation)
            defer { unsafe csd_bus_message_unref(message) }
            try unsafe SystemBusError.check(
                csd_bus_message_set_auto_start(message, startsService ? 1 : 0), operation)
            try unsafe SystemBusError.check(
                csd_bus_message_set_expect_reply(message, wantsReply ? 1 : 0), operation)
            if let argument {
                let text = CChar(UInt8(ascii: "s"))
                let result = unsafe argument.withCString { characters in
                    unsafe csd_bus_message_append_basic(message, text, characters)
                }
                try SystemBusError.check(result, operation)
            }
            var cookie: UInt64 = 0
            try unsafe SystemBusError.check(csd_bus_send(handle, message, &cookie), operation)
            return cookie
        }
    }

    /// A failure of the connection to a bus.
    package struct SystemBusError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The operation that failed.
        package var operation: String
        /// The error number of `errno(3)`.
        var errno: Int32

        /// Whether there is no bus at the address.
        package var isAbsence: Bool { errno == ENOENT || errno == ECONNREFUSED }

        package var description: String {
            unsafe "cannot \(operation): \(String(cString: strerror(errno)))"
        }

        /// Checks a result of sd-bus, which is a negative error number on failure.
        @discardableResult
        static func check(
            _ result: Int32, _ operation: @autoclosure () -> String
        ) throws(SystemBusError) -> Int32 {
            guard result >= 0 else {
                throw SystemBusError(operation: operation(), errno: -result)
            }
            return result
        }
    }
#endif
