// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// What the engine sends with a request, and what becomes of it.
@Suite("Content of requests", .timeLimit(.minutes(10)), .blocking) struct RequestContentTests {
    private let servers = Servers()
    private static let created = "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"

    @Test(
        "A file arrives as it is, whole or in part, with its length",
        arguments: [
            (HTTPRequest.Method.put, 100, 0..<100), (.put, 3_000_000, 0..<3_000_000),
            (.patch, 100, 40..<100), (.patch, 2_500_000, 1_000_001..<2_500_000),
            (.post, 70_000, 0..<70_000), (.put, 0, 0..<0), (.post, 0, 0..<0), (.put, 9, 9..<9),
        ] as [(HTTPRequest.Method, Int, Range<Int>)])
    func arrives(_ method: HTTPRequest.Method, _ size: Int, _ part: Range<Int>) throws {
        let (server, inbox) = try Inbox.start(servers, answer: Self.created)
        let file = try SentFile(count: size)
        let recorder = try makeEngine().record(file.request(server, method, part))
        #expect(recorder.responses.map(\.status) == [201], "\(recorder.results)")
        #expect(recorder.text == "ok")
        let letter = try #require(inbox.letters.first)
        #expect(letter.header.hasPrefix("\(method.rawValue) /place HTTP/1.1\r\n"))
        expectSameBytes(letter.content, file.content[part])
        #expect(letter.field("Content-Length") == "\(part.count)")
        #expect(letter.field("Transfer-Encoding") == nil)
        #expect(letter.field("Content-Type") == nil)
        #expect(recorder.summary?.bytesSent == Int64(part.count))
        #expect(recorder.sentCounts == recorder.sentCounts.sorted())
        #expect(recorder.sentCounts.last ?? 0 == Int64(part.count))
        #expect(inbox.letters.count == 1)
    }

    @Test(
        "A request without content announces none where its method could have some",
        arguments: [
            (HTTPRequest.Method.post, "0"), (.put, "0"), (.patch, "0"), (.head, nil),
            (.options, nil), (.get, nil),
        ] as [(HTTPRequest.Method, String?)])
    func noContent(_ method: HTTPRequest.Method, _ length: String?) throws {
        let answer = "HTTP/1.1 204 None\r\nUpload-Offset: 7\r\n\r\n"
        let (server, inbox) = try Inbox.start(servers, answer: answer)
        var request = try HTTPRequest(server)
        request.method = method
        let recorder = try makeEngine().record(request)
        #expect(recorder.responses.map(\.status) == [204], "\(recorder.results)")
        #expect(inbox.letters.first?.header.hasPrefix(method.rawValue + " ") == true)
        #expect(inbox.letters.first?.field("Content-Length") == length)
        #expect(inbox.letters.first?.field("Expect") == nil)
    }

    @Test("The answer to HEAD has no content, whatever it announces")
    func head() throws {
        let (server, _) = try Inbox.start(
            servers, answer: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n")
        let engine = try makeEngine()
        var request = try HTTPRequest(server)
        request.method = .head
        #expect(engine.record(request).summary?.bytesReceived == 0)
        #expect(engine.record(request).summary?.isConnectionReused == true)
    }

    @Test(
        "A server is asked whether it wants a long content, and only then",
        arguments: [(1 << 20, true, false), (1 << 20 + 1, true, true), (1 << 20 + 1, false, false)])
    func expectation(_ size: Int, _ awaitsPermission: Bool, _ isAsked: Bool) throws {
        let (server, inbox) = try Inbox.start(servers, answer: Self.created)
        let file = try SentFile(count: size)
        let recorder = try makeEngine().record(
            file.request(server, awaitsPermission: awaitsPermission))
        #expect(recorder.summary != nil, "\(recorder.results)")
        #expect((inbox.letters.first?.field("Expect") != nil) == isAsked)
        expectSameBytes(inbox.letters.first?.content, file.content)
    }

    @Test("A server that never says whether it wants a content gets it")
    func noPermission() throws {
        let file = try SentFile(count: 2_000_000)
        let count = file.content.count
        let got = Lock<[UInt8]>([])
        let server = try servers.start { connection in
            _ = connection.readRequest()
            let content = connection.read(exactly: count)
            got.withLock { $0 = content }
            connection.send(Self.created)
        }
        let recorder = try makeEngine().record(file.request(server))
        #expect(recorder.responses.map(\.status) == [201], "\(recorder.results)")
        expectSameBytes(got.withLock(\.self), file.content)
    }

    @Test(
        "A refusal ends the sending, before and during the content",
        arguments: [(401, 0), (417, 0), (413, 100_000), (503, 1_000_000), (307, 0)])
    func refusal(_ status: Int, _ taken: Int) throws {
        let file = try SentFile(count: 20_000_000)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            if taken > 0 { connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
            _ = connection.read(exactly: taken)
            connection.send("HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno")
            _ = connection.waitForClose(milliseconds: 120_000)
        }
        // A handler that goes by the status does not wait for more.
        let recorder = Recorder()
        recorder.onResponse = { _ in false }
        let engine = try makeEngine()
        _ = engine.start(try file.request(server), handler: recorder)
        #expect(engine.run { !recorder.responses.isEmpty })
        #expect(recorder.responses.map(\.status) == [status])
        #expect((recorder.sentCounts.last ?? 0) < 20_000_000)
    }

    @Test("A refusal during the content ends the sending, and its page is reported, too")
    func refusalAndEnd() throws {
        let file = try SentFile(count: 20_000_000)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            _ = connection.read(exactly: 1000)
            connection.send(
                "HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno")
            // A server that closes the connection at once may take its answer back with that: TCP resets it.
            _ = connection.waitForClose(milliseconds: 120_000)
        }
        let recorder = try makeEngine().record(file.request(server))
        #expect(recorder.responses.map(\.status) == [413], "\(recorder.results)")
        #expect(recorder.text == "no")
        #expect((recorder.sentCounts.last ?? 0) < 20_000_000)
    }

    @Test("A rate limit holds for sending")
    func rateLimit() throws {
        let (server, inbox) = try Inbox.start(servers, answer: Self.created)
        let file = try SentFile(count: 100_000)
        var request = try file.request(server)
        request.sendRateLimit = 100_000
        let started = MonotonicClock.milliseconds
        let recorder = try makeEngine().record(request)
        let time = MonotonicClock.milliseconds - started
        #expect(recorder.summary?.bytesSent == 100_000, "\(recorder.results)")
        expectSameBytes(inbox.letters.first?.content, file.content)
        // The last part is not waited for, and the first time has a credit.
        #expect(time >= 700, "\(time) ms")
    }

    @Test("An exchange that waits to send because of its rate does not stall")
    func rateWait() throws {
        let (server, _) = try Inbox.start(servers, answer: Self.created)
        let file = try SentFile(count: 100_000)
        var request = try file.request(server)
        request.sendRateLimit = 1
        try expectRateWait(request)
    }

    @Test("A file that became shorter is a failure of its own kind, and no lost connection")
    func shorter() throws {
        let (server, _) = try Inbox.start(servers, answer: Self.created)
        let file = try SentFile(count: 1000)
        let request = try file.request(server)
        try FileHandle(forWritingTo: URL(filePath: file.path)).truncate(atOffset: 500)
        let recorder = try makeEngine().record(request)
        #expect(recorder.failure == .body("\(file.path) became shorter"), "\(recorder.results)")
        #expect(recorder.responses.isEmpty)
    }

    @Test("A server that takes nothing any more is a lost connection")
    func stall() throws {
        var limits = EngineLimits()
        limits.stall = 200
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        let server = try servers.start { connection in
            _ = connection.readRequest()
            _ = connection.read(exactly: 10_000)
            isOver.wait()
        }
        let file = try SentFile(count: 30_000_000)
        let started = MonotonicClock.milliseconds
        let recorder = try makeEngine(limits).record(file.request(server, awaitsPermission: false))
        let time = MonotonicClock.milliseconds - started
        #expect(recorder.failure == .connection("the server has taken nothing for 0 s"))
        #expect(time >= 200, "\(time) ms")
    }

    @Test("A slow server that goes on taking is no lost connection")
    func slow() throws {
        let got = Lock(0)
        let count = 600_000
        let server = try servers.start { connection in
            _ = connection.readRequest()
            var rest = count
            while rest > 0 {
                let bytes = connection.read(atMost: min(rest, 30_000))
                guard !bytes.isEmpty else { return }
                rest -= bytes.count
                got.withLock { $0 += bytes.count }
                usleep(100_000)
            }
            connection.send(Self.created)
        }
        let file = try SentFile(count: count)
        let recorder = try makeEngine().record(file.request(server, awaitsPermission: false))
        #expect(recorder.responses.map(\.status) == [201], "\(recorder.results)")
        #expect(got.withLock { $0 } == count)
    }

    @Test("A server may think about what it got for longer than it may be silent otherwise")
    func thought() throws {
        let mayAnswer = DispatchSemaphore(value: 0)
        defer { mayAnswer.signal() }
        let server = try servers.start { connection in
            _ = connection.readRequest()
            _ = connection.read(exactly: 1000)
            mayAnswer.wait()
            connection.send(Self.created)
        }
        let file = try SentFile(count: 1000)
        let engine = try makeObservedEngine()
        let patient = Recorder()
        _ = engine.start(try file.request(server), handler: patient)
        // The limit for an answer is five minutes, and those of silence and of a header are one at most.
        #expect(engine.run { (100_000...300_000).contains(engine.rest) })
        mayAnswer.signal()
        #expect(engine.run { !patient.results.isEmpty })
        #expect(patient.responses.map(\.status) == [201])
        var limits = EngineLimits()
        limits.answer = 200
        let recorder = try makeEngine(limits).record(file.request(server))
        #expect(
            recorder.failure
                == .connection("the server has sent nothing for 0 s after it had everything"))
    }

    @Test("A cancelled exchange is closed at once, and nothing that waits is sent")
    func cancellation() throws {
        let got = Lock(0)
        let isReset = Lock(false)
        let goOn = Lock(false)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            got.withLock { $0 += connection.read(exactly: 1000).count }
            while !goOn.withLock({ $0 }) { usleep(1000) }
            while true {
                let count = connection.read(atMost: 64 << 10).count
                if count == 0 { break }
                got.withLock { $0 += count }
            }
            isReset.withLock { $0 = true }
        }
        let file = try SentFile(count: 30_000_000)
        let engine = try makeEngine()
        let recorder = Recorder()
        let id = engine.start(
            try file.request(server, awaitsPermission: false), handler: recorder)
        #expect(engine.run { (recorder.sentCounts.last ?? 0) > 60_000 })
        // Until the windows of both sides are full.
        var (count, quiet) = (0, Int64.max)
        #expect(
            engine.run {
                if count != recorder.sentCounts.count {
                    (count, quiet) = (recorder.sentCounts.count, MonotonicClock.milliseconds + 200)
                }
                return MonotonicClock.milliseconds >= quiet
            })
        let sent = recorder.sentCounts.last ?? 0
        engine.cancel(id)
        goOn.withLock { $0 = true }
        #expect(engine.run { isReset.withLock { $0 } })
        #expect(recorder.results.isEmpty)
        // What had not left this side never comes.
        #expect(Int64(got.withLock { $0 }) < sent)
    }
}
