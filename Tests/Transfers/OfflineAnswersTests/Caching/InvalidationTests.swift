// SPDX-License-Identifier: Apache-2.0

import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("Invalidation by a request (RFC 9111, section 4.4), and signs of a portal")
struct InvalidationTests {
    @Test(
        "An unsafe method invalidates stored responses if it has not failed",
        arguments: [
            ("POST", [200], true), ("PUT", [204], true), ("DELETE", [200], true),
            ("PATCH", [201], true), ("POST", [303], true), ("X-UNKNOWN", [200], true),
            ("M-SEARCH", [200], true), ("M-SEARCH", [500], false), ("DELETE", [500], false),
            ("POST", [400], false), ("DELETE", [404], false), ("PUT", [500], false),
            ("GET", [200], false), ("HEAD", [200], false), ("OPTIONS", [200], false),
            ("TRACE", [200], false), ("GET", [302, 200], false),
            // A redirection, and what its page answers, or no answer.
            ("POST", [303, 200], true), ("POST", [303, 404], true),
            ("POST", [302, 301, 503], true),
            ("POST", [303], true), ("POST", [], false),
        ] as [(String, [Int], Bool)])
    func methods(method: String, statuses: [Int], applies: Bool) {
        #expect(Invalidation.applies(method: method, statuses: statuses) == applies)
    }

    @Test("Only the same server invalidates another address") func origins() {
        let asked = Origin(scheme: "https", host: "example.org", port: nil)
        let same = Origin(scheme: "https", host: "Example.org", port: 443)
        #expect(Invalidation.mayInvalidate(same, byAnswerOf: asked))
        for other in [
            Origin(scheme: "http", host: "example.org", port: nil),
            Origin(scheme: "https", host: "example.net", port: nil),
            Origin(scheme: "https", host: "example.org", port: 8443),
        ] {
            #expect(!Invalidation.mayInvalidate(other, byAnswerOf: asked))
        }
        #expect(!Invalidation.mayInvalidate(nil, byAnswerOf: nil))
    }

    private static let plain = Origin(scheme: "http", host: "example.org", port: nil)
    private static let secure = Origin(scheme: "https", host: "example.org", port: nil)
    private static let portal = Origin(scheme: "http", host: "portal.example", port: nil)
    private static let login = Origin(scheme: "https", host: "login.example", port: nil)
    private static let short = Origin(scheme: "https", host: "short.example", port: nil)

    @Test(
        "A portal is recognized by its status, a redirection, or a page in place of other content",
        arguments: [
            ("nothing stored", 200, "text/html", [plain], nil, nil),
            (
                "the same media type", 200, "text/html; charset=utf-8", [plain], "text/html", nil
            ),
            ("a page", 200, "text/html", [plain], "application/json", .mediaType),
            ("a page in place of what had no type", 200, "text/html", [plain], "", .mediaType),
            ("another picture format", 200, "image/webp", [plain], "image/jpeg", nil),
            (
                "something in place of a page", 200, "application/json", [plain], "text/html", nil
            ),
            (
                "another media type of an error", 404, "text/html", [plain], "application/json",
                nil
            ),
            (
                "another media type, encrypted", 200, "text/html", [secure], "application/json",
                nil
            ),
            ("a redirection", 200, "text/html", [plain, portal], nil, .otherServer),
            (
                "a redirection to an unknown server", 200, "text/html", [plain, nil], nil,
                .otherServer
            ),
            (
                "a redirection to the secure one of the same host", 200, "text/html",
                [plain, secure], nil, nil
            ),
            ("a redirection, encrypted", 200, "text/html", [secure, login], nil, nil),
            ("a network that asks to sign in", 511, "text/html", [plain], nil, .signIn),
            (
                "a network that asks to sign in, encrypted", 511, "text/html", [secure], nil,
                .signIn
            ),
            // From https to http.
            (
                "the server's own redirection", 200, "application/json", [short, plain], nil, nil
            ),
            (
                "a page, and nothing stored", 200, "text/html", [short, plain], nil,
                .unencryptedPage
            ),
            (
                "an error page, and nothing stored", 404, "text/html", [short, plain], nil, nil
            ),
            ("a page as before", 200, "text/html", [short, plain], "text/html", nil),
            (
                "a page in place of other content", 200, "text/html", [short, plain],
                "application/json", .mediaType
            ),
            (
                "a redirection without encryption", 200, "application/json",
                [short, plain, portal], nil, .otherServer
            ),
            (
                "a redirection to an encrypted portal", 200, "text/html", [short, plain, login],
                "text/html", .otherServer
            ),
            (
                "a short address of another secure server", 200, "application/json",
                [short, plain, login], nil, nil
            ),
            ("an encrypted page again", 200, "text/html", [short, plain, secure], nil, nil),
            ("two encrypted ones before", 200, "text/html", [short, login, secure], nil, nil),
        ] as [(String, Int, String, [Origin?], String?, PortalEvidence?)])
    func differences(
        rule: String, status: Int, type: String, servers: [Origin?], stored: String?,
        evidence: PortalEvidence?
    ) {
        let found = PortalEvidence(
            status: status, header(["Content-Type: \(type)"]), from: servers, stored: stored)
        #expect(found == evidence, "\(rule)")
    }

    @Test("An encrypted page after a redirection may be a login page")
    func signInPage() {
        for (type, evidence) in [
            ("text/html", PortalEvidence.mediaType), ("application/json", nil),
        ] {
            let found = PortalEvidence(
                status: 200, header(["Content-Type: \(type)"]), from: [Self.secure, Self.secure],
                isRedirected: true, stored: "application/json")
            #expect(found == evidence)
        }
    }

    @Test(
        "Only a success that may not be stored, and 410, remove the stored response",
        arguments: [
            (200, "no-store", true), (204, "no-store", true), (200, "max-age=0", false),
            (302, "no-store", false), (401, "no-store", false), (403, "no-store", false),
            (404, "no-store", false), (405, "no-store", false), (414, "no-store", false),
            (404, "no-cache, no-store, max-age=0, must-revalidate", false),
            (404, "max-age=60", false), (429, "no-store", false), (500, "no-store", false),
            (410, "no-store", true), (410, "max-age=60", true), (410, "", true),
            (206, "no-store", false),
        ] as [(Int, String, Bool)])
    func withdrawn(status: Int, control: String, isWithdrawn: Bool) {
        let request = StorageRequest(method: "GET", headers: header([]))
        let obstacle = request.obstacle(
            ofStatus: status, header(control.isEmpty ? [] : ["Cache-Control: \(control)"]))
        #expect(Invalidation.withdraws(status: status, obstacle: obstacle) == isWithdrawn)
    }
}
