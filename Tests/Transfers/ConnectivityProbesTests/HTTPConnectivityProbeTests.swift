// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopbackServer
import NetworkReachability
import Testing

@testable import ConnectivityProbes

/// The probe, with real servers on the loopback.
@Suite(.timeLimit(.minutes(10))) struct HTTPConnectivityProbeTests {
    private static func url(_ server: HTTPServer) -> String {
        server.request("/check?id=1").url?.absoluteString ?? ""
    }

    /// Checks with more time than programs give, for a machine that is busy.
    private static func check(
        _ probe: HTTPConnectivityProbe, portal: String? = nil
    ) async -> ConnectivityAnswer {
        await probe.check(over: "lo", portal: portal, patience: 600_000)
    }

    @Test("A server that answers as expected is full")
    func full() async throws {
        let server = try HTTPServer(status: "204 No Content", body: Data())
        let probe = try HTTPConnectivityProbe(url: Self.url(server), userAgent: "tests/1")
        #expect(
            await Self.check(probe)
                == ConnectivityAnswer(.full, detail: "HTTP status 204, as expected"))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET")
        #expect(request.path == "/check?id=1")
        #expect(request.headers["user-agent"] == "tests/1")
        #expect(server.requests.count == 1)
    }

    @Test("A text is compared")
    func text() async throws {
        let server = try HTTPServer(body: Data("NetworkManager is online\n".utf8))
        let right = try HTTPConnectivityProbe(
            url: Self.url(server), expecting: .text("NetworkManager is online"))
        let other = try HTTPConnectivityProbe(url: Self.url(server), expecting: .text("hello"))
        #expect(await Self.check(right).value == .full)
        #expect(await Self.check(other).value == .portal)
    }

    @Test("A redirect is a portal, and is not followed")
    func redirect() async throws {
        let login = try HTTPServer(status: "204 No Content", body: Data())
        let server = try HTTPServer(
            status: "302 Found", headers: ["Location: \(Self.url(login))"], body: Data())
        let probe = try HTTPConnectivityProbe(url: Self.url(server))
        #expect(await Self.check(probe).value == .portal)
        #expect(login.requests.isEmpty)
    }

    @Test("An answer that is not HTTP is limited")
    func garbage() async throws {
        let server = try HTTPServer { _, connection in
            connection.send(Data("220 mail.example ESMTP\r\n\r\n".utf8))
        }
        let answer = try await HTTPConnectivityProbe(url: Self.url(server)).check(over: "lo")
        #expect(answer.value == .limited)
    }

    @Test("A closed port, and an interface that does not exist, are limited")
    func noServer() async throws {
        let port = try ClosedPort()
        let url = try #require(port.request.url?.absoluteString)
        #expect(try await HTTPConnectivityProbe(url: url).check(over: "lo").value == .limited)
        let server = try HTTPServer(status: "204 No Content", body: Data())
        let probe = try HTTPConnectivityProbe(url: Self.url(server))
        #expect(await probe.check(over: "reach-none0").value == .limited)
        #expect(server.requests.isEmpty)
    }

    @Test("A silent server is limited after ten seconds")
    func silence() async throws {
        let server = try HTTPServer { _, connection in connection.waitForEnd() }
        let began = ContinuousClock.now
        let answer = try await HTTPConnectivityProbe(url: Self.url(server)).check(over: "lo")
        #expect(answer == ConnectivityAnswer(.limited, detail: "no answer within 10 s"))
        #expect(ContinuousClock.now - began >= .seconds(10))
    }

    @Test(
        "The server is asked if the portal's API does not answer",
        arguments: [
            // No API: it must be one of https.
            ("http://127.0.0.1/", "HTTP status 204, as expected"),
            ("mailto:someone@portal.example", "HTTP status 204, as expected"),
            ("https://127.0.0.1:1/", "; the API of the captive portal does not say: "),
        ])
    func portal(address: String, detail: String) async throws {
        let server = try HTTPServer(status: "204 No Content", body: Data())
        let answer = await Self.check(
            try HTTPConnectivityProbe(url: Self.url(server)), portal: address)
        #expect(answer.value == .full)
        #expect(answer.detail.contains(detail), "\(answer.detail)")
    }

    @Test("A check that is cancelled while the portal's API is silent sends no other request")
    func cancelledQuestion() async throws {
        let server = try HTTPServer(status: "204 No Content", body: Data())
        let api = try RawServer { connection in while connection.readByte() {} }
        let probe = try HTTPConnectivityProbe(url: Self.url(server))
        let portal = "https://127.0.0.1:\(api.port)/"
        let task = Task { await Self.check(probe, portal: portal) }
        while api.connectionCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        #expect(
            await task.value == ConnectivityAnswer(.limited, detail: "the check was cancelled"))
        #expect(server.requests.isEmpty)
    }

    @Test("A check whose task is cancelled ends without an answer of the server")
    func cancellation() async throws {
        let server = try HTTPServer { _, connection in connection.waitForEnd() }
        let probe = try HTTPConnectivityProbe(url: Self.url(server))
        let task = Task { await probe.check(over: "lo") }
        task.cancel()
        #expect(
            await task.value == ConnectivityAnswer(.limited, detail: "the check was cancelled"))
    }
}
