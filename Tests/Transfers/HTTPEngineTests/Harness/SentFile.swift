// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPEngine
import LinuxSystem
import LoopbackServer

/// A file that is sent by a test, and removed with this value.
final class SentFile {
    let path = "/tmp/sent-\(UUID().uuidString)"
    let content: [UInt8]

    /// Makes a file in which each byte says where it is.
    init(count: Int) throws {
        // In pieces, because a debug build takes seconds for each of 30 million bytes.
        let piece = (0..<65536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes.append(UInt8(truncatingIfNeeded: bytes.count >> 16))
            bytes += piece
        }
        content = Array(bytes.prefix(count))
        try Data(content).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A request that sends the file, or a part of it.
    func request(
        _ server: RawServer, _ method: HTTPRequest.Method = .put, _ part: Range<Int>? = nil,
        awaitsPermission: Bool = true
    ) throws -> HTTPRequest {
        let part = part ?? 0..<content.count
        var request = try HTTPRequest(server, "/place")
        request.method = method
        request.body = HTTPRequest.Body(
            try SourceFile(opening: path), offset: Int64(part.lowerBound),
            length: Int64(part.count), awaitsPermission: awaitsPermission)
        return request
    }
}

/// Requests with the content that came with them.
final class Inbox: Sendable {
    struct Letter: Sendable {
        var header: String
        var content: [UInt8]

        /// The value of a header field.
        func field(_ name: String) -> String? {
            header.split(separator: "\r\n").first {
                $0.lowercased().hasPrefix(name.lowercased() + ":")
            }.map { $0.dropFirst(name.utf8.count + 1).drop { $0 == " " } }.map { String($0) }
        }
    }

    private let all = Lock<[Letter]>([])

    var letters: [Letter] { all.withLock { $0 } }

    func add(_ header: String, _ content: [UInt8]) {
        all.withLock { $0.append(Letter(header: header, content: content)) }
    }

    /// Starts a server that takes the content of every request, and gives it the same answer.
    static func start(_ servers: Servers, answer: String) throws -> (RawServer, Inbox) {
        let inbox = Inbox()
        let server = try servers.start { connection in
            while true {
                let header = connection.readRequest()
                guard !header.isEmpty else { return }
                let letter = Letter(header: header, content: [])
                if letter.field("Expect") != nil {
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n")
                }
                let length = letter.field("Content-Length").flatMap { Int($0) } ?? 0
                inbox.add(header, connection.read(exactly: length))
                connection.send(answer)
            }
        }
        return (server, inbox)
    }
}
