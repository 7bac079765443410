// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import CSystemd
    internal import Glibc

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

    /// A type of D-Bus, by its code in signatures.
    private struct TypeCode {
        let character: CChar

        init(_ character: Unicode.Scalar) {
            self.character = CChar(truncatingIfNeeded: character.value)
        }

        static var text: TypeCode { TypeCode("s") }
        static var objectPath: TypeCode { TypeCode("o") }
        static var number: TypeCode { TypeCode("u") }
        static var flag: TypeCode { TypeCode("b") }
        static var real: TypeCode { TypeCode("d") }
        static var variant: TypeCode { TypeCode("v") }
        static var array: TypeCode { TypeCode("a") }
        static var entry: TypeCode { TypeCode("e") }
        static var structure: TypeCode { TypeCode("r") }
    }

    extension StaticString {
        /// The characters for a function of C.
        fileprivate var characters: UnsafePointer<CChar> {
            unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
        }
    }

    /// Reading of the contents (`sd_bus_message_read_basic`, `sd_bus_message_enter_container`).
    ///
    /// A status beside NetworkManager reads hundreds of values, so the text of an error is composed only when reading fails.
    extension BusMessage {
        /// A basic type of text.
        enum Text {
            case string
            case objectPath
        }

        /// A dictionary, by what it holds.
        enum Dictionary {
            /// The values of properties, by their names (`a{sv}`).
            case properties
            /// The properties of interfaces, by the names of these (`a{sa{sv}}`).
            case interfaces
            /// The interfaces of objects, by the paths of these (`a{oa{sa{sv}}}`).
            case objects
        }

        /// Reads a text.
        func readText(_ type: Text = .string) throws(SystemBusError) -> String {
            var characters: UnsafePointer<CChar>?
            try unsafe read(type.code, into: &characters)
            return unsafe text(characters) ?? ""
        }

        /// Reads a number of 32 bits.
        func readNumber() throws(SystemBusError) -> UInt32 {
            var number: UInt32 = 0
            try read(.number, into: &number)
            return number
        }

        /// Reads a truth value.
        func readFlag() throws(SystemBusError) -> Bool {
            // sd-bus gives it the size of a C int.
            var flag: Int32 = 0
            try read(.flag, into: &flag)
            return flag != 0
        }

        /// Reads a variant with a number; `nil` if it has another type.
        func readNumberVariant() throws(SystemBusError) -> UInt32? {
            try readVariant("u") { () throws(SystemBusError) in try readNumber() }
        }

        /// Reads a variant with a flag; `nil` if it has another type.
        func readFlagVariant() throws(SystemBusError) -> Bool? {
            try readVariant("b") { () throws(SystemBusError) in try readFlag() }
        }

        /// Reads a variant with a real number; `nil` if it has another type.
        func readRealVariant() throws(SystemBusError) -> Double? {
            try readVariant("d") { () throws(SystemBusError) in
                var number = 0.0
                try read(.real, into: &number)
                return number
            }
        }

        /// Reads a variant if it has a value of the type, and skips it otherwise.
        func readVariant<Value>(
            _ contents: StaticString,
            _ read: () throws(SystemBusError) -> Value
        ) throws(SystemBusError) -> Value? {
            var inside: UnsafePointer<CChar>?
            try unsafe check(csd_bus_message_peek_type(handle, nil, &inside), .variant)
            guard let inside = unsafe inside, unsafe strcmp(inside, contents.characters) == 0
            else {
                try skip("v")
                return nil
            }
            guard try enters(.variant, contents) else { throw Self.error(.variant, ENXIO) }
            let value = try read()
            try exit()
            return value
        }

        /// Reads the entries of a dictionary: `body` reads the key and the value.
        func readDictionary(
            _ dictionary: Dictionary,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enterArray(dictionary.contents)
            while try enters(.entry, dictionary.entry) {
                try body()
                try exit()
            }
            try exit()
        }

        /// Reads the values of an array of texts.
        func readArray(
            _ type: Text,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enterArray(type.signature)
            while try isMore() { try body() }
            try exit()
        }

        /// Reads the structures of an array: `body` reads the members of one.
        ///
        /// - Parameters:
        ///   - structure: the type of the structures, such as `(su)`.
        ///   - members: the types of their members, such as `su`.
        func readStructs(
            _ structure: StaticString,
            _ members: StaticString,
            _ body: () throws(SystemBusError) -> Void
        ) throws(SystemBusError) {
            try enterArray(structure)
            while try enters(.structure, members) {
                try body()
                try exit()
            }
            try exit()
        }

        /// Skips values of some types.
        func skip(_ types: StaticString) throws(SystemBusError) {
            try unsafe SystemBusError.check(
                csd_bus_message_skip(handle, types.characters), "skip a part of a message")
        }

        private func isMore() throws(SystemBusError) -> Bool {
            try unsafe SystemBusError.check(
                csd_bus_message_at_end(handle, 0), "read a message") == 0
        }

        private func read<Value>(
            _ type: TypeCode,
            into value: inout Value
        ) throws(SystemBusError) {
            let result = unsafe withUnsafeMutablePointer(to: &value) { pointer in
                unsafe csd_bus_message_read_basic(handle, type.character, pointer)
            }
            try check(result, type)
        }

        private func enterArray(_ contents: StaticString) throws(SystemBusError) {
            guard try enters(.array, contents) else { throw Self.error(.array, ENXIO) }
        }

        /// - Returns: whether there is a further container in the array; other types of contents are an error.
        private func enters(
            _ type: TypeCode, _ contents: StaticString
        ) throws(SystemBusError) -> Bool {
            let result = unsafe csd_bus_message_enter_container(
                handle, type.character, contents.characters)
            guard result >= 0 else { throw Self.error(type, -result) }
            return result > 0
        }

        private func exit() throws(SystemBusError) {
            try unsafe SystemBusError.check(
                csd_bus_message_exit_container(handle), "read a message to its end")
        }

        /// Checks a result that is positive if there was something to read.
        private func check(_ result: Int32, _ type: TypeCode) throws(SystemBusError) {
            guard result > 0 else { throw Self.error(type, result < 0 ? -result : ENXIO) }
        }

        private static func error(_ type: TypeCode, _ errno: Int32) -> SystemBusError {
            let character = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: type.character)))
            return SystemBusError(operation: "read \(character) from a message", errno: errno)
        }
    }

    extension BusMessage.Text {
        fileprivate var code: TypeCode {
            switch self {
            case .string: .text
            case .objectPath: .objectPath
            }
        }

        fileprivate var signature: StaticString {
            switch self {
            case .string: "s"
            case .objectPath: "o"
            }
        }
    }

    extension BusMessage.Dictionary {
        /// The type of the entries, as the contents of the array.
        fileprivate var contents: StaticString {
            switch self {
            case .properties: "{sv}"
            case .interfaces: "{sa{sv}}"
            case .objects: "{oa{sa{sv}}}"
            }
        }

        /// The types of the key and the value.
        fileprivate var entry: StaticString {
            switch self {
            case .properties: "sv"
            case .interfaces: "sa{sv}"
            case .objects: "oa{sa{sv}}"
            }
        }
    }
#endif
