// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The selection of a stored response (RFC 9111, section 4.1)")
struct SelectionTests {
    @Test(
        "The fields that Vary names have the same values",
        arguments: [
            ("no Vary", "", ["Accept: a"], ["Accept: b"], true),
            ("the same value", "Accept", ["Accept: a"], ["Accept: a"], true),
            ("another value", "Accept", ["Accept: a"], ["Accept: b"], false),
            ("values are compared as they are", "Accept", ["Accept: a"], ["Accept: A"], false),
            ("names are not", "ACCEPT", ["accept: a"], ["Accept: a"], true),
            ("a field that is missing in both", "Accept", [], [], true),
            ("a field that is missing now", "Accept", ["Accept: a"], [], false),
            ("a field that was missing", "Accept", [], ["Accept: a"], false),
            ("an empty field is none that is missing", "Accept", ["Accept: "], [], false),
            ("blanks in lists", "Accept", ["Accept: a,b"], ["Accept: a , b"], true),
            ("a list in two lines", "Accept", ["Accept: a, b"], ["Accept: a", "Accept: b"], true),
            ("the order of a list", "Accept", ["Accept: a, b"], ["Accept: b, a"], false),
            (
                "two names, one differs", "Accept, X-A", ["Accept: a", "X-A: 1"],
                ["Accept: a", "X-A: 2"], false
            ),
            (
                "three names", "Accept, X-A, X-B", ["X-A: 1", "Accept: a"],
                ["Accept: a", "X-A: 1"], true
            ),
            (
                "three names, one is new", "Accept, X-A, X-B", ["X-A: 1", "Accept: a"],
                ["Accept: a", "X-A: 1", "X-B: 2"], false
            ),
            ("other fields", "Accept", ["Accept: a", "X-A: 1"], ["Accept: a", "X-A: 2"], true),
            ("any field", "*", ["Accept: a"], ["Accept: a"], false),
        ] as [(String, String, [String], [String], Bool)])
    func matches(rule: String, vary: String, then: [String], now: [String], matches: Bool) {
        let response = header(vary.isEmpty ? [] : ["Vary: \(vary)"])
        let selecting = SelectingFields(named: response, in: header(then))
        #expect(selecting.matches(header(now)) == matches, "\(rule)")
    }

    @Test(
        "The most recent response by Date is used, and an error only while it is fresh (section 4)",
        arguments: [
            ("none", [], nil),
            ("the last stored one of equal ones", [stored([]), stored([])], 0),
            (
                "the most recent one by Date, whenever it was stored",
                [
                    stored(["Date: Sun, 22 Nov 2026 11:00:00 GMT"]),
                    stored(["Date: \(noonText)"]),
                ], 1
            ),
            (
                "one that was received in the future is of a time before the clock was set back",
                [
                    stored([]),
                    StoredResponse(
                        status: 200, fields: [], requestedAt: noon + 900, receivedAt: noon + 900),
                ], 0
            ),
            (
                "a fresh error beside a good one",
                [stored(["Cache-Control: max-age=60"], status: 404), stored([])], 0
            ),
            (
                "a stale error beside a good one",
                [stored(["Cache-Control: max-age=5"], status: 404), stored([])], 1
            ),
            (
                "an error beside a good one, after a change",
                [
                    stored(["Cache-Control: max-age=60"], status: 404, isInvalidated: true),
                    stored([]),
                ], 1
            ),
            ("a stale error alone", [stored(["Cache-Control: max-age=5"], status: 404)], 0),
        ] as [(String, [StoredResponse], Int?)])
    func selected(rule: String, responses: [StoredResponse], position: Int?) {
        #expect(StoredResponse.selected(among: responses, now: noon + 10) == position, "\(rule)")
    }
}
