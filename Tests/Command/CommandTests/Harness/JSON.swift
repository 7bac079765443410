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
            try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
        }
    }
}

extension JSON: Decodable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSON].self) {
            self = .array(elements)
        } else {
            self = .object(try value.decode([String: JSON].self))
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
