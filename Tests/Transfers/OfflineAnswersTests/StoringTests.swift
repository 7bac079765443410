// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LinuxSystem
import LoopbackServer
import NetworkReachability
import TestSupport
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The answers that a client stores", .timeLimit(.minutes(10)))
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
        "Only complete, good answers are stored, if request and server allow it",
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

    @Test("The caller can override the restrictions of the server, and the answer lists them")
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

    @Test(
        "An answer that is too large is returned with this reason, and the older one stays stored")
    func tooLarge() async throws {
        let large = String(repeating: "x", count: 20_000)
        let served = try ListedAnswers([.init(body: "small"), .init(body: large)])
        let client = try bench.client { $0.answerSize = 10_000 }
        _ = try await client.answer(for: served.request, .networkFirst)
        let answer = try await client.answer(for: served.request, .networkFirst)
        #expect(answer.text == large && answer.notStored == .tooLarge)
        #expect(try await client.answer(for: served.request, .storedOnly).text == "small")
    }

    @Test("no-store and 410 remove the stored answer")
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

    @Test(
        "An error leaves the last good answer, whatever its Cache-Control says",
        arguments: [
            "401 Unauthorized", "403 Forbidden", "404 Not Found", "405 Method Not Allowed",
            "414 URI Too Long", "429 Too Many Requests",
        ],
        [
            "no-store", "no-cache, no-store, max-age=0, must-revalidate", "max-age=0", "max-age=60",
        ])
    func lastGoodAnswer(status: String, control: String) async throws {
        let served = try ListedAnswers([
            .init(headers: ["Cache-Control: max-age=0"], body: "good"),
            .init(status: status, headers: ["Cache-Control: \(control)"], body: "bad"),
        ])
        let client = try bench.client()
        for text in ["good", "bad"] {
            #expect(try await client.answer(for: served.request, .networkFirst).text == text)
        }
        // An error is used for as long as the server has said.
        bench.pass(60)
        bench.disconnect()
        #expect(try await client.answer(for: served.request, .networkFirst).text == "good")
    }

    @Test(
        "An answer says why it is not stored",
        arguments: [
            (ListedAnswers.Answer(), "GET", [:], nil),
            (.init(headers: ["Cache-Control: no-store"]), "GET", [:], .noStore),
            (.init(headers: ["Vary: *"]), "GET", [:], .varyAny),
            (.init(status: "404 Not Found"), "GET", [:], .status),
            (.init(status: "503 Service Unavailable"), "GET", [:], .status),
            (
                .init(status: "206 Partial Content", headers: ["Content-Range: bytes 0-3/9"]),
                "GET", [:], .part
            ),
            (.init(), "GET", ["Authorization": "Bearer x"], .noAccount),
            (.init(), "GET", ["Range": "bytes=0-1"], .part),
            (.init(), "GET", ["If-None-Match": "\"1\""], .condition),
            (.init(), "GET", ["Cache-Control": "no-store"], .requestNoStore),
            (.init(), "POST", [:], .method),
            (.init(), "HEAD", [:], .method),
            (.init(status: "511 Network Authentication Required"), "GET", [:], .unexpectedAnswer),
        ] as [(ListedAnswers.Answer, String, [String: String], OfflineAnswer.NotStored?)])
    func notStored(
        answer: ListedAnswers.Answer, method: String, fields: [String: String],
        reason: OfflineAnswer.NotStored?
    ) async throws {
        let served = try ListedAnswers([answer])
        var request = served.request
        request.httpMethod = method
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let client = try bench.client()
        #expect(try await client.answer(for: request, .networkFirst).notStored == reason)
    }

    @Test("A store in memory serves its client alone, and leaves no file") func memory()
        async throws
    {
        let served = try ListedAnswers([.init(body: "page")])
        let client = try bench.client(.memory)
        #expect(try await offlineText(served, client) == "page")
        #expect(!FileManager.default.fileExists(atPath: bench.folder.path))
        let other = try bench.client(.memory)
        await #expect(throws: OfflineError.self) {
            try await other.answer(for: served.request, .storedOnly)
        }
    }

    @Test("With orMemory, a client whose folder cannot be used stores in memory")
    func orMemory() async throws {
        let file = bench.folder.appending(component: "file")
        try FileManager.default.createDirectory(
            at: bench.folder, withIntermediateDirectories: true)
        try Data().write(to: file)
        let place = OfflineStoreLocation.folder(file.appending(component: "answers"))
        #expect(throws: StoreError.self) { try bench.client(place) }
        let served = try ListedAnswers([.init(body: "page")])
        #expect(try await offlineText(served, bench.client(place.orMemory)) == "page")
        #expect(bench.failures.withLock(\.count) == 1)
    }

    @Test("A program can mark answers as changed")
    func invalidated() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=60"], body: "1")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .freshFirst)
        #expect(try await client.answer(for: served.request, .freshFirst).reason == .fresh)
        try await client.invalidate(served.request)
        #expect(try await client.answer(for: served.request, .freshFirst).source == .network)
        #expect(try await client.answer(for: served.request, .freshFirst).reason == .fresh)
    }

    @Test("The check of a request applies to stored and to shared answers, too")
    func ownCheck() async throws {
        let served = try ListedAnswers([
            .init(headers: ["ETag: \"1\"", "Cache-Control: max-age=60"], body: "{}")
        ])
        let client = try bench.client { $0.validate = { _, _ in false } }
        let request = served.request
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: request, .networkFirst)
        }
        let isJSON: @Sendable (Data, HTTPURLResponse) -> Bool = { data, _ in
            data.starts(with: Data("{".utf8))
        }
        _ = try await client.answer(for: request, .networkFirst, validate: isJSON)
        #expect(
            try await client.answer(for: request, .freshFirst, validate: isJSON).reason == .fresh)
        // The stored answer is none for a request that expects another one, and is not validated for it.
        served.change([.init(body: "<a>")])
        let isXML: @Sendable (Data, HTTPURLResponse) -> Bool = { data, response in
            !isJSON(data, response)
        }
        let other = try await client.answer(for: request, .storedFirst, validate: isXML)
        #expect(other.text == "<a>" && other.source == .network)
    }

    // MARK: - For whom

    @Test(
        "With credentials, answers are stored only for an account, and no other account gets them")
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
                await #expect(throws: OfflineError.self, "\(other ?? "no account")") {
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
        "A request after a removal does not get the answer to one that was sent before it",
        arguments: [false, true])
    func removedWhileUnderWay(removesAll: Bool) async throws {
        let (gate, count) = (Gate(), Lock(0))
        let server = try HTTPServer { _, connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { gate.pass() }
            connection.send(body: Data("\(number)".utf8))
        }
        let client = try bench.client()
        let request = server.request()
        async let former = client.answer(for: request, .networkFirst)
        await until { server.requests.count == 1 }
        let received = Lock<[String]>([])
        let watcher = Task {
            for await answer in client.answers(for: request, policy: .storedOnly) {
                received.withLock { $0.append(answer.text) }
            }
        }
        defer { watcher.cancel() }
        let (core, cached) = (client.core, try client.core.cacheRequest(request))
        await until { core.watchers.isWatched(cached) }
        if removesAll { try await client.removeAll() } else { try await client.remove(request) }
        #expect(core.waiters(of: request) == 0)
        #expect(try await client.answer(for: request, .networkOnly).text == "2")
        await until { received.withLock(\.count) == 1 }
        gate.open()
        #expect(try await former.text == "1")
        #expect(try await client.answer(for: request, .networkOnly).text == "3")
        await until { received.withLock(\.last) == "3" }
        #expect(received.withLock(\.self) == ["2", "3"])
        #expect(try await client.answer(for: request, .storedOnly).text == "3")
    }

    @Test("A sequence whose first answer is older than a removal gets a newer one")
    func removedBeforeFirstAnswer() async throws {
        let (gate, isFirst) = (Gate(), Flag())
        let server = try HTTPServer { _, connection in
            let isFormer = isFirst.raise()
            if isFormer { gate.pass() }
            connection.send(body: Data((isFormer ? "former" : "new").utf8))
        }
        let client = try bench.client()
        let first = Task {
            for await answer in client.answers(for: server.request()) { return answer.text }
            return ""
        }
        await until { server.requests.count == 1 }
        try await client.removeAll()
        gate.open()
        #expect(await first.value == "new")
    }

    @Test(
        "For an account, another token gets the same answer, and no token is in the files"
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

    @Test("After a 304 with another Vary, the answer is selected by the new field")
    func otherFieldLater() async throws {
        let served = try ListedAnswers([
            .init(headers: ["ETag: \"1\""], body: "page"),
            .init(status: "304 Not Modified", headers: ["ETag: \"1\"", "Vary: X-A"], body: ""),
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        var request = served.request
        request.setValue("1", forHTTPHeaderField: "X-A")
        #expect(try await client.answer(for: request, .networkFirst).source == .revalidated)
        #expect(try await client.answer(for: request, .storedOnly).text == "page")
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .storedOnly)
        }
    }

    @Test("A 304 with no-store or Vary: * removes the stored answer")
    func forbiddenLater() async throws {
        for line in ["Cache-Control: no-store", "Vary: *"] {
            let served = try ListedAnswers([
                .init(headers: ["ETag: \"1\""], body: "page"),
                .init(status: "304 Not Modified", headers: ["ETag: \"1\"", line], body: ""),
            ])
            let client = try bench.client()
            _ = try await client.answer(for: served.request, .networkFirst)
            #expect(try await client.answer(for: served.request, .networkFirst).text == "page")
            await #expect(throws: OfflineError.self) {
                try await client.answer(for: served.request, .storedOnly)
            }
        }
    }

    @Test("Validations that add fields again and again do not let the stored header grow")
    func boundedHeader() async throws {
        let count = Lock(0)
        let server = try HTTPServer { request, connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let isKnown = request.headers["if-none-match"] != nil
            let large = "X-\(number): " + String(repeating: "x", count: 10_000)
            connection.send(
                status: isKnown ? "304 Not Modified" : "200 OK", headers: ["ETag: \"1\"", large],
                body: Data((isKnown ? "" : "page").utf8))
        }
        let client = try bench.client()
        for _ in 0..<30 {
            let answer = try await client.answer(for: server.request(), .networkFirst)
            #expect(answer.text == "page")
            let size = answer.response.fieldLines.reduce(0) { $0 + $1.value.utf8.count }
            #expect(size < 70_000)
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

    @Test("A POST is sent unchanged, and the stored answer for its address is validated")
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

    @Test(
        "An answer that was requested before a POST is stored, and validated before its use; it replaces no newer one",
        arguments: [false, true])
    func changedWhileUnderWay(isAskedAgain: Bool) async throws {
        let gate = Gate()
        let isFirst = Flag()
        let server = try HTTPServer { request, connection in
            let isFormer = request.method == "GET" && isFirst.raise()
            if isFormer { gate.pass() }
            connection.send(
                headers: ["Cache-Control: max-age=60"], body: Data((isFormer ? "old" : "new").utf8))
        }
        let client = try bench.client()
        let request = server.request()
        var post = request
        post.httpMethod = "POST"
        async let waiting = client.answer(for: request, .freshFirst)
        await until { server.requests.count == 1 }
        _ = try await client.answer(for: post)
        if isAskedAgain {
            // Who asks now means what comes after the change, and does not wait for what was asked for before it.
            #expect(try await client.answer(for: request, .networkFirst).text == "new")
        }
        gate.open()
        #expect(try await waiting.text == "old")
        let stored = try await client.answer(for: request, .storedOnly.overridingServer)
        #expect(stored.text == (isAskedAgain ? "new" : "old"))
        #expect(stored.overridden == (isAskedAgain ? [] : [.changed]))
        #expect(try await client.answer(for: request, .freshFirst).text == "new")
        #expect(try await client.answer(for: request, .freshFirst).reason == .fresh)
    }

    @Test(
        "A change invalidates the addresses of the same server that its answer names",
        arguments: ["Location", "Content-Location"])
    func changedElsewhere(field: String) async throws {
        let server = try HTTPServer { request, connection in
            let isChange = request.method == "PUT"
            connection.send(
                status: isChange ? "201 Created" : "200 OK",
                headers: isChange ? ["\(field): /other"] : ["Cache-Control: max-age=60"],
                body: Data())
        }
        let client = try bench.client()
        let paths = ["/page", "/other", "/third"]
        for path in paths { _ = try await client.answer(for: server.request(path), .freshFirst) }
        var put = server.request("/page")
        put.httpMethod = "PUT"
        put.httpBody = Data("new".utf8)
        _ = try await client.answer(for: put)
        var isStored: [Bool] = []
        for path in paths {
            let answer = try await client.answer(for: server.request(path), .freshFirst)
            isStored.append(answer.source.isStored)
        }
        #expect(isStored == [false, false, true])
    }

    @Test(
        "A POST whose redirection leads to a failure has made its change",
        arguments: ["404 Not Found", "503 Service Unavailable", nil])
    func changedBeforeFailure(status: String?) async throws {
        let server = try HTTPServer { request, connection in
            if request.method == "POST" {
                connection.send(
                    status: "303 See Other", headers: ["Location: /items/new/7"], body: Data())
            } else if request.path == "/items/new/7", request.headers["x-follows"] != nil {
                // Without a status the connection is lost.
                if let status { connection.send(status: status, body: Data()) }
            } else {
                connection.send(headers: ["Cache-Control: max-age=60"], body: Data("old".utf8))
            }
        }
        let client = try bench.client()
        let paths = ["/items/add", "/items/new/7", "/items/other"]
        for path in paths { _ = try await client.answer(for: server.request(path), .freshFirst) }
        var post = server.request("/items/add")
        post.httpMethod = "POST"
        post.setValue("1", forHTTPHeaderField: "X-Follows")
        let answer = try? await client.answer(for: post)
        #expect(answer?.response.statusCode == status.flatMap { Int($0.prefix(3)) })
        #expect(server.requests.last?.path == "/items/new/7")
        var isStored: [Bool] = []
        for path in paths {
            let answer = try await client.answer(for: server.request(path), .freshFirst)
            isStored.append(answer.source.isStored)
        }
        #expect(isStored == [false, false, true])
    }

    @Test("Interim responses are not stored", arguments: [102, 103])
    func interim(status: Int) async throws {
        let server = try HTTPServer { _, connection in
            connection.send(Data("HTTP/1.1 \(status) Wait\r\nX-Early: 1\r\n\r\n".utf8))
            connection.send(headers: ["Cache-Control: max-age=60"], body: Data("page".utf8))
        }
        let client = try bench.client()
        for _ in 0..<2 {
            let answer = try await client.answer(for: server.request(), .freshFirst)
            #expect(answer.text == "page" && answer.response.statusCode == 200)
            #expect(answer.response.value(forHTTPHeaderField: "X-Early") == nil)
        }
        #expect(server.requests.count == 1)
    }

    @Test("A request with content is not answered by the store, whatever its method")
    func content() async throws {
        let served = try ListedAnswers([.init(headers: ["Cache-Control: max-age=60"], body: "page")]
        )
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        var request = served.request
        request.httpBody = Data("query".utf8)
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: request, .storedOnly)
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

    @Test("A HEAD that is redirected to another page does not confirm the stored one")
    func redirectedHead() async throws {
        let fresh = ["Cache-Control: max-age=60"]
        let hasEnded = Flag()
        let server = try HTTPServer { request, connection in
            if request.path == "/page", hasEnded.isRaised {
                connection.send(status: "302 Found", headers: ["Location: /login"], body: Data())
            } else {
                // Without a length, by which the pages would differ.
                connection.send(headers: fresh + ["X-Path: \(request.path)"])
                if request.method != "HEAD" { connection.send(Data("page".utf8)) }
            }
        }
        let client = try bench.client()
        _ = try await client.answer(for: server.request("/page"), .networkFirst)
        #expect(hasEnded.raise())
        var head = server.request("/page")
        head.httpMethod = "HEAD"
        _ = try await client.answer(for: head, .networkFirst)
        let answer = try await client.answer(
            for: server.request("/page"), .storedOnly.overridingServer)
        #expect(answer.overridden == [.changed])
        #expect(answer.response.value(forHTTPHeaderField: "X-Path") == "/page")
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

    @Test("An answer after a fresh redirection is fresh, until one of both changes")
    func freshRedirection() async throws {
        let server = try HTTPServer { request, connection in
            if request.path == "/latest" {
                connection.send(
                    status: "301 Moved Permanently",
                    headers: ["Location: /v1", "Cache-Control: max-age=30"], body: Data())
            } else {
                connection.send(headers: ["Cache-Control: max-age=60"], body: Data("v1".utf8))
            }
        }
        let client = try bench.client()
        func source() async throws -> OfflineAnswer.Source {
            try await client.answer(for: server.request("/latest"), .freshFirst).source
        }
        #expect(try await source() == .network)
        bench.pass(29)
        #expect(try await source().isStored)
        bench.pass(1)
        #expect(try await source() == .network)
        #expect(try await source().isStored)
        var post = server.request("/v1")
        post.httpMethod = "POST"
        _ = try await client.answer(for: post)
        #expect(try await source() == .network)
    }

    @Test("An answer after a stale redirection is stored, and stale")
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
        "After a redirection of an unencrypted request to another server, the answer is not stored"
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
