// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value that can be compared with a literal.
enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// The value at a path such as `metered.value` or `interfaces.eth0.type`.
    ///
    /// Members are found by their name; elements of an array by their member `name` or their position.
    subscript(path: String) -> JSON? {
        path.split(separator: ".").reduce(self) { value, step in
            switch value {
            case .object(let members): return members[String(step)]
            case .array(let elements):
                if let number = Int(step) {
                    return elements.indices.contains(number) ? elements[number] : nil
                }
                return elements.first { $0["name"] == .string(String(step)) }
            case .null, .bool, .number, .string, nil: return nil
            }
        }
    }
}

extension JSON {
    /// Returns an object without some of its members.
    func without(_ keys: String...) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !keys.contains($0.key) })
    }

    /// Parses JSON Lines.
    static func lines(_ text: String) throws -> [JSON] {
        try text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
    }
}

extension JSON {
    /// Parses a text of JSON.
    ///
    /// A decoder would try one type after the other, and throw for each that it is not. Swift Testing notes the stack of each
    /// error, which takes longer than all else.
    init(_ text: Data) throws {
        self.init(value: try JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed))
    }

    private init(value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let elements as [Any]: self = .array(elements.map(JSON.init(value:)))
        case let members as [String: Any]: self = .object(members.mapValues(JSON.init(value:)))
        case let number as NSNumber:
            // A Boolean is a number that is stored as one character.
            self =
                number.objCType.pointee == CChar(UInt8(ascii: "c"))
                ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .null
        }
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(booleanLiteral flag: Bool) { self = .bool(flag) }
    init(nilLiteral: ()) { self = .null }
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int) { self = .number(Double(number)) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members) { $1 })
    }
}

extension JSON: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .string(let text): "\"\(text)\""
        case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
                .joined(separator: ", ") + "}"
        }
    }
}
