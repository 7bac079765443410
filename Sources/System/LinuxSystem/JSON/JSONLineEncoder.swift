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

    private var bytes: [UInt8] = []
    /// Whether a comma is due before the next member or element.
    private var needsComma = false
    /// The brackets that close the open containers. The innermost container is the last one.
    private var brackets: [UInt8] = []
    /// The number of containers around the value that is being encoded.
    private var depth = 0
    /// The members so far of the object that is sorted; `nil` if none is.
    private var sorted: Members?

    /// The members of an object: their names, and where they begin in the text.
    private struct Members {
        /// The number of open containers up to the object.
        let depth: Int
        var beginnings: [(name: String, start: Int)] = []
    }

    private init() {}

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
        let encoder = JSONLineEncoder()
        swap(&bytes, &encoder.bytes)
        do {
            try encoder.encode(value)
        } catch {
            preconditionFailure("not a value of JSON: \(error)")
        }
        swap(&bytes, &encoder.bytes)
    }

    package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Object<Key>(encoder: self, depth: open("{", "}")))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        List(encoder: self, depth: open("[", "]"))
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(encoder: self)
    }

    /// Appends JSON that was written before.
    func append(written json: [UInt8]) { bytes += json }

    /// Encodes a value that is an object, with its members in the order of their names.
    func encode(sorted value: some Encodable) throws {
        precondition(sorted == nil, "an object in a sorted one is not sorted")
        sorted = Members(depth: depth + 1)
        try value.encode(to: self)
        close(to: depth + 1)
        let members = sorted?.beginnings ?? []
        sorted = nil
        // A comma is before each other member.
        let ends = members.dropFirst().map { $0.start - 1 } + [bytes.count]
        let texts = zip(members, ends).sorted { $0.0.name < $1.0.name }
            .map { member, end in bytes[member.start..<end] }
        guard let start = members.first?.start else { return }
        bytes.replaceSubrange(start..., with: Array(texts.joined(separator: [comma])))
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

// MARK: - Writing

extension JSONLineEncoder {
    /// Writes a value in the innermost open container, or the outermost value.
    private func encode(_ value: some Encodable) throws {
        let (outer, start) = (depth, bytes.count)
        depth = brackets.count
        try value.encode(to: self)
        close(to: depth)
        // A value that encodes nothing is an object without members, as for other encoders.
        if bytes.count == start { write("{}") }
        depth = outer
    }

    /// Opens the container of the value that is being encoded, or returns to it.
    ///
    /// - Returns: the number of open containers up to this one.
    private func open(_ bracket: Unicode.Scalar, _ end: Unicode.Scalar) -> Int {
        guard brackets.count > depth else { return openNested(bracket, end) }
        close(to: depth + 1)
        precondition(brackets[depth] == UInt8(ascii: end), "a value is an object or an array")
        return depth + 1
    }

    /// Opens a container inside the innermost one.
    ///
    /// - Returns: the number of open containers up to this one.
    private func openNested(_ bracket: Unicode.Scalar, _ end: Unicode.Scalar) -> Int {
        bytes.append(UInt8(ascii: bracket))
        brackets.append(UInt8(ascii: end))
        needsComma = false
        return brackets.count
    }

    /// Closes containers until as many are open.
    private func close(to depth: Int) {
        precondition(brackets.count >= depth, "a container that was closed is written to")
        while brackets.count > depth {
            bytes.append(brackets.removeLast())
            needsComma = true
        }
    }

    /// Begins an element of an array, or a member.
    ///
    /// - Parameter depth: the number of open containers up to the one with the element.
    private func begin(at depth: Int) {
        close(to: depth)
        if needsComma { bytes.append(comma) }
        needsComma = true
    }

    /// Begins a member of an object with its name.
    private func begin(_ key: some CodingKey, at depth: Int) {
        begin(at: depth)
        if sorted?.depth == depth { sorted?.beginnings.append((key.stringValue, bytes.count)) }
        write(quoted: key.stringValue)
        bytes.append(UInt8(ascii: ":"))
    }

    private var comma: UInt8 { UInt8(ascii: ",") }

    private func write(_ text: String) { bytes += text.utf8 }

    private func write(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

// MARK: - Containers

// A generic method stands for those of all types that the protocols list.
extension JSONLineEncoder {
    private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: JSONLineEncoder
        let depth: Int
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) {
            encoder.begin(key, at: depth)
            encoder.write("null")
        }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            encoder.begin(key, at: depth)
            try encoder.encode(value)
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.begin(key, at: depth)
            return KeyedEncodingContainer(
                Object<Nested>(encoder: encoder, depth: encoder.openNested("{", "}")))
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.begin(key, at: depth)
            return List(encoder: encoder, depth: encoder.openNested("[", "]"))
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
            encoder.begin(at: depth)
            count += 1
        }

        mutating func encodeNil() {
            begin()
            encoder.write("null")
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
                Object<Nested>(encoder: encoder, depth: encoder.openNested("{", "}")))
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            begin()
            return List(encoder: encoder, depth: encoder.openNested("[", "]"))
        }

        func superEncoder() -> any Encoder { preconditionFailure("subclasses are not supported") }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: JSONLineEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.write("null") }
        func encode(_ value: Bool) { encoder.write(value ? "true" : "false") }
        func encode(_ value: String) { encoder.write(quoted: value) }

        func encode(
            _ value: some BinaryFloatingPoint & Encodable & LosslessStringConvertible
        ) throws {
            guard value.isFinite else {
                throw EncodingError.invalidValue(
                    value,
                    EncodingError.Context(codingPath: [], debugDescription: "JSON has no \(value)"))
            }
            let text = value.description
            encoder.write(text.ends(with: ".0") ? String(text.dropLast(2)) : text)
        }

        func encode(_ value: some FixedWidthInteger & Encodable) {
            encoder.write(value.description)
        }

        func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
    }
}
