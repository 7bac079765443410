// SPDX-License-Identifier: Apache-2.0

internal import CCurl
internal import Glibc
internal import LinuxSystem

/// The sockets of libcurl's connections, and which of them it waits for.
final class SocketTable {
    let queue: ReadinessQueue
    /// When libcurl wants to be called, with nothing being ready.
    var due: Int64?
    private var open: [Int32: Entry] = [:]

    /// An open socket.
    private struct Entry {
        /// The exchange that used it last.
        var user: HTTPExchange.ID
        /// Whether it is bound to an interface.
        var isBound: Bool
    }

    init() throws(SystemError) { queue = try ReadinessQueue() }

    /// The sockets of connections that none of these exchanges uses.
    func idle(running: (HTTPExchange.ID) -> Bool) -> [Int32] {
        open.filter { !running($0.value.user) }.map(\.key)
    }

    /// Whether a connection is bound to an interface. libcurl would use it for requests that are not bound, too.
    var hasBound: Bool { open.values.contains(where: \.isBound) }

    /// Opens a socket, which is closed when the process executes another program.
    ///
    /// - Parameter interface: the interface to bind it to.
    /// - Throws: ``SystemError`` if there is no such interface, or too many files are open.
    func open(
        _ address: curl_sockaddr, for user: HTTPExchange.ID, interface: String?
    ) throws(SystemError) -> Int32 {
        let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Glibc.socket(address.family, type, address.protocol)
        guard socket >= 0 else { throw SystemError(operation: "open a socket", errno: errno) }
        if let interface {
            let length = socklen_t(interface.utf8.count)
            guard
                unsafe setsockopt(socket, SOL_SOCKET, SO_BINDTODEVICE, interface, length) == 0
            else {
                defer { Glibc.close(socket) }
                throw SystemError(operation: "bind a connection to \(interface)", errno: errno)
            }
        }
        _ = ccu_limit_unsent(socket, Self.unsentLimit)
        open[socket] = Entry(user: user, isBound: interface != nil)
        return socket
    }

    /// The number of bytes that wait in the system to be sent. Only what is beyond it shows that a connection is alive, and
    /// that a path which begins to cost has been left at once.
    private static let unsentLimit: Int32 = 64 << 10

    /// Makes the kernel drop unsent bytes of an exchange when its socket is closed. Otherwise the kernel goes on sending.
    func forgetUnsent(of user: HTTPExchange.ID) {
        var option = linger(l_onoff: 1, l_linger: 0)
        for (socket, entry) in open where entry.user == user {
            unsafe setsockopt(
                socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// Closes a socket.
    func close(_ socket: Int32) {
        open[socket] = nil
        queue.remove(socket)
        Glibc.close(socket)
    }

    /// Sets what libcurl waits for (`CURL_POLL_…`).
    func wait(for what: Int32, on socket: Int32, _ user: HTTPExchange.ID?) {
        if let user { open[socket]?.user = user }
        guard what != CURL_POLL_REMOVE else { return queue.remove(socket) }
        // Without memory for it, the exchange stalls, and fails by that.
        try? queue.set(
            PollSet.Interest(
                socket, reads: what & CURL_POLL_IN != 0, writes: what & CURL_POLL_OUT != 0))
    }
}
