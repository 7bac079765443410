// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import LoopbackServer

/// The servers of a test. They run until the test has ended, and not only until they were mentioned last.
final class Servers {
    private let raw = Lock<[RawServer]>([])
    private let tls = Lock<[TLSServer]>([])

    deinit {
        raw.withLock { $0 }.forEach { $0.stop() }
        tls.withLock { $0 }.forEach { $0.stop() }
    }

    /// Starts a server; see ``RawServer``.
    func start(_ serve: @escaping @Sendable (RawConnection) -> Void) throws -> RawServer {
        let server = try RawServer(serve)
        raw.withLock { $0.append(server) }
        return server
    }

    /// Starts a server that gives every request on a connection the same answer.
    func start(answer: String, then ending: RawServer.Ending = .wait) throws -> RawServer {
        try start { connection in
            while !connection.readRequest().isEmpty {
                connection.send(answer)
                switch ending {
                case .close: return
                case .reset: return connection.reset()
                case .wait: break
                }
            }
        }
    }

    /// Starts a server; see ``TLSServer``.
    func startTLS(names: String = "IP:127.0.0.1", _ arguments: [String] = []) throws -> TLSServer {
        let server = try TLSServer(names: names, arguments)
        tls.withLock { $0.append(server) }
        return server
    }
}
