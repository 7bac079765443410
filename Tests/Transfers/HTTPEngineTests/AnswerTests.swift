// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// What the engine sends, and what it reports of answers that are right.
@Suite(.blocking) struct AnswerTests {
    private let servers = Servers()

    @Test("An answer is reported with its header in order, its content and its end")
    func plain() throws {
        let server = try servers.start { connection in
            let request = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nB: 1\r\na:  2 \r\nB: 3\r\nX-Path: ")
            connection.send("\(request.prefix { $0 != "\r\n" })\r\nContent-Length: 5\r\n\r\nhello")
            _ = connection.waitForClose(milliseconds: 5000)
        }
        let engine = try makeEngine()
        let recorder = engine.record(try HTTPRequest(server, "/x?y"))
        let response = try #require(recorder.responses.first)
        #expect(recorder.responses.count == 1)
        #expect(response.status == 200)
        #expect(response.version == "1.1")
        #expect(response.fields.map(\.name) == ["B", "a", "B", "X-Path", "Content-Length"])
        #expect(response.fields.map(\.value) == ["1", "2", "3", "GET /x?y HTTP/1.1", "5"])
        #expect(recorder.text == "hello")
        #expect(recorder.results.count == 1)
        #expect(recorder.summary?.bytesReceived == 5)
        #expect(engine.count == 0)
    }

    @Test(
        "Only the header and the content of the final answer are reported",
        arguments: [
            // Provisional answers.
            (
                "HTTP/1.1 100 Continue\r\nX: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nY: 2\r\nContent-Length: 2\r\n\r\nhi",
                200, ["Y", "Content-Length"], "hi"
            ),
            // Chunks, with extensions and trailers.
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "2;a=b\r\nhi\r\n1\r\n!\r\n0\r\nX-Trailer: 1\r\n\r\n",
                200, ["Transfer-Encoding"], "hi!"
            ),
            // An encoding of the content is left alone.
            (
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
                200, ["Content-Encoding", "Content-Length"], "abc"
            ),
            // A redirect is not followed.
            (
                "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n",
                302, ["Location", "Content-Length"], ""
            ),
            // Cookies are of no interest.
            (
                "HTTP/1.1 404 Not Found\r\nSet-Cookie: a=b\r\nContent-Length: 1\r\n\r\nx",
                404, ["Set-Cookie", "Content-Length"], "x"
            ),
            // No content.
            ("HTTP/1.1 204 No Content\r\nA: 1\r\n\r\n", 204, ["A"], ""),
            ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", 304, ["Content-Length"], ""),
            // What follows the content is not content.
            (
                "HTTP/1.1 206 Partial\r\nContent-Length: 1\r\n\r\nxyz",
                206, ["Content-Length"], "x"
            ),
            // The status line without a reason.
            ("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx", 200, ["Content-Length"], "x"),
            // Line feeds alone.
            ("HTTP/1.1 200 OK\nContent-Length: 1\n\nx", 200, ["Content-Length"], "x"),
        ])
    func content(_ answer: String, _ status: Int, _ names: [String], _ content: String) throws {
        let server = try servers.start(answer: answer)
        let recorder = try makeEngine().record(try HTTPRequest(server))
        #expect(recorder.responses.map(\.status) == [status])
        #expect(recorder.responses.first?.fields.map(\.name) == names)
        #expect(recorder.text == content)
        #expect(recorder.summary?.bytesReceived == Int64(content.utf8.count))
    }

    @Test("Content without a length ends when the server closes the connection")
    func untilClose() throws {
        let server = try servers.start(answer: "HTTP/1.0 200 OK\r\n\r\nall of it", then: .close)
        let recorder = try makeEngine().record(try HTTPRequest(server))
        #expect(recorder.text == "all of it")
        #expect(recorder.summary != nil)
    }

    @Test("A request has the engine's and the caller's fields, and no others")
    func fields() throws {
        let heard = Lock<[String]>([])
        let server = try servers.start { connection in
            let request = connection.readRequest()
            heard.withLock { $0 = request.split(separator: "\r\n").map(String.init) }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        var request = HTTPRequest(
            url: try URLParts("http://user:pass%3Aword@127.0.0.1:\(server.port)/a%20b?c#d"),
            fields: [("Accept", "text/plain"), ("X-Empty", ""), ("Range", "bytes=5-")])
        #expect(try makeEngine().record(request).summary != nil)
        // "user:pass:word"
        #expect(
            heard.withLock { $0 } == [
                "GET /a%20b?c HTTP/1.1", "Host: 127.0.0.1:\(server.port)",
                "Authorization: Basic dXNlcjpwYXNzOndvcmQ=", "User-Agent: reach-transfer/1",
                "Accept: text/plain", "X-Empty:", "Range: bytes=5-",
            ])
        request.credentials = nil
        #expect(try makeEngine().record(request).summary != nil)
        #expect(heard.withLock { $0.count } == 6)
    }

    @Test("A connection is used again after an answer that ended well")
    func reuse() throws {
        let server = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let engine = try makeEngine()
        let first = engine.record(try HTTPRequest(server))
        let second = engine.record(try HTTPRequest(server))
        #expect(first.summary?.isConnectionReused == false)
        #expect(second.summary?.isConnectionReused == true)
        #expect(server.connectionCount == 1)
        engine.closeIdleConnections()
        #expect(engine.record(try HTTPRequest(server)).summary?.isConnectionReused == false)
    }

    @Test("Exchanges run at the same time, each on a connection of its own")
    func parallel() throws {
        let arrived = Lock(0)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            arrived.withLock { $0 += 1 }
            // Each answer waits for all requests.
            while arrived.withLock({ $0 }) < 20 { usleep(1000) }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        }
        var limits = EngineLimits()
        limits.stall = 600_000
        limits.header = 600_000
        let engine = try makeEngine(limits)
        let recorders = (0..<20).map { _ in Recorder() }
        for recorder in recorders { _ = engine.start(try HTTPRequest(server), handler: recorder) }
        #expect(engine.count == 20)
        #expect(
            engine.run { recorders.allSatisfy { $0.summary != nil } },
            "\(arrived.withLock { $0 }) \(recorders.map(\.results))")
        #expect(server.connectionCount == 20)
    }
}
