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
    private let buffer = ReceiveBuffer()

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
        // libnl asks for an acknowledgement on top of every answer, which is one more to receive.
        unsafe nl_socket_disable_auto_ack(handle)
        // The kernel answers at once, or after a dump that runs; it must not be waited for for ever.
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        _ = unsafe setsockopt(
            nl_socket_get_fd(handle), SOL_SOCKET, SO_RCVTIMEO, &patience,
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
            nl_socket_get_fd(handle),
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

    /// Sends several requests in one datagram, which the kernel takes one by one
    /// (`nl_complete_msg`, `nl_sendto`).
    ///
    /// - Returns: the sequence number of the first one; the others' follow.
    borrowing func send(
        count: Int,
        _ operation: NetlinkError.Operation,
        request: (Int) -> Request
    ) throws(NetlinkError) -> UInt32 {
        var datagram: [UInt8] = []
        var first: UInt32?
        for number in 0..<count {
            let request = request(number)
            unsafe nl_complete_msg(handle, request.message)
            guard let header = unsafe nlmsg_hdr(request.message) else { continue }
            if first == nil { first = unsafe header.pointee.nlmsg_seq }
            let length = unsafe Int(header.pointee.nlmsg_len)
            unsafe datagram.append(contentsOf: UnsafeRawBufferPointer(start: header, count: length))
            // NLMSG_ALIGN
            datagram.append(contentsOf: repeatElement(0, count: (4 - length % 4) % 4))
        }
        errno = 0
        let size = datagram.count
        let result = unsafe datagram.withUnsafeMutableBytes { bytes in
            unsafe nl_sendto(handle, bytes.baseAddress, size)
        }
        guard result >= 0 else { throw .ofLibrary(operation, result: result) }
        return first ?? 0
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

    /// Receives one datagram and calls `body` with each message in it that comes from the kernel.
    borrowing func receive(
        _ operation: NetlinkError.Operation,
        _ body: (MessageHeader, RawSpan) throws(NetlinkError) -> Void
    ) throws(NetlinkError) {
        switch unsafe buffer.receive(from: nl_socket_get_fd(handle)) {
        case .failed(let number): throw NetlinkError(operation, .errno(number))
        case .truncated, .datagram(0, _):
            throw NetlinkError(operation, .malformed(.truncated("the answer")))
        case .datagram(_, isFromKernel: false): return
        case .datagram(let count, isFromKernel: true):
            try buffer.withDatagram(of: count) { (bytes) throws(NetlinkError) in
                try bytes.forEachMessage(onMalformed: { NetlinkError(operation, .malformed($0)) }) {
                    (header, message) throws(NetlinkError) in
                    try body(header, message)
                }
            }
        }
    }
}
