// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A netlink socket for requests and their answers (`struct nl_sock`).
///
/// Only its owner uses it, because libnl's objects are not thread-safe.
@safe package struct NetlinkSocket: ~Copyable {
    /// The netlink family, the part of the kernel that answers (`netlink(7)`).
    package enum Family: Sendable {
        /// `NETLINK_ROUTE`: links, addresses, routes, rules.
        case route
        /// `NETLINK_GENERIC`: nl80211, WireGuard.
        case generic
    }

    /// The socket's object in libnl.
    let handle: OpaquePointer
    private let descriptor: Int32
    private let buffer = ReceiveBuffer(capacity: Self.requestsAtOnce)

    /// Opens a socket and binds it to a port of its own (`nl_socket_alloc`, `nl_connect`).
    package init(_ family: Family) throws(NetlinkError) {
        let (number, operation): (Int32, NetlinkError.Operation) =
            switch family {
            case .route: (cnl_netlink_route, .open)
            case .generic: (cnl_netlink_generic, .openGeneric)
            }
        guard let handle = unsafe nl_socket_alloc() else {
            throw NetlinkError(operation, .errno(ENOMEM))
        }
        errno = 0
        let result = unsafe nl_connect(handle, number)
        guard result >= 0 else {
            let error = NetlinkError.ofLibrary(operation, result: result)
            unsafe nl_socket_free(handle)
            throw error
        }
        unsafe self.handle = handle
        descriptor = unsafe nl_socket_get_fd(handle)
        // libnl requests an acknowledgement besides every answer, which is one more message to receive.
        unsafe nl_socket_disable_auto_ack(handle)
        // The kernel answers at once, or after a dump that is running. Without a limit, a lost answer would block
        // the thread for ever.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        // An error comes with the kernel's message and without a copy of the request. Kernels before 4.12 have
        // neither option, and answer without them.
        setOption(cnl_netlink_ext_ack)
        setOption(cnl_netlink_cap_ack)
    }

    deinit {
        unsafe nl_socket_free(handle)
    }

    /// Switches an option of the socket on (`setsockopt(2)`). A kernel that does not have it is not asked again.
    private borrowing func setOption(_ option: Int32) {
        var one: Int32 = 1
        _ = unsafe setsockopt(
            descriptor,
            cnl_sol_netlink,
            option,
            &one,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    /// Sends a request (`nl_send_auto`).
    ///
    /// - Returns: the sequence number that the answers will have.
    borrowing func send(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation
    ) throws(NetlinkError) -> UInt32 {
        errno = 0
        let result = unsafe nl_send_auto(handle, request.message)
        guard result >= 0 else { throw .ofLibrary(operation, result: result) }
        return unsafe nlmsg_hdr(request.message).pointee.nlmsg_seq
    }

    /// Sends several requests in one datagram (`send(2)`). The kernel processes them one by one.
    ///
    /// libnl sends one message at a time; the reason is in Documentation/Decisions.md.
    borrowing func send(
        _ datagram: RawSpan,
        _ operation: NetlinkError.Operation
    ) throws(NetlinkError) {
        let sent = unsafe datagram.withUnsafeBytes { bytes in
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard sent >= 0 else { throw NetlinkError(operation, .errno(errno)) }
    }

    /// Receives one datagram, and calls `body` with each message of the kernel that answers the request with the
    /// number `sequence`.
    borrowing func receive(
        answersTo sequence: UInt32,
        _ operation: NetlinkError.Operation,
        _ body: (MessageHeader, RawSpan) throws(NetlinkError) -> Void
    ) throws(NetlinkError) {
        try receive(operation) { (header, message) throws(NetlinkError) in
            if header.sequence == sequence { try body(header, message) }
        }
    }

    /// Sends a request with one answer, and returns what `read` makes of the answer.
    borrowing func answer<Answer>(
        to request: borrowing Request,
        _ operation: NetlinkError.Operation,
        _ read: (MessageHeader, RawSpan) throws(NetlinkError) -> Answer
    ) throws(NetlinkError) -> Answer {
        let sequence = try send(request, operation)
        while true {
            var answer: Answer?
            try receive(answersTo: sequence, operation) { (header, message) throws(NetlinkError) in
                answer = try read(header, message)
            }
            if let answer { return answer }
        }
    }

    /// The largest number of requests to send in one datagram.
    ///
    /// Their answers wait in the socket's buffer, where each takes a kilobyte. The buffer has room for several
    /// times as many (32 KiB, which the kernel doubles).
    static var requestsAtOnce: Int { 16 }

    /// Receives at least one datagram, and calls `body` with each message of the kernel.
    ///
    /// - Parameter maximum: the largest number of datagrams to receive.
    borrowing func receive(
        _ operation: NetlinkError.Operation,
        _ maximum: Int = 1,
        _ body: (MessageHeader, RawSpan) throws(NetlinkError) -> Void
    ) throws(NetlinkError) {
        let count: Int
        switch buffer.receive(maximum, from: descriptor) {
        case .failed(let number): throw NetlinkError(operation, .errno(number))
        case .datagrams(let number): count = number
        }
        for position in 0..<count {
            switch buffer.datagram(position) {
            case .truncated, .complete(0, _):
                throw NetlinkError(operation, .malformed(.truncated("the answer")))
            case .complete(_, isFromKernel: false): continue
            case .complete(let length, isFromKernel: true):
                try buffer.withDatagram(position, of: length) { (bytes) throws(NetlinkError) in
                    try bytes.forEachMessage(
                        onMalformed: { NetlinkError(operation, .malformed($0)) }, body)
                }
            }
        }
    }
}
