// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A socket that the kernel tells changes to, over multicast groups. Its owner alone uses it, when it
/// is readable.
///
/// It is for listening only. Who asks over it would find the answers among the events, and in an
/// overrun not at all.
@safe package struct EventSocket: ~Copyable {
    private let handle: OpaquePointer
    /// The descriptor to wait on.
    package let descriptor: Int32
    private let buffer = ReceiveBuffer(capacity: 4)

    /// What came of receiving.
    package enum Outcome: Hashable, Sendable {
        /// Everything that had arrived was handed out.
        case drained
        /// A lot was handed out, and there is more.
        case more
        /// Messages were lost: the queue was full (`ENOBUFS`), or one could not be
        /// read. What is known must be asked for afresh.
        case overrun
    }

    /// Opens a socket, binds it (one that is not bound receives nothing) and joins groups.
    ///
    /// - Parameters:
    ///   - family: `NETLINK_ROUTE` or `NETLINK_GENERIC`.
    ///   - receiveBuffer: how many bytes of messages may wait. More than the system's limit only for
    ///     who may (`SO_RCVBUFFORCE`).
    init(
        _ family: Int32,
        groups: [Int32],
        receiveBuffer: Int32,
        _ operation: NetlinkError.Operation
    ) throws(NetlinkError) {
        guard let handle = unsafe nl_socket_alloc() else {
            throw NetlinkError(operation, .errno(ENOMEM))
        }
        do throws(NetlinkError) {
            func check(_ call: @autoclosure () -> Int32) throws(NetlinkError) {
                errno = 0
                let result = call()
                if result < 0 { throw .ofLibrary(operation, result: result) }
            }
            try check(unsafe nl_connect(handle, family))
            try check(unsafe nl_socket_set_nonblocking(handle))
            // Connecting sets the buffer to 32 KiB, so it is enlarged after that.
            var size = receiveBuffer
            let length = socklen_t(MemoryLayout<Int32>.size)
            let descriptor = unsafe nl_socket_get_fd(handle)
            if unsafe setsockopt(descriptor, SOL_SOCKET, cnl_so_rcvbufforce, &size, length) < 0 {
                _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
            }
            for group in groups { try check(unsafe nl_socket_add_membership(handle, group)) }
        } catch {
            unsafe nl_socket_free(handle)
            throw error
        }
        unsafe self.handle = handle
        descriptor = unsafe nl_socket_get_fd(handle)
    }

    deinit {
        unsafe nl_socket_free(handle)
    }

    /// Lets only those messages through that pass a filter, from the next one on; all without
    /// instructions. The kernel exchanges filters in one step; what arrived before stays.
    ///
    /// - Throws: ``NetlinkError`` if the kernel does not take it; then the one before stays.
    borrowing func attach(_ program: [FilterInstruction]) throws(NetlinkError) {
        if program.isEmpty {
            var zero: Int32 = 0
            // There may be none to detach.
            _ = unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_DETACH_FILTER, &zero,
                socklen_t(MemoryLayout<Int32>.size))
            return
        }
        try program.attach(to: descriptor)
    }

    /// How many datagrams one call of ``receive(_:)`` takes at the most.
    private static let maximumBurst = 1024

    /// Hands out the messages that have arrived. What does not come from the kernel is dropped: any
    /// process may send to a group.
    ///
    /// - Parameters:
    ///   - onForeign: called for each datagram that is not the kernel's.
    ///   - body: called with each message, in order.
    /// - Throws: ``NetlinkError`` if the socket failed.
    borrowing func receive(
        onForeign: () -> Void,
        _ body: (RawSpan) throws(DecodingError) -> Void
    ) throws(NetlinkError) -> Outcome {
        for _ in 0..<Self.maximumBurst / buffer.capacity {
            let count: Int
            switch buffer.receive(buffer.capacity, from: descriptor) {
            case .failed(EAGAIN): return .drained
            // A message was lost for which there was no room.
            case .failed(ENOBUFS): return .overrun
            case .failed(let number): throw NetlinkError(.receive, .errno(number))
            case .datagrams(let number): count = number
            }
            for position in 0..<count {
                guard take(position, onForeign, body) else { return .overrun }
            }
            // There was room for more.
            if count < buffer.capacity { return .drained }
        }
        return .more
    }

    /// Hands out the messages of a datagram.
    ///
    /// - Returns: whether it could be read.
    private borrowing func take(
        _ position: Int,
        _ onForeign: () -> Void,
        _ body: (RawSpan) throws(DecodingError) -> Void
    ) -> Bool {
        switch buffer.datagram(position) {
        // What is too long to receive is as lost as what found no room.
        case .truncated: return false
        case .complete(_, isFromKernel: false):
            onForeign()
            return true
        case .complete(let length, isFromKernel: true):
            do throws(DecodingError) {
                try buffer.withDatagram(position, of: length) { (bytes) throws(DecodingError) in
                    try bytes.forEachMessage(onMalformed: { $0 }) {
                        (_, message) throws(DecodingError) in
                        try body(message)
                    }
                }
                return true
            } catch {
                // What cannot be read tells nothing, and its datagram's rest is lost with it.
                return false
            }
        }
    }
}
