// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// One event of the kernel about the network.
///
/// The long cases are `indirect`, because most events in a storm are short, and are copied often.
package enum KernelEvent: Hashable, Sendable {
    /// A link was added, changed, or removed.
    indirect case link(LinkMessage)
    /// An address was added, changed, or removed.
    indirect case address(AddressMessage)
    /// A route was added or removed. The event does not identify the route: the receiver queries
    /// its routes again.
    ///
    /// - Parameters:
    ///   - family: the address family of the route; `nil` if it is unknown. Each family has its own
    ///     tables, so routes of the other family are unchanged.
    ///   - isMade: whether a query certainly sees the change now. The kernel reports an added IPv4
    ///     route after it has added it (`fib_table_insert`), and a removed one before it has
    ///     removed it (`fib_table_delete`). For IPv6 nothing is certain: a multipath route that
    ///     replaces another one is reported before the next hops of the other one are removed
    ///     (`fib6_add_rt2node`).
    ///   - interface: the only interface through which packets can have a route now that had none
    ///     before; `nil` for any. A unicast route with one next hop names that interface. A route
    ///     that rejects packets hid routes through others until it was removed; and so did one that
    ///     was replaced (`NLM_F_REPLACE`), and the kernel sends no other event of it.
    case route(AddressBytes.Family?, isMade: Bool, interface: UInt32? = nil)
    /// A policy rule was added or removed.
    indirect case rule(RuleMessage)
    /// A next hop object was added, changed, or removed.
    case nextHop
    /// A setting of an interface changed (`RTM_NEWNETCONF`), such as whether routes over dead links are ignored.
    case setting
    /// A router advertisement (RFC 4861) arrived, with a prefix (`RTM_NEWPREFIX`) or with options for programs
    /// (`RTM_NEWNDUSEROPT`).
    ///
    /// It may have changed the lifetimes of IPv6 routes, for which the kernel has no other event. The kernel sends
    /// this event after it has changed them.
    case routerAdvertisement
    /// The neighbor entry of an address was added, changed, or removed.
    ///
    /// The kernel sends this event after the change, and its next route query follows the change.
    indirect case neighbor(NeighborMessage)

    /// Decodes one message of the route family's groups.
    ///
    /// - Returns: `nil` if the message is not one of these events.
    package init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: bytes)
        let type = header.type
        switch type {
        case cnl_rtm_newlink, cnl_rtm_dellink:
            // A bridge sends messages about its ports with a family of its own (AF_BRIDGE), RTM_DELLINK when a
            // port leaves it: the interface itself still exists.
            guard bytes.integer(at: MessageHeader.length, as: UInt8.self) == 0 else { return nil }
            self = .link(try LinkMessage(decoding: bytes))
        case cnl_rtm_newaddr, cnl_rtm_deladdr:
            guard let address = try AddressMessage(decoding: bytes) else { return nil }
            self = .address(address)
        case cnl_rtm_newroute, cnl_rtm_delroute:
            let number = bytes.integer(at: MessageHeader.length, as: UInt8.self)
            let family = number.flatMap(AddressBytes.Family.init)
            self = .route(
                family, isMade: type == cnl_rtm_newroute && family == .ipv4,
                interface: Self.onlyInterface(of: bytes, header))
        case cnl_rtm_newrule, cnl_rtm_delrule:
            guard let rule = try RuleMessage(decoding: bytes) else { return nil }
            self = .rule(rule)
        case cnl_rtm_newnexthop, cnl_rtm_delnexthop: self = .nextHop
        case cnl_rtm_newnetconf, cnl_rtm_delnetconf: self = .setting
        case cnl_rtm_newprefix, cnl_rtm_newnduseropt: self = .routerAdvertisement
        case cnl_rtm_newneigh, cnl_rtm_delneigh:
            guard let neighbor = try NeighborMessage(decoding: bytes) else { return nil }
            self = .neighbor(neighbor)
        default: return nil
        }
    }

    /// The only interface through which a message about a route can make a route appear; `nil` for any.
    private static func onlyInterface(of bytes: RawSpan, _ header: MessageHeader) -> UInt32? {
        // struct rtmsg: the type is at offset 7, and attributes begin at 12.
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            header.flags & cnl_nlm_f_replace == 0,
            body.integer(at: 7, as: UInt8.self) == cnl_rtn_unicast
        else { return nil }
        var interface: UInt32?
        var isOnly = true
        do throws(MessageDecodingError) {
            try body.forEachAttribute(from: 12) { (type, value) throws(MessageDecodingError) in
                switch type {
                case cnl_rta_oif: interface = try value.value("RTA_OIF")
                case cnl_rta_multipath, cnl_rta_nh_id: isOnly = false
                default: break
                }
            }
        } catch { return nil }
        return isOnly ? interface : nil
    }
}
