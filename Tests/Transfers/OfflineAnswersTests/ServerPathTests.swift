// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

@testable import OfflineAnswers

@Suite("The path to a server, before and during a request", .timeLimit(.minutes(10)))
struct ServerPathTests {
    /// The paths to the internet are those of one network, and the paths to hosts those of another one.
    private final class SplitSource: PathSource {
        let internet: ScriptedNetwork
        let local = ScriptedNetwork()
        let circumstanceObservers = CircumstanceObservers()

        init(_ internet: ScriptedNetwork) { self.internet = internet }

        private func network(_ question: PathQuestion) -> ScriptedNetwork {
            switch question.destination {
            case .internet: internet
            case .host: local
            }
        }

        func checkAccess() {}
        func look(_ question: PathQuestion) -> NetworkPath { network(question).look(question) }
        func subscribe(_ subscriber: any PathSubscriber) {
            network(subscriber.question).subscribe(subscriber)
        }
        func unsubscribe(_ subscriber: any PathSubscriber) {
            network(subscriber.question).unsubscribe(subscriber)
        }
        var mode: PathMonitor.Mode { .events }
        var limitations: [NetworkAccessError] { [] }
        var statistics: PathMonitor.Statistics { internet.statistics }
    }

    /// A server that answers once a gate is open.
    private func gatedServer(_ gate: Gate) throws -> HTTPServer {
        try HTTPServer { _, connection in
            gate.pass()
            connection.send(body: Data("page".utf8))
        }
    }

    // MARK: - Loss

    @Test(
        "If the path is lost during a request and no answer is stored, the call fails at once"
    )
    func lostAndNothing() async throws {
        let error = await lose("GET") as? OfflineError
        guard case .path(let reasons, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reasons.map(\.code) == ["offline"])
    }

    @Test(
        "If the path is lost during a POST, the error says that the server may have made the change"
    )
    func lostChange() async throws {
        let error = await lose("POST") as? URLError
        #expect(error?.code == .networkConnectionLost)
    }

    /// The error of a request during which the path is lost.
    private func lose(_ method: String) async -> (any Error)? {
        let (bench, gate) = (AnswerBench(), Gate())
        defer { gate.open() }
        return await #expect(throws: (any Error).self) {
            let server = try gatedServer(gate)
            let client = try bench.client()
            var request = server.request()
            request.httpMethod = method
            // The session's own end must not be taken for it.
            request.timeoutInterval = 3600
            let task = Task { [request] in try await client.answer(for: request, .networkFirst) }
            await until { server.requests.count == 1 }
            bench.disconnect()
            _ = try await task.value
        }
    }

    @Test(
        "With networkOnly, the loss of the path fails the call, and the next call sends a new request"
    )
    func lostAndForbidden() async throws {
        let (bench, gate, isFirst) = (AnswerBench(), Gate(), Flag())
        defer { gate.open() }
        let server = try HTTPServer { _, connection in
            if isFirst.raise() { gate.pass() }
            connection.send(body: Data("page".utf8))
        }
        let client = try bench.client()
        let task = Task { try await client.answer(for: server.request(), .networkOnly) }
        await until { server.requests.count == 1 }
        bench.disconnect()
        await #expect(throws: OfflineError.self) { try await task.value }
        bench.connect()
        #expect(try await client.answer(for: server.request(), .networkOnly).text == "page")
    }

    // MARK: - Local servers

    @Test("A server in the local network gets requests without a path to the internet")
    func localServer() async throws {
        let network = ScriptedNetwork()
        let source = SplitSource(network)
        let bench = AnswerBench(source: source)
        source.internet.disconnect("wlan0")
        let served = try ListedAnswers([.init(body: "1")])
        let client = try bench.client()
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .networkFirst)
        }
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        #expect(try await client.answer(for: served.request, .networkFirst).source == .network)
        // In the background, too.
        served.change([.init(body: "2")])
        #expect(try await client.answer(for: served.request, .storedFirst).text == "1")
        await until {
            (try? await client.answer(for: served.request, .storedOnly).text) == "2"
        }
        source.local.disconnect("eth0")
        #expect(try await client.answer(for: served.request, .networkFirst).reason == .noPath)
    }

    @Test("The loss of the path to the internet does not end a request to a local server")
    func localServerStays() async throws {
        let network = ScriptedNetwork()
        let source = SplitSource(network)
        network.connect(.wifi, name: "wlan0", metered: .no)
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        let (bench, gate) = (AnswerBench(source: source), Gate())
        let server = try gatedServer(gate)
        let client = try bench.client()
        async let answer = client.answer(for: server.request(), .networkFirst)
        await until { server.requests.count == 1 }
        network.disconnect("wlan0")
        gate.open()
        #expect(try await answer.source == .network)
    }

    @Test("Constraints apply to the path to a local server, too")
    func localConstraints() async throws {
        let network = ScriptedNetwork()
        let source = SplitSource(network)
        network.connect(.wwan, name: "wwan0", metered: .yes)
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        let bench = AnswerBench(source: source)
        let served = try ListedAnswers([.init()])
        let client = try bench.client()
        _ = try await client.answer(for: served.request, .networkOnly, constraints: .unmetered)
        source.local.connect(.ethernet, name: "eth0", metered: .yes)
        await #expect(throws: OfflineError.self) {
            try await client.answer(for: served.request, .networkOnly, constraints: .unmetered)
        }
    }

    /// A local server that redirects to another one, which has a name: with a path to the internet, its address is not known.
    private func redirecting(to other: HTTPServer, _ gate: Gate? = nil) throws -> HTTPServer {
        let place = place(on: other)
        return try HTTPServer { _, connection in
            gate?.pass()
            connection.send(
                status: "302 Found", headers: ["Location: \(place)"], body: Data())
        }
    }

    private func place(on server: HTTPServer) -> String {
        "http://localhost:\(server.request().url?.port ?? 0)/body"
    }

    private func meteredBench() -> AnswerBench {
        let source = SplitSource(ScriptedNetwork())
        source.internet.connect(.wwan, name: "wwan0", metered: .yes)
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        return AnswerBench(source: source)
    }

    @Test("A redirection to a server whose path does not meet the constraints is not followed")
    func redirection() async throws {
        let bench = meteredBench()
        let other = try HTTPServer(body: Data("body".utf8))
        let server = try redirecting(to: other)
        let client = try bench.client()
        let error = await #expect(throws: OfflineError.self) {
            try await client.answer(for: server.request(), .networkFirst, constraints: .unmetered)
        }
        guard case .path(let reasons, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reasons.map(\.code) == ["metered"])
        #expect(server.requests.count == 1 && other.requests.isEmpty)
        // Constraints that the path to the internet meets let it through.
        #expect(try await client.answer(for: server.request(), .networkFirst).text == "body")
        #expect(other.requests.count == 1)
    }

    @Test("The stored answer is used if a redirection may not be followed")
    func redirectionAndStored() async throws {
        let bench = meteredBench()
        let other = try HTTPServer(body: Data("body".utf8))
        let served = try ListedAnswers([
            .init(body: "page"),
            .init(status: "302 Found", headers: ["Location: \(place(on: other))"], body: ""),
        ])
        let client = try bench.client()
        for isStored in [false, true] {
            let answer = try await client.answer(
                for: served.request, .networkFirst, constraints: .unmetered)
            #expect(answer.text == "page" && answer.source.isStored == isStored)
        }
        // It is validated when the path to the internet meets the constraints.
        #expect(client.core.isWaitingForPath)
        #expect(served.requests.count == 2 && other.requests.isEmpty)
    }

    @Test("A redirection to another local server is followed")
    func localRedirection() async throws {
        let bench = meteredBench()
        let other = try HTTPServer(body: Data("body".utf8))
        let server = try HTTPServer(
            status: "302 Found",
            headers: ["Location: \(other.request("/body").url?.absoluteString ?? "")"],
            body: Data())
        let client = try bench.client()
        let answer = try await client.answer(
            for: server.request(), .networkFirst, constraints: .unmetered)
        #expect(answer.text == "body" && answer.source == .network)
    }

    @Test("A call with weaker constraints gets the answer after the redirection")
    func sharedRedirection() async throws {
        let (bench, gate) = (meteredBench(), Gate())
        let other = try HTTPServer(body: Data("body".utf8))
        let server = try redirecting(to: other, gate)
        let client = try bench.client()
        let request = server.request()
        let strict = Task {
            try await client.answer(for: request, .networkOnly, constraints: .unmetered)
        }
        await until { server.requests.count == 1 }
        async let weak = client.answer(for: request, .networkOnly)
        await until { client.core.waiters(of: request) == 2 }
        gate.open()
        await #expect(throws: OfflineError.self) { try await strict.value }
        #expect(try await weak.text == "body")
        #expect(other.requests.count == 1)
    }

    @Test(
        "After a POST with a redirection that may not be followed, the error says that the change was made"
    )
    func redirectedChange() async throws {
        let bench = meteredBench()
        let other = try HTTPServer(
            headers: ["Cache-Control: max-age=3600"], body: Data("body".utf8))
        let place = place(on: other)
        let server = try HTTPServer { request, connection in
            if request.method == "GET" {
                connection.send(
                    headers: ["Cache-Control: max-age=3600"], body: Data("page".utf8))
            } else {
                connection.send(
                    status: "303 See Other",
                    headers: ["Location: \(place)"], body: Data())
            }
        }
        let client = try bench.client()
        _ = try await client.answer(for: server.request(), constraints: .unmetered)
        #expect(
            try await client.answer(for: server.request(), constraints: .unmetered).reason == .fresh
        )
        var request = server.request()
        request.httpMethod = "POST"
        let post = request
        let error = await #expect(throws: URLError.self) {
            try await client.answer(for: post, constraints: .unmetered)
        }
        #expect(error?.code == .networkConnectionLost)
        #expect(other.requests.isEmpty)
        let next = try await client.answer(for: server.request(), constraints: .unmetered)
        #expect(next.source == .network)
    }

    /// The paths to servers of a client that has a local network only, and a network of no use for the internet.
    private func localPaths(_ bench: AnswerBench, _ environment: [String: String] = [:])
        -> ServerPaths
    {
        ServerPaths(bench.monitor, environment: { environment }) { monitor in
            Revalidations(monitor, clock: bench.clock, limit: 1, spread: .zero)
        }
    }

    @Test(
        "With a proxy for its scheme, only the path to the internet counts for a URL",
        arguments: [
            ([:], "http", true), (["http_proxy": ""], "http", true),
            (["no_proxy": "*"], "http", true),
            (["http_proxy": "http://proxy.example:3128"], "http", false),
            (["http_proxy": "http://proxy.example:3128"], "https", true),
            // libcurl does not read it.
            (["HTTP_PROXY": "proxy.example"], "http", true),
            (["https_proxy": "proxy.example"], "https", false),
            (["HTTPS_PROXY": "proxy.example"], "https", false),
            (["HTTPS_PROXY": "proxy.example"], "HTTPS", false),
            (["https_proxy": "", "HTTPS_PROXY": "proxy.example"], "https", false),
            (["HTTPS_PROXY": "proxy.example"], "http", true),
            (["all_proxy": "socks5://[::1]"], "http", false),
            (["ALL_PROXY": "socks5://[::1]"], "https", false),
        ] as [([String: String], String, Bool)])
    func proxy(environment: [String: String], scheme: String, isLocal: Bool) async throws {
        let source = SplitSource(ScriptedNetwork())
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        let bench = AnswerBench(source: source)
        source.internet.connect(.wwan, name: "wwan0", metered: .yes)
        let client = try bench.client()
        let paths = localPaths(bench, environment)
        defer { paths.cancel() }
        let path = await paths.path(to: URL(string: "\(scheme)://127.0.0.1/"), .unmetered)
        #expect(path.monitor.currentPath.satisfies(.unmetered) == isLocal)
        withExtendedLifetime(client) {}
    }

    @Test(
        "For more hosts than are remembered, while validations wait, the path to the internet counts"
    )
    func manyHosts() async throws {
        let source = SplitSource(ScriptedNetwork())
        source.local.connect(.ethernet, name: "eth0", metered: .no)
        let bench = AnswerBench(source: source)
        source.internet.disconnect("wlan0")
        let client = try bench.client()
        let paths = localPaths(bench)
        defer { paths.cancel() }
        var areLocal: [Bool] = []
        for number in 1...66 {
            let url = try #require(URL(string: "http://127.0.0.\(number)/"))
            let path = await paths.path(to: url, .connected)
            areLocal.append(path.monitor.currentPath.isSatisfied)
            let request = try client.core.cacheRequest(URLRequest(url: url))
            path.revalidations.add(
                RequestCoalescer.Key(request, selectingNames: nil), .connected, after: .seconds(60),
                waitsForPath: false, isWanted: { false }
            ) {}
        }
        #expect(areLocal == Array(repeating: true, count: 64) + [false, false])
        // One that is remembered stays what it was.
        let first = URL(string: "http://127.0.0.1/")
        #expect(await paths.path(to: first, .connected).monitor.currentPath.isSatisfied)
    }

    // MARK: - Validation

    private static let validated: NetworkConstraints = {
        var constraints = NetworkConstraints.connected
        constraints.requiresValidation = true
        return constraints
    }()

    @Test("A path that must be validated is checked before the request")
    func validation() async throws {
        let probe = ScriptedProbe()
        let bench = AnswerBench(probe: probe)
        let served = try ListedAnswers([.init(body: "page")])
        let client = try bench.client()
        async let answer = client.answer(
            for: served.request, .networkFirst, constraints: Self.validated)
        await until { probe.checks.count == 1 }
        #expect(served.requests.isEmpty)
        probe.answer(.full)
        #expect(try await answer.source == .network)
    }

    @Test(
        "If the internet does not answer, nothing is sent, and the stored answer is used",
        arguments: [NetworkPath.Connectivity.Value.portal, .limited])
    func noInternet(value: NetworkPath.Connectivity.Value) async throws {
        let bench = AnswerBench(probe: ScriptedProbe(value))
        let served = try ListedAnswers([.init(body: "page")])
        let client = try bench.client()
        await #expect(throws: OfflineError.self) {
            try await client.answer(
                for: served.request, .networkFirst, constraints: Self.validated)
        }
        #expect(served.requests.isEmpty)
        _ = try await client.answer(for: served.request, .networkFirst)
        let answer = try await client.answer(
            for: served.request, .networkFirst, constraints: Self.validated)
        #expect(answer.text == "page" && answer.source.isStored)
        #expect(served.requests.count == 1)
    }

    @Test("Constraints without validation cause no check")
    func noValidation() async throws {
        let probe = ScriptedProbe(.full)
        let bench = AnswerBench(probe: probe)
        let served = try ListedAnswers([.init(body: "page")])
        let client = try bench.client()
        for policy in [
            OfflinePolicy.networkFirst(within: .seconds(3)), .freshFirst, .storedFirst,
            .networkOnly,
        ] {
            _ = try await client.answer(for: served.request, policy)
        }
        var answers = client.answers(for: served.request).makeAsyncIterator()
        _ = await answers.next()
        _ = await answers.next()
        #expect(probe.checks.isEmpty)
    }
}
