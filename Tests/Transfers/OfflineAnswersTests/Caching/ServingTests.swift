// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite(
    "The use of a stored response without a request (RFC 9111, sections 4 and 5.2; RFC 5861)"
)
struct ServingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var response: [String] = ["Cache-Control: max-age=60"]
        var request: [String] = []
        /// The age, in seconds.
        var age: Int64
        var isInvalidated = false
        /// Whether the response is used although the server could be asked.
        var isFresh = true
        /// What restricts its use on each of the other occasions.
        var behind: Set<OfflineAnswer.Restriction> = []
        var disconnected: Set<OfflineAnswer.Restriction> = []
        var error: Set<OfflineAnswer.Restriction> = []

        var testDescription: String { rule }
    }

    private static func control(_ text: String) -> [String] {
        ["Cache-Control: max-age=60, \(text)"]
    }
    private static func request(_ text: String) -> [String] { ["Cache-Control: \(text)"] }

    @Test(
        "The server, the request and the occasion restrict the use",
        arguments: [
            Row(rule: "4 fresh", age: 59),
            Row(rule: "4.2.4 stale", age: 60, isFresh: false),
            Row(rule: "4.2.4 stale for a year", age: 31_536_000, isFresh: false),
            Row(rule: "4.2 nothing is said", response: [], age: 0, isFresh: false),
            // The server's words.
            Row(
                rule: "5.2.2.4 no-cache, fresh", response: control("no-cache"), age: 0,
                isFresh: false, behind: [.noCache], disconnected: [.noCache], error: [.noCache]
            ),
            Row(
                rule: "5.2.2.4 in another spelling",
                response: ["Cache-Control: max-age=60, No-CaChE"],
                age: 0, isFresh: false, behind: [.noCache], disconnected: [.noCache],
                error: [.noCache]),
            Row(
                rule: "8246 immutable, stale", response: control("immutable"), age: 60,
                isFresh: false),
            Row(
                rule: "5.4 Pragma in a response", response: control("x") + ["Pragma: no-cache"],
                age: 0),
            Row(rule: "5.4 another word in Pragma", request: ["Pragma: x"], age: 0),
            Row(
                rule: "5.2.2.4 no-cache for one field",
                response: control("no-cache=\"Set-Cookie\""), age: 0),
            Row(
                rule: "5.2.2.4 no-cache for no field", response: control("no-cache=\"\""), age: 0,
                isFresh: false, behind: [.noCache], disconnected: [.noCache], error: [.noCache]
            ),
            Row(
                rule: "5.2.2.2 must-revalidate, fresh", response: control("must-revalidate"),
                age: 59),
            Row(
                rule: "5.2.2.2 must-revalidate, stale", response: control("must-revalidate"),
                age: 60,
                isFresh: false, behind: [.mustRevalidate],
                disconnected: [.mustRevalidate], error: [.mustRevalidate]),
            Row(
                rule: "5.2.2.8 proxy-revalidate is for shared caches",
                response: control("proxy-revalidate"), age: 60, isFresh: false),
            Row(
                rule: "4.4 changed since", age: 0, isInvalidated: true, isFresh: false,
                behind: [.changed], disconnected: [.changed], error: [.changed]),
            // RFC 5861.
            Row(
                rule: "5861.3 within stale-while-revalidate",
                response: control("stale-while-revalidate=30"), age: 90, isFresh: false),
            Row(
                rule: "5861.3 beyond stale-while-revalidate",
                response: control("stale-while-revalidate=30"), age: 91,
                isFresh: false, behind: [.staleWhileRevalidate]),
            Row(
                rule: "5861.4 within stale-if-error", response: control("stale-if-error=30"),
                age: 90, isFresh: false),
            Row(
                rule: "5861.4 beyond stale-if-error", response: control("stale-if-error=30"),
                age: 91,
                isFresh: false, error: [.staleIfError]),
            Row(
                rule: "5861.4 the request allows more", response: control("stale-if-error=30"),
                request: request("stale-if-error=40"), age: 91, isFresh: false),
            Row(
                rule: "5861.4 the request alone", request: request("stale-if-error=30"), age: 91,
                isFresh: false, error: [.staleIfError]),
            Row(
                rule: "5861 must-revalidate is stronger",
                response: control("must-revalidate, stale-if-error=99, stale-while-revalidate=99"),
                age: 61, isFresh: false, behind: [.mustRevalidate],
                disconnected: [.mustRevalidate], error: [.mustRevalidate]),
            // The request's preferences, which do not count without a network.
            Row(
                rule: "5.2.1.4 no-cache", request: request("no-cache"), age: 0,
                isFresh: false, behind: [.requested]),
            Row(
                rule: "5.4 Pragma: no-cache", request: ["Pragma: no-cache"], age: 0,
                isFresh: false, behind: [.requested]),
            Row(
                rule: "5.4 Pragma beside Cache-Control",
                request: ["Pragma: no-cache", "Cache-Control: x"], age: 0),
            Row(rule: "5.2.1.1 max-age, younger", request: request("max-age=30"), age: 30),
            Row(
                rule: "5.2.1.1 max-age, older", request: request("max-age=30"), age: 31,
                isFresh: false),
            Row(
                rule: "5.2.1.1 max-age=0", request: request("max-age=0"), age: 1,
                isFresh: false),
            Row(rule: "5.2.1.3 min-fresh, enough", request: request("min-fresh=30"), age: 30),
            Row(
                rule: "5.2.1.3 min-fresh, too little", request: request("min-fresh=30"), age: 31,
                isFresh: false),
            Row(rule: "5.2.1.2 max-stale, enough", request: request("max-stale=30"), age: 90),
            Row(
                rule: "5.2.1.2 max-stale, too little", request: request("max-stale=30"), age: 91,
                isFresh: false),
            Row(rule: "5.2.1.2 any max-stale", request: request("max-stale"), age: 31_536_000),
            Row(
                rule: "5.2.1.2 max-stale does not overrule must-revalidate",
                response: control("must-revalidate"),
                request: request("max-stale"), age: 60, isFresh: false,
                behind: [.mustRevalidate],
                disconnected: [.mustRevalidate], error: [.mustRevalidate]),
        ])
    func restrictions(row: Row) {
        let response = stored(row.response, isInvalidated: row.isInvalidated)
        let request = RequestDirectives(header(row.request))
        func restrictions(_ occasion: ServingOccasion) -> Set<OfflineAnswer.Restriction> {
            response.restrictions(on: occasion, for: request, now: noon + row.age)
        }
        #expect(response.isFresh(for: request, now: noon + row.age) == row.isFresh)
        #expect(restrictions(.revalidatingInBackground) == row.behind)
        #expect(restrictions(.disconnected) == row.disconnected)
        #expect(restrictions(.serverError) == row.error)
    }

    @Test(
        "The server may allow the use of a stale response during its validation (RFC 5861, section 3)",
        arguments: [
            ("fresh", "stale-while-revalidate=30", "", 59, false),
            ("not allowed", "public", "", 60, false),
            ("within the time", "stale-while-revalidate=30", "", 90, true),
            ("beyond the time", "stale-while-revalidate=30", "", 91, false),
            ("must-revalidate", "stale-while-revalidate=30, must-revalidate", "", 60, false),
            ("no-cache", "stale-while-revalidate=30, no-cache", "", 60, false),
            ("the request wants a newer one", "stale-while-revalidate=30", "no-cache", 60, false),
            ("the request allows less", "stale-while-revalidate=30", "max-age=50", 60, false),
        ] as [(String, String, String, Int64, Bool)])
    func whileRevalidating(
        rule: String, response: String, request: String, age: Int64, isUsed: Bool
    ) {
        let directives = RequestDirectives(header(["Cache-Control: \(request)"]))
        let isAllowed = stored(Self.control(response)).mayBeUsedWhileRevalidating(
            for: directives, now: noon + age)
        #expect(isAllowed == isUsed, "\(rule)")
    }

    @Test(
        "A used response has its age, and no fields that must be validated (sections 4, 5.1 and 5.2.2.4)"
    )
    func servedFields() {
        let response = stored([
            "Cache-Control: no-cache=\"Set-Cookie, X-One\"", "Set-Cookie: a=b", "x-one: 1",
            "X-Two: 2",
            "Age: 30",
            "Date: \(noonText)", "Expires: \(noonText)",
        ])
        #expect(
            response.servedFields(now: noon + 5)
                == lines([
                    "Cache-Control: no-cache=\"Set-Cookie, X-One\"", "X-Two: 2",
                    "Date: \(noonText)", "Expires: \(noonText)", "Age: 35",
                ]))
    }

    @Test(
        "After an error of the server, the stored response may be used (RFC 5861, section 4)",
        arguments: [
            (500, true), (502, true), (503, true), (504, true), (520, true), (501, false),
            (505, false), (511, false),
            (200, false), (404, false), (429, false), (600, false),
        ])
    func serverErrors(status: Int, counts: Bool) {
        #expect(ServingOccasion.isServerError(status) == counts)
    }

    @Test("A request can require a stored response (section 5.2.1.7)") func onlyIfCached() {
        #expect(RequestDirectives(header(["Cache-Control: Only-If-Cached"])).onlyIfCached)
        #expect(!RequestDirectives(header(["Cache-Control: max-age=1"])).onlyIfCached)
    }
}
