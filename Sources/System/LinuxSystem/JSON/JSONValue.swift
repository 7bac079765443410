// SPDX-License-Identifier: Apache-2.0

/// A value of JSON as a tree, from which `Decodable` types are decoded.
///
/// Foundation's decoder keeps neither the order of members nor their repetitions, and makes up a fifth of a small program.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number, as its text is written. It can begin with a plus sign, and be hexadecimal (`0x1F`).
    case number(String)
    case string(String)
    case array([JSONValue])
    /// An object, with its members in the order of the text. Of two members with one name, the first one counts.
    case object([Member])

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        /// Creates a member.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Decodes a value from the tree.
    ///
    /// - Throws: `DecodingError`, and what the type itself throws.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ValueDecoder(value: self, codingPath: []).decode(type)
    }

    /// The number as an integer; `nil` if it is not exactly one of the type.
    fileprivate func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        guard case .number(let text) = self else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let magnitude = text.unicodeScalars.drop { $0 == "-" || $0 == "+" }
        let prefix = Array(magnitude.prefix(2))
        if prefix == ["0", "x"] || prefix == ["0", "X"] {
            let digits = String(String.UnicodeScalarView(magnitude.dropFirst(2)))
            return Integer((isNegative ? "-" : "") + digits, radix: 16)
        }
        return Integer(text) ?? Double(text).flatMap { Integer(exactly: $0) }
    }

    /// The number with a fraction; `nil` if this is no number.
    fileprivate var double: Double? {
        guard case .number(let text) = self else { return nil }
        return Double(text)
    }
}

/// Decodes one value of a tree.
private struct ValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(MemberDecoder(members, codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self) }
        return ElementDecoder(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        .typeMismatch(
            type, .init(codingPath: codingPath, debugDescription: "The value is not a \(type)."))
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let scalar: Any? =
            switch type {
            case is String.Type: if case .string(let text) = value { text } else { nil }
            case is Bool.Type: if case .bool(let bool) = value { bool } else { nil }
            case is Double.Type: value.double
            case is Float.Type: value.double.map { Float($0) }
            case let type as any FixedWidthInteger.Type: value.integer(type)
            default: try type.init(from: self)
            }
        guard let scalar = scalar as? Value else { throw mismatch(type) }
        return scalar
    }
}

/// Decodes the members of an object.
private struct MemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let allKeys: [Key]
    private let values: [String: JSONValue]

    init(_ members: [JSONValue.Member], _ codingPath: [any CodingKey]) {
        self.codingPath = codingPath
        var values: [String: JSONValue] = [:]
        var names: [String] = []
        for member in members where values[member.name] == nil {
            values[member.name] = member.value
            names.append(member.name)
        }
        self.values = values
        allKeys = names.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ValueDecoder(value: values["super"] ?? .null, codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func value(_ key: Key) throws -> ValueDecoder {
        guard let value = values[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "There is no member \"\(key.stringValue)\"."))
        }
        return ValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// Decodes the elements of an array.
private struct ElementDecoder: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try value(Never?.self).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoded = try value(type).decode(type)
        currentIndex += 1
        return decoded
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try value([String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try value([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try value((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    /// The current element.
    private func value(_ type: any Any.Type) throws -> ValueDecoder {
        let path = codingPath + [ElementKey(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "The array has no more elements."))
        }
        return ValueDecoder(value: elements[currentIndex], codingPath: path)
    }
}
