// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A connected netlink socket (`struct nl_sock`) that asks and is answered. Its owner alone uses
/// it: libnl's objects are not made for two threads.
@safe package struct NetlinkSocket: ~Copyable {
    /// The part of the kernel at the other end.
    package enum Family: Sendable {
        /// `NETLINK_ROUTE`: links, addresses, routes, rules.
        case route
        /// `NETLINK_GENERIC`: nl80211.
        case generic
    }

    /// What libnl works on.
    let handle: OpaquePointer
    private let descriptor: Int32
    private let buffer = ReceiveBuffer(capacity: Self.requestsAtOnce)

    /// Opens a socket and binds it to a port of its own (`nl_connect`).
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
        // libnl asks for an acknowledgement on top of every answer, which is one more to receive.
        unsafe nl_socket_disable_auto_ack(handle)
        // The kernel answers at once, or after a dump that runs; it must not be waited for for ever.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        // Reasons in words with an error, and no copy of the request. Kernels before 4.12 have
        // neither, and answer as well.
        setOption(cnl_netlink_ext_ack)
        setOption(cnl_netlink_cap_ack)
    }

    deinit {
        unsafe nl_socket_free(handle)
    }

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
    /// - Returns: the sequence number that its answers bear.
    borrowing func send(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation
    ) throws(NetlinkError) -> UInt32 {
        errno = 0
        let result = unsafe nl_send_auto(handle, request.message)
        guard result >= 0 else { throw .ofLibrary(operation, result: result) }
        return unsafe nlmsg_hdr(request.message).pointee.nlmsg_seq
    }

    /// Sends requests that stand one after the other in a datagram, which the kernel takes one by one
    /// (`send(2)`, by which a netlink socket sends to the kernel; a step through libnl would touch half a dozen
    /// pages that a watch which wakes has no other use for).
    borrowing func send(
        _ datagram: RawSpan,
        _ operation: NetlinkError.Operation
    ) throws(NetlinkError) {
        let sent = unsafe datagram.withUnsafeBytes { bytes in
            unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard sent >= 0 else { throw NetlinkError(operation, .errno(errno)) }
    }

    /// Receives one datagram and calls `body` with each message in it that answers the
    /// request `sequence` and comes from the kernel.
    borrowing func receive(
        answersTo sequence: UInt32,
        _ operation: NetlinkError.Operation,
        _ body: (MessageHeader, RawSpan) throws(NetlinkError) -> Void
    ) throws(NetlinkError) {
        try receive(operation) { (header, message) throws(NetlinkError) in
            if header.sequence == sequence { try body(header, message) }
        }
    }

    /// The answers to so many requests are received at once. They wait in the socket, where each takes a
    /// kilobyte; there is room for several times as many (32 KiB, which the kernel doubles).
    static var requestsAtOnce: Int { 16 }

    /// Receives at least one datagram, and calls `body` with each message that comes from the kernel.
    ///
    /// - Parameter maximum: how many datagrams are expected, at the most.
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
