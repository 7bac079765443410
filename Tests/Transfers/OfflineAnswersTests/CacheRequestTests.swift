// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The properties of a request that matter for stored answers")
struct CacheRequestTests {
    @Test(
        "Equal addresses have one key",
        arguments: [
            ("https://example.org", "https://example.org/"),
            ("HTTPS://Example.ORG/A?b=C", "https://example.org/A?b=C"),
            ("https://example.org/?a=1", "https://example.org/?a=1"),
            ("https://example.org/?", "https://example.org/?"),
            ("https://example.org:443/", "https://example.org/"),
            ("http://example.org:80/", "http://example.org/"),
            ("http://example.org:443/", "http://example.org:443/"),
            ("https://example.org/#part", "https://example.org/"),
            ("https://anna:secret@example.org/", "https://example.org/"),
            ("https://anna@example.org/", "https://example.org/"),
            ("https://example.org/a%2Fb", "https://example.org/a%2Fb"),
            ("http://[2001:DB8::1]/", "http://[2001:db8::1]/"),
        ])
    func storedForm(address: String, form: String) {
        #expect(URL(string: address)?.storedForm == form)
    }

    @Test(
        "Other URLs than http and https are refused",
        arguments: ["file:///etc/hostname", "ftp://example.org/", "data:,a", "relative"])
    func schemes(address: String) throws {
        let request = URLRequest(url: try #require(URL(string: address)))
        #expect(throws: OfflineError.self) { try CacheRequest(request, .ephemeral, account: nil) }
    }

    @Test(
        "A request changes its address, those that answered it, and those of their servers that they name"
    )
    func changes() throws {
        var urlRequest = URLRequest(url: try #require(URL(string: "http://example.org/x")))
        urlRequest.httpMethod = "DELETE"
        let request = try CacheRequest(urlRequest, .ephemeral, account: nil)
        func response(_ address: String, _ status: Int, _ location: String) throws
            -> HTTPURLResponse
        {
            let url = try #require(URL(string: address))
            return try #require(
                HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: nil,
                    headerFields: ["Location": location]))
        }
        let responses = [
            try response("http://example.org/x", 308, "https://example.org/x"),
            try response("https://example.org/x", 200, "/list"),
        ]
        let changed: Set<String> = Set(request.changedAddresses(responses))
        #expect(
            changed == [
                "http://example.org/x", "https://example.org/x", "https://example.org/list",
            ])
    }

    @Test(
        "An answer that passed a check of its own request is checked by the client for others",
        arguments: [
            (false, false, false), (true, false, true), (true, true, false), (false, true, false),
        ])
    func sharedCheck(first: Bool, second: Bool, isRejected: Bool) throws {
        let url = try #require(URL(string: "https://example.org/"))
        let accepting: CacheRequest.Validation = { _, _ in true }
        func request(hasCheck: Bool) throws -> CacheRequest {
            try CacheRequest(
                URLRequest(url: url), .ephemeral, account: nil,
                validate: hasCheck ? accepting : nil)
        }
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [:]))
        let answer = AnswerFetch.Answer(
            kind: .network, request: try request(hasCheck: first), data: Data(),
            response: response)
        let checked = answer.checked(for: try request(hasCheck: second)) { _, _ in false }
        #expect((checked.kind == .rejected) == isRejected)
    }

    @Test("The header has the fields and cookies of the session, and the request overrides them")
    func fields() throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Accept": "session", "X-Session": "1"]
        let url = try #require(URL(string: "https://example.org/"))
        let cookie = try #require(
            HTTPCookie(properties: [
                .name: "a", .value: "b", .domain: "example.org", .path: "/",
            ]))
        configuration.httpCookieStorage?.setCookie(cookie)
        var request = URLRequest(url: url)
        request.setValue("request", forHTTPHeaderField: "accept")
        let headers = try CacheRequest(request, configuration, account: nil).headers
        #expect(headers[single: "Accept"] == "request")
        #expect(headers[single: "X-Session"] == "1")
        #expect(headers[single: "Cookie"] == "a=b")
        request.httpShouldHandleCookies = false
        #expect(try !CacheRequest(request, configuration, account: nil).headers.contains("Cookie"))
    }

    @Test(
        "A request with credentials needs an account",
        arguments: [nil, "", "anna"] as [String?])
    func credentials(account: String?) throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.org/")))
        func refusal() throws -> OfflineAnswer.NotStored? {
            try CacheRequest(request, .ephemeral, account: account).storage.obstacle
        }
        #expect(try refusal() == nil)
        request.setValue("Bearer token", forHTTPHeaderField: "authorization")
        #expect(try refusal() == (account == "anna" ? nil : .noAccount))
        request = URLRequest(url: try #require(URL(string: "https://anna@example.org/")))
        #expect(try refusal() == (account == "anna" ? nil : .noAccount))
    }
}
