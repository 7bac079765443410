// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// What the engine reports of answers that are wrong, or do not come.
@Suite(.blocking) struct FailureTests {
    private let servers = Servers()

    /// The cases of ``HTTPError``, without their sentences.
    enum Kind: Sendable {
        case name, connection, tls, notYetValid, headersTooLong, malformed, unsupported, proxy,
            body, `internal`

        init?(_ failure: HTTPError?) {
            switch failure {
            case .name: self = .name
            case .connection: self = .connection
            case .tls: self = .tls
            case .notYetValid: self = .notYetValid
            case .headersTooLong: self = .headersTooLong
            case .malformed: self = .malformed
            case .unsupported: self = .unsupported
            case .proxy: self = .proxy
            case .body: self = .body
            case .internal: self = .internal
            case nil: return nil
            }
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"

    @Test(
        "A wrong answer is a failure of its kind",
        arguments: [
            // Cut off.
            ("", .close, .connection, ""),
            ("", .reset, .connection, ""),
            ("HTTP/1.1 200", .close, .connection, ""),
            (ok + "Content-Length: 9\r\n", .close, .connection, ""),
            (ok + "Content-Length: 9\r\n\r\nshort", .close, .connection, "short"),
            (ok + "Content-Length: 9\r\n\r\nshort", .reset, .connection, "short"),
            (ok + "\r\nno length", .reset, .connection, "no length"),
            (ok + "Transfer-Encoding: chunked\r\n\r\n9\r\nshort", .close, .connection, "short"),
            (ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n", .close, .connection, "hi"),
            // Not HTTP.
            ("hello\r\n\r\n", .close, .malformed, ""),
            ("<html>0.9</html>", .close, .malformed, ""),
            ("HTTP/1.1 abc\r\n\r\n", .close, .malformed, ""),
            ("HTTP/1.1 200 OK\r\nA: \0\r\n\r\n", .close, .malformed, ""),
            (ok + "Content-Length: -5\r\n\r\nhello", .close, .malformed, ""),
            (ok + "Content-Length: five\r\n\r\nhello", .close, .malformed, ""),
            (
                ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n", .wait,
                .malformed, ""
            ),
            (
                ok + "Transfer-Encoding: chunked\r\n\r\n11111111111111111\r\nhi", .wait, .malformed,
                ""
            ),
        ] as [(String, RawServer.Ending, Kind, String)])
    func wrongAnswer(
        _ answer: String, _ ending: RawServer.Ending, _ kind: Kind, _ content: String
    ) throws {
        let server = try servers.start(answer: answer, then: ending)
        let engine = try makeEngine()
        let recorder = engine.record(try HTTPRequest(server))
        #expect(Kind(recorder.failure) == kind, "\(String(describing: recorder.failure))")
        #expect(recorder.failure?.message.isEmpty == false)
        #expect(recorder.failure?.message.hasSuffix(".") == false)
        #expect(recorder.text == content)
        #expect(recorder.results.count == 1)
    }

    @Test(
        "A header that is too long ends the exchange",
        arguments: [
            // Short lines, one that never ends, folded ones, provisional answers, trailers.
            (ok, "X-Field: 0123456789012345678901234567890123456789\r\n"),
            (ok + "X-Field: ", "0123456789012345678901234567890123456789"),
            (ok + "X-Field: 0\r\n", " 0123456789012345678901234567890123456789\r\n"),
            ("", "HTTP/1.1 100 Continue\r\n\r\n"),
        ])
    func longHeader(_ beginning: String, _ repeated: String) throws {
        let sent = Lock(0)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            connection.send(beginning)
            let block = Array(String(repeating: repeated, count: 1000).utf8)
            // At most 100 MB.
            while sent.withLock({ $0 }) < 100_000_000, connection.send(block) {
                sent.withLock { $0 += block.count }
            }
        }
        let recorder = try makeEngine().record(try HTTPRequest(server))
        #expect(
            Kind(recorder.failure) == .headersTooLong, "\(String(describing: recorder.failure))")
        #expect(recorder.responses.isEmpty)
        // What the sockets hold besides.
        #expect(sent.withLock { $0 } < 20_000_000)
    }

    @Test(
        "A server that sends nothing is a failure",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Len",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        ])
    func stall(_ answer: String) throws {
        var limits = EngineLimits()
        limits.stall = 150
        let server = try servers.start(answer: answer)
        let started = MonotonicClock.milliseconds
        let recorder = try makeEngine(limits).record(try HTTPRequest(server))
        #expect(Kind(recorder.failure) == .connection)
        #expect(recorder.failure?.message.contains("has sent nothing") == true)
        #expect(MonotonicClock.milliseconds - started >= 150)
    }

    @Test(
        "A header that comes too slowly ends the exchange, also after provisional answers",
        arguments: [
            "X: 1\r\n", "\r\nHTTP/1.1 100 Continue\r\n",
        ])
    func slowHeader(_ line: String) throws {
        var limits = EngineLimits()
        limits.header = 200
        let server = try servers.start { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 100 Continue\r\n")
            while !connection.waitForClose(milliseconds: 20) { connection.send(line) }
        }
        let recorder = try makeEngine(limits).record(try HTTPRequest(server))
        #expect(Kind(recorder.failure) == .connection)
        #expect(
            recorder.failure?.message.contains("header took longer") == true,
            "\(String(describing: recorder.failure))")
    }

    @Test("A port without a listener is a lost connection")
    func refused() throws {
        let port = try ClosedPort()
        let recorder = try makeEngine().record(
            HTTPRequest(url: try URLParts("http://127.0.0.1:\(port.number)/")))
        #expect(Kind(recorder.failure) == .connection)
    }

    @Test("A name that does not resolve is a failure of its own kind")
    func name() throws {
        // The system may ask servers that are not there.
        var limits = EngineLimits()
        limits.connect = 600_000
        let recorder = try makeEngine(limits).record(
            HTTPRequest(url: try URLParts("http://host.invalid/")))
        #expect(Kind(recorder.failure) == .name)
        #expect(recorder.failure?.message.contains("host.invalid") == true)
    }

    @Test("A server that accepts no connection is a failure")
    func connectTimeout() throws {
        var limits = EngineLimits()
        limits.connect = 150
        // TLS never begins.
        let server = try servers.start { _ = $0.waitForClose(milliseconds: 120_000) }
        let recorder = try makeEngine(limits).record(
            HTTPRequest(url: try URLParts("https://127.0.0.1:\(server.port)/")))
        #expect(Kind(recorder.failure) == .connection)
    }

    @Test(
        "A handshake that is cut off is a lost connection",
        arguments: [
            RawServer.Ending.close, .reset,
        ])
    func cutHandshake(_ ending: RawServer.Ending) throws {
        let server = try servers.start { connection in
            var count = 0
            // A part of the client's greeting.
            while count < 5 { count += connection.readByte() ? 1 : 5 }
            if case .reset = ending { connection.reset() }
        }
        let recorder = try makeEngine().record(
            HTTPRequest(url: try URLParts("https://127.0.0.1:\(server.port)/")))
        #expect(Kind(recorder.failure) == .connection, "\(String(describing: recorder.failure))")
    }

    @Test("A server without TLS is a failure of TLS")
    func noTLS() throws {
        let server = try servers.start { connection in
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            _ = connection.waitForClose(milliseconds: 120_000)
        }
        let recorder = try makeEngine().record(
            HTTPRequest(url: try URLParts("https://127.0.0.1:\(server.port)/")))
        #expect(Kind(recorder.failure) == .tls, "\(String(describing: recorder.failure))")
    }

    @Test(
        "A request that cannot be sent is a failure, and no connection is made",
        arguments: [
            ("X", "a\r\nInjected: 1"), ("X\n", "a"), ("", "a"), ("X", "a\0b"),
        ])
    func unsupported(_ name: String, _ value: String) throws {
        let server = try servers.start { _ in }
        var request = try HTTPRequest(server)
        request.fields = [(name, value)]
        let engine = try makeEngine()
        let recorder = Recorder()
        _ = engine.start(request, handler: recorder)
        #expect(recorder.results.isEmpty)
        #expect(engine.due != nil)
        engine.perform()
        #expect(Kind(recorder.failure) == .unsupported)
        #expect(engine.due == nil)
        #expect(server.connectionCount == 0)
    }
}
