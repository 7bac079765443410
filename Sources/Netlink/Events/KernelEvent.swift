// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// One change that the kernel tells of. (What is long lies elsewhere, for most of what comes in a storm is short,
/// and is handed about.)
package enum KernelEvent: Hashable, Sendable {
    /// A link is there, is different, or has gone.
    indirect case link(LinkMessage)
    /// An address is there, is different, or has gone.
    indirect case address(AddressMessage)
    /// A route came or went. Which one does not matter: whoever cares looks up again.
    ///
    /// - Parameters:
    ///   - family: whose routing it is; `nil` if that is not known. The families have tables of their own, so
    ///     that no packet of the other one takes another way.
    ///   - isMade: whether a lookup meets the change by now. The kernel tells of an IPv4 route that comes when
    ///     it is there (`fib_table_insert`), and of one that goes while it still is (`fib_table_delete`); of
    ///     IPv6, where a multipath route that takes the place of another is told of before the other one's
    ///     legs have gone (`fib6_add_rt2node`), nothing is taken for granted.
    case route(AddressBytes.Family?, isMade: Bool)
    /// A policy rule came or went.
    indirect case rule(RuleMessage)
    /// A next hop object came, changed or went.
    case nextHop
    /// A setting of an interface changed (`RTM_NEWNETCONF`), such as whether routes over dead links
    /// are passed over.
    case setting
    /// A router has advertised itself (RFC 4861), with a prefix (`RTM_NEWPREFIX`) or with options for programs
    /// (`RTM_NEWNDUSEROPT`). It may have given IPv6 routes that exist other lifetimes, which the kernel tells in no
    /// other way; it tells of the prefix and the options when it has done that.
    case routerAdvertisement

    /// Reads one message of the route family's groups.
    ///
    /// - Returns: `nil` for one that says nothing of interest.
    package init?(decoding bytes: RawSpan) throws(DecodingError) {
        let type = try MessageHeader(decoding: bytes).type
        switch type {
        case cnl_rtm_newlink, cnl_rtm_dellink:
            // A bridge tells of its ports as of links of its own family (AF_BRIDGE), and that a port
            // has left as RTM_DELLINK: the interface itself is still there.
            guard bytes.integer(at: MessageHeader.length, as: UInt8.self) == 0 else { return nil }
            self = .link(try LinkMessage(decoding: bytes))
        case cnl_rtm_newaddr, cnl_rtm_deladdr:
            guard let address = try AddressMessage(decoding: bytes) else { return nil }
            self = .address(address)
        case cnl_rtm_newroute, cnl_rtm_delroute:
            let number = bytes.integer(at: MessageHeader.length, as: UInt8.self)
            let family = number.flatMap(AddressBytes.Family.init)
            self = .route(family, isMade: type == cnl_rtm_newroute && family == .ipv4)
        case cnl_rtm_newrule, cnl_rtm_delrule:
            guard let rule = try RuleMessage(decoding: bytes) else { return nil }
            self = .rule(rule)
        case cnl_rtm_newnexthop, cnl_rtm_delnexthop: self = .nextHop
        case cnl_rtm_newnetconf, cnl_rtm_delnetconf: self = .setting
        case cnl_rtm_newprefix, cnl_rtm_newnduseropt: self = .routerAdvertisement
        default: return nil
        }
    }
}
