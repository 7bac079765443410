// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A socket that the kernel tells changes of the network to: links, addresses, routes, rules, next
/// hops, settings and what routers advertise (`RTNLGRP_*`).
package struct RouteEventSocket: ~Copyable {
    private let socket: EventSocket

    /// Opens a socket and joins the groups.
    ///
    /// - Parameter receiveBuffer: how many bytes of messages may wait. More than the system's limit
    ///   only for who may (`SO_RCVBUFFORCE`).
    package init(receiveBuffer: Int32) throws(NetlinkError) {
        socket = try EventSocket(
            cnl_netlink_route,
            groups: [
                cnl_rtnlgrp_link, cnl_rtnlgrp_ipv4_ifaddr, cnl_rtnlgrp_ipv6_ifaddr,
                cnl_rtnlgrp_ipv4_route, cnl_rtnlgrp_ipv6_route, cnl_rtnlgrp_ipv4_rule,
                cnl_rtnlgrp_ipv6_rule, cnl_rtnlgrp_nexthop, cnl_rtnlgrp_ipv4_netconf,
                cnl_rtnlgrp_ipv6_netconf, cnl_rtnlgrp_ipv6_prefix, cnl_rtnlgrp_nd_useropt,
            ],
            receiveBuffer: receiveBuffer,
            .subscribe)
    }

    /// The descriptor to wait on.
    package var descriptor: Int32 { socket.descriptor }

    /// Lets only those route messages through that can matter, from the next one on.
    ///
    /// - Throws: ``NetlinkError`` if the kernel does not take the filter; then the one before stays.
    package borrowing func attach(_ filter: RouteFilter) throws(NetlinkError) {
        try socket.attach(filter.program)
    }

    /// Hands out the changes that have arrived.
    ///
    /// - Parameters:
    ///   - onForeign: called for each datagram that is not the kernel's, and was dropped.
    ///   - body: called with each change, in order.
    /// - Throws: ``NetlinkError`` if the socket failed.
    package borrowing func receive(
        onForeign: () -> Void = {},
        _ body: (KernelEvent) -> Void
    ) throws(NetlinkError) -> EventSocket.Outcome {
        try socket.receive(onForeign: onForeign) { (message) throws(DecodingError) in
            if let event = try KernelEvent(decoding: message) { body(event) }
        }
    }
}
