// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import CSystemd

    /// A message from the bus, which is read from beginning to end (`sd_bus_message`).
    @safe struct BusMessage: ~Copyable {
        private let handle: OpaquePointer

        /// Takes ownership of a message.
        init(_ handle: OpaquePointer) { unsafe self.handle = handle }

        deinit {
            unsafe csd_bus_message_unref(handle)
        }

        /// The sender: the unique name of a connection, or the name of the bus.
        var sender: String? { unsafe text(csd_bus_message_get_sender(handle)) }

        /// The path of the object that sent the message.
        var path: String? { unsafe text(csd_bus_message_get_path(handle)) }

        /// The number of the call that the message answers, successfully or with an error; `nil` if
        /// it is not an answer.
        var answers: UInt64? {
            var cookie: UInt64 = 0
            return unsafe csd_bus_message_get_reply_cookie(handle, &cookie) >= 0 ? cookie : nil
        }

        /// The name of the error; `nil` if the message is not an error.
        var error: String? {
            guard let error = unsafe csd_bus_message_get_error(handle) else { return nil }
            return unsafe text(error.pointee.name)
        }

        /// Whether the message is a signal with an interface and a member.
        func isSignal(_ interface: String, _ member: String) -> Bool {
            unsafe csd_bus_message_is_signal(handle, interface, member) > 0
        }

        private func text(_ characters: UnsafePointer<CChar>?) -> String? {
            guard let characters = unsafe characters else { return nil }
            return unsafe String(cString: characters)
        }
    }

    /// Reading of the contents (`sd_bus_message_read_basic`, `sd_bus_message_enter_container`).
    extension BusMessage {
        /// A basic type of text, with its code.
        enum Text: Character {
            case string = "s"
            case objectPath = "o"
        }

        /// Reads a text.
        func readText(_ type: Text = .string) throws(SystemBusError) -> String {
            var characters: UnsafePointer<CChar>?
            try unsafe read(type.rawValue, into: &characters)
            return unsafe text(characters) ?? ""
        }

        /// Reads a number of 32 bits.
        func readNumber() throws(SystemBusError) -> UInt32 {
            var number: UInt32 = 0
            try read("u", into: &number)
            return number
        }

        /// Reads a truth value.
        func readFlag() throws(SystemBusError) -> Bool {
            // sd-bus gives it the size of a C int.
            var flag: Int32 = 0
            try read("b", into: &flag)
            return flag != 0
        }

        /// Reads a variant if it has a value of the type, and skips it otherwise.
        func readVariant<Value>(
            _ contents: String,
            _ read: () throws(SystemBusError) -> Value
        ) throws(SystemBusError) -> Value? {
            guard try enters("v", contents) else {
                try skip("v")
                return nil
            }
            let value = try read()
            try exit()
            return value
        }

        /// Reads the entries of a dictionary: `body` reads the key and the value.
        func readDictionary(
            _ contents: String,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enter("a", "{\(contents)}")
            while try enters("e", contents) {
                try body()
                try exit()
            }
            try exit()
        }

        /// Reads the values of an array.
        func readArray(
            _ contents: Character,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enter("a", String(contents))
            while try isMore() { try body() }
            try exit()
        }

        /// Reads the structures of an array: `body` reads the members of one.
        func readStructs(
            _ contents: String,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enter("a", "(\(contents))")
            while try enters("r", contents) {
                try body()
                try exit()
            }
            try exit()
        }

        /// Skips values of some types.
        func skip(_ types: String) throws(SystemBusError) {
            try unsafe SystemBusError.check(
                csd_bus_message_skip(handle, types), "skip a part of a message")
        }

        private func isMore() throws(SystemBusError) -> Bool {
            try unsafe SystemBusError.check(
                csd_bus_message_at_end(handle, 0), "read a message") == 0
        }

        private func read<Value>(
            _ type: Character,
            into value: inout Value
        ) throws(SystemBusError) {
            let result = unsafe withUnsafeMutablePointer(to: &value) { pointer in
                unsafe csd_bus_message_read_basic(handle, letter(type), pointer)
            }
            try check(result, type)
        }

        private func enter(_ type: Character, _ contents: String) throws(SystemBusError) {
            try unsafe check(
                csd_bus_message_enter_container(handle, letter(type), contents), type)
        }

        /// - Returns: whether there was a container with these contents.
        private func enters(_ type: Character, _ contents: String) throws(SystemBusError) -> Bool {
            guard try isMore() else { return false }
            var found: CChar = 0
            var inside: UnsafePointer<CChar>?
            try unsafe check(csd_bus_message_peek_type(handle, &found, &inside), type)
            guard unsafe found == letter(type) && text(inside) == contents else { return false }
            try enter(type, contents)
            return true
        }

        private func exit() throws(SystemBusError) {
            try unsafe SystemBusError.check(
                csd_bus_message_exit_container(handle), "read a message to its end")
        }

        private func letter(_ type: Character) -> CChar {
            CChar(type.asciiValue ?? 0)
        }

        private func check(_ result: Int32, _ type: Character) throws(SystemBusError) {
            try SystemBusError.check(result, "read \(type) from a message")
            guard result > 0 else {
                throw SystemBusError(operation: "read \(type) from a message", errno: 6)
            }
        }
    }
#endif
