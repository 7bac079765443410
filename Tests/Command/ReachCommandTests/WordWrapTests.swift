// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReachCommand

/// Text on narrow terminals.
struct WordWrapTests {
    @Test(
        "A text is broken between words, and a longer word has a line of its own",
        arguments: [
            ("", 10, [""]), ("one two", nil, ["one two"]), ("one two", 7, ["one two"]),
            ("one two", 6, ["one", "two"]), ("a bb ccc dddd", 4, ["a bb", "ccc", "dddd"]),
            ("see https://example.org/ now", 10, ["see", "https://example.org/", "now"]),
            ("日本 語", 4, ["日本", "語"]), ("日本 語", 7, ["日本 語"]),
        ] as [(String, Int?, [String])])
    func wraps(text: String, columns: Int?, lines: [String]) {
        #expect(text.wrapped(to: columns) == lines)
    }

    private static let table = TextTable(
        rows: [
            ["SUBJECT", "DECIDED BY"],
            ["eth0", "the DHCP server reports a metered network"],
            ["wlan0", "https://portal.example/a/long/address"], ["lo", ""],
        ], indent: " ")

    @Test("The last cell of a row is wrapped in its column")
    func column() {
        #expect(
            Self.table.text(.plain, columns: 34) == """
                 SUBJECT  DECIDED BY
                 eth0     the DHCP server reports
                          a metered network
                 wlan0    https://portal.example/a/long/address
                 lo

                """)
    }

    @Test("Where the column is too narrow, the cell has lines of its own")
    func narrow() {
        let table = TextTable(rows: [["id", "a name that is long", "some words that follow"]])
        #expect(
            table.text(.plain, columns: 30) == """
                id  a name that is long
                    some words that follow

                """)
        #expect(table.text(.plain) == "id  a name that is long  some words that follow\n")
    }

    @Test("A color ends at the end of each line")
    func colors() {
        let table = TextTable(rows: [["a", .init("one two three four five six seven", .good)]])
        #expect(
            table.text(.colored, columns: 30)
                == "a  \u{1B}[32mone two three four five six\u{1B}[0m\n   \u{1B}[32mseven\u{1B}[0m\n"
        )
    }
}
