// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// What one `RTM_NEWROUTE` message says.
package struct RouteReply: Hashable, Sendable {
    /// `RTN_*`.
    package var type: UInt8
    /// `RTA_TABLE`.
    package var table: UInt32
    /// `rtm_dst_len`: of the entry in an answer to a lookup that matches the entry, else the
    /// address's full length.
    package var prefixLength: UInt8
    /// `RTA_PRIORITY`, the metric: among routes to one prefix the lowest is taken.
    package var metric: UInt32
    /// `RTA_PREFSRC`: the source address that the kernel would choose.
    package var source: AddressBytes?
    /// Every next hop, in the kernel's order.
    package var nextHops: [NextHop]
    /// Seconds until the route ends (`rta_expires` of `RTA_CACHEINFO`), as the kernel's clock ticks
    /// (`USER_HZ`, 100 a second); `nil` if it does not end.
    package var expiresInTicks: UInt32?

    /// One way that a route may take.
    package struct NextHop: Hashable, Sendable {
        /// The interface's index (`rtnh_ifindex`, `RTA_OIF`).
        package var interface: UInt32
        /// The router (`RTA_GATEWAY`, `RTA_VIA`), `nil` if the destination is on the link.
        package var gateway: AddressBytes?
        /// `RTNH_F_DEAD` or `RTNH_F_LINKDOWN`: the kernel saw its link fail.
        package var isDead: Bool

        package init(interface: UInt32, gateway: AddressBytes? = nil, isDead: Bool = false) {
            self.interface = interface
            self.gateway = gateway
            self.isDead = isDead
        }
    }

    package init(
        type: UInt8 = 1,
        table: UInt32 = 254,
        prefixLength: UInt8 = 0,
        metric: UInt32 = 0,
        source: AddressBytes? = nil,
        nextHops: [NextHop],
        expiresInTicks: UInt32? = nil
    ) {
        self.type = type
        self.table = table
        self.prefixLength = prefixLength
        self.metric = metric
        self.source = source
        self.nextHops = nextHops
        self.expiresInTicks = expiresInTicks
    }

    /// Reads one message, of which `bytes` holds the header and at least all it announces, with
    /// libnl-route's parser (`rtnl_route_parse`).
    package init(decoding bytes: RawSpan) throws(DecodingError) {
        let header = try MessageHeader(decoding: bytes)
        guard header.type == cnl_rtm_newroute else { throw .messageType(header.type) }
        // struct rtmsg: family, lengths, type of service, table, protocol, scope, type, flags
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let family = body.integer(at: 0, as: UInt8.self),
            let length = body.integer(at: 1, as: UInt8.self), body.byteCount >= 12
        else { throw .truncated("struct rtmsg") }
        let longest = AddressBytes.Family(rawValue: family)?.bitWidth ?? .max
        guard length <= longest else { throw .prefixLength(length) }
        var expires: UInt32?
        try body.forEachAttribute(from: 12) { (type, value) throws(DecodingError) in
            switch type {
            case cnl_rta_multipath: try Self.checkNextHops(value)
            case cnl_rta_cacheinfo:
                // struct rta_cacheinfo: references, last use, expiry, …
                guard let ticks = value.integer(at: 8, as: Int32.self) else {
                    throw .truncated("RTA_CACHEINFO")
                }
                if ticks > 0 { expires = UInt32(ticks) }
            default: break
            }
        }
        self = try unsafe bytes.withParsedRoute { unsafe RouteReply($0, expiresInTicks: expires) }
    }

    /// Throws unless the next hops of `RTA_MULTIPATH` (`struct rtnexthop`) fill it one after the
    /// other: `rtnl_route_parse` of libnl-route 3.7 never ends on one of length 0 and reads past
    /// the end of one that is too long.
    private static func checkNextHops(_ hops: RawSpan) throws(DecodingError) {
        var position = 0
        while position < hops.byteCount {
            guard let length = hops.integer(at: position, as: UInt16.self).map(Int.init) else {
                throw .truncated("RTA_MULTIPATH")
            }
            guard length >= 8, MessageHeader.aligned(length) <= hops.byteCount - position else {
                throw .nextHopLength(length)
            }
            position += MessageHeader.aligned(length)
        }
    }

    /// Takes what is of use from libnl's object.
    private init(_ route: OpaquePointer, expiresInTicks: UInt32?) {
        type = unsafe rtnl_route_get_type(route)
        table = unsafe rtnl_route_get_table(route)
        prefixLength =
            unsafe rtnl_route_get_dst(route).map {
                unsafe UInt8(truncatingIfNeeded: nl_addr_get_prefixlen($0))
            } ?? 0
        metric = unsafe rtnl_route_get_priority(route)
        source = unsafe AddressBytes(rtnl_route_get_pref_src(route))
        nextHops = unsafe (0..<rtnl_route_get_nnexthops(route)).compactMap {
            unsafe rtnl_route_nexthop_n(route, $0).map { unsafe NextHop($0) }
        }
        self.expiresInTicks = expiresInTicks
    }
}

extension RouteReply.NextHop {
    /// Takes what is of use from libnl's object (`struct rtnl_nexthop`).
    fileprivate init(_ hop: OpaquePointer) {
        interface = unsafe UInt32(bitPattern: rtnl_route_nh_get_ifindex(hop))
        gateway = unsafe AddressBytes(rtnl_route_nh_get_gateway(hop) ?? rtnl_route_nh_get_via(hop))
        isDead = unsafe rtnl_route_nh_get_flags(hop) & cnl_rtnh_f_dead_or_linkdown != 0
    }
}

extension RawSpan {
    /// Calls `read` with libnl's object of the route message (`rtnl_route_parse`), which ends with
    /// the call.
    fileprivate func withParsedRoute<Value>(
        _ read: (OpaquePointer) -> Value
    ) throws(DecodingError) -> Value {
        var route: OpaquePointer?
        let result = unsafe withUnsafeBytes { bytes in
            // libnl does not write to the header that it takes.
            unsafe rtnl_route_parse(
                UnsafeMutablePointer(
                    mutating: bytes.assumingMemoryBound(to: nlmsghdr.self).baseAddress),
                &route
            )
        }
        guard result >= 0, let route = unsafe route else { throw .library(abs(result)) }
        defer { unsafe rtnl_route_put(route) }
        return unsafe read(route)
    }
}
