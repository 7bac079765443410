// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import Reachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import ReachabilityFoundation

/// Requests that wait for a scripted network, and go over the loopback to a server of ours.
@Suite(.timeLimit(.minutes(10))) struct RequestTests {
    private let bench = RequestBench()
    private var network: ScriptedNetwork { bench.network }
    private var session: URLSession { bench.session }
    private var queue: DeferralQueue { bench.queue }

    @Test(
        "A request waits until the network meets its constraints",
        arguments: [
            (NetworkConstraints.connected, nil, "offline"),
            (.unmetered, InterfaceType.wwan, "metered"),
            (.discretionary, nil, "offline"),
        ])
    func waitsForTheNetwork(
        constraints: NetworkConstraints, before: InterfaceType?, reason: String
    ) async throws {
        let server = try HTTPServer(body: Data("hello".utf8))
        if let before { network.connect(before, name: "if0") }
        let (session, queue) = (session, queue)
        async let answer = session.data(
            for: server.request(), constraints: constraints, queue: queue)
        await until { bench.reasons == [reason] }
        #expect(server.requests.isEmpty)
        bench.connect()
        let (data, response) = try await answer
        #expect(data == Data("hello".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(server.requests.count == 1)
    }

    @Test("A request without a queue uses the shared one")
    func theSharedQueue() async throws {
        let server = try HTTPServer(body: Data("hello".utf8))
        // Whatever the machine's own network is like.
        let options = DeferralQueue.Options(deadline: .run(after: .zero))
        let (data, _) = try await session.data(
            for: server.request(), constraints: .connected, options: options)
        #expect(data == Data("hello".utf8))
    }

    @Test(
        "A request or session that prohibits cellular access waits for another network",
        arguments: [true, false])
    func cellularAccess(isTheRequests: Bool) async throws {
        let server = try HTTPServer(body: Data())
        let configuration = URLSessionConfiguration.ephemeral
        var request = server.request()
        if isTheRequests {
            request.allowsCellularAccess = false
        } else {
            configuration.allowsCellularAccess = false
        }
        network.connect(.wwan, name: "wwan0", metered: .no)
        let (session, queue) = (URLSession(configuration: configuration), queue)
        let waiting = Task { [request] in
            try await session.data(for: request, constraints: .connected, queue: queue)
        }
        await until { bench.reasons == ["typeProhibited"] }
        bench.connect()
        _ = try await waiting.value
    }

    @Test("The properties of a request restrict its constraints and options")
    func whatARequestAllows() {
        let url = URL(string: "http://192.0.2.1/")!
        let options = DeferralQueue.Options(onLoss: .stop, maxAttempts: 3)
        func deferred(_ change: (inout URLRequest) -> Void) -> DeferredRequest {
            var request = URLRequest(url: url)
            change(&request)
            return DeferredRequest(request, .default, constraints: .unmetered, options: options)
        }
        let plain = deferred { $0.httpBody = Data("body".utf8) }
        #expect(plain.constraints == .unmetered)
        #expect(plain.options.onLoss == .stop && plain.options.maxAttempts == 3)
        let streaming = deferred { $0.httpBodyStream = InputStream(data: Data("body".utf8)) }
        #expect(streaming.options.onLoss == .finish && streaming.options.maxAttempts == 1)
        let uncellular = deferred { $0.allowsCellularAccess = false }
        #expect(uncellular.constraints.prohibitedInterfaceTypes == [.wwan])
        #expect(!uncellular.constraints.allowsExpensiveNetworkAccess)
    }

    // MARK: Ends

    @Test(
        "A response with any status is a result",
        arguments: ["404 Not Found", "500 Internal Server Error", "401 Unauthorized"])
    func anyStatusIsAnAnswer(status: String) async throws {
        let server = try HTTPServer(status: status, body: Data("sorry".utf8))
        bench.connect()
        let (data, response) = try await session.data(
            for: server.request(), constraints: .connected, queue: queue)
        #expect(data == Data("sorry".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == Int(status.prefix(3)))
    }

    @Test("A request throws the error of the session")
    func theSessionsErrorIsItsCallers() async throws {
        bench.connect()
        let port = try ClosedPort()
        let error = await #expect(throws: URLError.self) {
            try await session.data(
                for: port.request, constraints: .connected, queue: queue)
        }
        withExtendedLifetime(port) {}
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test("A failed request is retried as often as its options allow")
    func isTriedAgainIfThatIsWanted() async throws {
        bench.connect()
        let attempts = Log<Int>()
        let server = try HTTPServer { _, connection in
            attempts.append(1)
            // The first time the connection ends without an answer.
            if attempts.all.count > 1 { connection.send(body: Data("hello".utf8)) }
        }
        let options = DeferralQueue.Options(
            maxAttempts: 2, backoff: .linear(first: .seconds(30)))
        let (session, queue) = (session, queue)
        async let answer = session.data(
            for: server.request(), constraints: .connected, options: options, queue: queue)
        await until { bench.reasons == ["backoff"] }
        bench.clock.advance(by: .seconds(30))
        #expect(try await answer.0 == Data("hello".utf8))
    }

    @Test("A request fails when its deadline passes")
    func theDeadlinePasses() async throws {
        let server = try HTTPServer(body: Data())
        let (session, queue) = (session, queue)
        let waiting = Task {
            try await session.data(
                for: server.request(), constraints: .connected,
                options: .init(deadline: .fail(after: .seconds(60))), queue: queue)
        }
        await until { bench.reasons == ["offline"] && bench.clock.sleepers == 1 }
        bench.clock.advance(by: .seconds(60))
        await #expect(
            throws: DeferralError.deadlineExceeded([.network(.offline(.noInterface))])
        ) { try await waiting.value }
        #expect(server.requests.isEmpty)
    }

    // MARK: Cancellation

    @Test("A waiting request can be cancelled")
    func cancelledWhileItWaits() async throws {
        let server = try HTTPServer(body: Data())
        let (session, queue) = (session, queue)
        let waiting = Task {
            try await session.data(for: server.request(), constraints: .connected, queue: queue)
        }
        await until { queue.currentActivity.waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        bench.connect()
        #expect(queue.currentActivity == .init(finished: 1))
        #expect(server.requests.isEmpty)
    }

    @Test("A running request can be cancelled")
    func cancelledWhileItRuns() async throws {
        let log = Log<String>()
        let server = try HTTPServer { _, connection in
            connection.send(headers: ["Content-Length: 100"])
            connection.send(content(10))
            log.append("sent")
            connection.waitForEnd()
            log.append("ended")
        }
        bench.connect()
        let (session, queue) = (session, queue)
        let running = Task {
            try await session.data(for: server.request(), constraints: .connected, queue: queue)
        }
        await until { log.all == ["sent"] }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        // The connection has been closed, not only forgotten.
        await until { log.all == ["sent", "ended"] }
    }

    /// However cancellation meets the end of a request, the request ends once.
    @Test("A request that is cancelled at any moment ends once")
    func cancelledAtAnyMoment() async throws {
        let server = try HTTPServer(body: content(20_000))
        bench.connect()
        let (session, queue) = (session, queue)
        await withTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let running = Task {
                        try await session.data(
                            for: server.request(), constraints: .connected, queue: queue)
                    }
                    try? await Task.sleep(for: .microseconds(number * 100))
                    running.cancel()
                    do {
                        let (data, _) = try await running.value
                        #expect(data.count == 20_000)
                    } catch {
                        #expect(error is CancellationError)
                    }
                }
            }
        }
        #expect(queue.currentActivity == .init(finished: 200))
    }

    // MARK: Loss of the network

    /// What happens to a request when it loses the network, and how often it is sent.
    @Test(
        "When the network is lost, the loss policy decides whether a request continues or is sent again",
        arguments: [(DeferralQueue.LossPolicy.finish, 1), (.stop, 2)])
    func losesItsNetwork(onLoss: DeferralQueue.LossPolicy, requests: Int) async throws {
        let log = Log<String>()
        let gate = Gate()
        let server = try HTTPServer { _, connection in
            log.append("begun")
            connection.send(headers: ["Content-Length: 5"])
            if onLoss == .stop, log.all.count == 1 {
                connection.waitForEnd()
            } else {
                gate.pass()
            }
            connection.send(Data("hello".utf8))
        }
        bench.connect()
        let (session, queue) = (session, queue)
        let options = DeferralQueue.Options(
            onLoss: onLoss,
            isTransient: {
                log.append("\($0)")
                return true
            })
        async let answer = session.data(
            for: server.request(), constraints: .connected, options: options, queue: queue)
        await until { log.all == ["begun"] }
        network.disconnect("wlan0")
        if onLoss == .stop {
            await until { bench.reasons == ["offline"] }
            bench.connect()
        }
        gate.open()
        #expect(try await answer.0 == Data("hello".utf8))
        #expect(server.requests.count == requests)
        // To be stopped is no failure.
        #expect(log.all == Array(repeating: "begun", count: requests))
    }
}

/// Errors have a sentence for Foundation too.
@Suite struct LocalizedErrorTests {
    @Test(
        "The localized description of an error is its description",
        arguments: [
            (DeferralError.declined as any Error, "not confirmed for a metered network"),
            (ReachabilityError.emptyHostName as any Error, "\(ReachabilityError.emptyHostName)"),
            (
                DeferralError.deadlineExceeded([.network(.offline(.noCarrier))]) as any Error,
                "not started before its deadline: offline: no interface in use has a link"
            ),
        ])
    func sentences(error: any Error, sentence: String) {
        #expect(error.localizedDescription == sentence)
    }
}
