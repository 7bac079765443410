// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import Testing

@testable import OfflineAnswers

@Suite("What a client stores, and for whom", .timeLimit(.minutes(2)))
struct StoringTests {
    private let bench = AnswerBench()

    /// Asks once with a path, and then without one.
    private func offlineText(
        _ served: ListedAnswers, _ client: OfflineClient, _ request: URLRequest? = nil,
        _ policy: OfflinePolicy = .networkFirst
    ) async throws -> String? {
        _ = try? await client.answer(for: request ?? served.request, policy)
        bench.disconnect()
        defer { bench.connect() }
        return try? await client.answer(for: request ?? served.request, policy).text
    }

    @Test(
        "Only whole, good answers are stored, and only if nobody forbids it",
        arguments: [
            (ListedAnswers.Answer(body: "page"), "page"),
            (.init(headers: ["Cache-Control: no-store"], body: "page"), nil),
            (.init(headers: ["Vary: *"], body: "page"), nil),
            (
                .init(
                    status: "206 Partial Content", headers: ["Content-Range: bytes 0-3/9"],
                    body: "page"), nil
            ),
            (.init(status: "404 Not Found", body: "page"), nil),
            (
                .init(
                    status: "404 Not Found", headers: ["Cache-Control: max-age=60"], body: "page"),
                "page"
            ),
            (
                .init(
                    status: "500 Internal Server Error", headers: ["Cache-Control: max-age=60"],
                    body: "page"), nil
            ),
            (.init(status: "511 Network Authentication Required", body: "page"), nil),
            (.init(headers: ["Cache-Control: no-cache"], body: "page"), nil),
            (.init(headers: ["Cache-Control: must-revalidate, max-age=60"], body: "page"), "page"),
            (.init(headers: ["Cache-Control: must-revalidate"], body: "page"), nil),
        ] as [(ListedAnswers.Answer, String?)])
    func answers(answer: ListedAnswers.Answer, text: String?) async throws {
        let served = try ListedAnswers([answer])
        #expect(try await offlineText(served, bench.client()) == text)
    }

    @Test("What the server forbids is used if the caller says so, and the answer shows it")
    func overriding() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: no-cache"], body: "page")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        bench.disconnect()
        let answer = try await client.answer(for: served.request, .networkFirst.overridingServer)
        #expect(answer.text == "page" && answer.reason == .noPath)
        #expect(answer.overridden == [.noCache])
    }

    @Test("A body that ends before its length is not stored") func truncated() async throws {
        let server = try HTTPServer { _, connection in
            connection.send(headers: ["Content-Length: 100", "Cache-Control: max-age=60"])
            connection.send(Data("half".utf8))
        }
        let client = try bench.client()
        await #expect(throws: URLError.self) {
            try await client.answer(for: server.request(), .networkFirst)
        }
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: server.request(), .storedOnly)
        }
    }

    @Test("A chunked body that ends early is not stored") func truncatedChunks() async throws {
        let server = try HTTPServer { _, connection in
            connection.send(headers: ["Transfer-Encoding: chunked"])
            connection.send(Data("4\r\nhalf\r\n".utf8))
        }
        let client = try bench.client()
        await #expect(throws: URLError.self) {
            try await client.answer(for: server.request(), .networkFirst)
        }
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: server.request(), .storedOnly)
        }
    }

    @Test("An answer that is too large is passed on, and the older one is no longer used")
    func tooLarge() async throws {
        let large = String(repeating: "x", count: 20_000)
        let served = try ListedAnswers([.init(body: "small"), .init(body: large)])
        let client = try bench.client { $0.answerSize = 10_000 }
        _ = try await client.answer(for: served.request, .networkFirst)
        #expect(try await client.answer(for: served.request, .networkFirst).text == large)
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .storedOnly)
        }
    }

    @Test("no-store takes away what was stored before, and 410, too")
    func withdrawn() async throws {
        for answer in [
            ListedAnswers.Answer(headers: ["Cache-Control: no-store"]), .init(status: "410 Gone"),
        ] {
            let served = try ListedAnswers([.init(body: "old"), answer])
            let client = try bench.client()
            for _ in 0..<2 { _ = try await client.answer(for: served.request, .networkFirst) }
            await #expect(throws: OfflineError.self) {
                try await client.answer(for: served.request, .storedOnly)
            }
        }
    }

    // MARK: - For whom

    @Test("With credentials, answers are stored for an account only, and nobody else sees them")
    func accounts() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=60"], body: "hers")]
        )
        var request = served.request
        request.setValue("Bearer token", forHTTPHeaderField: "Authorization")
        #expect(try await offlineText(served, bench.client(), request) == nil)
        let hers = try bench.client { $0.account = "anna" }
        #expect(try await offlineText(served, hers, request) == "hers")
        for other in [nil, "", "berta", "Anna"] as [String?] {
            let client = try bench.client { $0.account = other }
            for request in [request, served.request] {
                await #expect(throws: OfflineError.self, "\(other ?? "nobody")") {
                    try await client.answer(for: request, .storedOnly.overridingServer)
                }
            }
        }
        try await hers.removeAll()
        await #expect(throws: OfflineError.self) {
            try await hers.answer(for: request, .storedOnly)
        }
    }

    @Test(
        "An account stands for its token: another one gets the same answer, and none is in the files"
    )
    func renewedToken() async throws {
        let served = try ListedAnswers([.init(headers: ["Vary: Authorization"], body: "hers")])
        let hers = try bench.client { $0.account = "anna" }
        var request = served.request
        request.setValue("Bearer first-secret", forHTTPHeaderField: "Authorization")
        #expect(try await offlineText(served, hers, request) == "hers")
        request.setValue("Bearer second-secret", forHTTPHeaderField: "Authorization")
        #expect(try await hers.answer(for: request, .storedOnly).text == "hers")
        for name in ["answers.sqlite", "answers.sqlite-wal"] {
            let data = try Data(contentsOf: bench.folder.appending(component: name))
            #expect(data.range(of: Data("-secret".utf8)) == nil, "\(name)")
        }
    }

    @Test("Credentials of the session, and in the address, count too") func otherCredentials()
        async throws
    {
        let served = try ListedAnswers([.init(body: "hers")])
        let client = try bench.client {
            $0.session.httpAdditionalHeaders = ["authorization": "Bearer token"]
        }
        #expect(try await offlineText(served, client) == nil)
        let url = try #require(served.request.url)
        var parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        parts.user = "anna"
        parts.password = "secret"
        let request = URLRequest(url: try #require(parts.url))
        #expect(try await offlineText(served, bench.client(), request) == nil)
        let hers = try bench.client { $0.account = "anna" }
        #expect(try await offlineText(served, hers, request) == "hers")
        for name in ["answers.sqlite", "answers.sqlite-wal"] {
            let data = try Data(contentsOf: bench.folder.appending(component: name))
            #expect(data.range(of: Data("secret".utf8)) == nil, "\(name)")
        }
    }

    @Test("Answers that differ by a field of the request are stored beside each other")
    func variants() async throws {
        let server = try HTTPServer { request, connection in
            let language = request.headers["accept-language"] ?? "none"
            connection.send(headers: ["Vary: Accept-Language"], body: Data(language.utf8))
        }
        let client = try bench.client()
        let requests = ["de", "fr"].map { language in
            var request = server.request()
            request.setValue(language, forHTTPHeaderField: "Accept-Language")
            return request
        }
        for request in requests { _ = try await client.answer(for: request, .networkFirst) }
        bench.disconnect()
        for (request, text) in zip(requests, ["de", "fr"]) {
            #expect(try await client.answer(for: request, .networkFirst).text == text)
        }
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: server.request(), .networkFirst)
        }
    }

    // MARK: - Other methods

    @Test("A POST is sent as it is, and has what is stored for its address validated")
    func post() async throws {
        let server = try HTTPServer { request, connection in
            let body = connection.body(of: request)
            connection.send(
                headers: ["Cache-Control: max-age=60"],
                body: request.method == "POST" ? body : Data("page".utf8))
        }
        let client = try bench.client()
        var post = server.request()
        post.httpMethod = "POST"
        post.httpBody = Data("order".utf8)
        _ = try await client.answer(for: server.request(), .freshFirst)
        #expect(try await client.answer(for: server.request(), .freshFirst).reason == .fresh)
        let receipt = try await client.answer(for: post, .storedFirst)
        #expect(receipt.text == "order" && receipt.source == .network)
        #expect(
            try await client.answer(for: server.request(), .storedOnly.overridingServer).overridden
                == [.changed])
        #expect(try await client.answer(for: server.request(), .freshFirst).source == .network)
        bench.disconnect()
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: post, .storedFirst)
        }
    }

    @Test("A HEAD is answered by the stored GET, and notices that the content has changed")
    func head() async throws {
        let served = try ListedAnswers([
            .init(headers: ["ETag: \"1\"", "Cache-Control: max-age=60"], body: "page")
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        var head = served.request
        head.httpMethod = "HEAD"
        let stored = try await client.answer(for: head, .freshFirst)
        #expect(stored.reason == .fresh && stored.data.isEmpty)
        #expect(stored.response.value(forHTTPHeaderField: "ETag") == "\"1\"")
        served.change([.init(headers: ["ETag: \"2\"", "Cache-Control: max-age=60"], body: "")])
        _ = try await client.answer(for: head, .networkFirst)
        #expect(
            try await client.answer(for: served.request, .storedOnly.overridingServer).overridden
                == [.changed])
    }

    @Test("Requests for a part, and conditional ones, are neither stored nor answered by the store")
    func passed() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=60"], body: "page")]
        )
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        for (name, value) in [("Range", "bytes=0-1"), ("If-None-Match", "\"1\"")] {
            var request = served.request
            request.setValue(value, forHTTPHeaderField: name)
            #expect(try await client.answer(for: request, .storedFirst).source == .network)
        }
        #expect(served.requests.count == 3)
    }

    // MARK: - Portals

    @Test("A portal's page is not stored, and the stored answer is used")
    func portal() async throws {
        let page = ListedAnswers.Answer(headers: ["Content-Type: text/html"], body: "sign in")
        let served = try ListedAnswers([
            .init(headers: ["Content-Type: application/json"], body: "{}"), page,
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        let answer = try await client.answer(for: served.request, .networkFirst)
        #expect(answer.text == "{}" && answer.reason == .unexpectedAnswer)
        bench.disconnect()
        #expect(try await client.answer(for: served.request, .networkFirst).text == "{}")
    }

    @Test("An answer that the program's closure rejects is not stored, and is no answer")
    func rejected() async throws {
        let served = try ListedAnswers([.init(body: "sign in")])
        let client = try bench.client {
            $0.validate = { data, _ in data.starts(with: Data("{".utf8)) }
        }
        let error = await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .networkFirst)
        }
        guard case .unexpectedAnswer(let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.statusCode == 200)
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .storedOnly)
        }
        served.change([.init(body: "{}")])
        #expect(try await client.answer(for: served.request, .networkFirst).text == "{}")
        served.change([.init(body: "sign in")])
        #expect(
            try await client.answer(for: served.request, .networkFirst).reason == .unexpectedAnswer)
    }

    @Test("What a redirection led to is stored for its request, and never fresh")
    func redirected() async throws {
        let server = try HTTPServer { request, connection in
            if request.path == "/latest" {
                connection.send(status: "302 Found", headers: ["Location: /v1"], body: Data())
            } else {
                connection.send(
                    headers: ["Cache-Control: max-age=60", "ETag: \"1\""], body: Data("v1".utf8))
            }
        }
        let client = try bench.client()
        for _ in 0..<2 {
            let answer = try await client.answer(for: server.request("/latest"), .freshFirst)
            #expect(answer.text == "v1" && answer.source == .network)
        }
        #expect(server.requests.allSatisfy { $0.headers["if-none-match"] == nil })
        bench.disconnect()
        let answer = try await client.answer(for: server.request("/latest"), .freshFirst)
        #expect(answer.text == "v1" && answer.reason == .noPath)
        #expect(answer.response.url?.path == "/v1")
    }

    @Test(
        "What a redirection to another server led to is not stored for an address without encryption"
    )
    func redirectedElsewhere() async throws {
        let portal = try HTTPServer(body: Data("sign in".utf8))
        let port = try #require(portal.request().url?.port)
        let server = try HTTPServer { _, connection in
            connection.send(
                status: "302 Found", headers: ["Location: http://localhost:\(port)/"], body: Data())
        }
        let client = try bench.client()
        let answer = try await client.answer(for: server.request(), .networkFirst)
        #expect(answer.text == "sign in" && answer.source == .network)
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: server.request(), .storedOnly)
        }
    }
}
