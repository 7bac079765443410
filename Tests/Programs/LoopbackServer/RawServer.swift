// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem

/// A server on the loopback interface that sends whatever bytes a test wants, a thread for each connection.
package final class RawServer: Sendable {
    /// The port that the system chose.
    package let port: UInt16
    /// The number of connections so far.
    package var connectionCount: Int { connections.withLock { $0 } }
    private let listener: Int32
    private let connections = Lock(0)
    private let isStopped = Lock(false)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - host: the IPv4 address to listen on.
    ///   - wanted: the port to listen on; 0 for one that is free.
    ///   - serve: gets each connection, on a thread of its own. The connection is closed when it returns.
    package init(
        address host: UInt32 = 0x7f00_0001, port wanted: UInt16 = 0,
        _ serve: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = wanted.bigEndian
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
                    // The server is gone. The descriptor is not reused before this thread is done with it.
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

    /// Accepts no more connections.
    package func stop() {
        isStopped.withLock {
            // The descriptor is another file's soon.
            if !$0 { shutdown(listener, Int32(SHUT_RDWR)) }
            $0 = true
        }
    }

    /// A URL of the server.
    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}

/// A connection that a ``RawServer`` has accepted.
package final class RawConnection: Sendable {
    private let descriptor: Lock<Int32>

    init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

    private var socket: Int32 { descriptor.withLock { $0 } }

    /// Reads a request up to the empty line.
    ///
    /// - Returns: the request; an empty text at the end of the connection.
    package func readRequest() -> String {
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
    package func readByte() -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, 0) == 1
    }

    /// Reads bytes, as many as are there.
    ///
    /// - Returns: none at the end of the connection.
    package func read(atMost count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            length = max(0, recv(socket, buffer.baseAddress, count, 0))
        }
    }

    /// Reads a number of bytes.
    ///
    /// - Returns: fewer at the end of the connection.
    package func read(exactly count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = read(atMost: min(count - bytes.count, 64 << 10))
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    /// Sends bytes.
    ///
    /// - Returns: whether the peer takes them.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
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
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits until the peer closes the connection.
    ///
    /// - Returns: whether it did within the time.
    package func waitForClose(milliseconds: Int32) -> Bool {
        let end = MonotonicClock.milliseconds + Int64(milliseconds)
        // Megabytes may be on the way.
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while PollSet.Interest(socket, reads: true).isMet(
            within: MonotonicClock.milliseconds(until: end))
        { if recv(socket, &bytes, bytes.count, 0) <= 0 { return true } }
        return false
    }

    /// Waits until the peer's kernel has everything that was sent, at most a second.
    package func waitForArrival() {
        let deadline = MonotonicClock.milliseconds + 1000
        var pending: Int32 = 1
        while pending > 0, MonotonicClock.milliseconds < deadline {
            guard ioctl(socket, UInt(TIOCOUTQ), &pending) == 0 else { return }
            if pending > 0 { usleep(500) }
        }
    }

    /// Passes bytes to a server at a Unix socket, and the other way, until one of them ends. Waits for the server first.
    package func pass(to path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let peer = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { Glibc.close(peer) }
        let deadline = MonotonicClock.milliseconds + 120_000
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        while withUnsafePointer(
            to: &address,
            {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(peer, $0, length) }
            }) != 0
        {
            guard MonotonicClock.milliseconds < deadline else { return }
            usleep(5000)
        }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            var ready = PollSet()
            ready.add(PollSet.Interest(socket, reads: true))
            ready.add(PollSet.Interest(peer, reads: true))
            ready.wait(milliseconds: 120_000)
            if ready.count == 0 { return }
            for (from, to) in [(socket, peer), (peer, socket)] where ready.contains(from) {
                let count = recv(from, &bytes, bytes.count, 0)
                guard count > 0, Glibc.send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count else {
                    return
                }
            }
        }
    }

    /// Closes the connection with a reset.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        descriptor.withLock {
            Glibc.close($0)
            $0 = -1
        }
    }

    /// Ends the connection, while its thread may use it.
    package func finish() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Closes the connection.
    package func close() {
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
    package enum Ending: Sendable {
        /// Closes the connection.
        case close
        /// Closes it with a reset.
        case reset
        /// Waits for the client to close it.
        case wait
    }
}
