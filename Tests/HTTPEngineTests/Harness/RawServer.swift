// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem

/// A server on the loopback interface that sends whatever bytes a test wants, a thread for each connection.
final class RawServer: Sendable {
    /// The port that the system chose.
    let port: UInt16
    /// The number of connections so far.
    var connectionCount: Int { connections.withLock { $0 } }
    private let listener: Int32
    private let connections = Lock(0)

    /// Starts a server.
    ///
    /// - Parameter serve: gets each connection, on a thread of its own. The connection is closed when it returns.
    init(_ serve: @escaping @Sendable (RawConnection) -> Void) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw SystemError(operation: "listen", errno: errno) }
        port = UInt16(bigEndian: address.sin_port)
        let connections = connections
        try SystemThread.start(name: "raw-server") {
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0 {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    // The server is gone. Nobody else gets the descriptor before this thread is done with it.
                    close(listener)
                    return
                }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                connections.withLock { $0 += 1 }
                let connection = RawConnection(descriptor)
                try? SystemThread.start(name: "raw-connection") {
                    serve(connection)
                    connection.close()
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// A URL of the server.
    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}

/// A connection that a ``RawServer`` has accepted.
final class RawConnection: Sendable {
    private let descriptor: Lock<Int32>

    init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

    private var socket: Int32 { descriptor.withLock { $0 } }

    /// Reads a request up to the empty line.
    ///
    /// - Returns: the request; an empty text at the end of the connection.
    func readRequest() -> String {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while recv(socket, &byte, 1, 0) == 1 {
            text.append(byte)
            if text.suffix(4) == [13, 10, 13, 10] { return String(decoding: text, as: UTF8.self) }
        }
        return ""
    }

    /// Reads a byte.
    ///
    /// - Returns: `false` at the end of the connection.
    func readByte() -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, 0) == 1
    }

    /// Sends bytes.
    ///
    /// - Returns: whether the peer takes them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a text.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits until the peer closes the connection.
    ///
    /// - Returns: whether it did within the time.
    func waitForClose(milliseconds: Int32) -> Bool {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        var byte: UInt8 = 0
        while PollSet.Interest(socket, reads: true).isMet(
            within: MonotonicClock.milliseconds(until: end))
        { if recv(socket, &byte, 1, 0) <= 0 { return true } }
        return false
    }

    /// Closes the connection with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        descriptor.withLock {
            Glibc.close($0)
            $0 = -1
        }
    }

    /// Closes the connection.
    func close() {
        descriptor.withLock {
            guard $0 >= 0 else { return }
            // Also if a program that another test starts just now holds the descriptor.
            shutdown($0, Int32(SHUT_RDWR))
            Glibc.close($0)
            $0 = -1
        }
    }
}

extension RawServer {
    /// What a server does after its answer.
    enum Ending: Sendable {
        /// Closes the connection.
        case close
        /// Closes it with a reset.
        case reset
        /// Waits for the client to close it.
        case wait
    }

    /// Starts a server that gives every request on a connection the same answer.
    convenience init(answer: String, then ending: Ending = .wait) throws {
        try self.init { connection in
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
}
