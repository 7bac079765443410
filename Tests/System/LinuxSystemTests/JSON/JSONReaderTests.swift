// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

@Suite struct JSONReaderTests {
    private func skips(_ text: String) -> Bool {
        var reader = JSONReader(Array(text.utf8)[...])
        do throws(JSONReader.Fault) {
            try reader.skip()
            try reader.end()
            return true
        } catch { return false }
    }

    @Test(
        "Skipped values are checked",
        arguments: [
            (#"{"a":[1,-2.5e+3,{}],"b":"\"\\é\u00e9","c":null, "d" : true}"#, true),
            ("[]", true), ("0", true), (" \n\"\" ", true), ("false", true),
            ("", false), ("{", false), ("{\"a\":1", false), ("{\"a\":1,}", false), ("[1 2]", false),
            ("[1],", false), ("01", false), ("1.", false), ("-", false), (".5", false),
            ("+1", false),
            ("nul", false), ("nulll", false), ("\"a", false), ("\"a\\", false), ("\"\n\"", false),
            ("{a:1}", false), ("{\"a\" 1}", false), ("[1}", false), ("\0", false),
        ])
    func skipping(text: String, isJSON: Bool) { #expect(skips(text) == isJSON) }

    @Test(
        "JSON5 has an error at a line, or none",
        arguments: [
            (#"{"a": [1, -2.5e3, true, null, "x\"y", 'z'], b: {}, }"#, nil),
            ("/* a\n\n */ {\n// b\n}", nil),
            ("{\n\"a\": tru\n}", 2),
            ("{\n\"a\": 1\n\"b\": 2}", 3),
            ("{\n\"a\": \"b\n\n}", 2),
            ("{\n\n/* for ever", 3),
            ("{\n\n]", 3),
            ("{\n1: 2}", 2),
            ("[1\n,\n,]", 3), ("{\n\n oops\n}", 3), ("{\n\"a\"\n\n}", 2), ("{\n", 1),
            ("{\n\"a\":\n\n", 2), ("[\n1,\n\n\n", 2), ("{\n// b\n", 2), ("{} \n\n {}", 3),
            ("\u{FEFF}{}", nil), ("[1,\n01]", 2), ("[\n0x]", 2), ("[\nnan]", 2), ("{\na-b: 1}", 2),
            ("[0x1F, +1, .5, 5., -Infinity, NaN]", nil), ("[\n\"\\q\"]", 2), ("[\n\"a\tb\"]", 2),
            ("[\n\"\\ud83d\"]", 2), (#"["\u0041\ud83d\ude00\x41\'"]"#, nil),
            ("[\"a\\\nb\"]", nil),
        ] as [(String, Int?)])
    func lines(_ text: String, line: Int?) {
        var reader = JSONReader(Array(text.utf8)[...], as: .json5)
        do throws(JSONReader.Fault) {
            _ = try reader.document()
            #expect(line == nil)
        } catch {
            #expect(reader.line == line)
        }
    }

    @Test(
        "A value is read as a tree",
        arguments: [
            (
                #"{"b":[1,-2.5e3,null],"a":{"c":true},"b":"é"}"#, .json,
                .object([
                    .init("b", .array([.number("1"), .number("-2.5e3"), .null])),
                    .init("a", .object([.init("c", .bool(true))])), .init("b", .string("é")),
                ])
            ),
            (
                #"/* c */ {b: [0x1F, +.5, 5., NaN,], 'a': 'x\'\x41', } // end"#, .json5,
                .object([
                    .init(
                        "b",
                        .array([.number("0x1F"), .number("+.5"), .number("5."), .number("NaN")])),
                    .init("a", .string("x'A")),
                ])
            ),
        ] as [(String, JSONReader.Dialect, JSONValue)])
    func trees(text: String, dialect: JSONReader.Dialect, value: JSONValue) throws {
        var reader = JSONReader(Array(text.utf8)[...], as: dialect)
        #expect(try reader.document() == value)
    }

    @Test(
        "JSON does not have what JSON5 adds",
        arguments: [
            "[1,]", "{a:1}", "['a']", "//\n1", "[0x1]", "[NaN]", "[5.]", #"["\x41"]"#, "\u{B}1",
        ])
    func strict(text: String) {
        for (dialect, isRead) in [(JSONReader.Dialect.json, false), (.json5, true)] {
            var reader = JSONReader(Array(text.utf8)[...], as: dialect)
            #expect(((try? reader.value()) != nil) == isRead, "\(dialect)")
        }
    }

    @Test("Containers in each other have a limit")
    func depth() {
        #expect(skips(String(repeating: "[", count: 60) + String(repeating: "]", count: 60)))
        #expect(!skips(String(repeating: "[", count: 100_000)))
    }

    @Test(
        "A string has its characters",
        arguments: [
            (#""plain é""#, "plain é"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u00e9\uD83D\uDE00""#, "é😀"), (#""\uD83D""#, "\u{FFFD}"),
            (#""\x""#, nil), (#""\u12""#, nil), (#""\u12g4""#, nil), (#""\u+123""#, nil),
            ("1", nil),
        ] as [(String, String?)])
    func strings(text: String, value: String?) {
        var reader = JSONReader(Array(text.utf8)[...])
        #expect((try? reader.string()) == value)
    }

    @Test("Bytes that are not UTF-8 are no text")
    func invalidText() {
        var reader = JSONReader([0x22, 0xFF, 0x22])
        #expect(throws: JSONReader.Fault()) { try reader.string() }
    }

    @Test(
        "Numbers",
        arguments: [
            ("0", 0, 0), ("18446744073709551615", .max, nil), ("18446744073709551616", nil, nil),
            ("-1", nil, -1000), ("1.5", nil, 1500), ("5123.412", nil, 5_123_412),
            ("1e3", nil, 1_000_000),
            ("x", nil, nil),
        ] as [(String, UInt64?, Int64?)])
    func numbers(text: String, count: UInt64?, milliseconds: Int64?) {
        var reader = JSONReader(Array(text.utf8)[...])
        #expect((try? reader.count()) == count)
        reader = JSONReader(Array(text.utf8)[...])
        #expect((try? reader.milliseconds()) == milliseconds)
    }

    @Test("The members of an object and the elements of an array come in their order")
    func members() throws {
        var reader = JSONReader(Array(#"{"b":[1,2],"a":{"c":3}, "d":4}"#.utf8)[...])
        var found: [String] = []
        try reader.object { (reader, name) throws(JSONReader.Fault) in
            found.append(name)
            switch name {
            case "b":
                try reader.array { (reader) throws(JSONReader.Fault) in
                    found.append("\(try reader.count())")
                }
            default: try reader.skip()
            }
        }
        try reader.end()
        #expect(found == ["b", "1", "2", "a", "d"])
    }

    @Test("A text that is abandoned is not read further")
    func abandoned() throws {
        var reader = JSONReader(Array(#"{"a":{"b":1,"c":what}, this is none"#.utf8)[...])
        var found: [String] = []
        try reader.object { (reader, name) throws(JSONReader.Fault) in
            found.append(name)
            try reader.object { (reader, name) throws(JSONReader.Fault) in
                found.append(name)
                reader.abandon()
            }
        }
        try reader.end()
        #expect(found == ["a", "b"])
    }
}
