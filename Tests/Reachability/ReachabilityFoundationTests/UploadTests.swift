// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Glibc
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import ReachabilityFoundation

/// Uploads that wait for a scripted network, and go over the loopback to a server of ours.
@Suite(.timeLimit(.minutes(10))) struct UploadTests {
    private let bench = RequestBench()
    private let folder: TemporaryFolder
    private var network: ScriptedNetwork { bench.network }

    init() throws { folder = try TemporaryFolder() }

    private func upload(
        _ file: URL,
        to request: URLRequest,
        method: String = "PUT",
        constraints: NetworkConstraints = .connected,
        options: DeferralQueue.Options = .init(),
        retries: RetriedStatuses = .none,
        from session: URLSession? = nil
    ) async throws -> (content: Data, status: Int) {
        var request = request
        request.httpMethod = method
        let (content, response) = try await (session ?? bench.session).upload(
            for: request, fromFile: file, constraints: constraints, options: options,
            retries: retries, queue: bench.queue)
        return (content, try #require(response as? HTTPURLResponse).statusCode)
    }

    /// A server that keeps every body that it receives completely, and answers with its size.
    private func store() throws -> (server: HTTPServer, bodies: Log<Data>) {
        let bodies = Log<Data>()
        let server = try HTTPServer { request, connection in
            let body = connection.body(of: request)
            bodies.append(body)
            connection.send(status: "201 Created", body: Data("\(body.count)".utf8))
        }
        return (server, bodies)
    }

    @Test("An upload waits until the network meets its constraints, then sends the file")
    func waitsForTheNetwork() async throws {
        let (server, bodies) = try store()
        let body = content(3_000_000)
        let file = try folder.file(body)
        network.connect(.wwan, name: "wwan0")
        async let answer = upload(file, to: server.request(), constraints: .unmetered)
        await until { bench.reasons == ["metered"] }
        #expect(server.requests.isEmpty)
        bench.connect()
        let (receipt, status) = try await answer
        #expect(receipt == Data("3000000".utf8) && status == 201)
        #expect(bodies.all == [body])
        #expect(server.requests.map(\.method) == ["PUT"])
        #expect(server.requests.first?.headers["content-length"] == "3000000")
        #expect(server.requests.first?.headers["transfer-encoding"] == nil)
    }

    @Test("Any size of file is sent completely", arguments: [0, 1, 16_384, 65_536, 10_000_000])
    func sizes(size: Int) async throws {
        let (server, bodies) = try store()
        let body = content(size)
        bench.connect()
        _ = try await upload(folder.file(body), to: server.request())
        #expect(bodies.all == [body])
    }

    @Test("A symbolic link sends the file that it leads to")
    func symbolicLink() async throws {
        let (server, bodies) = try store()
        let body = content(100_000)
        let link = folder.url.appending(component: "link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: folder.file(body))
        bench.connect()
        _ = try await upload(link, to: server.request())
        #expect(bodies.all == [body])
    }

    @Test("The body of the request itself is ignored")
    func anotherBody() async throws {
        let (server, bodies) = try store()
        bench.connect()
        var request = server.request()
        request.httpBody = Data("not this".utf8)
        _ = try await upload(folder.file(Data("this".utf8)), to: request, method: "POST")
        #expect(bodies.all == [Data("this".utf8)])
        #expect(server.requests.first?.headers["content-type"] == nil)
    }

    // MARK: Files that cannot be read

    @Test("A missing file is an error with its path, before the upload waits")
    func missingFile() async throws {
        let server = try HTTPServer(body: Data())
        let file = folder.url.appending(component: "missing")
        let error = await #expect(throws: CocoaError.self) {
            try await upload(file, to: server.request())
        }
        #expect(error?.code == .fileReadNoSuchFile)
        #expect(error?.filePath == file.path)
        #expect(error?.localizedDescription.contains("\(file.path) does not exist") == true)
        #expect(bench.queue.currentActivity == .init())
    }

    @Test("A folder, a device or another URL is an error with its name")
    func noRegularFile() async throws {
        let server = try HTTPServer(body: Data())
        for url in [folder.url, URL(filePath: "/dev/null"), server.request().url!] {
            let error = await #expect(throws: CocoaError.self) {
                try await upload(url, to: server.request())
            }
            #expect(error?.localizedDescription.contains(url.path) == true)
        }
        #expect(server.requests.isEmpty)
    }

    @Test("A file without permission is an error with its path", .enabled(if: geteuid() != 0))
    func unreadableFile() async throws {
        let server = try HTTPServer(body: Data())
        let file = try folder.file(Data())
        #expect(chmod(file.path, 0) == 0)
        let error = await #expect(throws: CocoaError.self) {
            try await upload(file, to: server.request())
        }
        #expect(error?.code == .fileReadNoPermission)
        #expect(error?.filePath == file.path)
    }

    @Test("A file that is deleted while its upload waits is an error, which is not retried")
    func deletedFile() async throws {
        let server = try HTTPServer(body: Data())
        let file = try folder.file(Data())
        let waiting = Task {
            try await upload(file, to: server.request(), options: .init(maxAttempts: 3))
        }
        await until { bench.reasons == ["offline"] }
        try FileManager.default.removeItem(at: file)
        bench.connect()
        let error = await #expect(throws: CocoaError.self) { try await waiting.value }
        #expect(error?.code == .fileReadNoSuchFile)
        #expect(server.requests.isEmpty)
    }

    @Test("A file that becomes smaller while it is sent is an error with its path")
    func shrunkenFile() async throws {
        let file = try folder.file(Data())
        // More than the sockets on the way can hold.
        #expect(truncate(file.path, 100_000_000) == 0)
        let server = try HTTPServer { request, connection in
            #expect(truncate(file.path, 1) == 0)
            _ = connection.body(of: request)
        }
        bench.connect()
        let error = await #expect(throws: CocoaError.self) {
            try await upload(file, to: server.request(), options: .init(maxAttempts: 3))
        }
        #expect(error?.code == .fileReadCorruptFile)
        #expect(error?.filePath == file.path)
        #expect(server.requests.count == 1)
    }

    @Test("A method without a body is an error")
    func methodWithoutBody() async throws {
        let server = try HTTPServer(body: Data())
        bench.connect()
        let file = try folder.file(Data("hello".utf8))
        let error = await #expect(throws: URLError.self) {
            try await upload(file, to: server.request(), method: "GET")
        }
        #expect(error?.code == .dataLengthExceedsMaximum)
        #expect(server.requests.isEmpty)
    }

    // MARK: Sending again

    @Test(
        "An upload whose network is lost or becomes metered is sent again from its beginning",
        arguments: [false, true])
    func losesItsNetwork(becomesMetered: Bool) async throws {
        let bodies = Log<Data>()
        let log = Log<String>()
        let server = try HTTPServer { request, connection in
            log.append(request.method)
            if log.all.count == 1 {
                // The first upload ends before its last byte.
                connection.waitForEnd()
                log.append("ended")
            } else {
                bodies.append(connection.body(of: request))
                connection.send(body: Data())
            }
        }
        let body = content(10_000_000)
        let file = try folder.file(body)
        bench.connect()
        async let answer = upload(
            file, to: server.request(), constraints: .unmetered, options: .init(onLoss: .stop))
        await until { log.all == ["PUT"] }
        network.disconnect("wlan0")
        if becomesMetered { network.connect(.wwan, name: "wwan0") }
        await until { bench.reasons == [becomesMetered ? "metered" : "offline"] }
        await until { log.all == ["PUT", "ended"] }
        bench.connect()
        #expect(try await answer.status == 200)
        #expect(bodies.all == [body])
        #expect(log.all == ["PUT", "ended", "PUT"])
    }

    /// What happens if the response is a failure, and how often the file is sent.
    @Test(
        "An upload is sent again only if its options say so",
        arguments: [("PUT", 1), ("POST", 1), ("PUT", 2), ("POST", 2)])
    func attempts(method: String, maxAttempts: Int) async throws {
        let bodies = Log<Data>()
        let server = try HTTPServer { request, connection in
            bodies.append(connection.body(of: request))
            connection.send(
                status: bodies.all.count == 1 ? "503 Service Unavailable" : "200 OK", body: Data())
        }
        let body = content(100_000)
        let file = try folder.file(body)
        bench.connect()
        let options = DeferralQueue.Options(
            maxAttempts: maxAttempts, backoff: .linear(first: .seconds(30)))
        let running = Task {
            try await upload(
                file, to: server.request(), method: method, options: options, retries: .transient)
        }
        if maxAttempts > 1 {
            await until { bench.reasons == ["backoff"] }
            bench.clock.advance(by: .seconds(30))
            #expect(try await running.value.status == 200)
        } else {
            let error = await #expect(throws: ResponseError.self) { try await running.value }
            #expect(error?.statusCode == 503)
        }
        #expect(bodies.all == Array(repeating: body, count: maxAttempts))
    }

    @Test("A running upload can be cancelled")
    func cancelledWhileItRuns() async throws {
        let log = Log<String>()
        let server = try HTTPServer { _, connection in
            log.append("begun")
            connection.waitForEnd()
            log.append("ended")
        }
        let file = try folder.file(content(10_000_000))
        bench.connect()
        let running = Task { try await upload(file, to: server.request()) }
        await until { log.all == ["begun"] }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        await until { log.all == ["begun", "ended"] }
    }

    @Test("Uploads can be cancelled at any time", arguments: 0..<8)
    func cancelledAnyTime(round: Int) async throws {
        let server = try HTTPServer { _, connection in connection.waitForEnd() }
        let file = try folder.file(content(1_000_000))
        bench.connect()
        let running = Task { try await upload(file, to: server.request()) }
        for _ in 0..<round { await Task.yield() }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    // MARK: Redirections and passwords

    /// A redirection, and the request that comes to the new place.
    @Test(
        "A redirection that keeps the method sends the file to the new place",
        arguments: [
            ("PUT", "307 Temporary Redirect", "PUT", true),
            ("PUT", "308 Permanent Redirect", "PUT", true),
            ("PUT", "301 Moved Permanently", "PUT", true),
            ("POST", "307 Temporary Redirect", "POST", true),
            ("POST", "302 Found", "GET", false),
            ("PUT", "303 See Other", "GET", false),
        ])
    func redirections(method: String, status: String, next: String, hasBody: Bool) async throws {
        let bodies = Log<Data>()
        let server = try HTTPServer { request, connection in
            bodies.append(connection.body(of: request))
            let isOld = request.path == "/old"
            connection.send(
                status: isOld ? status : "200 OK", headers: ["Location: /new"],
                body: Data((isOld ? "moved" : "hello").utf8))
        }
        let body = content(100_000)
        bench.connect()
        let (answer, code) = try await upload(
            folder.file(body), to: server.request("/old"), method: method)
        #expect(answer == Data("hello".utf8) && code == 200)
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "\(method) /old", "\(next) /new",
            ])
        #expect(bodies.all == [body, hasBody ? body : Data()])
    }

    @Test("A request with a body in memory keeps it when it is redirected")
    func redirectedData() async throws {
        let bodies = Log<Data>()
        let server = try HTTPServer { request, connection in
            bodies.append(connection.body(of: request))
            connection.send(
                status: request.path == "/old" ? "307 Temporary Redirect" : "200 OK",
                headers: ["Location: /new"], body: Data())
        }
        bench.connect()
        var request = server.request("/old")
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        _ = try await bench.session.data(
            for: request, constraints: .connected, queue: bench.queue)
        #expect(bodies.all == [Data("hello".utf8), Data("hello".utf8)])
    }

    @Test("A redirected request whose body is a stream is an error")
    func redirectedStream() async throws {
        let server = try HTTPServer { request, connection in
            connection.send(
                status: "307 Temporary Redirect", headers: ["Location: /new"], body: Data())
        }
        bench.connect()
        var request = server.request("/old")
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("hello".utf8))
        let redirected = request
        let error = await #expect(throws: URLError.self) {
            try await bench.session.data(
                for: redirected, constraints: .connected, queue: bench.queue)
        }
        #expect(error?.code == .requestBodyStreamExhausted)
        #expect(server.requests.count == 1)
    }

    @Test("Redirections without end are an error")
    func redirectedInCircles() async throws {
        let server = try HTTPServer { request, connection in
            _ = connection.body(of: request)
            connection.send(
                status: "307 Temporary Redirect", headers: ["Location: /again"], body: Data())
        }
        bench.connect()
        let file = try folder.file(Data("hello".utf8))
        let error = await #expect(throws: URLError.self) {
            try await upload(file, to: server.request())
        }
        #expect(error?.code == .httpTooManyRedirects)
        #expect(server.requests.count == 21)
    }

    @Test("The session's delegate handles the redirections and passwords of an upload")
    func theSessionsDelegateIsAsked() async throws {
        let bodies = Log<Data>()
        let server = try HTTPServer { request, connection in
            bodies.append(connection.body(of: request))
            switch (request.path, request.headers["authorization"]) {
            case ("/moved", _):
                connection.send(
                    status: "307 Temporary Redirect", headers: ["Location: /secret"],
                    body: Data("moved".utf8))
            case (_, nil):
                connection.send(
                    status: "401 Unauthorized",
                    headers: ["WWW-Authenticate: Basic realm=\"here\""], body: Data("no".utf8))
            case (_, let authorization?):
                connection.send(body: Data(authorization.utf8))
            }
        }
        let body = content(100_000)
        let file = try folder.file(body)
        bench.connect()
        let delegate = Delegate()
        let session = URLSession(
            configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        let secret = try await upload(file, to: server.request("/moved"), from: session)
        #expect(secret.content == Data("Basic YTpi".utf8) && secret.status == 200)
        #expect(delegate.log.all == ["to /secret", "here"])
        #expect(bodies.all == [body, body, body])
        session.finishTasksAndInvalidate()
        let staying = URLSession(
            configuration: .ephemeral, delegate: Stayer(), delegateQueue: nil)
        let moved = try await upload(file, to: server.request("/moved"), from: staying)
        #expect(moved.status == 307)
        staying.finishTasksAndInvalidate()
    }

    @Test("A request that needs an unknown password ends with the response that asks for it")
    func unknownPassword() async throws {
        let server = try HTTPServer { request, connection in
            _ = connection.body(of: request)
            connection.send(
                status: "401 Unauthorized",
                headers: ["WWW-Authenticate: Basic realm=\"here\""], body: Data("no".utf8))
        }
        bench.connect()
        let answer = try await upload(
            folder.file(Data("hello".utf8)), to: server.request())
        #expect(answer.status == 401)
        let (_, response) = try await bench.session.data(
            for: server.request(), constraints: .connected, queue: bench.queue)
        #expect((response as? HTTPURLResponse)?.statusCode == 401)
    }
}
