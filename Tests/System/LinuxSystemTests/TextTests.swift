// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LinuxSystem

/// Texts are compared by their bytes.
@Suite struct TextTests {
    /// Each row: an address, and its scheme, user information and host; `nil` for no authority.
    @Test(
        "The authority of a URL ends at the first byte that ends it",
        arguments: [
            ("http://h/", ["http", nil, "h"]), ("https://u:p@h:8?q", ["https", "u:p", "h:8"]),
            ("http://a@b@c#@d", ["http", "a@b", "c"]), ("http://", ["http", nil, ""]),
            ("http://a/\u{301}@b/", ["http", nil, "a"]),
            ("http://a?\u{FE0F}@b", ["http", nil, "a"]),
            ("http://a#\u{20E3}@b", ["http", nil, "a"]),
            ("http://a@\u{301}b/", ["http", "a", "\u{301}b"]),
            ("http:/\u{301}/h", nil), ("http:h", nil), ("", nil), ("://h", ["", nil, "h"]),
        ] as [(String, [String?]?)])
    func authority(url: String, parts: [String?]?) {
        let authority = URLAuthority(url)
        let found = authority.map {
            [String($0.scheme), $0.userInformation.map { String($0) }, String($0.host)]
        }
        #expect(
            found.map { $0.map { $0.map { Array($0.utf8) } } }
                == parts.map { $0.map { $0.map { Array($0.utf8) } } })
    }

    /// Each row: a text, another one, and whether it begins with, ends with, and is the other one.
    @Test(
        "Marks belong to no character before them",
        arguments: [
            ("/\u{301}x", "/", true, false, false), ("x/", "/", false, true, false),
            ("é", "e\u{301}", false, false, false), ("e\u{301}", "e", true, false, false),
            ("\u{37E}", ";", false, false, false), ("\r\n", "\n", false, true, false),
            ("a", "", true, true, false), ("", "a", false, false, false),
            ("ab", "ab", true, true, true),
        ])
    func comparison(text: String, other: String, begins: Bool, ends: Bool, isSame: Bool) {
        #expect(text.begins(with: other) == begins)
        #expect(text.ends(with: other) == ends)
        #expect(text.isSameText(as: other) == isSame)
        #expect(text.includes(other) == (begins || ends))
    }

    @Test("A separator with a mark after it separates")
    func pieces() {
        #expect("a,\u{301}b".pieces(separatedBy: ",").map { Array($0.utf8).count } == [1, 3])
        #expect("a\u{37E}b".pieces(separatedBy: ";").count == 1)
        #expect("a\r\nb".pieces(separatedBy: "\n").map { Array($0.utf8).count } == [2, 1])
        #expect("a::b"[...].pieces(separatedBy: ":", omittingEmpty: false).count == 3)
    }

    /// Each row: a text, the highest number of bytes, and what is left.
    @Test(
        "A text is cut between scalars",
        arguments: [
            ("abc", 3, "abc"), ("abcdef", 5, "ab…"), ("ééé", 5, "é…"), ("ééé", 4, "…"),
            ("🛰🛰", 7, "🛰…"),
        ])
    func bound(text: String, count: Int, left: String) {
        #expect(text.bounded(to: count) == left)
    }

    @Test(
        "A part is found wherever it is",
        arguments: [
            ("abc", "b", true), ("aab", "ab", true), ("abc", "abc", true), ("abc", "", true),
            ("", "", true), ("abc", "ac", false), ("ab", "abc", false), ("", "a", false),
        ])
    func includes(_ text: String, _ part: String, isIncluded: Bool) {
        #expect(text.includes(part) == isIncluded)
    }
}
