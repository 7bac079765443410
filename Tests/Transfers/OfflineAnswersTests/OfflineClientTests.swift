// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LinuxSystem
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import OfflineAnswers

@Suite("A client with a scripted network and a server on the loopback", .timeLimit(.minutes(10)))
struct OfflineClientTests {
    private let bench = AnswerBench()

    private static let lasting = ["Cache-Control: max-age=60"]

    @Test("Without a path the stored answer is used at once, and nothing is sent")
    func offline() async throws {
        let served = try ListedAnswers([.init(headers: ["Content-Type: text/plain"], body: "old")])
        let client = try bench.client()
        let first = try await client.answer(for: served.request, .networkFirst)
        #expect(first.source == .network)
        bench.disconnect()
        bench.pass(90)
        let second = try await client.answer(
            for: served.request, .networkFirst(within: .seconds(3)))
        #expect(second.text == "old")
        #expect(second.source == .stored(age: .seconds(90), because: .noPath))
        #expect(second.response.statusCode == 200)
        #expect(second.response.value(forHTTPHeaderField: "Content-Type") == "text/plain")
        #expect(second.response.value(forHTTPHeaderField: "Age") == "90")
        #expect(served.requests.count == 1)
    }

    @Test("Without a path and without a stored answer the call fails at once")
    func offlineAndNothing() async throws {
        let served = try ListedAnswers([.init()])
        let client = try bench.client()
        bench.disconnect()
        let error = await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .storedFirst)
        }
        guard case .path(let reasons, let restrictions) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reasons.map(\.code) == ["offline"] && restrictions.isEmpty)
        #expect(served.requests.isEmpty)
    }

    @Test("A stored answer outlives the client") func persistence() async throws {
        let served = try ListedAnswers([.init(body: "old")])
        _ = try await bench.client().answer(for: served.request, .networkFirst)
        bench.disconnect()
        let answer = try await bench.client().answer(for: served.request, .networkFirst)
        #expect(answer.text == "old" && answer.reason == .noPath)
    }

    @Test("Without a stored answer, the call waits for a slow server")
    func patience() async throws {
        let gate = Gate()
        let server = try HTTPServer { _, connection in
            gate.pass()
            connection.send(body: Data("late".utf8))
        }
        let client = try bench.client()
        let (clock, request) = (bench.clock, server.request())
        async let waiting = client.answer(for: request, .networkFirst(within: .seconds(3)))
        await until { client.core.waiters(of: request) == 1 && server.requests.count == 1 }
        clock.advance(by: .seconds(3))
        gate.open()
        let answer = try await waiting
        #expect(answer.text == "late" && answer.source == .network)
        #expect(server.requests.count == 1)
    }

    @Test("If the path is lost during a request, the stored answer is used at once")
    func lostMeanwhile() async throws {
        let gate = Gate()
        let isStored = Flag()
        let server = try HTTPServer { _, connection in
            if !isStored.raise() { gate.pass() }
            connection.send(body: Data("page".utf8))
        }
        let client = try bench.client()
        _ = try await client.answer(for: server.request(), .networkFirst)
        async let waiting = client.answer(for: server.request(), .networkFirst)
        await until { server.requests.count == 2 }
        bench.disconnect()
        #expect(try await waiting.reason == .noPath)
        gate.open()
    }

    @Test("After the time is over the stored answer is used, and the request goes on")
    func goesOn() async throws {
        let gate = Gate()
        let bench = bench
        let hasOld = Flag()
        let server = try HTTPServer { _, connection in
            if hasOld.raise() {
                connection.send(body: Data("old".utf8))
            } else {
                gate.pass()
                connection.send(body: Data("new".utf8))
            }
        }
        let client = try bench.client()
        _ = try await client.answer(for: server.request(), .networkFirst)
        async let answer = client.answer(for: server.request(), .networkFirst(within: .seconds(3)))
        await until { bench.clock.sleepers == 1 && server.requests.count == 2 }
        bench.clock.advance(by: .seconds(3))
        let old = try await answer
        #expect(old.text == "old" && old.reason == .timeout)
        gate.open()
        await until {
            let stored = try? await client.answer(for: server.request(), .storedOnly)
            return stored?.text == "new"
        }
    }

    @Test("After the time is over, an answer is used that another client has stored meanwhile")
    func replacedMeanwhile() async throws {
        let gate = Gate()
        let count = Lock(0)
        let server = try HTTPServer { _, connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 2 { gate.pass() }
            connection.send(body: Data((number == 1 ? "old" : "new").utf8))
        }
        let client = try bench.client()
        let other = try bench.client()
        _ = try await client.answer(for: server.request(), .networkFirst)
        let (clock, request) = (bench.clock, server.request())
        async let answer = client.answer(for: request, .networkFirst(within: .seconds(3)))
        await until { clock.sleepers == 1 && server.requests.count == 2 }
        _ = try await other.answer(for: request, .networkFirst)
        clock.advance(by: .seconds(3))
        let stored = try await answer
        #expect(stored.text == "new" && stored.reason == .timeout)
        gate.open()
    }

    @Test("If the server cannot be reached or fails, the stored answer is used")
    func failures() async throws {
        let served = try ListedAnswers([
            .init(body: "old"), .init(status: "503 Service Unavailable", body: "sorry"),
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        let answer = try await client.answer(for: served.request, .networkFirst)
        #expect(answer.text == "old" && answer.reason == .serverError(503))
        // The failure is not stored, and is all there is to other requests.
        let other = served.server.request("/other")
        let failed = try await client.answer(for: other, .networkFirst)
        #expect(failed.response.statusCode == 503 && failed.source == .network)
        bench.disconnect()
        #expect(try await client.answer(for: served.request, .networkFirst).text == "old")
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: other, .networkFirst)
        }
        bench.connect()
        let port = try ClosedPort()
        let error = await #expect(throws: URLError.self) {
            try await client.answer(for: port.request, .networkFirst)
        }
        withExtendedLifetime(port) {}
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test("After a 304, the answer has the stored content and the newer header")
    func revalidation() async throws {
        let served = try ListedAnswers([
            .init(headers: ["ETag: \"1\"", "Cache-Control: max-age=1", "X-A: 1"], body: "old"),
            .init(
                status: "304 Not Modified",
                headers: ["ETag: \"1\"", "Cache-Control: max-age=60", "X-A: 2"], body: ""),
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        bench.pass(10)
        let answer = try await client.answer(for: served.request, .freshFirst)
        #expect(answer.text == "old" && answer.source == .revalidated)
        #expect(answer.response.statusCode == 200)
        #expect(answer.response.value(forHTTPHeaderField: "X-A") == "2")
        #expect(served.requests.last?.headers["if-none-match"] == "\"1\"")
        // Now it is fresh.
        bench.pass(10)
        #expect(try await client.answer(for: served.request, .freshFirst).reason == .fresh)
        #expect(served.requests.count == 2)
    }

    @Test("After a 304 for another version, the complete content is requested")
    func strayNotModified() async throws {
        let served = try ListedAnswers([
            .init(headers: ["ETag: \"1\""], body: "old"),
            .init(status: "304 Not Modified", headers: ["ETag: \"2\""], body: ""),
            .init(headers: ["ETag: \"2\""], body: "new"),
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        let answer = try await client.answer(for: served.request, .networkFirst)
        #expect(answer.text == "new" && answer.source == .network)
        #expect(served.requests.count == 3)
        #expect(served.requests.last?.headers["if-none-match"] == nil)
    }

    @Test(
        "A fresh answer is used without a request, and a stale one is revalidated in the background"
    )
    func storedFirst() async throws {
        let served = try ListedAnswers([.init(headers: Self.lasting, body: "old")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .storedFirst)
        #expect(try await client.answer(for: served.request, .storedFirst).reason == .fresh)
        #expect(served.requests.count == 1)
        bench.pass(60)
        served.change([.init(headers: Self.lasting, body: "new")])
        let stale = try await client.answer(for: served.request, .storedFirst)
        #expect(stale.text == "old" && stale.reason == .storedFirst)
        await until { (try? await client.answer(for: served.request, .storedOnly).text) == "new" }
        #expect(served.requests.count == 2)
    }

    @Test("On a metered path the stored answer is used, and validated when the path is unmetered")
    func metered() async throws {
        let served = try ListedAnswers([.init(body: "old")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        bench.connect(metered: .yes)
        let answer = try await client.answer(
            for: served.request, .networkFirst, constraints: .unmetered)
        guard case .constraints(let reasons) = answer.reason else {
            Issue.record("\(answer.source)")
            return
        }
        #expect(reasons.map(\.code) == ["metered"])
        #expect(served.requests.count == 1)
        served.change([.init(body: "new")])
        bench.connect(metered: .no)
        await until { (try? await client.answer(for: served.request, .storedOnly).text) == "new" }
        #expect(served.requests.count == 2)
    }

    @Test("Answers that were used without a path are validated a few at a time when it is back")
    func pathIsBack() async throws {
        let busy = Busy()
        let server = try HTTPServer { request, connection in
            busy.enter()
            Thread.sleep(forTimeInterval: 0.005)
            busy.leave()
            connection.send(body: Data(request.path.utf8))
        }
        let client = try bench.client { $0.concurrentRevalidations = 2 }
        for number in 0..<20 {
            _ = try await client.answer(for: server.request("/\(number)"), .networkFirst)
        }
        bench.disconnect()
        busy.reset()
        for number in 0..<20 {
            // However often it is asked for.
            for _ in 0..<3 {
                _ = try await client.answer(for: server.request("/\(number)"), .networkFirst)
            }
        }
        #expect(server.requests.count == 20)
        bench.connect()
        await until { server.requests.count == 40 }
        #expect(Set(server.requests.suffix(20).map(\.path)).count == 20)
        #expect(busy.most <= 2)
    }

    @Test("Validations that waited for the path are spread over a time")
    func spread() async throws {
        let server = try HTTPServer { request, connection in
            connection.send(body: Data(request.path.utf8))
        }
        let client = try bench.client {
            $0.revalidationSpread = .seconds(1000)
            $0.concurrentRevalidations = 100
        }
        for number in 0..<10 {
            _ = try await client.answer(for: server.request("/\(number)"), .networkFirst)
        }
        bench.disconnect()
        for number in 0..<10 {
            _ = try await client.answer(for: server.request("/\(number)"), .networkFirst)
        }
        bench.connect()
        let clock = bench.clock
        await until { clock.sleepers > 0 }
        #expect(server.requests.count == 10)
        clock.advance(by: .seconds(1000))
        await until { server.requests.count == 20 }
    }

    @Test("Ten equal calls send one request, and a cancelled call does not end it")
    func oneRequest() async throws {
        let gate = Gate()
        let server = try HTTPServer { _, connection in
            gate.pass()
            connection.send(body: Data("one".utf8))
        }
        let client = try bench.client()
        let request = server.request()
        let tasks = (0..<10).map { _ in
            Task { try await client.answer(for: request, .networkFirst).text }
        }
        await until { client.core.waiters(of: request) == 10 }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        gate.open()
        for task in tasks.dropFirst() { #expect(try await task.value == "one") }
        #expect(server.requests.count == 1)
    }

    @Test("An answer with another Vary is not shared with requests that differ by its fields")
    func partedRequest() async throws {
        let gate = Gate()
        let isStored = Flag()
        let server = try HTTPServer { request, connection in
            if isStored.raise() {
                connection.send(headers: ["Vary: Accept"], body: Data("old".utf8))
            } else {
                gate.pass()
                let language = request.headers["accept-language"] ?? "none"
                connection.send(headers: ["Vary: Accept-Language"], body: Data(language.utf8))
            }
        }
        let client = try bench.client()
        _ = try await client.answer(for: server.request(), .networkFirst)
        let requests = ["de", "fr", "de", "fr"].map { language in
            var request = server.request()
            request.setValue(language, forHTTPHeaderField: "Accept-Language")
            return request
        }
        let tasks = requests.map { request in
            Task { try await client.answer(for: request, .networkFirst).text }
        }
        let core = client.core
        await until {
            core.waiters(of: server.request(), selectingNames: ["accept"]) == requests.count
        }
        gate.open()
        for (task, text) in zip(tasks, ["de", "fr", "de", "fr"]) {
            #expect(try await task.value == text)
        }
    }

    @Test(
        "An answer with no-store or Vary: * is not shared with other calls",
        arguments: ["Cache-Control: no-store", "Vary: *"])
    func unshared(line: String) async throws {
        let gate = Gate()
        let count = Lock(0)
        let server = try HTTPServer { _, connection in
            gate.pass()
            let number = count.withLock { count in
                count += 1
                return count
            }
            connection.send(headers: [line], body: Data("\(number)".utf8))
        }
        let client = try bench.client()
        let request = server.request()
        let tasks = (0..<5).map { _ in
            Task { try await client.answer(for: request, .networkFirst).text }
        }
        await until { client.core.waiters(of: request) == 5 }
        gate.open()
        var texts: Set<String> = []
        for task in tasks { texts.insert(try await task.value) }
        #expect(texts == ["1", "2", "3", "4", "5"])
    }

    @Test("The request ends when its last call is cancelled") func lastCancelled() async throws {
        let hasEnded = Flag()
        let server = try HTTPServer { _, connection in
            connection.waitForEnd()
            _ = hasEnded.raise()
        }
        let client = try bench.client()
        var request = server.request()
        // The session's own end must not be taken for it.
        request.timeoutInterval = 3600
        let task = Task { [request] in try await client.answer(for: request, .networkFirst) }
        await until { server.requests.count == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await until { hasEnded.isRaised }
    }
}
