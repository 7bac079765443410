// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// A value of any shape.
private enum Value: Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case null, flag(Bool), text(String), number(Int)
    case list([Value])
    case object([(String, Value)])
    /// What encodes nothing.
    case nothing

    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int) { self = .number(number) }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .nothing: break
        case .list(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let members):
            var object = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try object.encode(value, forKey: Name(name)) }
        case .null, .flag, .text, .number:
            var container = encoder.singleValueContainer()
            switch self {
            case .flag(let flag): try container.encode(flag)
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            default: try container.encodeNil()
            }
        }
    }
}

/// The name of a member.
private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// A value that a closure encodes.
private struct Encoding: Encodable {
    var content: (any Encoder) throws -> Void

    init(_ content: @escaping (any Encoder) throws -> Void) { self.content = content }

    func encode(to encoder: any Encoder) throws { try content(encoder) }
}

@Suite struct JSONLineEncoderTests {
    /// Each row: a value, and its JSON.
    @Test(
        "Members and elements are written in the order in which they are encoded",
        arguments: [
            (.null, "null"), (.flag(true), "true"), (.text(""), #""""#), (.number(-7), "-7"),
            (.nothing, "{}"), (.object([]), "{}"), (.list([]), "[]"),
            (.list([1, "x", .null]), #"[1,"x",null]"#),
            (.list([.list([]), .list([.object([])]), .nothing]), "[[],[{}],{}]"),
            (.object([("b", 1), ("a", 2)]), #"{"b":1,"a":2}"#),
            (.object([("\"\n", 1)]), #"{"\"\u000a":1}"#),
            (
                .object([
                    ("a", .object([("b", .list([.object([("c", 1)]), 2])), ("d", .null)])),
                    ("e", .nothing), ("f", .flag(false)),
                ]),
                #"{"a":{"b":[{"c":1},2],"d":null},"e":{},"f":false}"#
            ),
        ] as [(Value, String)])
    private func shapes(value: Value, json: String) {
        #expect(JSONLineEncoder.text(value) == json)
        #expect(JSONLineEncoder.line(value) == Array("\(json)\n".utf8))
    }

    /// Each row: a number, and its JSON.
    @Test(
        "Numbers are written with all their digits",
        arguments: [
            (Int.min, "-9223372036854775808"), (UInt64.max, "18446744073709551615"),
            (Int8(-128), "-128"), (UInt32.max, "4294967295"), (Int64(0), "0"),
            (0.0, "0"), (1.5, "1.5"), (30.0, "30"), (0.001, "0.001"), (-2.0, "-2"),
            (1e300, "1e+300"),
            (Float(0.1), "0.1"),
        ] as [(any Encodable & Sendable, String)])
    func numbers(number: any Encodable & Sendable, json: String) {
        #expect(JSONLineEncoder.text(number) == json)
        #expect(JSONLineEncoder.text([number].map { Optional(Boxed($0)) }) == "[\(json)]")
    }

    private struct Boxed: Encodable {
        let number: any Encodable

        init(_ number: any Encodable) { self.number = number }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }

    private struct Optionals: Encodable {
        var some: Int? = 1
        var none: Int?
        var list: [Int?] = [nil, 2]
        var nested: [String: [UInt8]?] = ["x": nil]
    }

    @Test("A member that is encoded if it is present is left out, and any other nil is null")
    func optionals() {
        #expect(
            JSONLineEncoder.text(Optionals()) == #"{"some":1,"list":[null,2],"nested":{"x":null}}"#)
        #expect(JSONLineEncoder.text(String?.none) == "null")
        let members = Encoding { encoder in
            var object = encoder.container(keyedBy: Name.self)
            try object.encode(Int?.none, forKey: Name("a"))
            try object.encodeIfPresent(Int?.none, forKey: Name("b"))
            try object.encodeNil(forKey: Name("c"))
        }
        #expect(JSONLineEncoder.text(members) == #"{"a":null,"c":null}"#)
    }

    @Test("A nested container ends with the next member of the object around it")
    func nestedContainers() {
        let value = Encoding { encoder in
            var object = encoder.container(keyedBy: Name.self)
            var inner = object.nestedContainer(keyedBy: Name.self, forKey: Name("a"))
            var list = inner.nestedUnkeyedContainer(forKey: Name("b"))
            try list.encode(1)
            var element = list.nestedContainer(keyedBy: Name.self)
            try element.encode(2, forKey: Name("c"))
            _ = list.nestedUnkeyedContainer()
            #expect(list.count == 3)
            try inner.encode(3, forKey: Name("d"))
            _ = object.nestedContainer(keyedBy: Name.self, forKey: Name("e"))
            try object.encode(4, forKey: Name("f"))
        }
        #expect(JSONLineEncoder.text(value) == #"{"a":{"b":[1,{"c":2},[]],"d":3},"e":{},"f":4}"#)
        #expect(JSONLineEncoder.text([value, value]).hasPrefix(#"[{"a":{"b":[1,{"c":2},[]],"#))
    }

    @Test("A value can write its members into the object of another value")
    func sharedObject() {
        let value = Encoding { encoder in
            var object = encoder.container(keyedBy: Name.self)
            try object.encode(1, forKey: Name("a"))
            _ = object.nestedUnkeyedContainer(forKey: Name("b"))
            try Value.object([("c", .list([2]))]).encode(to: encoder)
            try object.encode(3, forKey: Name("d"))
        }
        #expect(JSONLineEncoder.text([value]) == #"[{"a":1,"b":[],"c":[2],"d":3}]"#)
    }

    @Test("Members can be sorted by their names, with what they contain")
    func sorted() {
        let value = Encoding { encoder in
            var object = encoder.container(keyedBy: Name.self)
            try object.encode(Value.object([("z", 1), ("y", 2)]), forKey: Name("c"))
            try object.encode("b", forKey: Name("b"))
            try Value.object([("a", .list([1, 2]))]).encode(to: encoder)
        }
        let json = #"{"a":[1,2],"b":"b","c":{"z":1,"y":2}}"#
        let sorted = SortedMembers(value)
        #expect(JSONLineEncoder.text(sorted) == json)
        #expect(JSONLineEncoder.text([sorted, sorted]) == "[\(json),\(json)]")
        #expect(JSONLineEncoder.text(SortedMembers(Value.object([]))) == "{}")
    }

    @Test("JSON that was written before is copied")
    func written() {
        let written = WrittenJSON(Value.object([("b", "\n")]))
        #expect(JSONLineEncoder.text(["a": written]) == #"{"a":{"b":"\u000a"}}"#)
        #expect(JSONLineEncoder.text([written, written]) == #"[{"b":"\u000a"},{"b":"\u000a"}]"#)
    }

    /// Each row: milliseconds, and the number of seconds.
    @Test(
        "A duration is a number of seconds with three decimals",
        arguments: [(0, "0.000"), (1, "0.001"), (90_000, "90.000"), (42_293_123, "42293.123")])
    func seconds(milliseconds: Int64, json: String) throws {
        let seconds = Seconds(milliseconds: milliseconds)
        #expect(JSONLineEncoder.text([seconds]) == "[\(json)]")
        let other = try JSONDecoder().decode([Double].self, from: JSONEncoder().encode([seconds]))
        #expect(other == [Double(milliseconds) / 1000])
    }

    /// Each row: a text, and its JSON.
    @Test(
        "What acts on a terminal, on the order of text, or on JSON is escaped",
        arguments: [
            ("plain", #""plain""#), ("", #""""#), ("a/b", #""a/b""#),
            (#"quote " and \ backslash"#, #""quote \" and \\ backslash""#),
            ("\"\u{301}\\\u{301}", "\"\\\"\u{301}\\\\\u{301}\""),
            ("\n\t\u{0}\u{1B}\u{7F}\u{9B}", #""\u000a\u0009\u0000\u001b\u007f\u009b""#),
            ("\u{61C}\u{200E}\u{2028}\u{202E}\u{2066}", #""\u061c\u200e\u2028\u202e\u2066""#),
            ("é 網 🛰 \u{A0}\u{2027}", "\"é 網 🛰 \u{A0}\u{2027}\""),
        ])
    func strings(text: String, json: String) {
        #expect(JSONLineEncoder.text(text) == json)
    }

    @Test(
        "A character is escaped at every position",
        arguments: ["\"", "\\", "\0", "\n", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}"], 0..<20)
    func escapes(character: String, position: Int) {
        let before = String(repeating: "a", count: position)
        let after = String(repeating: "b", count: 19 - position)
        let written = JSONLineEncoder.text(before + character + after)
        #expect(written.hasPrefix("\"\(before)\\") && written.hasSuffix("\(after)\""))
    }
}
