// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

/// Decoding from a tree of JSON.
@Suite struct JSONValueTests {
    private struct Example: Decodable, Equatable {
        enum Color: String, Decodable { case red, blue }

        var name: String
        var color: Color?
        var isBright: Bool
        var sizes: [Int]
        var ratio: Double
        var parts: [String: UInt8]
    }

    /// The names of the members, in the order of the decoder.
    private struct Names: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }

    private func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONValue.Member($0.key, $0.value) })
    }

    @Test("Each kind of value is decoded")
    func everything() throws {
        let value = object([
            "name": .string("é"), "color": .string("blue"), "isBright": .bool(true),
            "sizes": .array([.number("-1"), .number("+2"), .number("0x1F"), .number("3.0")]),
            "ratio": .number("2.5e1"), "parts": object(["a": .number("255")]),
        ])
        #expect(
            try value.decode(Example.self)
                == Example(
                    name: "é", color: .blue, isBright: true, sizes: [-1, 2, 31, 3], ratio: 25,
                    parts: ["a": 255]))
    }

    @Test("An optional member can be missing or null")
    func optional() throws {
        for color: [JSONValue.Member] in [[], [.init("color", .null)]] {
            let value = JSONValue.object(
                color + [
                    .init("name", .string("")), .init("isBright", .bool(false)),
                    .init("sizes", .array([])), .init("ratio", .number("0")),
                    .init("parts", .object([])),
                ])
            #expect(try value.decode(Example.self).color == nil)
        }
    }

    @Test("Keys have the order of the text; of two members with one name, the first one counts")
    func order() throws {
        let value = object(["z": .number("1"), "a": .number("2"), "z": .number("3")])
        #expect(try value.decode(Names.self).names == ["z", "a"])
        #expect(try value.decode([String: Int].self) == ["z": 1, "a": 2])
    }

    @Test(
        "A number that the type does not have is an error",
        arguments: ["256", "-1", "1.5", "NaN", "Infinity", "1e999", "0x100"])
    func numbers(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONValue.number(text).decode(UInt8.self) }
    }

    @Test("An error has the path of the value")
    func path() {
        let value = object(["a": .array([.number("1"), .string("2")])])
        let error = #expect(throws: DecodingError.self) { try value.decode([String: [Int]].self) }
        guard case .typeMismatch(let type, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(type is Int.Type)
        #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        #expect(context.codingPath.last?.intValue == 1)
    }

    @Test("Values of other types, null and missing members are errors")
    func mismatches() {
        #expect(throws: DecodingError.self) { try JSONValue.null.decode(String.self) }
        #expect(throws: DecodingError.self) { try JSONValue.string("1").decode(Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number("1").decode(Bool.self) }
        #expect(throws: DecodingError.self) { try JSONValue.array([]).decode([String: Int].self) }
        #expect(throws: DecodingError.self) { try JSONValue.object([]).decode([Int].self) }
        #expect(throws: DecodingError.self) { try JSONValue.object([]).decode(Example.self) }
    }
}
