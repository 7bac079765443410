// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

/// Patterns of the shell for names.
@Suite struct PatternTests {
    @Test(
        "A name of any bytes matches a pattern",
        arguments: [
            (Array("Home".utf8), "Home", true), (Array("Home".utf8), "H*", true),
            (Array("Home".utf8), "home", false), (Array("Home".utf8), "[GH]om?", true),
            (Array("a/.b".utf8), "*b", true), (Array("[x]".utf8), "\\[x\\]", true),
            ([0xFF, 0x41], "*A", true), ([0xFF, 0x41], "\u{FFFD}A", false),
            ([0xC3, 0xA9], "é", true), ([0x65, 0xCC, 0x81], "é", false),
            // For the C library it would be Home.
            ([0x48, 0x6F, 0x6D, 0x65, 0], "Home", false), ([], "", true), ([], "?", false),
        ] as [([UInt8], String, Bool)])
    func matches(_ name: [UInt8], pattern: String, matches: Bool) {
        #expect(name.matches(pattern: pattern) == matches)
    }

    @Test(
        "A text that is no pattern, or matches nothing, has a fault",
        arguments: [
            ("", .isEmpty), ("Home\0", .zeroByte), ("Home[", .openBracket), ("[]", .openBracket),
            ("[!]", .openBracket), ("[a\\]", .openBracket), ("[[:alpha:]", .openBracket),
            ("[[:alpha]]", nil), ("Home\\", .openEscape), ("\\\\", nil), ("Home", nil),
            ("]", nil), ("[]]", nil), ("[!]x]", nil), ("[[:alpha:]]*", nil), ("\\[", nil),
            ("[a-z]?*", nil), ("é", nil), ("[z-a]", .emptyRange), ("[!0-9z-a]", .emptyRange),
            ("[z\\-a]", nil), ("[-a]", nil), ("[a-]", nil), ("[a-\\]]", .emptyRange),
            ("[a-a]", nil),
            ("[[:foo:]]", .unknownClass), ("[x[:digit:]-]", nil), ("[[.a.]-z]", nil),
            ("[a-[.z.]]", nil),
        ] as [(String, PatternFault?)])
    func faults(_ pattern: String, fault: PatternFault?) {
        #expect(pattern.patternFault == fault)
    }
}
