// SPDX-License-Identifier: Apache-2.0
//
// A server that misbehaves as its URLs say:
//
//     hostile-server [--log FILE] [--any PORT]
//
// prints the ports of two servers with the same files, which are two origins. They end with standard input. See
// `Behaviour` for the URLs. With --any, there is one server, on all addresses.

import Glibc
import LinuxSystem
import LoopbackServer

/// What was asked, in a file.
let log: Int32
/// The numbers of requests, by the first component of their paths.
let requests = Lock<[String: Int]>([:])
var arguments = Array(CommandLine.arguments.dropFirst())
var port: UInt16?
if arguments.first == "--log", arguments.count > 1 {
    log = open(arguments[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    arguments.removeFirst(2)
} else {
    log = -1
}
if arguments.first == "--any", arguments.count > 1 { port = UInt16(arguments[1]) }

/// Serves a connection until its end.
///
/// - Parameters:
///   - connection: an open connection; the caller closes it.
///   - other: the port of the other origin.
@Sendable func serve(_ connection: RawConnection, other: UInt16) {
    while true {
        let text = connection.readRequest()
        guard !text.isEmpty else { return }
        let request = Request(text)
        let line = Array((text.split(separator: "\r\n").joined(separator: "\t") + "\n").utf8)
        if log >= 0 { _ = write(log, line, line.count) }
        let key = request.key
        let number = requests.withLock { requests in
            requests[key, default: 0] += 1
            return requests[key] ?? 1
        }
        let behaviour = Behaviour(request.path, number: number) {
            requests.withLock { $0[key] == number }
        }
        guard behaviour.answer(request, connection, other: other) else { return }
    }
}

signal(SIGPIPE, SIG_IGN)
let others = Lock<UInt16>(0)
let server = try RawServer(address: port == nil ? 0x7f00_0001 : 0, port: port ?? 0) { connection in
    serve(connection, other: others.withLock { $0 })
}
let first = server.port
if port == nil {
    let second = try RawServer { serve($0, other: first) }
    others.withLock { $0 = second.port }
    print(first, second.port)
} else {
    print(first)
}
fflush(nil)
while readLine() != nil {}
