// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LinuxSystem
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import ReachabilityFoundation

/// Redirections of requests, uploads and downloads.
@Suite(.timeLimit(.minutes(10))) struct RedirectionTests {
    private let bench = RequestBench()

    /// What sends a request.
    enum Method: CaseIterable, Sendable {
        case data, upload, download
    }

    private func send(
        _ request: URLRequest, by method: Method, from session: URLSession? = nil,
        options: DeferralQueue.Options = .init(), retries: RetriedStatuses = .none
    ) async throws -> (content: String, status: Int) {
        let session = session ?? bench.session
        let content: Data
        let response: URLResponse
        switch method {
        case .data:
            (content, response) = try await session.data(
                for: request, constraints: .connected, options: options, retries: retries,
                queue: bench.queue)
        case .upload:
            let folder = try TemporaryFolder()
            let file = try folder.file(request.httpBody ?? Data())
            (content, response) = try await session.upload(
                for: request, fromFile: file, constraints: .connected, options: options,
                retries: retries, queue: bench.queue)
            withExtendedLifetime(folder) {}
        case .download:
            let file: URL
            (file, response) = try await session.download(
                for: request, constraints: .connected, options: options, retries: retries,
                queue: bench.queue)
            content = try Data(contentsOf: file)
            try FileManager.default.removeItem(at: file)
        }
        let status = try #require(response as? HTTPURLResponse).statusCode
        return (String(decoding: content, as: UTF8.self), status)
    }

    /// A server that redirects `/old`, and answers elsewhere with a field of the request.
    private func server(
        _ status: String, to place: String = "/new", headers: [String] = [], answers field: String
    ) throws -> HTTPServer {
        try HTTPServer { request, connection in
            _ = connection.body(of: request)
            if request.path == "/old" {
                connection.send(
                    status: status, headers: headers + ["Location: \(place)"], body: Data())
            } else {
                connection.send(body: Data((request.headers[field] ?? "none").utf8))
            }
        }
    }

    private func request(_ server: HTTPServer, _ method: String, cookie: String? = nil)
        -> URLRequest
    {
        var request = server.request("/old")
        request.httpMethod = method
        if method != "GET" { request.httpBody = Data("hello".utf8) }
        request.setValue(cookie, forHTTPHeaderField: "Cookie")
        return request
    }

    // MARK: Cookies

    @Test(
        "A redirected request has the cookies that the redirection sets",
        arguments: [
            ("GET", "302 Found", Method.data), ("POST", "302 Found", .data),
            ("POST", "307 Temporary Redirect", .data), ("PUT", "307 Temporary Redirect", .upload),
            ("POST", "303 See Other", .upload), ("GET", "302 Found", .download),
            ("POST", "307 Temporary Redirect", .download),
        ])
    func cookies(method: String, status: String, sender: Method) async throws {
        let server = try server(status, headers: ["Set-Cookie: a=1; Path=/"], answers: "cookie")
        bench.connect()
        #expect(try await send(request(server, method), by: sender).content == "a=1")
    }

    @Test("Another host does not get the cookies of the old one", arguments: Method.allCases)
    func cookiesOfAHost(sender: Method) async throws {
        let other = try server("200 OK", answers: "cookie")
        let place = try #require(other.request("/there").url).absoluteString
            .replacing("127.0.0.1", with: "localhost")
        let server = try server(
            "307 Temporary Redirect", to: place, headers: ["Set-Cookie: a=1; Path=/"],
            answers: "cookie")
        bench.connect()
        // The second request has the cookie.
        for _ in 0..<2 {
            #expect(try await send(request(server, "POST"), by: sender).content == "none")
        }
        #expect(server.requests.map { $0.headers["cookie"] } == [nil, "a=1"])
    }

    @Test("A session that sets no cookies sends the request's own again")
    func noCookies() async throws {
        let server = try server(
            "302 Found", headers: ["Set-Cookie: a=1; Path=/"], answers: "cookie")
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        bench.connect()
        let answer = try await send(
            request(server, "GET", cookie: "own=1"), by: .data,
            from: URLSession(configuration: configuration))
        #expect(answer.content == "own=1")
    }

    // MARK: Other servers

    @Test(
        "Another server does not get a request's password and cookie",
        arguments: Method.allCases, ["authorization", "proxy-authorization", "cookie"])
    func secrets(sender: Method, field: String) async throws {
        bench.connect()
        let other = try server("200 OK", answers: field)
        let place = try #require(other.request("/there").url).absoluteString
        for (place, isSent) in [("/here", true), (place, false)] {
            let server = try server("307 Temporary Redirect", to: place, answers: field)
            var request = request(server, "POST")
            request.setValue("secret", forHTTPHeaderField: field)
            #expect(try await send(request, by: sender).content == (isSent ? "secret" : "none"))
        }
        #expect(other.requests.count == 1)
    }

    /// What a redirection of a `POST` does, by the places and the body.
    @Test(
        "A body is not sent from https to http",
        arguments: [
            ("https://a.test/", "http://a.test/", "POST", "stays"),
            ("https://a.test/", "HTTP://b.test/", "PUT", "stays"),
            ("https://a.test/", "http://a.test/", "GET", "follows"),
            ("https://a.test/", "https://b.test/", "POST", "sends again"),
            ("http://a.test/", "http://b.test/", "POST", "sends again"),
            ("http://a.test/", "https://a.test/", "POST", "sends again"),
        ])
    func insecure(from: String, to: String, method: String, step: String) throws {
        let old = try #require(URL(string: from))
        var request = URLRequest(url: old)
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        var next = request
        next.url = URL(string: to)
        next.httpMethod = method
        let response = try #require(
            HTTPURLResponse(url: old, statusCode: 307, httpVersion: nil, headerFields: nil))
        let steps: [String: Redirections.Step] = [
            "stays": .stay, "follows": .follow(next), "sends again": .sendAgain(next),
        ]
        let redirections = Redirections(of: request, .ephemeral)
        #expect(redirections.step(to: next, after: response) == steps[step])
    }

    // MARK: Bodies

    @Test("A redirection that keeps the method keeps the body", arguments: Method.allCases)
    func body(sender: Method) async throws {
        let server = try server("307 Temporary Redirect", answers: "content-length")
        bench.connect()
        let answer = try await send(request(server, "POST"), by: sender)
        #expect(answer.content == "5" && answer.status == 200)
    }

    @Test("A download whose redirections have no end is an error")
    func circles() async throws {
        let server = try server("307 Temporary Redirect", to: "/old", answers: "none")
        bench.connect()
        let error = await #expect(throws: URLError.self) {
            try await send(request(server, "POST"), by: .download)
        }
        #expect(error?.code == .httpTooManyRedirects)
        #expect(server.requests.count == 21)
    }

    @Test("A file that is deleted before its redirection is an error with its path")
    func deletedFile() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(Data("hello".utf8))
        let server = try HTTPServer { request, connection in
            _ = connection.body(of: request)
            try? FileManager.default.removeItem(at: file)
            connection.send(
                status: "307 Temporary Redirect", headers: ["Location: /new"], body: Data())
        }
        bench.connect()
        let error = await #expect(throws: CocoaError.self) {
            try await bench.session.upload(
                for: request(server, "PUT"), fromFile: file, constraints: .connected,
                queue: bench.queue)
        }
        #expect(error?.code == .fileReadNoSuchFile)
        #expect(error?.filePath == file.path)
        #expect(server.requests.count == 1)
    }

    // MARK: Invalidated sessions

    @Test(
        "A session can be invalidated while its request is redirected or fails",
        arguments: Method.allCases, ["307 Temporary Redirect", "503 Service Unavailable"])
    func invalidated(sender: Method, status: String) async throws {
        let session = URLSession(configuration: .ephemeral)
        let isFirst = Log<Bool>()
        let server = try HTTPServer { request, connection in
            _ = connection.body(of: request)
            isFirst.append(true)
            guard isFirst.all.count == 1 else { return connection.send(body: Data("ok".utf8)) }
            session.finishTasksAndInvalidate()
            connection.send(status: status, headers: ["Location: /new"], body: Data())
        }
        bench.connect()
        let answer = try await send(
            request(server, "POST"), by: sender, from: session,
            options: .init(maxAttempts: 2, backoff: .linear(first: .zero)), retries: .transient)
        #expect(answer.content == "ok" && answer.status == 200)
    }

    @Test(
        "A request of a session that is invalidated while it waits is sent, and the delegate gets its events",
        arguments: Method.allCases)
    func invalidatedBefore(sender: Method) async throws {
        let server = try server("302 Found", answers: "none")
        let session = URLSession(
            configuration: .ephemeral, delegate: Stayer(), delegateQueue: nil)
        let waiting = Task { try await send(request(server, "POST"), by: sender, from: session) }
        await until { bench.reasons == ["offline"] }
        session.invalidateAndCancel()
        bench.connect()
        #expect(try await waiting.value.status == 302)
    }

    // MARK: Cancellation

    /// Answers only when it is told to.
    private final class LateDelegate: NSObject, URLSessionTaskDelegate, Sendable {
        private let answers = Lock<[@Sendable () -> Void]>([])

        var isAsked: Bool { answers.withLock { !$0.isEmpty } }
        func answer() { for answer in answers.withLock(\.self) { answer() } }

        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            answers.withLock { $0.append { completionHandler(request) } }
        }
    }

    @Test(
        "A redirection is not followed if its request was cancelled while the delegate decides",
        arguments: Method.allCases)
    func cancelledWhileAsked(sender: Method) async throws {
        let server = try server("302 Found", answers: "none")
        let delegate = LateDelegate()
        let session = URLSession(
            configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        bench.connect()
        let running = Task {
            try await send(
                request(server, sender == .upload ? "POST" : "GET"), by: sender, from: session)
        }
        await until { delegate.isAsked }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        delegate.answer()
        // Another request of the session still works.
        #expect(
            try await send(server.request("/new"), by: .data, from: session).content == "none")
        #expect(server.requests.map(\.path) == ["/old", "/new"])
    }

    @Test("A request that is cancelled before it is sent ends, even if no protocol knows its URL")
    func cancelledBefore() async throws {
        let url = try #require(URL(string: "unknown://host/"))
        let exchange = Exchange(for: bench.session)
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await exchange.run(URLRequest(url: url))
        }
        await #expect(throws: CancellationError.self) { try await running.value }
    }
}
