// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CommandSystem

/// Entries for the system's journal, as systemd-journald reads them.
@Suite struct JournalEntryTests {
    private static let start =
        "MESSAGE=m\nMESSAGE_ID=ea6db4194d71454da47ea29972c1ee40\nPRIORITY=6\nSYSLOG_IDENTIFIER=reach\n"

    /// Each row: the value of a field, and the bytes of the field.
    @Test(
        "A value with line breaks has its length before it",
        arguments: [
            ("online", "REACH_STATUS=online\n"), ("", "REACH_STATUS=\n"),
            ("a=b", "REACH_STATUS=a=b\n"),
            ("a\nb", "REACH_STATUS\n\u{3}\0\0\0\0\0\0\0a\nb\n"),
        ])
    func fields(value: String, text: String) {
        var entry = JournalEntry("m", .pathChange)
        entry.add("REACH_STATUS", value)
        #expect(String(decoding: entry.encoded, as: UTF8.self) == Self.start + text)
    }

    @Test("The catalog explains each kind of entry")
    func catalog() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let catalog = try String(
            contentsOf: package.appending(path: "Distribution/systemd/catalog/reach.catalog"),
            encoding: .utf8)
        let explained = catalog.split(separator: "\n").filter { $0.hasPrefix("-- ") }
            .map { String($0.dropFirst(3)) }
        #expect(explained == JournalEntry.Kind.all.map(\.identifier))
    }
}
