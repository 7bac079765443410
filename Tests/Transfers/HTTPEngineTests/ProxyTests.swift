// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

@testable import HTTPEngine

/// Exchanges over a proxy.
@Suite(.blocking) struct ProxyTests {
    private let servers = Servers()

    private func engine(_ name: String, _ proxy: String) throws -> HTTPEngine {
        // The system may ask servers for the name of a proxy that are not there.
        var limits = EngineLimits()
        limits.connect = 600_000
        return try HTTPEngine(
            userAgent: "reach-transfer/1", limits: limits,
            environment: ProxyEnvironment { $0 == name ? proxy : nil })
    }

    @Test("A proxy is asked for the URL of the server, with its own user and password")
    func plain() throws {
        let heard = Lock("")
        let server = try servers.start { connection in
            let request = connection.readRequest()
            heard.withLock { $0 = request }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            _ = connection.waitForClose(milliseconds: 120_000)
        }
        // The name is not looked up here.
        let engine = try engine("http_proxy", "http://u:p@127.0.0.1:\(server.port)")
        let recorder = engine.record(HTTPRequest(url: try URLParts("http://host.invalid/x")))
        #expect(recorder.text == "hi")
        let lines = heard.withLock { $0.split(separator: "\r\n") }
        #expect(lines.first == "GET http://host.invalid/x HTTP/1.1")
        #expect(lines.contains("Proxy-Authorization: Basic dTpw"))
    }

    @Test("A proxy that refuses a tunnel is a failure of the proxy", arguments: [403, 407, 502])
    func refused(_ status: Int) throws {
        let server = try servers.start(
            answer: "HTTP/1.1 \(status) No\r\nX: 1\r\nContent-Length: 2\r\n\r\nno")
        let engine = try engine("https_proxy", "http://127.0.0.1:\(server.port)")
        let recorder = engine.record(HTTPRequest(url: try URLParts("https://host.invalid/x")))
        #expect(FailureTests.Kind(recorder.failure) == .proxy, "\(recorder.results)")
        #expect(recorder.responses.isEmpty)
        #expect(recorder.content.isEmpty)
    }

    @Test(
        "Only the answer of the server behind a tunnel is reported",
        .enabled(if: TLSServer.isAvailable)
    )
    func tunnel() throws {
        let tls = try servers.startTLS()
        let heard = Lock("")
        let server = try servers.start { connection in
            let request = connection.readRequest()
            heard.withLock { $0 = request }
            connection.send("HTTP/1.1 200 Connection established\r\nX-Proxy: 1\r\n\r\n")
            tls.pass(connection)
        }
        try SystemThread.start(name: "answer") {
            tls.answer("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nhi")
        }
        let engine = try HTTPEngine(
            trusting: tls.certificate,
            environment: ProxyEnvironment {
                $0 == "https_proxy" ? "127.0.0.1:\(server.port)" : nil
            })
        var request = HTTPRequest(url: try URLParts("https://127.0.0.1:9/x"))
        request.fields = [("X-Secret", "1")]
        let recorder = engine.record(request)
        #expect(recorder.responses.map(\.status) == [201])
        #expect(recorder.responses.first?.fields.map(\.name) == ["Content-Length"])
        #expect(recorder.text == "hi", "\(recorder.results)")
        #expect(heard.withLock { $0.hasPrefix("CONNECT 127.0.0.1:9 HTTP/1.1\r\n") })
        // The caller's fields are for the server.
        #expect(!heard.withLock { $0.contains("X-Secret") })
    }

    @Test(
        "A proxy without a listener is a lost connection; a wrong address is a failure of the proxy"
    )
    func missing() throws {
        let request = HTTPRequest(url: try URLParts("http://127.0.0.1:9/"))
        let port = try ClosedPort()
        let unreachable = try engine("http_proxy", "127.0.0.1:\(port.number)").record(request)
        #expect(FailureTests.Kind(unreachable.failure) == .connection, "\(unreachable.results)")
        let nameless = try engine("http_proxy", "http://proxy.invalid").record(request)
        #expect(FailureTests.Kind(nameless.failure) == .proxy, "\(nameless.results)")
        let wrong = try engine("http_proxy", "http://[::1").record(request)
        #expect(FailureTests.Kind(wrong.failure) == .proxy, "\(wrong.results)")
        let unknown = try engine("http_proxy", "foo://127.0.0.1").record(request)
        #expect(FailureTests.Kind(unknown.failure) == .proxy, "\(unknown.results)")
    }
}
