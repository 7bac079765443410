// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPEngine
import LinuxSystem
import LoopbackServer
import TestSupport
import Testing

/// Connections that are bound to an interface.
@Suite(.blocking) struct InterfaceTests {
    private let servers = Servers()

    @Test("A connection that is bound to the right interface is made")
    func right() throws {
        let server = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        let engine = try makeEngine()
        var request = try HTTPRequest(server)
        request.interface = "lo"
        #expect(engine.record(request).summary?.isConnectionReused == false)
        #expect(engine.record(request).summary?.isConnectionReused == true)
        // It is not used for requests that are not bound, or bound elsewhere.
        request.interface = nil
        #expect(engine.record(request).summary?.isConnectionReused == false)
    }

    @Test("A bound connection leaves by no other interface, and a missing interface is a failure")
    func missing() throws {
        let server = try servers.start(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        var request = try HTTPRequest(server)
        request.interface = "reach-none0"
        let recorder = try makeEngine().record(request)
        #expect(FailureTests.Kind(recorder.failure) == .connection)
        #expect(recorder.failure?.message.contains("reach-none0") == true)
        #expect(server.connectionCount == 0)
    }
}
