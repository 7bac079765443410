// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The responses that are stored (RFC 9111, section 3)")
struct StorabilityTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var method = "GET"
        var request: [String] = []
        var hasContent = false
        var hasCredentials = false
        var hasAccount = false
        var status = 200
        var response: [String] = []
        var refusal: OfflineAnswer.NotStored?

        var testDescription: String { rule }
    }

    @Test(
        "A private cache stores responses if it is allowed, but no parts, failures or secrets of other users",
        arguments: [
            Row(rule: "3 a plain answer"),
            Row(rule: "3 no method but GET", method: "HEAD", refusal: .method),
            Row(
                rule: "3 POST", method: "POST", response: ["Cache-Control: max-age=60"],
                refusal: .method),
            Row(rule: "3 GET with content", hasContent: true, refusal: .content),
            Row(rule: "3 no-store", response: ["Cache-Control: no-store"], refusal: .noStore),
            Row(
                rule: "3 no-store beside max-age",
                response: ["Cache-Control: max-age=60, No-Store"], refusal: .noStore),
            Row(
                rule: "3 no-store in the second line",
                response: ["Cache-Control: max-age=60", "Cache-Control: no-store"],
                refusal: .noStore),
            Row(
                rule: "5.2.2.5 no-store with an argument",
                response: ["Cache-Control: no-store=\"x\""], refusal: .noStore),
            Row(
                rule: "5.2 no-store within quotation marks",
                response: ["Cache-Control: x=\"no-store\""]),
            Row(rule: "5.2.2.7 private", response: ["Cache-Control: private"]),
            Row(rule: "5.2.2.4 no-cache is stored", response: ["Cache-Control: no-cache"]),
            Row(
                rule: "5.2.2.2 must-revalidate is stored",
                response: ["Cache-Control: must-revalidate"]),
            Row(rule: "5.4 Pragma means nothing in a response", response: ["Pragma: no-cache"]),
            Row(
                rule: "5.2.2.3 must-understand, and the status is known",
                response: ["Cache-Control: must-understand, no-store"]),
            Row(
                rule: "5.2.2.3 must-understand, and the status is not known", status: 299,
                response: ["Cache-Control: must-understand, no-store, max-age=60"], refusal: .status
            ),
            Row(
                rule: "5.2.1.5 the request says no-store", request: ["Cache-Control: no-store"],
                refusal: .requestNoStore),
            Row(
                rule: "3.3 a part", status: 206, response: ["Content-Range: bytes 0-1/2"],
                refusal: .part),
            Row(
                rule: "3.3 a part that says it is the whole",
                response: ["Content-Range: bytes 0-1/2"], refusal: .part),
            Row(rule: "3.3 a request for a part", request: ["Range: bytes=0-1"], refusal: .part),
            Row(
                rule: "4.3.2 a conditional request of the caller's",
                request: ["If-None-Match: \"a\""], refusal: .condition),
            Row(
                rule: "4.3.2 by date", request: ["If-Modified-Since: \(noonText)"],
                refusal: .condition),
            Row(
                rule: "3.5 Authorization without an account", request: ["Authorization: Bearer x"],
                refusal: .noAccount),
            Row(
                rule: "3.5 Authorization, although it is public",
                request: ["Authorization: Bearer x"], response: ["Cache-Control: public"],
                refusal: .noAccount),
            Row(
                rule: "3.5 Authorization with an account", request: ["authorization: Bearer x"],
                hasAccount: true),
            Row(rule: "3.5 a password in the address", hasCredentials: true, refusal: .noAccount),
            Row(rule: "4.1 Vary: *", response: ["Vary: *"], refusal: .varyAny),
            Row(rule: "4.1 * in a list", response: ["Vary: Accept, *"], refusal: .varyAny),
            Row(rule: "4.1 * before a name", response: ["Vary: *, Accept"], refusal: .varyAny),
            Row(rule: "4.1 * twice", response: ["Vary: *, *"], refusal: .varyAny),
            Row(rule: "4.1 * behind nothing", response: ["Vary: , *"], refusal: .varyAny),
            Row(
                rule: "4.1 * in the second line", response: ["Vary: Accept", "Vary: *"],
                refusal: .varyAny),
            Row(
                rule: "3 no-store, whatever Expires says",
                response: ["Cache-Control: NO-STORE", "Expires: \(noonText)"], refusal: .noStore),
            Row(rule: "3 cookies in the request", request: ["Cookie: a=b"]),
            Row(rule: "3 cookies in the response", response: ["Set-Cookie: a=b"]),
            Row(rule: "4.1 Vary", response: ["Vary: Accept"]),
        ])
    func refusal(row: Row) {
        let request = StorageRequest(
            method: row.method, headers: header(row.request), hasContent: row.hasContent,
            hasCredentials: row.hasCredentials, hasAccount: row.hasAccount)
        #expect(request.obstacle(ofStatus: row.status, header(row.response)) == row.refusal)
    }

    @Test(
        "An error is stored only if the server says for how long",
        arguments: [
            (200, nil, nil), (203, nil, nil), (204, nil, nil), (300, nil, nil), (301, nil, nil),
            (308, nil, nil),
            (404, .status, nil), (405, .status, nil), (410, .status, nil), (414, .status, nil),
            (100, .status, .status), (201, .status, .status), (302, .status, .status),
            (304, .status, .status), (400, .status, .status), (401, .status, .status),
            (403, .status, .status), (429, .status, .status), (500, .status, .status),
            (503, .status, .status), (511, .status, .status), (999, .status, .status),
        ] as [(Int, OfflineAnswer.NotStored?, OfflineAnswer.NotStored?)])
    func statuses(status: Int, plain: OfflineAnswer.NotStored?, explicit: OfflineAnswer.NotStored?)
    {
        let request = StorageRequest(method: "GET", headers: header([]))
        #expect(request.obstacle(ofStatus: status, header([])) == plain)
        #expect(
            request.obstacle(ofStatus: status, header(["Cache-Control: max-age=60"])) == explicit)
        #expect(request.obstacle(ofStatus: status, header(["Expires: \(noonText)"])) == explicit)
    }

    @Test("The fields of the connection are not stored (section 3.1)") func connectionFields() {
        let response = stored([
            "Content-Type: text/plain", "Connection: close, X-Hop", "X-Hop: 1", "Keep-Alive: 5",
            "Transfer-Encoding: chunked", "TE: trailers", "Upgrade: h2c", "Proxy-Authenticate: x",
            "Proxy-Authentication-Info: x", "Proxy-Authorization: x", "Proxy-Connection: close",
            "X-End: 2",
        ])
        #expect(response.fields.map(\.name) == ["Content-Type", "X-End"])
    }

    @Test("All other fields are stored, also unknown ones (section 3.1)")
    func otherFields() {
        let names = [
            "Cache-Control", "Content-Encoding", "Content-Length", "Content-Location",
            "Content-MD5", "Content-Security-Policy", "Content-Type", "Clear-Site-Data", "Date",
            "ETag", "Expires", "Set-Cookie", "X-Frame-Options", "X-New", "Content-New",
        ]
        let response = stored(names.map { "\($0): 1" })
        #expect(response.fields.map(\.name) == names)
    }
}
