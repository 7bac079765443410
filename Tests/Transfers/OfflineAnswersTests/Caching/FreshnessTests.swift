// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The lifetime and the age of a response (RFC 9111, section 4.2)")
struct FreshnessTests {
    private static let date = "Date: \(noonText)"

    @Test("The time of the rows is noon") func noonIsNoon() {
        #expect(HTTPDate(noonText, now: noon) == noon)
    }

    @Test(
        "The lifetime is that of max-age, else of Expires, else a heuristic one",
        arguments: [
            // 4.2.1: which of them counts.
            ("4.2.1 nothing is said", [date], 0),
            ("4.2.1 max-age", ["Cache-Control: max-age=60"], 60),
            (
                "4.2.1 max-age before Expires",
                ["Cache-Control: max-age=60", date, "Expires: \(noonText)"], 60
            ),
            ("4.2.1 s-maxage is for shared caches", ["Cache-Control: s-maxage=60", date], 0),
            ("4.2.1 s-maxage beside max-age", ["Cache-Control: s-maxage=9, max-age=60"], 60),
            ("4.2.1 Expires after Date", [date, "Expires: Sun, 22 Nov 2026 12:01:00 GMT"], 60),
            ("4.2.1 Expires without Date", ["Expires: Sun, 22 Nov 2026 12:01:00 GMT"], 60),
            ("4.2.1 Expires before Date", [date, "Expires: Sun, 22 Nov 2026 11:00:00 GMT"], 0),
            (
                "4.2.1 by the server's clock",
                ["Date: Sun, 22 Nov 2026 10:00:00 GMT", "Expires: Sun, 22 Nov 2026 10:01:00 GMT"],
                60
            ),
            // 4.2.1: what is invalid or contradicts itself is stale.
            (
                "4.2.1 the same twice", ["Cache-Control: max-age=60", "Cache-Control: max-age=60"],
                60
            ),
            ("4.2.1 two values", ["Cache-Control: max-age=60, max-age=90"], 0),
            (
                "4.2.1 two lines, two values",
                ["Cache-Control: max-age=60", "Cache-Control: max-age=0"], 0
            ),
            ("4.2.1 no number", ["Cache-Control: max-age=soon"], 0),
            ("4.2.1 no value", ["Cache-Control: max-age"], 0),
            ("4.2.1 an empty value", ["Cache-Control: max-age="], 0),
            ("4.2.1 a negative number", ["Cache-Control: max-age=-60"], 0),
            ("4.2.1 a fraction", ["Cache-Control: max-age=60.5"], 0),
            (
                "4.2.1 invalid, although Expires is valid",
                ["Cache-Control: max-age=x", date, "Expires: Sun, 22 Nov 2026 13:00:00 GMT"], 0
            ),
            ("4.2.1 letters behind the number", ["Cache-Control: max-age=60s"], 0),
            ("4.2.1 apostrophes", ["Cache-Control: max-age='60'"], 0),
            (
                "4.2.1 valid, although Expires is not",
                ["Cache-Control: max-age=60", date, "Expires: 0"], 60
            ),
            (
                "4.2.1 max-age=0 before Expires",
                [
                    "Cache-Control: max-age=0", date, "Expires: Sun, 22 Nov 2026 13:00:00 GMT",
                ], 0
            ),
            ("4.2.1 Expires now", [date, "Expires: \(noonText)"], 0),
            (
                "4.2.1 Expires beside a Date that is none",
                ["Date: noon", "Expires: Sun, 22 Nov 2026 12:01:00 GMT"], 60
            ),
            (
                "4.2.1 Expires in a far future",
                [date, "Expires: Sun, 22 Nov 2126 12:00:00 GMT"], 3_155_673_600
            ),
            ("8246 immutable alone says nothing", ["Cache-Control: immutable", date], 0),
            ("8246 immutable", ["Cache-Control: immutable, max-age=60"], 60),
            // 1.2.2: numbers.
            ("1.2.2 the largest number", ["Cache-Control: max-age=2147483648"], 2_147_483_648),
            ("1.2.2 a larger number", ["Cache-Control: max-age=2147483649"], 2_147_483_648),
            (
                "1.2.2 a number beyond 64 bits", ["Cache-Control: max-age=99999999999999999999"],
                2_147_483_648
            ),
            ("1.2.2 leading zeros", ["Cache-Control: max-age=0060"], 60),
            // 5.2: how directives are written.
            ("5.2 upper case", ["CACHE-CONTROL: MAX-AGE=60"], 60),
            ("5.2 a quoted value", ["Cache-Control: max-age=\"60\""], 60),
            ("5.2 a blank before the equals sign", ["Cache-Control: max-age =60"], 0),
            ("5.2 a blank behind the equals sign", ["Cache-Control: max-age= 60"], 0),
            ("5.2 no blanks between directives", ["Cache-Control: a,max-age=60,b"], 60),
            ("5.2 empty elements", ["Cache-Control: , ,max-age=60,"], 60),
            ("5.2 unknown directives", ["Cache-Control: new=\"max-age=5\", max-age=60"], 60),
            ("5.2 within quotation marks", ["Cache-Control: x=\"a, max-age=60, b\""], 0),
            ("5.2 an escaped quotation mark", ["Cache-Control: x=\"a\\\", max-age=60"], 0),
            // 5.3: Expires.
            ("5.3 a date that is none", [date, "Expires: 0"], 0),
            (
                "5.3 a date that is none, with a date of modification",
                [date, "Expires: 0", "Last-Modified: Sun, 22 Nov 2026 11:00:00 GMT"], 0
            ),
            (
                "5.3 two dates",
                [
                    date, "Expires: Sun, 22 Nov 2026 13:00:00 GMT",
                    "Expires: Sun, 22 Nov 2026 14:00:00 GMT",
                ], 0
            ),
            ("5.3 the format of RFC 850", [date, "Expires: Sunday, 22-Nov-26 12:01:00 GMT"], 60),
            ("5.3 the format of asctime", [date, "Expires: Sun Nov 22 12:01:00 2026"], 60),
            (
                "5.3 names in lower case", [date, "Expires: sun, 22 nov 2026 12:01:00 gmt"], 60
            ),
            ("5.3 two blanks", [date, "Expires: Sun,  22 Nov 2026 13:00:00 GMT"], 0),
            ("5.3 another time zone", [date, "Expires: Sun, 22 Nov 2026 13:00:00 CET"], 0),
            // 4.2.2: a tenth of the time since the last modification, at most a day.
            ("4.2.2 an hour ago", [date, "Last-Modified: Sun, 22 Nov 2026 11:00:00 GMT"], 360),
            ("4.2.2 years ago", [date, "Last-Modified: Mon, 22 Nov 2010 11:00:00 GMT"], 86_400),
            ("4.2.2 in the future", [date, "Last-Modified: Sun, 22 Nov 2026 13:00:00 GMT"], 0),
            ("4.2.2 no date", [date, "Last-Modified: yesterday"], 0),
            (
                "4.2.2 not beside max-age",
                ["Cache-Control: max-age=1", date, "Last-Modified: Sun, 22 Nov 2026 11:00:00 GMT"],
                1
            ),
        ] as [(String, [String], Int64)])
    func lifetime(rule: String, lines: [String], seconds: Int64) {
        #expect(stored(lines).lifetime == seconds, "\(rule)")
    }

    @Test(
        "Only statuses that are cacheable by default have a heuristic lifetime (section 4.2.2)",
        arguments: [
            (200, "", 360), (203, "", 360), (204, "", 360), (300, "", 360), (301, "", 360),
            (308, "", 360), (404, "", 360), (405, "", 360), (410, "", 360), (414, "", 360),
            (302, "", 0), (303, "", 0), (307, "", 0), (403, "", 0), (400, "", 0),
            (201, "", 0), (202, "", 0), (502, "", 0), (503, "", 0), (504, "", 0), (599, "", 0),
            (302, "public", 360), (302, "private", 360),
        ] as [(Int, String, Int64)])
    func guess(status: Int, control: String, seconds: Int64) {
        let response = stored(
            [
                Self.date, "Last-Modified: Sun, 22 Nov 2026 11:00:00 GMT",
                "Cache-Control: \(control)",
            ],
            status: status)
        #expect(response.lifetime == seconds)
    }

    @Test(
        "A response after redirections is fresh as long as it and all of them are fresh",
        arguments: [(0, 0, 0), (0, 30, 30), (0, 90, 60), (20, 30, 30), (50, 30, 10)]
            as [(Int64, Int64, Int64)])
    func redirected(age: Int64, redirection: Int64, remaining: Int64) {
        let response = stored(
            ["Cache-Control: max-age=60", "Age: \(age)"], redirectionLifetime: redirection)
        #expect((response.staleness(now: noon + (remaining - 1)) == nil) == (remaining > 0))
        #expect(response.staleness(now: noon + remaining) != nil)
    }

    @Test(
        "Redirections are fresh as long as the first one that gets stale",
        arguments: [
            ([], 0), ([[]], 0), ([["Cache-Control: max-age=60"]], 60),
            ([["Cache-Control: max-age=60", "Age: 50"]], 10),
            ([["Cache-Control: max-age=60", "Age: 90"]], 0),
            ([["Cache-Control: max-age=60"], ["Cache-Control: max-age=30"]], 30),
            ([["Cache-Control: max-age=60"], []], 0),
            ([["Cache-Control: max-age=60, no-store"]], 0),
            ([["Cache-Control: max-age=60, no-cache"]], 0),
            ([["Cache-Control: max-age=60", "Vary: Accept"]], 0),
            ([[date, "Last-Modified: Sun, 22 Nov 2026 11:00:00 GMT"]], 0),
        ] as [([[String]], Int64)])
    func redirections(redirections: [[String]], lifetime: Int64) {
        let responses = redirections.map { stored($0, status: 302) }
        #expect(StoredResponse.lifetime(ofRedirections: responses, now: noon) == lifetime)
    }

    @Test(
        "The age is the larger one of the apparent age and the Age field (section 4.2.3)",
        arguments: [
            ("4.2.3 received at once", [date], 0, 0, 0),
            ("4.2.3 an hour later", [date], 0, 3600, 3600),
            ("4.2.3 without Date", [], 0, 5, 5),
            (
                "4.2.3 the server's clock is behind", ["Date: Sun, 22 Nov 2026 11:59:00 GMT"], 0, 5,
                65
            ),
            ("4.2.3 the server's clock is ahead", ["Date: Sun, 22 Nov 2026 12:01:00 GMT"], 0, 5, 5),
            ("4.2.3 Date is none", ["Date: now"], 0, 5, 5),
            ("4.2.3 Age", [date, "Age: 30"], 0, 5, 35),
            (
                "4.2.3 Age less than by the clock",
                ["Date: Sun, 22 Nov 2026 11:59:00 GMT", "Age: 30"], 0, 5, 65
            ),
            ("4.2.3 the delay counts with Age", [date, "Age: 30"], -10, 5, 45),
            ("4.2.3 the delay counts alone", [date], -10, 5, 15),
            ("5.1 several values of Age", [date, "Age: 30, 40"], 0, 0, 30),
            ("5.1 several lines of Age", [date, "Age: 30", "Age: 40"], 0, 0, 30),
            ("5.1 Age is no number", [date, "Age: old"], 0, 5, 5),
            ("5.1 Age is negative", [date, "Age: -1"], 0, 5, 5),
            ("5.1 Age is a fraction", [date, "Age: 7.5"], 0, 5, 5),
            ("1.2.2 Age is too large", [date, "Age: 99999999999999999999"], 0, 0, 2_147_483_648),
        ] as [(String, [String], Int64, Int64, Int64)])
    func age(rule: String, lines: [String], asked: Int64, later: Int64, age: Int64) {
        #expect(stored(lines, asked: asked).age(now: noon + later) == age, "\(rule)")
    }

    @Test(
        "A response is stale when its age reaches its lifetime (section 4.2)",
        arguments: [(0, nil), (59, nil), (60, 0), (61, 1), (3660, 3600)] as [(Int64, Int64?)])
    func staleness(later: Int64, staleness: Int64?) {
        #expect(stored(["Cache-Control: max-age=60"]).staleness(now: noon + later) == staleness)
    }

    @Test("A clock that was set back makes a response stale") func clockSetBack() {
        #expect(stored(["Cache-Control: max-age=60"]).staleness(now: noon + -1) != nil)
    }
}
