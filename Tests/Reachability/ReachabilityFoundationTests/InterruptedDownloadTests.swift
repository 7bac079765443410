// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import ReachabilityFoundation

/// Downloads that break off, from servers that lie, change and fail under way.
@Suite(.timeLimit(.minutes(10))) struct InterruptedDownloadTests {
    private let bench = RequestBench()

    /// What the server has, at first and when it has changed.
    private let body: Data = content(200_000)
    private let other: Data = content(200_000)

    /// Downloads, and takes the file.
    private func download(
        _ request: URLRequest,
        attempts: Int,
        retries: RetriedStatuses = .none
    ) async throws -> (content: Data, response: HTTPURLResponse) {
        let (file, response) = try await bench.session.download(
            for: request, constraints: .connected,
            options: .init(maxAttempts: attempts, backoff: .linear(first: .zero)),
            retries: retries, queue: bench.queue)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        return (try Data(contentsOf: file), try #require(response as? HTTPURLResponse))
    }

    /// Whether it is what the server has at first. (To show in what so many bytes differ takes minutes.)
    private func isBody(_ content: Data) -> Bool { content == body }

    /// A server that breaks off after 120,000 of 200,000 bytes, answers the next request in some way, and
    /// then as it should.
    private func server(
        _ first: [String] = ["Content-Length: 200000"],
        second: @escaping @Sendable (HTTPServer.Connection) -> Void
    ) throws -> HTTPServer {
        let requests = Log<Int>()
        let body = body
        return try HTTPServer { request, connection in
            requests.append(1)
            switch requests.all.count {
            case 1:
                connection.send(headers: first + ["ETag: \"v1\"", "X-Film: yes"])
                connection.send(body.prefix(120_000))
            case 2: second(connection)
            default:
                let range = request.headers["range"]?.dropFirst("bytes=".count)
                if let offset = range.flatMap({ Int($0.dropLast()) }) {
                    connection.send(
                        status: "206 Partial Content",
                        headers: [
                            "ETag: \"v1\"", "Content-Range: bytes \(offset)-199999/200000",
                        ], body: body.dropFirst(offset))
                } else {
                    connection.send(headers: ["ETag: \"v1\"", "X-Film: yes"], body: body)
                }
            }
        }
    }

    /// A part as a server sends it that lies or has changed.
    struct Part: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var headers: [String]
        /// The version and the range of the bytes that follow.
        var bytes = 120_000..<200_000
        var isOther = true
        /// The range of the request after it: `nil` for the whole.
        var next: String?
        /// Whether the connection was lost, so that the request after it is another attempt.
        var isLoss = false
    }

    private static let dishonestParts = [
        Part(
            testDescription: "without a tag", headers: ["Content-Range: bytes 120000-199999/200000"]
        ),
        Part(
            testDescription: "with another tag",
            headers: ["ETag: \"v2\"", "Content-Range: bytes 120000-199999/200000"]),
        Part(
            testDescription: "of another whole",
            headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-149999/150000"],
            bytes: 120_000..<150_000),
        Part(
            testDescription: "that ends early",
            headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-149999/200000"],
            bytes: 120_000..<150_000, isOther: false, next: "bytes=150000-"),
        Part(
            testDescription: "shorter than its range",
            headers: [
                "ETag: \"v1\"", "Content-Range: bytes 120000-199999/200000",
                "Content-Length: 70000",
            ], bytes: 120_000..<190_000),
        Part(
            testDescription: "shorter than its range, and of no length",
            headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-199999/200000"],
            bytes: 120_000..<190_000, isOther: false, next: "bytes=190000-", isLoss: true),
        Part(
            testDescription: "longer than its range",
            headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-149999/200000"]),
        // Beyond it Foundation ends the process itself (Swift 6.3).
        Part(
            testDescription: "of a length near the end of what can be counted",
            headers: [
                "ETag: \"v1\"", "Content-Range: bytes 120000-199999/*",
                "Content-Length: 9223372036854774784",
            ]),
        Part(
            testDescription: "of several parts",
            headers: ["ETag: \"v1\"", "Content-Type: multipart/byteranges; boundary=x"]),
    ]

    @Test("A part that is not the rest of the same version is rejected", arguments: dishonestParts)
    func parts(_ part: Part) async throws {
        let bytes = (part.isOther ? other : body)[part.bytes]
        let server = try server { connection in
            connection.send(status: "206 Partial Content", headers: part.headers)
            connection.send(bytes)
        }
        bench.connect()
        let (content, response) = try await download(
            server.request(), attempts: part.isLoss ? 3 : 2)
        #expect(isBody(content))
        #expect(response.statusCode == 200)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=120000-", part.next])
    }

    /// A server that breaks off after 120,000 of 200,000 bytes, and answers all other requests in one way.
    private func breakingServer(
        _ first: [String] = [], then others: @escaping @Sendable (HTTPServer.Connection) -> Void
    ) throws -> HTTPServer {
        let requests = Log<Int>()
        let body = body
        return try HTTPServer { _, connection in
            requests.append(1)
            guard requests.all.count == 1 else { return others(connection) }
            connection.send(headers: ["Content-Length: 200000", "ETag: \"v1\""] + first)
            connection.send(body.prefix(120_000))
        }
    }

    @Test(
        "A part is an error if the complete file was requested again",
        arguments: dishonestParts.filter { $0.next == nil })
    func unrequestedParts(_ part: Part) async throws {
        let bytes = (part.isOther ? other : body)[part.bytes]
        let server = try breakingServer { connection in
            connection.send(status: "206 Partial Content", headers: part.headers)
            connection.send(bytes)
        }
        bench.connect()
        let error = await #expect(throws: ResponseError.self) {
            try await download(server.request(), attempts: 5)
        }
        #expect(error?.statusCode == 206)
        #expect(error?.reason == .unrequestedPart)
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=120000-", nil])
    }

    /// What asks for a part, if anything does.
    enum Asker: CaseIterable {
        case nobody
        case request
        case session
    }

    @Test(
        "A part is a valid first response only if a range was requested", arguments: Asker.allCases)
    func firstParts(asker: Asker) async throws {
        let part = body[120_000..<150_000]
        let server = try HTTPServer(
            status: "206 Partial Content",
            headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-149999/200000"], body: part)
        bench.connect()
        var request = server.request()
        let configuration = URLSessionConfiguration.ephemeral
        switch asker {
        case .nobody: break
        case .request: request.setValue("bytes=120000-149999", forHTTPHeaderField: "Range")
        case .session: configuration.httpAdditionalHeaders = ["range": "bytes=120000-149999"]
        }
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        do {
            let (file, _) = try await session.download(
                for: request, constraints: .connected,
                options: .init(maxAttempts: 3, backoff: .linear(first: .zero)), queue: bench.queue)
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
            let isPart = try Data(contentsOf: file) == part
            #expect(isPart && asker != .nobody)
        } catch let error as ResponseError {
            #expect(error.statusCode == 206)
            #expect(error.reason == .unrequestedPart)
            #expect(asker == .nobody)
        }
        #expect(server.requests.count == 1)
    }

    @Test("A server that sends short parts gets at most 64 requests in an attempt")
    func shortParts() async throws {
        // 200 bytes are to come one at a time, in four attempts.
        for (attempts, requests) in [(2, 1 + 64), (5, 1 + 200)] {
            let body = body.prefix(300)
            let server = try HTTPServer { request, connection in
                let range = request.headers["range"]?.dropFirst("bytes=".count).dropLast()
                if let offset = range.flatMap({ Int($0) }) {
                    connection.send(
                        status: "206 Partial Content",
                        headers: ["ETag: \"v1\"", "Content-Range: bytes \(offset)-\(offset)/300"],
                        body: body[offset...offset])
                } else {
                    connection.send(headers: ["Content-Length: 300", "ETag: \"v1\""])
                    connection.send(body.prefix(100))
                }
            }
            bench.connect()
            do {
                let content = try await download(server.request(), attempts: attempts).content
                expectSameBytes(content, body)
                #expect(attempts == 5)
            } catch let error as ResponseError {
                #expect(error.statusCode == 206)
                #expect(error.reason == .shortParts)
                #expect(attempts == 2)
            }
            #expect(server.requests.count == requests)
        }
    }

    @Test("A resumed download has the response of an uninterrupted one")
    func answer() async throws {
        let body = body
        let server = try server { connection in
            connection.send(
                status: "206 Partial Content",
                headers: ["ETag: \"v1\"", "Content-Range: bytes 120000-199999/200000"],
                body: body.dropFirst(120_000))
        }
        bench.connect()
        let (content, response) = try await download(server.request(), attempts: 2)
        #expect(isBody(content))
        #expect(response.statusCode == 200)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "200000")
        #expect(response.value(forHTTPHeaderField: "X-Film") == "yes")
        #expect(response.value(forHTTPHeaderField: "Content-Range") == nil)
    }

    @Test("A download with a modification date can be resumed") func timeOfModification()
        async throws
    {
        let headers = [
            "Last-Modified: Sat, 21 Nov 2026 09:00:00 GMT", "Date: Sat, 21 Nov 2026 10:00:00 GMT",
        ]
        let body = body
        let server = try HTTPServer { request, connection in
            if request.headers["range"] == nil {
                connection.send(headers: headers + ["Content-Length: 200000"])
                connection.send(body.prefix(120_000))
            } else {
                connection.send(
                    status: "206 Partial Content",
                    headers: headers + ["Content-Range: bytes 120000-199999/200000"],
                    body: body.dropFirst(120_000))
            }
        }
        bench.connect()
        #expect(isBody(try await download(server.request(), attempts: 2).content))
        #expect(
            server.requests.last?.headers["if-range"] == "Sat, 21 Nov 2026 09:00:00 GMT")
    }

    // MARK: Statuses

    /// An error during a download, and whether it is tried again.
    @Test(
        "A server error during a download throws and keeps the content",
        arguments: [
            ("503 Service Unavailable", true), ("500 Internal Server Error", true),
            ("429 Too Many Requests", true), ("404 Not Found", false), ("401 Unauthorized", false),
            ("204 No Content", false), ("300 Multiple Choices", false), ("302 Found", false),
            ("304 Not Modified", false), ("305 Use Proxy", false),
        ])
    func errors(status: String, isTransient: Bool) async throws {
        for attempts in [2, 3] {
            let server = try server { connection in
                connection.send(
                    status: status, headers: ["WWW-Authenticate: Basic realm=\"here\""],
                    body: Data("sorry".utf8))
            }
            bench.connect()
            if isTransient, attempts == 3 {
                #expect(isBody(try await download(server.request(), attempts: 3).content))
                let ranges = server.requests.map { $0.headers["range"] }
                #expect(ranges == [nil, "bytes=120000-", "bytes=120000-"])
            } else {
                let error = await #expect(throws: ResponseError.self) {
                    try await download(server.request(), attempts: attempts)
                }
                #expect(error?.statusCode == Int(status.prefix(3)))
                #expect(error?.reason == .status)
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test(
        "A response without the file is an error after a restart",
        arguments: [
            "204 No Content", "205 Reset Content", "302 Found", "304 Not Modified", "404 Not Found",
        ])
    func errorsAfterARestart(status: String) async throws {
        let requests = Log<Int>()
        let server = try breakingServer { connection in
            requests.append(1)
            connection.send(
                status: requests.all.count == 1 ? "412 Precondition Failed" : status, body: Data())
        }
        bench.connect()
        let error = await #expect(throws: ResponseError.self) {
            try await download(server.request(), attempts: 5)
        }
        #expect(error?.statusCode == Int(status.prefix(3)))
        #expect(server.requests.map { $0.headers["range"] } == [nil, "bytes=120000-", nil])
    }

    /// The kind of the whole files without a validator, how often is asked, and whether one is taken.
    @Test(
        "A complete response without a validator is accepted after three rejections if its media type is the same",
        arguments: [("video/webm", 4, false), ("video/webm", 5, true), ("text/html", 6, false)])
    func replacements(kind: String, attempts: Int, isTaken: Bool) async throws {
        let other = other
        let server = try breakingServer(["Content-Type: video/webm"]) { connection in
            connection.send(headers: ["Content-Type: \(kind)"], body: other)
        }
        bench.connect()
        do {
            let content = try await download(server.request(), attempts: attempts).content
            let isOther = content == other
            #expect(isOther && isTaken)
        } catch let error as ResponseError {
            #expect(error.reason == .replacement)
            #expect(!isTaken)
        }
        #expect(server.requests.count == attempts)
    }

    @Test("A portal's page does not replace the content") func portal() async throws {
        let server = try server(["Content-Length: 200000", "Content-Type: video/webm"]) {
            $0.send(headers: ["Content-Type: text/html"], body: Data("log in".utf8))
        }
        bench.connect()
        #expect(isBody(try await download(server.request(), attempts: 3).content))
        #expect(server.requests.last?.headers["range"] == "bytes=120000-")
    }

    @Test("The options' isTransient receives the status and can end the attempts")
    func isTransient()
        async throws
    {
        let server = try server { connection in
            connection.send(status: "503 Service Unavailable", body: Data())
        }
        bench.connect()
        let error = await #expect(throws: ResponseError.self) {
            try await bench.session.download(
                for: server.request(), constraints: .connected,
                options: .init(
                    maxAttempts: 9, backoff: .linear(first: .zero),
                    isTransient: { ($0 as? ResponseError)?.statusCode != 503 }), queue: bench.queue)
        }
        #expect(error?.statusCode == 503)
        #expect(server.requests.count == 2)
    }

    /// Which statuses are failures, and how often is asked.
    @Test(
        "A status of the first response is a failure only if the caller lists it",
        arguments: [
            ("503 Service Unavailable", .none, 1, false),
            ("503 Service Unavailable", .transient, 2, true),
            ("404 Not Found", .transient, 1, false),
            ("404 Not Found", [404], 2, true),
            ("404 Not Found", .transient.union([404]), 2, true),
            ("200 OK", .transient, 1, false),
        ] as [(String, RetriedStatuses, Int, Bool)])
    func firstAnswers(
        status: String, retries: RetriedStatuses, requests: Int, isFailure: Bool
    ) async throws {
        bench.connect()
        let options = DeferralQueue.Options(maxAttempts: 2, backoff: .linear(first: .zero))
        for isDownload in [true, false] {
            let server = try HTTPServer(status: status, body: Data("sorry".utf8))
            let code: Int?
            do {
                if isDownload {
                    let answer = try await download(server.request(), attempts: 2, retries: retries)
                    #expect(answer.content == Data("sorry".utf8))
                    code = answer.response.statusCode
                } else {
                    let (data, response) = try await bench.session.data(
                        for: server.request(), constraints: .connected, options: options,
                        retries: retries, queue: bench.queue)
                    #expect(data == Data("sorry".utf8))
                    code = (response as? HTTPURLResponse)?.statusCode
                }
                #expect(!isFailure)
            } catch let error as ResponseError {
                #expect(isFailure)
                code = error.statusCode
            }
            #expect(code == Int(status.prefix(3)))
            #expect(server.requests.count == requests)
        }
    }

    @Test("The next attempt waits for Retry-After") func retryAfter() async throws {
        let server = try server { connection in
            connection.send(
                status: "503 Service Unavailable", headers: ["Retry-After: 120"], body: Data())
        }
        bench.connect()
        async let answer = download(server.request(), attempts: 3)
        await until { bench.reasons == ["backoff"] && server.requests.count == 2 }
        bench.clock.advance(by: .seconds(119))
        #expect(bench.reasons == ["backoff"])
        bench.clock.advance(by: .seconds(1))
        #expect(isBody(try await answer.content))
        #expect(server.requests.count == 3)
    }

    @Test("The description of an error has the status and the server, without secrets") func words()
        throws
    {
        let url = try #require(URL(string: "https://me:secret@files.example/film?token=secret"))
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 503, httpVersion: nil,
                headerFields: ["Retry-After": "120"]))
        let error = ResponseError(.status, response)
        #expect(error.retryAfter == .seconds(120))
        #expect(
            error.localizedDescription
                == "the server of files.example/film answered with status 503 (Service Unavailable)"
        )
        #expect(
            "\(ResponseError(.replacement, response))"
                == "the server of files.example/film sent another file instead of the rest of the "
                + "download")
    }

    @Test("The fraction of received content") func fractions() {
        #expect(DownloadProgress(received: 1, expected: 4).fraction == 0.25)
        #expect(DownloadProgress(received: 5, expected: 4).fraction == 1)
        #expect(DownloadProgress(received: 0, expected: 0).fraction == 1)
        #expect(DownloadProgress(received: 1, expected: nil).fraction == nil)
    }
}
