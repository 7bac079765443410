// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import FoundationNetworking
import Glibc
import LinuxSystem

/// An HTTP server on the loopback, which answers each request as a test says, on a connection and a
/// thread of its own. It ends with the last reference to it.
package final class HTTPServer: Sendable {
    /// A request's head.
    package struct Request: Sendable {
        package var method: String
        package var path: String
        /// By names in lower case.
        package var headers: [String: String]
        /// What came together with the head, of the body.
        fileprivate var beginning: Data
    }

    package typealias Answer = @Sendable (Request, Connection) -> Void

    private let listener: Int32
    private let port: UInt16
    private let log = Lock<[Request]>([])

    /// The requests so far.
    package var requests: [Request] { log.withLock { $0 } }

    /// A request for a path of the server's.
    package func request(_ path: String = "/") -> URLRequest {
        URLRequest(port: port, path: path)
    }

    package init(_ answer: @escaping Answer) throws {
        let (listener, port) = try bind()
        try check(listen(listener, 128))
        self.listener = listener
        self.port = port
        let log = log
        Thread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                Thread {
                    let connection = Connection(descriptor)
                    defer { connection.close() }
                    guard let request = connection.request() else { return }
                    log.withLock { $0.append(request) }
                    answer(request, connection)
                }.start()
            }
            close(listener)
        }.start()
    }

    /// A server that answers everything in the same way.
    package convenience init(status: String = "200 OK", headers: [String] = [], body: Data) throws {
        try self.init { _, connection in
            connection.send(status: status, headers: headers, body: body)
        }
    }

    // It has accept() return.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// One request's connection.
    package struct Connection: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        /// Sends an answer.
        package func send(status: String = "200 OK", headers: [String] = [], body: Data) {
            send(status: status, headers: headers + ["Content-Length: \(body.count)"])
            send(body)
        }

        /// Sends the head of an answer.
        package func send(status: String = "200 OK", headers: [String]) {
            let lines = ["HTTP/1.1 \(status)", "Connection: close"] + headers
            send(Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        }

        /// Sends bytes, as far as there is a receiver.
        package func send(_ data: Data) {
            var rest = data
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        }

        /// Waits until the other side closes the connection.
        package func waitForEnd() { while receive() != nil {} }

        fileprivate func close() {
            // Also if a program that another test starts just now holds the descriptor.
            shutdown(descriptor, Int32(SHUT_RDWR))
            Glibc.close(descriptor)
        }

        /// Receives the body of a request; what there is of it if the connection ends.
        package func body(of request: Request) -> Data {
            let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
            var body = request.beginning
            while body.count < length, let data = receive() { body += data }
            return body
        }

        fileprivate func request() -> Request? {
            var received = Data()
            var end: Range<Data.Index>?
            while end == nil {
                guard let data = receive() else { return nil }
                received += data
                end = received.range(of: Data("\r\n\r\n".utf8))
            }
            guard let end else { return nil }
            let text = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            let lines = text.components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ")
            guard words.count == 3 else { return nil }
            let headers = lines.dropFirst().compactMap { line -> (String, String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                let value = line[line.index(after: colon)...]
                return (line[..<colon].lowercased(), value.trimmingCharacters(in: .whitespaces))
            }
            return Request(
                method: String(words[0]), path: String(words[1]),
                headers: Dictionary(headers) { first, _ in first },
                beginning: Data(received[end.upperBound...]))
        }

        private func receive() -> Data? {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? Data(buffer[..<count]) : nil
        }
    }
}

/// A port without a listener. The kernel gives it to no other socket as long as it is held.
package final class ClosedPort: Sendable {
    private let descriptor: Int32
    /// The number of the port.
    package let number: UInt16

    package init() throws { (descriptor, number) = try bind() }

    deinit { close(descriptor) }

    package var request: URLRequest { URLRequest(port: number, path: "/") }
}

extension URLRequest {
    fileprivate init(port: UInt16, path: String) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("no path: \(path)")
        }
        self.init(url: url)
    }
}

/// A socket that has a port of its own on the loopback.
private func bind() throws -> (descriptor: Int32, port: UInt16) {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = try check(socket(AF_INET, flags, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) {
        try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            try check(Glibc.bind(descriptor, $0, length))
            try check(getsockname(descriptor, $0, &length))
        }
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
}

@discardableResult private func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return result
}
