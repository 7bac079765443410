// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A query for the route that a packet to `destination` would take (`RTM_GETROUTE`).
package struct RouteQuery: Hashable, Sendable {
    package var destination: AddressBytes
    /// The interface of the route (`RTA_OIF`); `nil` for any.
    package var interface: UInt32?
    /// Whether the kernel returns the table's entry (`RTM_F_FIB_MATCH`), with its prefix, metric
    /// and all next hops, instead of the one next hop and source address that it would use.
    package var matchesEntry: Bool
    /// The packet's mark (`RTA_MARK`, `SO_MARK`).
    package var mark: UInt32?
    /// The packet's source address (`RTA_SRC`).
    package var source: AddressBytes?
    /// The ports of a UDP packet; `nil` for any packet.
    package var ports: Ports?

    /// The ports of a UDP packet, by which rules can select it (`RTA_SPORT`, `RTA_DPORT`).
    package struct Ports: Hashable, Sendable {
        /// 0 for any.
        package var source: UInt16
        package var destination: UInt16

        package init(source: UInt16, destination: UInt16) {
            self.source = source
            self.destination = destination
        }
    }

    package init(
        destination: AddressBytes,
        interface: UInt32? = nil,
        matchesEntry: Bool = false,
        mark: UInt32? = nil,
        source: AddressBytes? = nil,
        ports: Ports? = nil
    ) {
        self.destination = destination
        self.interface = interface
        self.matchesEntry = matchesEntry
        self.mark = mark
        self.source = source
        self.ports = ports
    }
}

extension Request {
    /// Creates the request for a query (`struct rtmsg`).
    init(_ query: RouteQuery) {
        self.init(type: cnl_rtm_getroute, flags: cnl_nlm_f_request)
        var header = rtmsg()
        header.rtm_family = query.destination.family.rawValue
        header.rtm_dst_len = query.destination.family.bitWidth
        header.rtm_src_len = query.source?.family.bitWidth ?? 0
        // Without this flag, IPv4 reports the main table for every route.
        header.rtm_flags =
            cnl_rtm_f_lookup_table | (query.matchesEntry ? cnl_rtm_f_fib_match : 0)
        append(header)
        append(cnl_rta_dst, query.destination)
        if let source = query.source { append(cnl_rta_src, source) }
        if let interface = query.interface { append(cnl_rta_oif, interface) }
        if let mark = query.mark { append(cnl_rta_mark, mark) }
        if let ports = query.ports {
            append(cnl_rta_ip_proto, short: UInt8(IPPROTO_UDP))
            if ports.source != 0 { append(cnl_rta_sport, short: ports.source.bigEndian) }
            append(cnl_rta_dport, short: ports.destination.bigEndian)
        }
    }
}
