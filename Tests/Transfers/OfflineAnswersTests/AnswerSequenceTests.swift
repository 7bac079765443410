// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
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
