// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// Exchanges over TLS, with HTTP/1.1 and HTTP/2.
@Suite(
    .enabled(if: TLSServer.isAvailable, "the openssl command makes the certificates"), .blocking)
struct TLSTests {
    private let servers = Servers()

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    private func request(_ server: RawServer) throws -> HTTPRequest {
        HTTPRequest(url: try URLParts("https://127.0.0.1:\(server.port)/"))
    }

    @Test("An exchange with a trusted certificate succeeds")
    func trusted() throws {
        let tls = try servers.startTLS()
        let server = try servers.start(tls.pass)
        try SystemThread.start(name: "answer") { tls.answer(Self.answer) }
        let recorder = try HTTPEngine(trusting: tls.certificate).record(try request(server))
        #expect(recorder.text == "hello")
        #expect(recorder.summary != nil, "\(recorder.results)")
    }

    @Test("A certificate that is not trusted, or of another name, is a failure of TLS")
    func untrusted() throws {
        let untrusted = try servers.startTLS()
        let engine = try makeEngine()
        let recorder = engine.record(try request(try servers.start(untrusted.pass)))
        #expect(FailureTests.Kind(recorder.failure) == .tls, "\(recorder.results)")
        let other = try servers.startTLS(names: "DNS:other.example")
        let second = try HTTPEngine(trusting: other.certificate)
            .record(try request(try servers.start(other.pass)))
        #expect(FailureTests.Kind(second.failure) == .tls, "\(second.results)")
        #expect(second.failure?.message.contains("127.0.0.1") == true)
    }

    @Test("A missing file of authorities is a failure of TLS")
    func missingFile() throws {
        let tls = try servers.startTLS()
        let recorder = try HTTPEngine(trusting: "/nonexistent/authorities.pem")
            .record(try request(try servers.start(tls.pass)))
        #expect(FailureTests.Kind(recorder.failure) == .tls, "\(recorder.results)")
    }

    @Test(
        "Content without a length is complete only if TLS ends cleanly", arguments: [true, false])
    func truncation(_ isClean: Bool) throws {
        let tls = try servers.startTLS()
        let current = Lock<RawConnection?>(nil)
        let server = try servers.start { connection in
            current.withLock { $0 = connection }
            tls.pass(connection)
        }
        try SystemThread.start(name: "answer") { tls.answer("HTTP/1.1 200 OK\r\n\r\npart") }
        let recorder = Recorder()
        recorder.onContent = {
            if isClean { tls.end() } else { current.withLock { $0?.finish() } }
            return true
        }
        let engine = try HTTPEngine(trusting: tls.certificate)
        _ = engine.record(try request(server), recorder)
        #expect(recorder.text == "part")
        #expect((recorder.summary != nil) == isClean, "\(recorder.results)")
        if !isClean { #expect(FailureTests.Kind(recorder.failure) == .connection) }
    }

    @Test("A cancelled exchange of HTTP/2 closes its connection at once")
    func http2() throws {
        let tls = try servers.startTLS(["-alpn", "h2"])
        let closed = Lock(false)
        let server = try servers.start { connection in
            tls.pass(connection)
            closed.withLock { $0 = true }
        }
        try SystemThread.start(name: "answer") {
            // The client's preface and request: its HEADERS are the first frame of stream 1.
            _ = tls.receive { $0.count > 24 + 9 + 9 + 9 }
            tls.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            // ":status: 200" is entry 8 of the static table.
            tls.send([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88])
            tls.send([0, 0, 5, 0, 0, 0, 0, 0, 1] + Array("hello".utf8))
        }
        let engine = try HTTPEngine(trusting: tls.certificate)
        let recorder = Recorder()
        let id = engine.start(try request(server), handler: recorder)
        #expect(engine.run { recorder.text == "hello" || !recorder.results.isEmpty })
        #expect(recorder.responses.first?.version == "2", "\(recorder.results)")
        #expect(!closed.withLock { $0 })
        let now = MonotonicClock.milliseconds
        engine.cancel(id)
        while !closed.withLock({ $0 }), MonotonicClock.milliseconds < now + 120_000 {
            usleep(500)
        }
        // Without it, the connection stays open for the next exchange.
        #expect(closed.withLock { $0 })
    }

    @Test(
        "Content of HTTP/2 that is cut off, or reset, is a lost connection",
        arguments: [
            // RST_STREAM with INTERNAL_ERROR; GOAWAY.
            [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 2],
            [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
            nil,
        ] as [[UInt8]?])
    func brokenHTTP2(_ frame: [UInt8]?) throws {
        let tls = try servers.startTLS(["-alpn", "h2"])
        let server = try servers.start(tls.pass)
        try SystemThread.start(name: "answer") {
            _ = tls.receive { $0.count > 24 + 9 + 9 + 9 }
            tls.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            tls.send([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88])
            tls.send([0, 0, 5, 0, 0, 0, 0, 0, 1] + Array("hello".utf8))
            if let frame { tls.send(frame) } else { tls.end() }
        }
        let engine = try HTTPEngine(trusting: tls.certificate)
        let recorder = engine.record(try request(server))
        // What comes together with the end may be reported or not.
        #expect("hello".hasPrefix(recorder.text))
        #expect(FailureTests.Kind(recorder.failure) == .connection, "\(recorder.results)")
    }
}
