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

@Suite("The answers to a request, one after another", .timeLimit(.minutes(10)))
struct AnswerSequenceTests {
    private let bench = AnswerBench()

    @Test(
        "A sequence yields the stored answer, then that of the server, then a newer one when the path is back"
    )
    func order() async throws {
        let served = try ListedAnswers([.init(body: "1")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        served.change([.init(body: "2")])
        var answers = client.answers(for: served.request).makeAsyncIterator()
        let first = await answers.next()
        #expect(first?.text == "1" && first?.reason == .storedFirst)
        let second = await answers.next()
        #expect(second?.text == "2" && second?.source == .network)
        served.change([.init(body: "3")])
        bench.disconnect()
        let core = client.core
        await until { core.waitingRevalidations == 1 }
        bench.connect()
        let third = await answers.next()
        #expect(third?.text == "3" && third?.source == .network)
    }

    @Test(
        "Without a path a sequence yields the stored answer, and that of the server when there is a path"
    )
    func beginsOffline() async throws {
        let served = try ListedAnswers([.init(headers: ["ETag: \"1\""], body: "1")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        served.change([.init(status: "304 Not Modified", headers: ["ETag: \"1\""], body: "")])
        bench.disconnect()
        var answers = client.answers(for: served.request).makeAsyncIterator()
        #expect(await answers.next()?.reason == .noPath)
        #expect(served.requests.count == 1)
        bench.connect()
        let next = await answers.next()
        #expect(next?.text == "1" && next?.source == .revalidated)
    }

    @Test("Without a stored answer a sequence yields nothing before there is a path")
    func nothingStored() async throws {
        let served = try ListedAnswers([.init(body: "1")])
        let client = try bench.client()
        bench.disconnect()
        let task = Task { () -> String? in
            for await answer in client.answers(for: served.request) { return answer.text }
            return nil
        }
        let core = client.core
        await until { core.waitingRevalidations == 1 }
        #expect(served.requests.isEmpty)
        bench.connect()
        #expect(await task.value == "1")
    }

    @Test("A fresh answer is not requested again, and the sequence yields answers to other calls")
    func others() async throws {
        let fresh = ["Cache-Control: max-age=60"]
        let served = try ListedAnswers([.init(headers: fresh, body: "1")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        var answers = client.answers(for: served.request).makeAsyncIterator()
        #expect(await answers.next()?.reason == .fresh)
        served.change([.init(headers: fresh, body: "2")])
        _ = try await client.answer(for: served.request, .networkFirst)
        #expect(await answers.next()?.text == "2")
        #expect(served.requests.count == 2)
    }

    /// 0 is the stored answer, which was read before the answer that follows came.
    @Test(
        "A sequence yields no answer to a request that was sent before that of an answer that it has",
        arguments: [
            ([1, 2], [1, 2]), ([2, 1], [2]), ([2, 1, 3], [2, 3]), ([3, 1, 2, 3], [3]),
            ([0, 1], [0, 1]), ([1, 0], [1]), ([1, 0, 2], [1, 2]),
        ])
    func newerOnly(numbers: [Int], yielded: [Int]) async throws {
        let url = try #require(URL(string: "http://example.org/"))
        let request = try CacheRequest(URLRequest(url: url), .ephemeral, account: nil)
        let watchers = Watchers()
        let (stream, continuation) = AsyncStream.makeStream(of: OfflineAnswer.self)
        let place = watchers.add(request, continuation)
        for number in numbers {
            let response = try #require(
                HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [:]))
            let answer = AnswerFetch.Answer(
                kind: .network, request: request, data: Data("\(number)".utf8), response: response)
            guard number > 0 else {
                place.yieldStored(OfflineAnswer(answer))
                continue
            }
            watchers.publish(request, answer, number: number, validate: nil)
        }
        watchers.finish()
        var texts: [String] = []
        for await answer in stream { texts.append(answer.text) }
        #expect(texts == yielded.map(String.init))
    }

    @Test("A sequence does not yield the answer from before a change after that from after it")
    func changedWhileUnderWay() async throws {
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
        let received = Lock<[String]>([])
        let watcher = Task {
            for await answer in client.answers(for: request, policy: .storedOnly) {
                received.withLock { $0.append(answer.text) }
            }
        }
        defer { watcher.cancel() }
        let (core, cached) = (client.core, try client.core.cacheRequest(request))
        await until { core.watchers.isWatched(cached) }
        async let former = client.answer(for: request, .networkOnly)
        await until { server.requests.count == 1 }
        try await client.invalidate(request)
        #expect(try await client.answer(for: request, .networkOnly).text == "2")
        await until { received.withLock(\.count) == 1 }
        gate.open()
        #expect(try await former.text == "1")
        #expect(try await client.answer(for: request, .networkOnly).text == "3")
        await until { received.withLock(\.last) == "3" }
        #expect(received.withLock(\.self) == ["2", "3"])
    }

    @Test(
        "A sequence yields answers that cannot be stored, too",
        arguments: ["Vary: *", "Cache-Control: no-store"])
    func notStored(line: String) async throws {
        let served = try ListedAnswers([.init(headers: [line], body: "1")])
        let client = try bench.client()
        var answers = client.answers(for: served.request).makeAsyncIterator()
        #expect(await answers.next()?.text == "1")
        served.change([.init(headers: [line], body: "2")])
        bench.disconnect()
        let core = client.core
        await until { core.waitingRevalidations == 1 }
        bench.connect()
        #expect(await answers.next()?.text == "2")
    }

    @Test("The sequence ends with its task, and is empty for what is not stored")
    func ends() async throws {
        let served = try ListedAnswers([.init(body: "1")])
        let client = try bench.client()
        let task = Task {
            for await _ in client.answers(for: served.request) {}
            return true
        }
        await until { served.requests.count == 1 }
        task.cancel()
        #expect(await task.value)
        var post = served.request
        post.httpMethod = "POST"
        for await _ in client.answers(for: post) { Issue.record("an answer to a POST") }
        #expect(served.requests.count == 1)
    }

    @Test(
        "A request to a failing server is repeated while a sequence waits, at least each 5 minutes")
    func serverIsDown() async throws {
        let served = try ListedAnswers([.init(status: "503 Service Unavailable")])
        let client = try bench.client()
        let task = Task { () -> String? in
            for await answer in client.answers(for: served.request) { return answer.text }
            return nil
        }
        let (clock, core) = (bench.clock, client.core)
        for count in 1...12 {
            await until { served.requests.count == count && core.waitingRevalidations == 1 }
            await until { clock.sleepers > 0 }
            clock.advance(by: .seconds(300))
        }
        served.change([.init(body: "1")])
        await until {
            if clock.sleepers > 0 { clock.advance(by: .seconds(300)) }
            return core.waitingRevalidations == 0
        }
        #expect(await task.value == "1")
    }

    @Test("After a loss of the path, a request to a server that had failed is repeated at once")
    func pathWasAway() async throws {
        let served = try ListedAnswers([.init(status: "503 Service Unavailable")])
        let client = try bench.client()
        let task = Task { () -> String? in
            for await answer in client.answers(for: served.request) { return answer.text }
            return nil
        }
        let core = client.core
        await until { served.requests.count == 1 && core.waitingRevalidations == 1 }
        served.change([.init(body: "1")])
        bench.disconnect()
        await until { core.isWaitingForPath }
        bench.connect()
        #expect(await task.value == "1")
    }

    @Test(
        "The policy decides on the first answer of a sequence")
    func policy() async throws {
        let served = try ListedAnswers([
            .init(headers: ["Cache-Control: max-age=0, private, must-revalidate"], body: "1")
        ])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        bench.disconnect()
        var answers = client.answers(for: served.request, policy: .storedFirst.overridingServer)
            .makeAsyncIterator()
        let first = await answers.next()
        #expect(first?.text == "1" && first?.overridden == [.mustRevalidate])
        served.change([.init(body: "2")])
        bench.connect()
        #expect(await answers.next()?.text == "2")
    }

    @Test(
        "With networkFirst, a sequence yields the answer of the server first, and sends one request"
    )
    func networkFirst() async throws {
        let served = try ListedAnswers([.init(body: "1"), .init(body: "2")])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkFirst)
        var answers = client.answers(for: served.request, policy: .networkFirst)
            .makeAsyncIterator()
        let first = await answers.next()
        #expect(first?.text == "2" && first?.source == .network)
        #expect(served.requests.count == 2)
    }

    @Test("The check of a sequence applies to its answers") func ownCheck() async throws {
        let served = try ListedAnswers([.init(body: "<a>")])
        let client = try bench.client()
        var answers = client.answers(
            for: served.request, validate: { data, _ in data.starts(with: Data("{".utf8)) }
        ).makeAsyncIterator()
        _ = try await client.answer(for: served.request, .networkFirst)
        served.change([.init(body: "{}")])
        _ = try await client.answer(for: served.request, .networkFirst)
        #expect(await answers.next()?.text == "{}")
    }
}
