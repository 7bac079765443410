// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// What the engine's owner can do with exchanges, and what it costs when there are none.
@Suite(.blocking) struct ControlTests {
    private let servers = Servers()

    /// A server that sends the beginning of a long answer, and notes when the client closes the connection.
    private final class Endless: Sendable {
        let closed = Lock(false)
        let server: RawServer

        init(
            _ servers: Servers,
            _ answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\nbeginning"
        )
            throws
        {
            let closed = closed
            server = try servers.start { connection in
                _ = connection.readRequest()
                connection.send(answer)
                // Longer than any test waits.
                guard connection.waitForClose(milliseconds: 600_000) else { return }
                closed.withLock { $0 = true }
            }
        }

        /// Waits until a connection is closed.
        ///
        /// - Returns: whether one was within two minutes.
        func isClosed() -> Bool {
            let deadline = MonotonicClock.milliseconds + 120_000
            while !closed.withLock(\.self) {
                guard MonotonicClock.milliseconds < deadline else { return false }
                usleep(500)
            }
            return true
        }
    }

    @Test("A cancelled exchange closes its connection at once, and reports nothing more")
    func cancel() throws {
        let endless = try Endless(servers)
        let engine = try makeEngine()
        let recorder = Recorder()
        let id = engine.start(try HTTPRequest(endless.server), handler: recorder)
        #expect(engine.run { !recorder.content.isEmpty })
        engine.cancel(id)
        // At once: nothing is performed meanwhile.
        #expect(endless.isClosed())
        engine.perform()
        #expect(recorder.results.isEmpty)
        #expect(engine.count == 0)
        #expect(engine.due == nil)
    }

    @Test(
        "A handler that declines more closes the connection, and gets nothing more",
        arguments: [
            true, false,
        ])
    func refusal(_ refusesResponse: Bool) throws {
        let endless = try Endless(servers)
        let engine = try makeEngine()
        let recorder = Recorder()
        if refusesResponse {
            recorder.onResponse = { _ in false }
        } else {
            recorder.onContent = { false }
        }
        _ = engine.start(try HTTPRequest(endless.server), handler: recorder)
        #expect(engine.run { engine.count == 0 })
        #expect(endless.isClosed())
        #expect(recorder.responses.count == 1)
        #expect(recorder.content.isEmpty == refusesResponse)
        #expect(recorder.results.isEmpty)
    }

    @Test("A handler may cancel and start exchanges from wherever it is called")
    func reentry() throws {
        let endless = try Endless(servers)
        let server = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let engine = try makeEngine()
        let (first, second, third) = (Recorder(), Recorder(), Recorder())
        let (other, last) = (Recorder(), Recorder())
        let otherID = engine.start(try HTTPRequest(endless.server), handler: other)
        #expect(engine.run { !other.content.isEmpty })
        let request = try HTTPRequest(server)
        first.onResponse = { _ in
            engine.cancel(otherID)
            _ = engine.start(request, handler: second)
            return true
        }
        var thirdID: HTTPExchange.ID?
        second.onContent = {
            // Itself.
            thirdID.map { engine.cancel($0) }
            return true
        }
        second.onEnd = { thirdID = engine.start(request, handler: third) }
        third.onContent = {
            thirdID.map { engine.cancel($0) }
            _ = engine.start(request, handler: last)
            return true
        }
        _ = engine.start(request, handler: first)
        #expect(engine.run { last.summary != nil })
        #expect(first.summary != nil)
        #expect(second.summary != nil)
        #expect(third.results.isEmpty)
        #expect(other.results.isEmpty)
        #expect(endless.isClosed())
        #expect(engine.count == 0)
    }

    @Test("A paused exchange receives and keeps nothing, does not stall, and goes on")
    func pause() throws {
        let size = 50_000_000
        let sent = Lock(0)
        let server = try servers.start { connection in
            _ = connection.readRequest()
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            let block = [UInt8](repeating: 7, count: 100_000)
            for _ in 0..<(size / block.count) where connection.send(block) {
                sent.withLock { $0 += block.count }
            }
        }
        let engine = try makeObservedEngine()
        let recorder = Recorder()
        recorder.keepsContent = false
        var id: HTTPExchange.ID?
        recorder.onContent = {
            if recorder.byteCount < 1_000_000 { id.map { engine.pause($0) } }
            return true
        }
        id = engine.start(try HTTPRequest(server), handler: recorder)
        #expect(engine.run { recorder.byteCount > 0 })
        let received = recorder.byteCount
        let resumeTime = MonotonicClock.milliseconds + 600
        // No time limit runs.
        #expect(
            engine.run { MonotonicClock.milliseconds >= resumeTime && engine.rest > 1_000_000 })
        // A paused exchange may report what it had, but no more.
        #expect(recorder.byteCount - received <= 512 << 10)
        #expect(sent.withLock { $0 } < size)
        #expect(recorder.results.isEmpty)
        recorder.onContent = { true }
        let count = recorder.byteCount
        id.map { engine.resume($0) }
        // libcurl would tell at once what it had kept.
        #expect(recorder.byteCount == count)
        #expect(engine.run { recorder.summary != nil })
        #expect(recorder.byteCount == size)
    }

    @Test("A rate limit holds")
    func rateLimit() throws {
        let body = String(repeating: "x", count: 100_000)
        let server = try servers.start(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + body)
        var request = try HTTPRequest(server)
        request.receiveRateLimit = 100_000
        let started = MonotonicClock.milliseconds
        let recorder = try makeEngine().record(request)
        #expect(recorder.summary?.bytesReceived == 100_000, "\(recorder.results)")
        let time = MonotonicClock.milliseconds - started
        // The last part is not waited for, and the first time has a credit.
        #expect(time >= 700, "\(time) ms")
    }

    @Test("An exchange that waits because of its rate does not stall")
    func rateWait() throws {
        let beginning = String(repeating: "x", count: 1000)
        let endless = try Endless(
            servers, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + beginning)
        var request = try HTTPRequest(endless.server)
        request.receiveRateLimit = 1
        try expectRateWait(request)
    }

    @Test("An engine without exchanges wakes no thread, also with idle connections")
    func idle() throws {
        let server = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let engine = try makeEngine()
        #expect(engine.due == nil)
        #expect(engine.record(try HTTPRequest(server)).summary != nil)
        let quiet = MonotonicClock.milliseconds + 300
        // libcurl's timers that are left over may come once.
        #expect(engine.run { MonotonicClock.milliseconds >= quiet && engine.due == nil })
        #expect(!PollSet.Interest(engine.descriptor, reads: true).isMet(within: 300))
        #expect(engine.due == nil)
    }

    @Test("An exchange that waits for its server wakes no thread before its time limit")
    func quietWait() throws {
        let endless = try Endless(servers, "")
        let engine = try makeEngine()
        _ = engine.start(try HTTPRequest(endless.server), handler: Recorder())
        #expect(engine.run { endless.server.connectionCount == 1 })
        let settled = MonotonicClock.milliseconds + 400
        // Timers of libcurl that are left over are no matter.
        #expect(
            engine.run {
                MonotonicClock.milliseconds >= settled && engine.rest > 2000
            })
        var wakeUps = 0
        let end = MonotonicClock.milliseconds + 1000
        while MonotonicClock.milliseconds < end {
            var ready = PollSet()
            ready.add(PollSet.Interest(engine.descriptor, reads: true))
            ready.wait(
                milliseconds: MonotonicClock.milliseconds(until: min(end, engine.due ?? end)))
            wakeUps += 1
            engine.perform()
        }
        // One is the end of the second.
        #expect(wakeUps <= 2)
    }

    @Test("Idle connections are closed while another exchange goes on")
    func closeIdle() throws {
        let endless = try Endless(servers)
        let closed = Lock(false)
        let server = try servers.start { connection in
            while !connection.readRequest().isEmpty {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            }
            closed.withLock { $0 = true }
        }
        var limits = EngineLimits()
        limits.stall = 600_000
        let engine = try makeEngine(limits)
        let running = Recorder()
        _ = engine.start(try HTTPRequest(endless.server), handler: running)
        #expect(engine.run { !running.content.isEmpty })
        #expect(engine.record(try HTTPRequest(server)).summary != nil)
        engine.closeIdleConnections()
        #expect(engine.run { closed.withLock { $0 } })
        let again = engine.record(try HTTPRequest(server))
        #expect(again.summary?.isConnectionReused == false)
        #expect(running.results.isEmpty)
        #expect(engine.count == 1)
        #expect(!endless.closed.withLock { $0 })
    }

    @Test("No socket is left open, whatever happens to exchanges")
    func leaks() throws {
        let endless = try Endless(servers)
        let good = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let bad = try servers.start(answer: "nonsense", then: .close)
        let ports = [endless.server.port, good.port, bad.port]
        var engine: HTTPEngine? = try makeEngine()
        let recorder = Recorder()
        for round in 0..<10 {
            let id = engine?.start(try HTTPRequest(endless.server), handler: Recorder())
            for server in [good, bad] {
                _ = engine?.start(try HTTPRequest(server), handler: recorder)
            }
            _ = engine?.run { recorder.results.count == 2 * (round + 1) }
            if let id, round < 8 { engine?.cancel(id) }
        }
        #expect(recorder.results.count == 20)
        #expect(try Self.connections(to: ports) <= 3)
        engine = nil
        #expect(try Self.connections(to: ports) == 0)
    }

    /// The number of this process's sockets that are connected to one of the ports.
    private static func connections(to ports: [UInt16]) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let own = Set(
            names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            })
        let table = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
        return table.split(separator: "\n").dropFirst().count { line in
            let columns = line.split(separator: " ")
            let port = columns[2].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
            return own.contains("socket:[\(columns[9])]") && port.map(ports.contains) == true
        }
    }
}
