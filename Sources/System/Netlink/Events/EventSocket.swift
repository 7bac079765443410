// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A netlink socket that receives the events of multicast groups (`struct nl_sock`).
///
/// Only its owner uses it, when it is readable. It sends no requests: their answers would arrive among the events,
/// and would be lost in an overrun.
@safe package struct EventSocket: ~Copyable {
    private let handle: OpaquePointer
    /// The file descriptor to poll (`nl_socket_get_fd`).
    package let descriptor: Int32
    private let buffer = ReceiveBuffer(capacity: 4)

    /// The result of receiving.
    package enum Outcome: Hashable, Sendable {
        /// All messages that had arrived were handed out.
        case drained
        /// Many messages were handed out, and more may wait.
        case more
        /// Messages were lost, because the queue was full (`ENOBUFS`) or a message could not be
        /// decoded. The state must be read again.
        case overrun
    }

    /// Opens a socket, binds it, and joins groups (`nl_connect`, `nl_socket_set_nonblocking`,
    /// `nl_socket_add_membership`). A socket that is not bound receives nothing.
    ///
    /// - Parameters:
    ///   - family: `NETLINK_ROUTE` or `NETLINK_GENERIC`.
    ///   - filter: the filter that is attached before the socket joins the groups; none if the kernel rejects it.
    ///   - receiveBuffer: the size of the receive buffer in bytes. More than the system's limit needs a privilege
    ///     (`SO_RCVBUFFORCE`).
    init(
        _ family: Int32,
        groups: [Int32],
        filter: [FilterInstruction] = [],
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
            if !filter.isEmpty {
                // Without it, more messages arrive than are wanted.
                do throws(NetlinkError) { try filter.attach(to: descriptor) } catch {}
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

    /// Replaces the socket's filter (`SO_ATTACH_FILTER`, `SO_DETACH_FILTER`).
    ///
    /// The kernel replaces filters in one step. Messages that have already arrived stay.
    ///
    /// - Parameter program: the filter. If it is empty, all messages pass.
    /// - Throws: ``NetlinkError`` if the kernel rejects the filter; then the previous filter stays.
    borrowing func attach(_ program: [FilterInstruction]) throws(NetlinkError) {
        if program.isEmpty {
            var zero: Int32 = 0
            // This fails if there is no filter to detach.
            _ = unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_DETACH_FILTER, &zero,
                socklen_t(MemoryLayout<Int32>.size))
            return
        }
        try program.attach(to: descriptor)
    }

    /// The largest number of datagrams that one call of ``receive(_:)`` receives.
    private static let maximumBurst = 1024

    /// Calls `body` with the messages that have arrived, in order.
    ///
    /// Datagrams that are not from the kernel are dropped, because any process may send to a group.
    ///
    /// - Parameter onForeign: called for each datagram that is not from the kernel.
    /// - Throws: ``NetlinkError`` if the socket failed.
    borrowing func receive(
        onForeign: () -> Void,
        _ body: (RawSpan) throws(MessageDecodingError) -> Void
    ) throws(NetlinkError) -> Outcome {
        for _ in 0..<Self.maximumBurst / buffer.capacity {
            let count: Int
            switch buffer.receive(buffer.capacity, from: descriptor) {
            case .failed(EAGAIN): return .drained
            // A message found no room in the queue.
            case .failed(ENOBUFS): return .overrun
            case .failed(let number): throw NetlinkError(.receive, .errno(number))
            case .datagrams(let number): count = number
            }
            for position in 0..<count {
                guard deliver(position, onForeign, body) else { return .overrun }
            }
            // The buffer had room for more datagrams, so none waits.
            if count < buffer.capacity { return .drained }
        }
        return .more
    }

    /// Calls `body` with each message of a datagram.
    ///
    /// - Returns: whether the datagram could be read.
    private borrowing func deliver(
        _ position: Int,
        _ onForeign: () -> Void,
        _ body: (RawSpan) throws(MessageDecodingError) -> Void
    ) -> Bool {
        switch buffer.datagram(position) {
        // A datagram that is longer than the buffer is lost, as one that found no room in the queue.
        case .truncated: return false
        case .complete(_, isFromKernel: false):
            onForeign()
            return true
        case .complete(let length, isFromKernel: true):
            do throws(MessageDecodingError) {
                try buffer.withDatagram(position, of: length) {
                    (bytes) throws(MessageDecodingError) in
                    try bytes.forEachMessage(onMalformed: { $0 }) {
                        (_, message) throws(MessageDecodingError) in
                        try body(message)
                    }
                }
                return true
            } catch {
                // The rest of the datagram is lost with the message that cannot be read.
                return false
            }
        }
    }
}

/// A socket that receives the kernel's events about the network (`RTNLGRP_*`).
///
/// The events are about links, addresses, routes, rules, next hops, settings, router advertisements and neighbors.
/// Those about neighbors arrive once a filter with next hops is attached.
package struct RouteEventSocket: ~Copyable {
    private let socket: EventSocket

    /// Opens a socket and joins the groups.
    ///
    /// - Parameter receiveBuffer: the size of the receive buffer in bytes. More than the system's limit needs a
    ///   privilege (`SO_RCVBUFFORCE`).
    package init(receiveBuffer: Int32) throws(NetlinkError) {
        socket = try EventSocket(
            cnl_netlink_route,
            groups: [
                cnl_rtnlgrp_link, cnl_rtnlgrp_ipv4_ifaddr, cnl_rtnlgrp_ipv6_ifaddr,
                cnl_rtnlgrp_ipv4_route, cnl_rtnlgrp_ipv6_route, cnl_rtnlgrp_ipv4_rule,
                cnl_rtnlgrp_ipv6_rule, cnl_rtnlgrp_nexthop, cnl_rtnlgrp_ipv4_netconf,
                cnl_rtnlgrp_ipv6_netconf, cnl_rtnlgrp_ipv6_prefix, cnl_rtnlgrp_nd_useropt,
                cnl_rtnlgrp_neigh,
            ],
            filter: RouteFilter.withoutNeighbors,
            receiveBuffer: receiveBuffer,
            .subscribe)
    }

    /// The file descriptor to poll.
    package var descriptor: Int32 { socket.descriptor }

    /// Replaces the filter of messages about routes and neighbors.
    ///
    /// - Throws: ``NetlinkError`` if the kernel rejects the filter; then the previous filter stays.
    package borrowing func attach(_ filter: RouteFilter) throws(NetlinkError) {
        try socket.attach(filter.program)
    }

    /// Calls `body` with the events that have arrived, in order.
    ///
    /// - Parameter onForeign: called for each datagram that is not from the kernel, and was dropped.
    /// - Throws: ``NetlinkError`` if the socket failed.
    package borrowing func receive(
        onForeign: () -> Void = {},
        _ body: (KernelEvent) -> Void
    ) throws(NetlinkError) -> EventSocket.Outcome {
        try socket.receive(onForeign: onForeign) { (message) throws(MessageDecodingError) in
            if let event = try KernelEvent(decoding: message) { body(event) }
        }
    }
}
