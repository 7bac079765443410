// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A socket of this machine to which programs connect to receive messages (unix(7), `SOCK_SEQPACKET`). A message goes
/// whole or not at all.
///
/// It belongs to one thread. A client that does not read loses messages, and does not delay the others.
package final class LocalServer {
    /// A program that is connected.
    package struct Client: Sendable, Hashable {
        fileprivate let descriptor: Int32
    }

    private let listener: Int32
    /// Whether the socket ends with this server.
    private var ownsListener = false
    private let queue: ReadinessQueue
    /// A descriptor that is closed to accept and refuse a program when there are no others.
    private var spare: Int32 = -1
    /// The programs that are connected.
    package private(set) var clients: Set<Client> = []

    /// Listens at a path. A socket that is there is replaced, so the caller must know that no other program listens.
    package convenience init(at path: String) throws(SystemError) {
        let listener = try makeSocket()
        if try FileFacts.of(path, followsLink: false)?.kind == .special { try removeFile(path) }
        // The mode of the socket's descriptor becomes that of its name (unix(7)).
        fchmod(listener, 0o600)
        let result = unsafe withSocketAddress(path) { address, length in
            unsafe bind(listener, address, length)
        }
        guard result == 0, listen(listener, 16) == 0 else {
            let failure = SystemError(operation: "listen at \(path)", errno: errno)
            close(listener)
            throw failure
        }
        try self.init(listener, isOwn: true)
    }

    /// Listens on a non-blocking socket that belongs to another program, such as that of a systemd unit. It stays open
    /// when the server ends.
    ///
    /// - Throws: ``SystemError`` if it cannot be waited for.
    package convenience init(listening descriptor: Int32) throws(SystemError) {
        try self.init(descriptor, isOwn: false)
    }

    private init(_ descriptor: Int32, isOwn: Bool) throws(SystemError) {
        listener = descriptor
        do throws(SystemError) {
            queue = try ReadinessQueue()
            try queue.set(PollSet.Interest(descriptor, reads: true))
        } catch {
            if isOwn { close(descriptor) }
            throw error
        }
        spare = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        // From here on, `deinit` closes it.
        ownsListener = isOwn
    }

    deinit {
        for client in clients { close(client.descriptor) }
        if ownsListener { close(listener) }
        if spare >= 0 { close(spare) }
    }

    /// The descriptor to wait on.
    package var descriptor: Int32 { queue.descriptor }

    /// Accepts programs that connect, and forgets those that have gone.
    ///
    /// - Returns: the new ones.
    package func receive() -> [Client] {
        if spare < 0 { spare = fcntl(listener, F_DUPFD_CLOEXEC, 0) }
        var new: [Client] = []
        var gone: [Client] = []
        queue.ready { event in
            if event.descriptor == listener {
                new += accept()
            } else {
                // Clients send nothing, so a readable client has closed its connection.
                gone.append(Client(descriptor: event.descriptor))
            }
        }
        for client in gone { forget(client) }
        return new
    }

    private func accept() -> [Client] {
        var new: [Client] = []
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                guard errno == EMFILE || errno == ENFILE, spare >= 0 else { return new }
                // Without descriptors the program is refused: the socket would be readable for ever.
                close(spare)
                close(Glibc.accept(listener, nil, nil))
                spare = fcntl(listener, F_DUPFD_CLOEXEC, 0)
                continue
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            guard (try? queue.set(PollSet.Interest(descriptor, reads: true))) != nil else {
                close(descriptor)
                continue
            }
            let client = Client(descriptor: descriptor)
            clients.insert(client)
            new.append(client)
        }
    }

    private func forget(_ client: Client) {
        guard clients.remove(client) != nil else { return }
        close(client.descriptor)
    }

    /// Sends a message to a program. If it cannot take it now, the message is lost.
    package func send(_ message: [UInt8], to client: Client) {
        guard clients.contains(client) else { return }
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = unsafe message.withUnsafeBytes {
            unsafe Glibc.send(client.descriptor, $0.baseAddress, $0.count, flags)
        }
        if count < 0, errno != EAGAIN, errno != ENOBUFS, errno != EMSGSIZE { forget(client) }
    }
}

/// The other end of a ``LocalServer``.
package final class LocalClient {
    /// The descriptor to wait on. It is readable when there is a message, or the server has gone.
    package let descriptor: Int32

    /// The result of connecting to a server.
    package enum Connection {
        case connected(LocalClient)
        /// The queue of the server is full. So the server has been woken already.
        case busy
        /// No server listens at the path.
        case none
    }

    /// Connects to a server, without waiting (`connect(2)`).
    package static func connect(to path: String) throws(SystemError) -> Connection {
        let descriptor = try makeSocket()
        let result = unsafe withSocketAddress(path) { address, length in
            unsafe Glibc.connect(descriptor, address, length)
        }
        if result == 0 { return .connected(LocalClient(descriptor)) }
        let failure = SystemError(operation: "connect to \(path)", errno: errno)
        close(descriptor)
        switch failure.errno {
        case EAGAIN: return .busy
        case ENOENT, ECONNREFUSED: return .none
        default: throw failure
        }
    }

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A result of receiving.
    package enum Message: Sendable, Hashable {
        case message([UInt8])
        /// There is no message now.
        case none
        /// The server has gone.
        case end
    }

    /// Receives the next message, without waiting.
    package func receive() -> Message {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let got = unsafe recv(
                descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            failure = got < 0 ? errno : 0
            count = max(got, 0)
        }
        if failure == EAGAIN || failure == EINTR { return .none }
        return bytes.isEmpty || failure != 0 ? .end : .message(bytes)
    }
}

private func makeSocket() throws(SystemError) -> Int32 {
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(bitPattern: UInt32(SOCK_CLOEXEC.rawValue))
    let descriptor = socket(AF_UNIX, type | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError(operation: "make a socket", errno: errno) }
    return descriptor
}

/// Calls a function with the address of a socket. A path that is too long for an address is reached through an open
/// folder.
private func withSocketAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    var bytes = Array(path.utf8)
    var folder: Int32 = -1
    if bytes.count >= room, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = unsafe open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
        bytes = Array("/proc/self/fd/\(folder)\(path[slash...])".utf8)
    }
    defer { if folder >= 0 { close(folder) } }
    guard bytes.count < room else {
        errno = ENAMETOOLONG
        return -1
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
