// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import Testing

/// What the engine tells of answers that are right.
@Suite struct AnswerTests {
    @Test("An answer is told with its header in order, its content and its end")
    func plain() throws {
        let server = try RawServer { connection in
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
        #expect(recorder.summary?.remoteAddress == "127.0.0.1")
        #expect(engine.count == 0)
        #expect(engine.due == nil)
    }
}
