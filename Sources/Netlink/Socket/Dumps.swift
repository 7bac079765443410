// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// What there is now, asked for in one dump each.
extension NetlinkSocket {
    /// Calls `take` with every link of the namespace (`RTM_GETLINK`), as they are read: there may be many
    /// thousands. They come without the statistics that the kernel can leave out
    /// (`RTEXT_FILTER_SKIP_STATS`).
    ///
    /// - Parameter begin: called before the first one, and again where things changed in its course and it
    ///   is asked for once more: what was taken until then does not count.
    package borrowing func dumpLinks(
        begin: () -> Void,
        _ take: (consuming LinkMessage) -> Void
    ) throws(NetlinkError) {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifinfomsg())
        request.append(cnl_ifla_ext_mask, cnl_rtext_filter_skip_stats)
        try dump(request, .dumpLinks, begin: begin) { (message) throws(DecodingError) in
            take(try LinkMessage(decoding: message))
        }
    }

    /// Every IPv4 and IPv6 address of the namespace (`RTM_GETADDR`).
    package borrowing func dumpAddresses() throws(NetlinkError) -> [AddressMessage] {
        let request = Request(type: cnl_rtm_getaddr, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifaddrmsg())
        var addresses: [AddressMessage] = []
        try dump(request, .dumpAddresses) {
            addresses.removeAll(keepingCapacity: true)
        } _: { (message) throws(DecodingError) in
            if let address = try AddressMessage(decoding: message) { addresses.append(address) }
        }
        return addresses
    }

    /// Every IPv4 and IPv6 policy rule of the namespace (`RTM_GETRULE`), in the order in which the
    /// kernel asks them.
    package borrowing func dumpRules() throws(NetlinkError) -> [RuleMessage] {
        let request = Request(type: cnl_rtm_getrule, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(fib_rule_hdr())
        var rules: [RuleMessage] = []
        try dump(request, .dumpRules) {
            rules.removeAll(keepingCapacity: true)
        } _: { (message) throws(DecodingError) in
            if let rule = try RuleMessage(decoding: message) { rules.append(rule) }
        }
        return rules
    }
}
