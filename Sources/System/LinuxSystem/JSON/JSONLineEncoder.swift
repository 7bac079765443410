// SPDX-License-Identifier: Apache-2.0

/// Writes values as JSON without spaces, with the members of an object in the order in which they are encoded.
///
/// Foundation's `JSONEncoder` cannot keep that order, and the command does without Foundation where it can.
///
/// A nested container ends when something is written to the container around it. A value that calls
/// `container(keyedBy:)` twice gets the same object, as with other encoders: so one value can write its members into
/// the object of another one. Subclasses (`superEncoder()`) are not supported.
package final class JSONLineEncoder: Encoder {
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A value, so that each change of it is one access to the object, which the runtime checks.
    fileprivate var line: JSONLine
    /// The number of containers around the value that is being encoded.
    private var depth = 0

    private init(_ bytes: consuming [UInt8]) { line = JSONLine(bytes: bytes) }

    /// Returns a value as JSON.
    ///
    /// - Precondition: the value can be encoded: it has no number that is infinite or not a number.
    package static func bytes(_ value: some Encodable) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, to: &bytes)
        return bytes
    }

    /// Returns a value as JSON text.
    ///
    /// - Precondition: as for ``bytes(_:)``.
    package static func text(_ value: some Encodable) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    /// Returns a value as a line of JSON Lines, with its end.
    ///
    /// - Precondition: as for ``bytes(_:)``.
    package static func line(_ value: some Encodable) -> [UInt8] {
        var line: [UInt8] = []
        // A path with a few interfaces.
        line.reserveCapacity(4096)
        line.append(line: value)
        return line
    }

    fileprivate static func append(_ value: some Encodable, to bytes: inout [UInt8]) {
        let encoder = JSONLineEncoder(bytes)
        // The encoder has the only reference, so that nothing is copied.
        bytes = []
        do {
            try encoder.encode(value)
        } catch {
            preconditionFailure("not a value of JSON: \(error)")
        }
        bytes = encoder.line.bytes
    }

    package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Object<Key>(encoder: self, depth: line.open(.object, at: depth)))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        List(encoder: self, depth: line.open(.array, at: depth))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(encoder: self)
    }

    /// Appends JSON that was written before.
    func append(written json: [UInt8]) { line.write(json) }

    /// Encodes a value that is an object, with its members in the order of their names.
    func encode(sorted value: some Encodable) throws {
        line.beginSorting(at: depth + 1)
        try value.encode(to: self)
        line.endSorting()
    }

    /// Encodes the outermost value, or one that was begun in the innermost open container.
    fileprivate func encode(_ value: some Encodable) throws {
        let (outer, start) = (depth, line.bytes.count)
        depth = line.depth
        try value.encode(to: self)
        line.close(to: depth)
        // A value that encodes nothing is an object without members, as for other encoders.
        if line.bytes.count == start { line.write("{}") }
        depth = outer
    }
}

extension [UInt8] {
    /// Appends a value as a line of JSON Lines.
    ///
    /// - Precondition: as for ``JSONLineEncoder/bytes(_:)``.
    package mutating func append(line value: some Encodable) {
        JSONLineEncoder.append(value, to: &self)
        append(UInt8(ascii: "\n"))
    }
}

// MARK: - Containers

// Texts, truth values and integers are written at once. A generic method stands for those of all other types that the
// protocols list.
extension JSONLineEncoder {
    private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: JSONLineEncoder
        let depth: Int
        var codingPath: [any CodingKey] { [] }

        private func begin(_ key: Key) { encoder.line.begin(key.stringValue, at: depth) }

        func encodeNil(forKey key: Key) {
            begin(key)
            encoder.line.write("null")
        }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            begin(key)
            try encoder.encode(value)
        }

        func encode(_ value: String, forKey key: Key) {
            begin(key)
            encoder.line.write(quoted: value)
        }

        func encode(_ value: Bool, forKey key: Key) {
            begin(key)
            encoder.line.write(value)
        }

        func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
            begin(key)
            encoder.line.write(value.description)
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            begin(key)
            return KeyedEncodingContainer(
                Object<Nested>(encoder: encoder, depth: encoder.line.open(.object)))
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            begin(key)
            return List(encoder: encoder, depth: encoder.line.open(.array))
        }

        func superEncoder() -> any Encoder { preconditionFailure("subclasses are not supported") }
        func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
    }

    private struct List: UnkeyedEncodingContainer {
        let encoder: JSONLineEncoder
        let depth: Int
        var codingPath: [any CodingKey] { [] }
        private(set) var count = 0

        private mutating func begin() {
            encoder.line.begin(at: depth)
            count += 1
        }

        mutating func encodeNil() {
            begin()
            encoder.line.write("null")
        }

        mutating func encode(_ value: some Encodable) throws {
            begin()
            try encoder.encode(value)
        }

        mutating func nestedContainer<Nested>(
            keyedBy type: Nested.Type
        ) -> KeyedEncodingContainer<Nested> {
            begin()
            return KeyedEncodingContainer(
                Object<Nested>(encoder: encoder, depth: encoder.line.open(.object)))
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            begin()
            return List(encoder: encoder, depth: encoder.line.open(.array))
        }

        func superEncoder() -> any Encoder { preconditionFailure("subclasses are not supported") }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: JSONLineEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.line.write("null") }
        func encode(_ value: Bool) { encoder.line.write(value) }
        func encode(_ value: String) { encoder.line.write(quoted: value) }

        func encode(
            _ value: some BinaryFloatingPoint & Encodable & LosslessStringConvertible
        ) throws {
            guard value.isFinite else {
                throw EncodingError.invalidValue(
                    value,
                    EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(value)"))
            }
            let text = value.description
            encoder.line.write(text.ends(with: ".0") ? String(text.dropLast(2)) : text)
        }

        func encode(_ value: some FixedWidthInteger & Encodable) {
            encoder.line.write(value.description)
        }

        func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
    }
}

/// An object whose members are in the order of their names, whatever the order in which they are encoded.
///
/// Other encoders than ``JSONLineEncoder`` have an order of their own.
package struct SortedMembers<Object: Encodable>: Encodable {
    private let object: Object

    /// Sorts the members of a value that is an object. Objects in it are not sorted.
    package init(_ object: Object) { self.object = object }

    /// Encodes the object.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        guard let lines = encoder as? JSONLineEncoder else {
            return try object.encode(to: encoder)
        }
        try lines.encode(sorted: object)
    }
}

/// A value that was written as JSON before.
package struct WrittenJSON: Encodable {
    private let bytes: [UInt8]

    /// Writes a value.
    ///
    /// - Precondition: as for ``JSONLineEncoder/bytes(_:)``.
    package init(_ value: some Encodable) { bytes = JSONLineEncoder.bytes(value) }

    /// Encodes the value.
    ///
    /// - Throws: nothing.
    /// - Precondition: the encoder is a ``JSONLineEncoder``.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONLineEncoder else {
            preconditionFailure("written JSON is no value of other formats")
        }
        encoder.append(written: bytes)
    }
}

/// A duration as a number of seconds, always with three decimals: `90.000`.
package struct Seconds: Hashable, Sendable {
    private let milliseconds: Int64

    /// Creates a duration from milliseconds.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }
}

extension Seconds: Encodable {
    /// Encodes the duration. The decimals are those of a ``JSONLineEncoder``.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONLineEncoder else {
            var container = encoder.singleValueContainer()
            return try container.encode(Double(milliseconds) / 1000)
        }
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        encoder.append(written: Array("\(milliseconds / 1000).\(fraction)".utf8))
    }
}
