// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// What is sent with requests over TLS, with HTTP/1.1 and HTTP/2.
@Suite(
    "Content of requests over TLS",
    .enabled(if: TLSServer.isAvailable, "needs the openssl command"), .timeLimit(.minutes(10)),
    .blocking)
struct SecureContentTests {
    private let servers = Servers()

    private func request(
        _ server: RawServer, _ file: SentFile
    ) throws -> HTTPRequest {
        var request = try file.request(server)
        request.url = try URLParts("https://127.0.0.1:\(server.port)/place")
        return request
    }

    @Test("A file arrives over TLS")
    func arrives() throws {
        let tls = try servers.startTLS()
        let server = try servers.start(tls.pass)
        let file = try SentFile(count: 900_000)
        let content = file.content
        let got = Lock<[UInt8]>([])
        try SystemThread.start(name: "answer") {
            let bytes = tls.receive { $0.count > 900_000 && $0.suffix(9) == content.suffix(9) }
            got.withLock { $0 = bytes }
            tls.send(Array("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let recorder = try HTTPEngine(trusting: tls.certificate).record(request(server, file))
        #expect(recorder.responses.map(\.status) == [201], "\(recorder.results)")
        #expect(recorder.summary?.bytesSent == 900_000)
        expectSameBytes(got.withLock { $0.suffix(900_000) }, content)
    }

    @Test("A file arrives over HTTP/2")
    func http2() throws {
        let tls = try servers.startTLS(["-alpn", "h2"])
        let server = try servers.start(tls.pass)
        let file = try SentFile(count: 5000)
        let content = file.content
        let got = Lock<[UInt8]>([])
        try SystemThread.start(name: "answer") {
            tls.send([0, 0, 0, 4, 0, 0, 0, 0, 0])
            // The answer to the server's settings comes before or after the content.
            let bytes = tls.receive { $0.firstRange(of: content) != nil }
            got.withLock { $0 = bytes }
            // ":status: 204" is entry 9 of the static table. Nothing follows (END_STREAM).
            tls.send([0, 0, 1, 1, 5, 0, 0, 0, 1, 0x89])
        }
        let recorder = try HTTPEngine(trusting: tls.certificate).record(request(server, file))
        #expect(recorder.responses.map(\.status) == [204], "\(recorder.results)")
        #expect(recorder.responses.first?.version == "2")
        #expect(recorder.summary?.bytesSent == 5000)
        // One frame of DATA has it all.
        #expect(got.withLock { $0.firstRange(of: content) } != nil)
    }
}
