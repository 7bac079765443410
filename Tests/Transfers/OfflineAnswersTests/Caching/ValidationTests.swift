// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The validation of a stored response (RFC 9111, section 4.3)")
struct ValidationTests {
    @Test(
        "A conditional request has the validators of the response (section 4.3.1)",
        arguments: [
            (["ETag: \"a\""], ["If-None-Match: \"a\""]),
            (["ETag: W/\"a\""], ["If-None-Match: W/\"a\""]),
            (["Last-Modified: \(noonText)"], ["If-Modified-Since: \(noonText)"]),
            (
                ["ETag: \"a\"", "Last-Modified: \(noonText)"],
                ["If-None-Match: \"a\"", "If-Modified-Since: \(noonText)"]
            ),
            (["ETag: a"], []), (["ETag: \"a\"", "ETag: \"b\""], []), ([], []),
        ])
    func conditions(response: [String], request: [String]) {
        #expect(stored(response).conditions == lines(request))
    }

    @Test(
        "A response after a redirection is requested without conditions, because its tag belongs to another address"
    )
    func redirected() {
        #expect(stored(["ETag: \"a\""], redirectionLifetime: 60).conditions.isEmpty)
    }

    @Test(
        "A 304 confirms the stored version if its validator matches (section 4.3.4)",
        arguments: [
            ("the same tag", ["ETag: \"a\""], ["ETag: \"a\""], true),
            ("another tag", ["ETag: \"a\""], ["ETag: \"b\""], false),
            ("tags are compared weakly", ["ETag: \"a\""], ["ETag: W/\"a\""], true),
            ("no tag, no date", ["ETag: \"a\""], [], true),
            ("a tag, and none is stored", ["Last-Modified: \(noonText)"], ["ETag: \"a\""], false),
            ("the same date", ["Last-Modified: \(noonText)"], ["Last-Modified: \(noonText)"], true),
            (
                "another date", ["Last-Modified: \(noonText)"],
                ["Last-Modified: Sun, 22 Nov 2026 13:00:00 GMT"], false
            ),
            (
                "the same tag, another date", ["ETag: \"a\"", "Last-Modified: \(noonText)"],
                ["ETag: \"a\"", "Last-Modified: Sun, 22 Nov 2026 13:00:00 GMT"], true
            ),
        ])
    func isAboutTheStored(rule: String, then: [String], now: [String], isValid: Bool) {
        let validated = stored(then).validated(
            by: lines(now), requestedAt: noon + 10, receivedAt: noon + 11)
        #expect((validated != nil) == isValid, "\(rule)")
    }

    @Test(
        "The fields of a 304 replace the stored ones, except those of the content (section 3.2)"
    )
    func merging() throws {
        let old = stored(
            [
                "Content-Type: text/plain", "Content-Length: 5", "Content-Encoding: gzip",
                "ETag: \"a\"", "Cache-Control: max-age=1", "X-Old: 1", "X-Both: 1", "Age: 50",
                "Date: \(noonText)",
            ], isInvalidated: true)
        let new = try #require(
            old.validated(
                by: lines([
                    "Content-Type: text/html", "Content-Length: 0", "Content-Encoding: br",
                    "ETag: \"a\"", "Cache-Control: max-age=60", "X-Both: 2", "X-New: 3",
                    "Connection: close",
                ]), requestedAt: noon + 10, receivedAt: noon + 11))
        #expect(
            Set(new.fields)
                == Set(
                    lines([
                        "Content-Type: text/plain", "Content-Length: 5", "Content-Encoding: gzip",
                        "ETag: \"a\"", "Cache-Control: max-age=60", "X-Old: 1", "X-Both: 2",
                        "X-New: 3",
                    ])))
        #expect(new.lifetime == 60)
        #expect(new.age(now: noon + 12) == 2)
        #expect(!new.isInvalidated)
    }

    @Test("A header does not grow with each validation")
    func boundedHeader() {
        let large = "X-New: " + String(repeating: "x", count: StoredResponse.longestHeader)
        func validated(_ then: [String], _ now: [String]) -> StoredResponse? {
            stored(then).validated(by: lines(now), requestedAt: noon, receivedAt: noon)
        }
        #expect(validated([], [large]) == nil)
        // One that was as large from the beginning is validated.
        #expect(validated([large], [large]) != nil)
        #expect(validated([large], [large, "X-More: 1"]) == nil)
    }

    @Test(
        "A HEAD confirms or invalidates the stored content (section 4.3.5)",
        arguments: [
            ("the same", ["ETag: \"a\""], ["ETag: \"a\""], true),
            ("another tag", ["ETag: \"a\""], ["ETag: \"b\""], false),
            ("a tag is gone", ["ETag: \"a\""], [], false),
            ("a tag is new", [], ["ETag: \"a\""], false),
            ("another length", ["Content-Length: 5"], ["Content-Length: 6"], false),
            ("no length", ["Content-Length: 5"], [], true),
            (
                "another date", ["Last-Modified: \(noonText)"],
                ["Last-Modified: Sun, 22 Nov 2026 13:00:00 GMT"], false
            ),
        ])
    func head(rule: String, then: [String], now: [String], isSame: Bool) {
        let freshened = stored(then).freshened(
            byHead: lines(now), isOfSource: true, requestedAt: noon, receivedAt: noon)
        #expect(freshened.isInvalidated != isSame, "\(rule)")
    }

    @Test(
        "A HEAD that leads to another address confirms nothing, and one that leads to the same one renews the redirections",
        arguments: [
            ("no redirection", nil, true, nil, nil), ("as before", 60, true, 60, 60),
            ("a shorter redirection", 60, true, 0, 0),
            ("the redirection is gone", 60, false, nil, 60),
            ("to another address", 60, false, 90, 60), ("now a redirection", nil, false, 60, nil),
        ] as [(String, Int64?, Bool, Int64?, Int64?)])
    func redirectedHead(
        rule: String, then: Int64?, isOfSource: Bool, now: Int64?, lifetime: Int64?
    ) {
        let old = stored(["ETag: \"a\"", "X: 1"], redirectionLifetime: then)
        let freshened = old.freshened(
            byHead: lines(["ETag: \"a\"", "X: 2"]), isOfSource: isOfSource, requestedAt: noon + 10,
            receivedAt: noon + 11, redirectionLifetime: now)
        #expect(freshened.redirectionLifetime == lifetime, "\(rule)")
        #expect(freshened.isInvalidated != isOfSource, "\(rule)")
        #expect(freshened.headers[single: "X"] == (isOfSource ? "2" : "1"), "\(rule)")
        #expect(freshened.receivedAt == noon + (isOfSource ? 11 : 0), "\(rule)")
    }

    @Test("A HEAD whose header is too large invalidates the stored response")
    func largeHead() {
        let large = "X: " + String(repeating: "x", count: StoredResponse.longestHeader)
        let freshened = stored([]).freshened(
            byHead: lines([large]), isOfSource: true, requestedAt: noon, receivedAt: noon)
        #expect(freshened.isInvalidated)
    }
}
