// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import ReachabilityFoundation

/// Downloads that wait for a scripted network, and come over the loopback from a server of ours.
@Suite(.timeLimit(.minutes(10))) struct DownloadTests {
    private let bench = RequestBench()
    private let progress = Log<DownloadProgress>()
    private var network: ScriptedNetwork { bench.network }

    /// Downloads, and takes the file.
    private func download(
        _ request: URLRequest,
        options: DeferralQueue.Options = .init(),
        from session: URLSession? = nil
    ) async throws -> (content: Data, response: HTTPURLResponse) {
        let (file, response) = try await (session ?? bench.session).download(
            for: request, constraints: .connected, options: options, queue: bench.queue
        ) { [progress] in progress.append($0) }
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        return (try Data(contentsOf: file), try #require(response as? HTTPURLResponse))
    }

    @Test("A download waits for the network, then reports increasing progress")
    func waitsThenReportsProgress() async throws {
        let body = content(1_000_000)
        let server = try HTTPServer(body: body)
        async let answer = download(server.request())
        await until { bench.reasons == ["offline"] }
        #expect(server.requests.isEmpty && progress.all.isEmpty)
        bench.connect()
        expectSameBytes(try await answer.content, body)
        let reported = progress.all
        #expect(reported.first == DownloadProgress(received: 0, expected: 1_000_000))
        #expect(reported.last == DownloadProgress(received: 1_000_000, expected: 1_000_000))
        #expect(reported.count > 2)
        #expect(zip(reported, reported.dropFirst()).allSatisfy { $0.received < $1.received })
    }

    @Test("A download without a progress closure succeeds")
    func withoutProgress() async throws {
        bench.connect()
        let body = content(100_000)
        let server = try HTTPServer(body: body)
        let (file, _) = try await bench.session.download(
            for: server.request(), constraints: .connected, queue: bench.queue)
        expectSameBytes(try Data(contentsOf: file), body)
        try FileManager.default.removeItem(at: file)
    }

    /// An answer, and the progress at its end.
    @Test(
        "The last progress matches the response",
        arguments: [
            ("200 OK", ["Content-Length: 0"], "", DownloadProgress(received: 0, expected: 0)),
            ("404 Not Found", ["Content-Length: 5"], "sorry", .init(received: 5, expected: 5)),
            // The length is that of content that does not follow.
            ("304 Not Modified", ["Content-Length: 5000"], "", .init(received: 0, expected: nil)),
            ("204 No Content", ["Content-Length: 5000"], "", .init(received: 0, expected: nil)),
            ("200 OK", [], "until it ends", .init(received: 13, expected: nil)),
            (
                "200 OK", ["Transfer-Encoding: chunked"], "5\r\nhello\r\n0\r\n\r\n",
                .init(received: 5, expected: nil)
            ),
            (
                "401 Unauthorized",
                ["WWW-Authenticate: Basic realm=\"here\"", "Content-Length: 2"],
                "no", .init(received: 2, expected: 2)
            ),
        ])
    func answers(status: String, headers: [String], body: String, end: DownloadProgress)
        async throws
    {
        let server = try HTTPServer { _, connection in
            connection.send(status: status, headers: headers)
            connection.send(Data(body.utf8))
        }
        bench.connect()
        let (content, response) = try await download(server.request())
        #expect(content.count == Int(end.received))
        #expect(response.statusCode == Int(status.prefix(3)))
        #expect(progress.all.last == end)
    }

    // MARK: The session's delegate

    @Test("The session's delegate handles redirections and passwords")
    func theSessionsDelegateIsAsked() async throws {
        let server = try HTTPServer { request, connection in
            switch (request.path, request.headers["authorization"]) {
            case ("/moved", _):
                connection.send(status: "302 Found", headers: ["Location: /film"], body: Data())
            case ("/secret", nil):
                connection.send(
                    status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"here\""],
                    body: Data("no".utf8))
            case (_, let authorization):
                connection.send(body: Data("hello \(authorization ?? "")".utf8))
            }
        }
        bench.connect()
        let delegate = Delegate()
        let session = URLSession(
            configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let film = try await download(server.request("/moved"), from: session)
        #expect(film.content == Data("hello ".utf8))
        #expect(delegate.log.all == ["to /film"])
        let secret = try await download(server.request("/secret"), from: session)
        #expect(secret.content == Data("hello Basic YTpi".utf8))
        #expect(secret.response.statusCode == 200)
        #expect(delegate.log.all == ["to /film", "here"])
        session.finishTasksAndInvalidate()
    }

    @Test("A download sends the session's cookies")
    func theSessionsCookiesAreSent() async throws {
        let server = try HTTPServer { request, connection in
            connection.send(
                headers: ["Set-Cookie: taste=good; Path=/"],
                body: Data((request.headers["cookie"] ?? "none").utf8))
        }
        bench.connect()
        #expect(try await download(server.request()).content == Data("none".utf8))
        let (data, _) = try await bench.session.data(
            for: server.request(), constraints: .connected, queue: bench.queue)
        #expect(data == Data("taste=good".utf8))
        #expect(try await download(server.request()).content == Data("taste=good".utf8))
    }

    @Test("A download follows redirections")
    func redirectionsAreFollowed() async throws {
        let server = try HTTPServer { request, connection in
            if request.path == "/" {
                connection.send(
                    status: "302 Found", headers: ["Location: /film"], body: Data("there".utf8))
            } else {
                connection.send(body: Data("hello".utf8))
            }
        }
        bench.connect()
        let (content, response) = try await download(server.request())
        #expect(content == Data("hello".utf8))
        #expect(response.url?.path == "/film")
    }

    @Test("A redirection that the delegate does not follow is the response")
    func redirectionsThatAreNotFollowedAreAnswers() async throws {
        // What an earlier attempt left there does not count.
        let requests = Log<Int>()
        let server = try HTTPServer { _, connection in
            requests.append(1)
            if requests.all.count == 1 {
                connection.send(headers: ["Content-Length: 200", "ETag: \"v1\""])
                connection.send(content(100))
            } else {
                connection.send(
                    status: "302 Found", headers: ["Location: /film"], body: Data("there".utf8))
            }
        }
        bench.connect()
        let session = URLSession(
            configuration: .ephemeral, delegate: Stayer(), delegateQueue: nil)
        let answer = try await download(
            server.request(), options: .init(maxAttempts: 2, backoff: .linear(first: .zero)),
            from: session)
        #expect(answer.content == Data("there".utf8))
        #expect(answer.response.statusCode == 302)
        session.finishTasksAndInvalidate()
    }

    // MARK: Ends

    @Test("A download throws the error of the session")
    func theSessionsErrorIsItsCallers() async throws {
        bench.connect()
        let port = try ClosedPort()
        let error = await #expect(throws: URLError.self) { try await download(port.request) }
        withExtendedLifetime(port) {}
        #expect(error?.code == .cannotConnectToHost)
        #expect(progress.all.isEmpty)
    }

    @Test("An incomplete download has no file name, so that a kill or cancellation leaves no file")
    func cancelledWhileItRuns() async throws {
        let beginning = content(1000)
        let log = Log<String>()
        let server = try HTTPServer { _, connection in
            connection.send(headers: ["Content-Length: 2000"])
            connection.send(beginning)
            connection.waitForEnd()
            log.append("ended")
        }
        bench.connect()
        let running = Task { try await download(server.request()) }
        await until { progress.all.last?.received == 1000 }
        #expect(!temporaryFiles().contains { (try? Data(contentsOf: $0)) == beginning })
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(!temporaryFiles().contains { (try? Data(contentsOf: $0)) == beginning })
        await until { log.all == ["ended"] }
    }

    /// However cancellation meets the end of a download, the download ends once.
    @Test("A download that is cancelled at any moment leaves no file")
    func cancelledAtAnyMoment() async throws {
        let server = try HTTPServer(body: content(20_000))
        bench.connect()
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let running = Task { try await download(server.request()) }
                    try? await Task.sleep(for: .microseconds(number * 100))
                    running.cancel()
                    do {
                        #expect(try await running.value.content.count == 20_000)
                    } catch {
                        #expect(error is CancellationError)
                    }
                }
            }
        }
        #expect(bench.queue.currentActivity == .init(finished: 200))
    }

    @Test("If the file cannot be created, the error names it and the connection ends")
    func aFileThatCannotBeMade() async throws {
        let log = Log<String>()
        let server = try HTTPServer { _, connection in
            connection.send(headers: ["Content-Length: 2000"])
            connection.send(content(1000))
            connection.waitForEnd()
            log.append("ended")
        }
        let file = DownloadFile(in: URL(fileURLWithPath: "/nowhere"))
        let error = await #expect(throws: CocoaError.self) {
            try await Download(server.request(), for: bench.session).run(into: file)
        }
        #expect(error?.code == .fileNoSuchFile)
        #expect(error?.filePath == file.url.path)
        await until { log.all == ["ended"] }
    }

    @Test("An existing file with the same name is kept") func aPlaceThatIsTaken() async throws {
        let server = try HTTPServer(body: content(1000))
        let file = DownloadFile()
        try Data("other".utf8).write(to: file.url)
        defer { try? FileManager.default.removeItem(at: file.url) }
        let error = await #expect(throws: CocoaError.self) {
            try await Download(server.request(), for: bench.session).run(into: file)
        }
        #expect(error?.code == .fileWriteFileExists)
        file.remove()
        #expect(try Data(contentsOf: file.url) == Data("other".utf8))
    }

    @Test("A file is removed, whether it is complete or not", arguments: [false, true])
    func aFileIsRemoved(isComplete: Bool) throws {
        let file = DownloadFile()
        let response = URLResponse(
            url: file.url, mimeType: nil, expectedContentLength: 5, textEncodingName: nil)
        try file.begin(response, nil)
        try file.append(Data("hello".utf8))
        if isComplete { try file.publish() }
        #expect(FileManager.default.fileExists(atPath: file.url.path) == isComplete)
        file.remove()
        #expect(!FileManager.default.fileExists(atPath: file.url.path))
    }

    // MARK: Going on

    /// How a server answers for the rest, and how often it is asked.
    enum Rest: String, CaseIterable {
        /// As it should.
        case part
        /// With the whole, for it is another by now.
        case whole
        /// With another part than was asked for.
        case otherPart
        /// That there is no such part.
        case refused
        /// First with a demand for a password, then as it should.
        case password

        var requests: Int {
            switch self {
            case .part, .whole: 2
            case .otherPart, .refused, .password: 3
            }
        }
    }

    /// How a download breaks off.
    enum Break: CaseIterable {
        /// The server closes the connection.
        case connection
        /// The network is lost.
        case network
    }

    @Test(
        "An interrupted download resumes where it stopped if the server sends the same version",
        arguments: Break.allCases, Rest.allCases)
    func goesOnWhereItWas(after breach: Break, rest: Rest) async throws {
        let (body, other) = (content(200_000), content(150_000))
        let requests = Log<HTTPServer.Request>()
        let server = try HTTPServer { request, connection in
            requests.append(request)
            guard request.headers["range"] != nil else {
                let isFirst = requests.all.count == 1
                connection.send(headers: ["Content-Length: 200000", "ETag: \"v1\""])
                connection.send(isFirst ? body.prefix(120_000) : body)
                if isFirst, breach == .network { connection.waitForEnd() }
                return
            }
            let part = (status: "206 Partial Content", range: "Content-Range: bytes")
            let tag = "ETag: \"v1\""
            switch rest {
            case .password where request.headers["authorization"] == nil:
                connection.send(
                    status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"here\""],
                    body: Data("no".utf8))
            case .part, .password:
                connection.send(
                    status: part.status, headers: ["\(part.range) 120000-199999/200000", tag],
                    body: body.suffix(80_000))
            case .whole:
                connection.send(headers: ["ETag: \"v2\""], body: other)
            case .otherPart:
                connection.send(
                    status: part.status, headers: ["\(part.range) 100000-199999/200000", tag],
                    body: body.suffix(100_000))
            case .refused:
                connection.send(
                    status: "416 Range Not Satisfiable", headers: ["\(part.range) */200000"],
                    body: Data("no".utf8))
            }
        }
        bench.connect()
        let session = URLSession(
            configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
        async let answer = download(
            server.request(),
            options: .init(
                onLoss: .stop, maxAttempts: breach == .connection ? 2 : 1,
                backoff: .linear(first: .zero)),
            from: session)
        if breach == .network {
            await until { progress.all.last?.received == 120_000 }
            network.disconnect("wlan0")
            await until { bench.reasons == ["offline"] }
            bench.connect()
        }
        let expected = rest == .whole ? other : body
        let (content, response) = try await answer
        #expect(content == expected)
        #expect(response.statusCode == 200)
        let length = Int64(expected.count)
        #expect(progress.all.last == DownloadProgress(received: length, expected: length))
        #expect(requests.all.count == rest.requests)
        let second = try #require(requests.all.dropFirst().first).headers
        #expect(second["range"] == "bytes=120000-")
        #expect(second["if-range"] == "\"v1\"")
        #expect(second["accept-encoding"] == "identity")
        if rest == .part {
            #expect(progress.all.contains(DownloadProgress(received: 120_000, expected: length)))
            #expect(!progress.all.dropFirst().contains { $0.received == 0 })
        }
        session.finishTasksAndInvalidate()
    }

    private func temporaryFiles() -> [URL] {
        let folder = FileManager.default.temporaryDirectory
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "download" }
    }
}
