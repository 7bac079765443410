// SPDX-License-Identifier: Apache-2.0
//
// The part of FoundationEssentials that ArgumentParser uses: `JSONEncoder`, for the description of the commands, and
// `LocalizedError`.
//
// Scripts/build-release compiles ArgumentParser with this module in place of Foundation's, which no other module of `reach`
// imports: the object files of Foundation name each other, and each of them links all, a third of the program. If ArgumentParser
// uses more, the build fails and names it. Scripts/check-linkage compares the JSON that both write.

/// An error with a description for people.
public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
}

/// Bytes.
public struct Data: Sendable {
    fileprivate var text: String
}

extension String {
    /// An encoding of text.
    public enum Encoding: Sendable { case utf8 }

    /// Creates text from bytes.
    public init?(data: Data, encoding: Encoding) { self = data.text }
}

/// Writes JSON.
public final class JSONEncoder {
    /// How the JSON is arranged. It is always arranged in the same way: in lines, with sorted names.
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
    }

    public var outputFormatting: OutputFormatting = []

    public init() {}

    /// Writes a value.
    public func encode(_ value: some Encodable) throws -> Data {
        let node = Node()
        try node.encode(value, [])
        var text = ""
        node.write(to: &text, indent: "")
        return Data(text: text)
    }
}

/// A value of JSON that is being made.
private final class Node {
    enum Content {
        case plain(String)
        case array([Node])
        case object([String: Node])
    }

    var content = Content.plain("null")

    func encode(_ value: some Encodable, _ path: [any CodingKey]) throws {
        switch value {
        case let text as String: content = .plain(Node.quoted(text))
        case let bool as Bool: content = .plain(bool ? "true" : "false")
        case let integer as any FixedWidthInteger: content = .plain("\(integer)")
        case let number as Double: content = .plain("\(number)")
        default: try value.encode(to: NodeEncoder(node: self, codingPath: path))
        }
    }

    /// Returns the member with a name, and adds it if there is none.
    func member(_ name: String) -> Node {
        var members: [String: Node] = [:]
        if case .object(let known) = content { members = known }
        let member = members[name] ?? Node()
        members[name] = member
        content = .object(members)
        return member
    }

    /// Adds an element.
    func element() -> Node {
        var elements: [Node] = []
        if case .array(let known) = content { elements = known }
        let element = Node()
        content = .array(elements + [element])
        return element
    }

    var count: Int {
        if case .array(let elements) = content { elements.count } else { 0 }
    }

    func write(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch content {
        case .plain(let plain): text += plain
        case .array(let elements):
            text += "["
            for (position, element) in elements.enumerated() {
                text += (position == 0 ? "\n" : ",\n") + inner
                element.write(to: &text, indent: inner)
            }
            text += (elements.isEmpty ? "\n\n" : "\n") + indent + "]"
        case .object(let members):
            text += "{"
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (position, member) in sorted.enumerated() {
                text += (position == 0 ? "\n" : ",\n") + inner + Node.quoted(member.key) + " : "
                member.value.write(to: &text, indent: inner)
            }
            text += (members.isEmpty ? "\n\n" : "\n") + indent + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "/": quoted += "\\/"
            case "\u{8}": quoted += "\\b"
            case "\u{C}": quoted += "\\f"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

private struct NodeEncoder: Encoder {
    let node: Node
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = node.content {} else { node.content = .object([:]) }
        return KeyedEncodingContainer(MemberEncoder(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = node.content {} else { node.content = .array([]) }
        return ElementEncoder(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncoder(node: node, codingPath: codingPath)
    }
}

private struct ValueEncoder: SingleValueEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey]

    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try node.encode(value, codingPath) }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { _ = node.member(key.stringValue) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try node.member(key.stringValue).encode(value, codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        NodeEncoder(node: node.member("super"), codingPath: codingPath)
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: Key) -> NodeEncoder {
        NodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() { _ = node.element() }
    func encode(_ value: some Encodable) throws { try node.element().encode(value, codingPath) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> { encoder.container(keyedBy: type) }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }

    private var encoder: NodeEncoder { NodeEncoder(node: node.element(), codingPath: codingPath) }
}
