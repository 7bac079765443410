// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransferRules

/// What the fields of a header say, and that nothing is read into malformed ones.
@Suite struct HeaderTests {
    private func headers(_ lines: [String]) -> HeaderFields {
        HeaderFields(
            lines.map { line in
                let parts = line.split(
                    separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                return (name: String(parts[0]), value: String(parts[1]))
            })
    }

    @Test(
        "A content length is valid if all its lines agree and there is no transfer encoding",
        arguments: [
            ([], nil),
            (["Content-Length: 5"], 5),
            (["content-length:5"], 5),
            (["CONTENT-LENGTH:\t5 "], 5),
            (["Content-Length: 0"], 0),
            (["Content-Length: 05"], 5),
            (["Content-Length: 5", "Content-Length: 5"], 5),
            (["Content-Length: 5, 5"], 5),
            (["Content-Length: 5", "Content-Length: 6"], nil),
            (["Content-Length: 5, 6"], nil),
            (["Content-Length: 5, x"], nil),
            (["Content-Length: "], nil),
            (["Content-Length: -5"], nil),
            (["Content-Length: +5"], nil),
            (["Content-Length: 5 6"], nil),
            (["Content-Length: 5.0"], nil),
            (["Content-Length: 0x5"], nil),
            (["Content-Length: ٥"], nil),
            (["Content-Length: 9223372036854775807"], .max),
            (["Content-Length: 9223372036854775808"], nil),
            (["Content-Length: 99999999999999999999999999"], nil),
            (["Content-Length: 5", "Transfer-Encoding: chunked"], nil),
        ] as [([String], Int64?)])
    func contentLength(lines: [String], length: Int64?) {
        #expect(headers(lines).contentLength == length)
    }

    @Test(
        "A content range is valid if it is not empty and within the content",
        arguments: [
            ("bytes 5-8/9", .part(first: 5, end: 9, complete: 9)),
            ("Bytes 5-8/*", .part(first: 5, end: 9, complete: nil)),
            ("bytes 0-0/1", .part(first: 0, end: 1, complete: 1)),
            ("bytes */9", .beyond(complete: 9)),
            ("bytes */0", .beyond(complete: 0)),
            (
                "bytes 5-9223372036854775806/9223372036854775807",
                .part(first: 5, end: .max, complete: .max)
            ),
            ("bytes 8-5/9", nil),
            ("bytes 5-9/9", nil),
            ("bytes 5-8/8", nil),
            ("bytes 5-9223372036854775807/*", nil),
            ("bytes 5-9223372036854775808/*", nil),
            ("bytes 99999999999999999999-8/9", nil),
            ("bytes 5-8/99999999999999999999", nil),
            ("bytes */*", nil),
            ("bytes 5-8", nil),
            ("bytes 5-/9", nil),
            ("bytes -8/9", nil),
            ("bytes -5--8/9", nil),
            ("bytes +5-8/9", nil),
            ("bytes 5-8/9/9", nil),
            ("bytes 5-8-9/9", nil),
            ("bytes=5-8/9", nil),
            ("bytes: 5-8/9", nil),
            ("bytes  5-8/9", nil),
            ("bytes 5 - 8/9", nil),
            ("bytes 5-8 /9", nil),
            ("bytes 5-8/ 9", nil),
            ("bytes", nil),
            ("5-8/9", nil),
            ("items 5-8/9", nil),
            ("bytes 5-8/9, bytes 5-8/9", nil),
            ("", nil),
        ] as [(String, ContentRange?)])
    func contentRange(text: String, range: ContentRange?) {
        #expect(headers(["Content-Range: \(text)"]).contentRange == range)
    }

    @Test("A repeated content range is ignored") func twoRanges() {
        let line = "Content-Range: bytes 5-8/9"
        #expect(headers([line, line]).contentRange == nil)
    }

    @Test(
        "An entity tag is parsed as strong or weak",
        arguments: [
            ("\"v1\"", false), ("W/\"v1\"", true), ("\"\"", false), ("\"a'b(c)/-:+=\"", false),
            ("\"é\"", false), ("w/\"v1\"", nil), ("v1", nil), ("\"v1", nil), ("v1\"", nil),
            ("\"", nil),
            ("W/\"", nil), ("W/", nil), ("\"a b\"", nil), ("\"a\"b\"", nil), ("\"a\", \"b\"", nil),
            ("", nil), ("\"a\u{7F}\"", nil),
        ] as [(String, Bool?)])
    func entityTag(text: String, isWeak: Bool?) {
        let tag = headers(["ETag: \(text)"]).entityTag
        #expect(tag?.isWeak == isWeak)
        #expect(tag == nil || tag?.text == text)
    }

    @Test(
        "A date is parsed in the three formats of the standard only",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sat, 21 Nov 2026 09:00:00 GMT", 1_795_251_600),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799),
            ("Tuesday, 01-Jan-30 00:00:00 GMT", 1_893_456_000),
            ("Monday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
            ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
            ("Fri, 29 Feb 2100 00:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil),
            ("Sun, 06 Nov 1994 08:49:37 +0000", nil),
            ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 94 08:49:37 GMT", nil),
            ("Sun, 00 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 31 Nov 1994 08:49:37 GMT", nil),
            ("sun, 06 NOV 1994 08:49:37 gmt", 784_111_777),
            ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Sun Nov 6 08:49:37 1994", nil),
            ("Sun Nov   6 08:49:37 1994", nil),
            ("Sun,  06 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994  08:49:37 GMT", nil),
            (" Sun, 06 Nov 1994 08:49:37 GMT", nil),
            ("Sun 06 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06-Nov-1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08.49.37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 PST", nil),
            ("Sun, 06 Nov 1994 24:00:00 GMT", nil),
            ("Sun, 06 Nov 1994 08:60:00 GMT", nil),
            ("Sun, 06 Nov 1994 8:49:37 GMT", nil),
            ("06 Nov 1994 08:49:37 GMT", nil),
            ("1994-11-06T08:49:37Z", nil),
            ("784111777", nil),
            ("", nil),
        ] as [(String, Int64?)])
    func dates(text: String, seconds: Int64?) {
        #expect(HTTPDate(text, now: HTTPDate(seconds: 1_795_251_600))?.seconds == seconds)
    }

    /// Our own year, and which year `15` and the like are then.
    @Test(
        "A two-digit year is the latest one that is at most 50 years in the future",
        arguments: [
            ("Sat, 21 Nov 2026 09:00:00 GMT", "15", "2015"),
            ("Sat, 21 Nov 2026 09:00:00 GMT", "75", "2075"),
            ("Sat, 21 Nov 2026 09:00:00 GMT", "77", "1977"),
            ("Mon, 21 Nov 2044 09:00:00 GMT", "94", "2094"),
            ("Mon, 21 Nov 2044 09:00:00 GMT", "95", "1995"),
            ("Sat, 21 Nov 2099 09:00:00 GMT", "15", "2115"),
            ("Sat, 21 Nov 2099 09:00:00 GMT", "99", "2099"),
            ("Sun, 21 Nov 2100 09:00:00 GMT", "99", "2099"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "00", "2000"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "69", "1969"),
        ])
    func yearsOfTwoDigits(now: String, digits: String, year: String) throws {
        let now = try #require(HTTPDate(now, now: HTTPDate(seconds: 0)))
        let short = try #require(HTTPDate("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now))
        #expect(short == HTTPDate("Sun, 06 Nov \(year) 08:49:37 GMT", now: now))
    }

    @Test("The limit of 50 years for a two-digit year is exact to the day") func fiftyYears() throws
    {
        let now = HTTPDate(seconds: 1_795_251_600)
        for (date, same) in [("01-Jan-76", "01 Jan 2076"), ("31-Dec-76", "31 Dec 1976")] {
            let short = try #require(HTTPDate("Monday, \(date) 00:00:00 GMT", now: now))
            #expect(short == HTTPDate("Mon, \(same) 00:00:00 GMT", now: now))
        }
    }

    @Test("A two-digit year is relative to this machine's clock in every field")
    func yearsInFields() {
        let now = HTTPDate(seconds: 4_100_000_000)  // in December 2099
        let fields = [
            "Date: Sunday, 06-Nov-15 08:50:37 GMT",
            "Last-Modified: Sun, 06 Nov 2115 08:49:37 GMT",
            "Retry-After: Sunday, 06-Nov-15 08:52:37 GMT",
        ]
        #expect(Validator(headers(fields), now: now) != nil)
        #expect(headers(fields).retryAfter(now: now) == .seconds(120))
        let earlier = HTTPDate(seconds: 1_795_251_600)
        #expect(Validator(headers(fields), now: earlier) == nil)
    }

    @Test(
        "A content length counts only if content follows",
        arguments: [
            (200, "GET", [], 5000), (200, "POST", [], 5000), (404, "GET", [], 5000),
            (206, "GET", [], 5000), (302, "GET", [], 5000),
            (200, "HEAD", [], nil), (404, "HEAD", [], nil), (304, "GET", [], nil),
            (204, "GET", [], nil), (100, "GET", [], nil), (103, "GET", [], nil),
            (200, "GET", ["Content-Encoding: gzip"], nil),
        ] as [(Int, String, [String], Int64?)])
    func lengthOfContent(status: Int, method: String, more: [String], length: Int64?) {
        let fields = headers(["Content-Length: 5000"] + more)
        #expect(fields.contentLength(status: status, method: method) == length)
    }

    @Test(
        "Retry-After is a number of seconds or a date, at most one day",
        arguments: [
            (["Retry-After: 120"], .seconds(120)),
            (["Retry-After: 0"], .zero),
            (["Retry-After: 86401"], .seconds(86_400)),
            (["Retry-After: 99999999999999999999"], .seconds(86_400)),
            (["Retry-After: Sat, 21 Nov 2026 09:02:00 GMT"], .seconds(120)),
            (["Retry-After: Sat, 21 Nov 2026 08:00:00 GMT"], .zero),
            (["Retry-After: Sun, 06 Nov 9999 08:49:37 GMT"], .seconds(86_400)),
            // The server's clock is an hour ahead, and so is what it says.
            (
                [
                    "Retry-After: Sat, 21 Nov 2026 10:02:00 GMT",
                    "Date: Sat, 21 Nov 2026 10:00:00 GMT",
                ], .seconds(120)
            ),
            ([], nil),
            (["Retry-After: soon"], nil),
            (["Retry-After: -5"], nil),
            (["Retry-After: 1.5"], nil),
            (["Retry-After: "], nil),
            (["Retry-After: 5", "Retry-After: 6"], nil),
        ] as [([String], Duration?)])
    func retryAfter(lines: [String], delay: Duration?) {
        let now = HTTPDate(seconds: 1_795_251_600)
        #expect(headers(lines).retryAfter(now: now) == delay)
    }

    @Test(
        "A name stays in its folder, hides nothing, and has at most 255 bytes",
        arguments: [
            ("a b.txt", "a b.txt"), ("../../etc/passwd", "passwd"), ("C:\\x\\y.txt", "y.txt"),
            ("a/", "a"), ("/", nil), ("..", nil), (" . ", nil), ("", nil), (".bashrc", "bashrc"),
            ("a\u{0}b\nc", "abc"), ("\u{202E}txt.exe", "txt.exe"), ("a/\u{200D}b", "b"),
            // A dot and an accent are one character, and a dot in the file's name all the same.
            (".\u{301}x", "x"), ("..\u{301}/\u{308}", nil), ("\u{301}x", "x"),
            ("e\u{301}", "e\u{301}"),
            // Nothing but blanks is left at the end once the name is cut.
            (String(repeating: "a", count: 254) + " b", String(repeating: "a", count: 254)),
            (String(repeating: "a", count: 300), String(repeating: "a", count: 255)),
            (String(repeating: "€", count: 86), String(repeating: "€", count: 85)),
            // One character of more than 255 bytes.
            ("a" + String(repeating: "\u{301}", count: 200), nil),
        ] as [(String, String?)])
    func names(text: String, name: String?) {
        let found = FileName.clean(text)
        #expect(found.map { Array($0.utf8) } == name.map { Array($0.utf8) })
        #expect(found.flatMap(FileName.clean).map { Array($0.utf8) } == name.map { Array($0.utf8) })
    }

    @Test("Entity tags are compared by their bytes") func equivalentTags() throws {
        let composed = headers(["ETag: \"\u{E9}\""])
        let decomposed = headers(["ETag: \"e\u{301}\""])
        let now = HTTPDate(seconds: 0)
        let tag = try #require(Validator(composed, now: now))
        #expect(tag.isNamed(by: composed))
        #expect(!tag.isNamed(by: decomposed))
    }

    @Test("Fields are parsed in any case, with surrounding blanks, and as lists") func others() {
        let fields = headers([
            "content-type: Text/HTML ; charset=utf-8", "accept-ranges: Bytes, NONE",
            "content-encoding: identity, GZIP",
        ])
        #expect(fields.mediaType == "text/html")
        #expect(fields.refusesRanges)
        #expect(fields.isEncoded)
        let others = headers([
            "accept-ranges: bytes", "content-encoding: Identity", "content-type:",
        ])
        #expect(!others.refusesRanges && !others.isEncoded && others.mediaType == nil)
    }
}
