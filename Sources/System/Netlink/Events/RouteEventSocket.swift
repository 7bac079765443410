// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

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
