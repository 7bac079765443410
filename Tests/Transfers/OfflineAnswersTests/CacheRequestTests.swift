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
