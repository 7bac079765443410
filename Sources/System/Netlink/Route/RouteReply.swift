// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// The contents of one `RTM_NEWROUTE` message.
package struct RouteReply: Hashable, Sendable {
    /// `RTN_*`.
    var type: UInt8
    /// `RTA_TABLE`.
    package var table: UInt32
    /// `rtm_dst_len`: the prefix length of the entry if the query matches the entry, otherwise the
    /// full length of an address.
    package var prefixLength: UInt8
    /// `rtm_src_len`: the length of the prefix that the source of the packets must have; 0 for any source.
    package var sourcePrefixLength: UInt8
    /// `RTA_PRIORITY`, the metric: of the routes to one prefix, the kernel uses the one with the
    /// lowest metric.
    package var metric: UInt32
    /// `RTA_PREFSRC`: the source address that the kernel would choose.
    package var source: AddressBytes?
    /// Every next hop, in the kernel's order.
    package var nextHops: [NextHop]
    /// The time until the route expires (`rta_expires` of `RTA_CACHEINFO`), in ticks of the
    /// kernel's clock (`USER_HZ`, 100 per second); `nil` if the route does not expire.
    var expiresInTicks: UInt32?

    /// A next hop of a route.
    package struct NextHop: Hashable, Sendable {
        /// The interface's index (`rtnh_ifindex`, `RTA_OIF`).
        package var interface: UInt32
        /// The router (`RTA_GATEWAY`, `RTA_VIA`); `nil` if the destination is on the link.
        package var gateway: AddressBytes?
        /// `RTNH_F_DEAD` or `RTNH_F_LINKDOWN`: the next hop's link is down.
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
        sourcePrefixLength: UInt8 = 0,
        metric: UInt32 = 0,
        source: AddressBytes? = nil,
        nextHops: [NextHop],
        expiresInTicks: UInt32? = nil
    ) {
        self.type = type
        self.table = table
        self.prefixLength = prefixLength
        self.sourcePrefixLength = sourcePrefixLength
        self.metric = metric
        self.source = source
        self.nextHops = nextHops
        self.expiresInTicks = expiresInTicks
    }

    /// Decodes one message; `bytes` holds the header and at least the length that it names.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
        try self.init(MessageHeader(decoding: bytes), bytes)
    }

    /// Decodes one message whose header is already decoded.
    init(_ header: MessageHeader, _ bytes: RawSpan) throws(MessageDecodingError) {
        guard header.type == cnl_rtm_newroute else { throw .messageType(header.type) }
        // struct rtmsg: family, lengths of destination and source, type of service, table, protocol,
        // scope, type, flags
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let flags = body.integer(at: 8, as: UInt32.self),
            let family = body.integer(at: 0, as: UInt8.self),
            let length = body.integer(at: 1, as: UInt8.self),
            let sourceLength = body.integer(at: 2, as: UInt8.self),
            let shortTable = body.integer(at: 4, as: UInt8.self),
            let type = body.integer(at: 7, as: UInt8.self)
        else { throw .truncated("struct rtmsg") }
        let addresses = AddressBytes.Family(rawValue: family)
        guard length <= addresses?.bitWidth ?? .max else { throw .prefixLength(length) }

        // The value is created at the end, because a partly initialized value would be copied.
        var table = UInt32(shortTable)
        var metric: UInt32 = 0
        var source: AddressBytes?
        var nextHops: [NextHop] = []
        var expiresInTicks: UInt32?
        // The next hop of a route with a single one.
        var single: NextHop?
        var gateway: AddressBytes?
        try body.forEachAttribute(from: 12) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_rta_table: table = try value.value("RTA_TABLE")
            case cnl_rta_priority: metric = try value.value("RTA_PRIORITY")
            case cnl_rta_prefsrc:
                source = addresses.flatMap { AddressBytes(family: $0, value) }
            case cnl_rta_oif:
                single = NextHop(
                    interface: try value.value("RTA_OIF"),
                    isDead: flags & cnl_rtnh_f_dead_or_linkdown != 0)
            case cnl_rta_gateway:
                gateway = addresses.flatMap { AddressBytes(family: $0, value) }
            case cnl_rta_via: gateway = AddressBytes(via: value)
            case cnl_rta_multipath: nextHops = try NextHop.decode(value, addresses)
            case cnl_rta_cacheinfo:
                // struct rta_cacheinfo: references, last use, expiry, …
                guard let ticks = value.integer(at: 8, as: Int32.self) else {
                    throw .truncated("RTA_CACHEINFO")
                }
                if ticks > 0 { expiresInTicks = UInt32(ticks) }
            default: break
            }
        }
        if var single {
            single.gateway = gateway
            if nextHops.isEmpty { nextHops = [single] } else { nextHops.append(single) }
        }
        self.init(
            type: type, table: table, prefixLength: length, sourcePrefixLength: sourceLength,
            metric: metric, source: source, nextHops: nextHops, expiresInTicks: expiresInTicks)
    }
}

extension RouteReply.NextHop {
    /// Decodes the next hops of `RTA_MULTIPATH` (a sequence of `struct rtnexthop`: length, flags,
    /// weight, interface). (`rtnl_route_parse` of libnl-route 3.7 loops forever on a next hop of
    /// length 0, and reads past the end of one that is too long.)
    fileprivate static func decode(
        _ bytes: RawSpan,
        _ family: AddressBytes.Family?
    ) throws(MessageDecodingError) -> [RouteReply.NextHop] {
        var hops: [RouteReply.NextHop] = []
        var position = 0
        while position < bytes.byteCount {
            guard
                let length = bytes.integer(at: position, as: UInt16.self).map(Int.init),
                let flags = bytes.integer(at: position + 2, as: UInt8.self),
                let interface = bytes.integer(at: position + 4, as: UInt32.self)
            else { throw .truncated("RTA_MULTIPATH") }
            guard length >= 8, MessageHeader.aligned(length) <= bytes.byteCount - position else {
                throw .nextHopLength(length)
            }
            var hop = RouteReply.NextHop(
                interface: interface,
                isDead: UInt32(flags) & cnl_rtnh_f_dead_or_linkdown != 0)
            let part = bytes.extracting(position..<position + length)
            try part.forEachAttribute(from: 8) { (type, value) throws(MessageDecodingError) in
                switch type {
                case cnl_rta_gateway:
                    hop.gateway = family.flatMap { AddressBytes(family: $0, value) }
                case cnl_rta_via: hop.gateway = AddressBytes(via: value)
                default: break
                }
            }
            hops.append(hop)
            position += MessageHeader.aligned(length)
        }
        return hops
    }
}

extension AddressBytes {
    /// Decodes a router of another family than the route's (`struct rtvia`: family, address); `nil`
    /// if the family is neither IPv4 nor IPv6.
    fileprivate init?(via bytes: RawSpan) {
        guard
            let number = bytes.integer(at: 0, as: UInt16.self),
            let family = Family(rawValue: UInt8(truncatingIfNeeded: number))
        else { return nil }
        self.init(family: family, bytes.extracting(2..<bytes.byteCount))
    }
}
