// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// Everything of a kind that there is.
package struct Dump<Element: Sendable>: Sendable {
    /// In the order of the kernel.
    package var elements: [Element]
    /// Why some may be missing, be there twice or have gone: changes interrupted the dump at each attempt. `nil` if
    /// nothing changed in its course.
    package var interruption: NetlinkError?

    /// Everything, and nothing changed meanwhile.
    package init(elements: [Element] = []) { self.elements = elements }
}

/// What there is now, asked for in one dump each.
extension NetlinkSocket {
    /// Calls `take` with every link of the namespace (`RTM_GETLINK`), as they are read: there may be many
    /// thousands. They come without the statistics that the kernel can leave out
    /// (`RTEXT_FILTER_SKIP_STATS`).
    ///
    /// - Parameter begin: called before the first one, and again where things changed in its course and it
    ///   is asked for once more: what was taken until then does not count.
    /// - Returns: why some may be missing, be there twice or have gone (``Dump/interruption``).
    package borrowing func dumpLinks(
        begin: () -> Void,
        _ take: (consuming LinkMessage) -> Void
    ) throws(NetlinkError) -> NetlinkError? {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifinfomsg())
        request.append(cnl_ifla_ext_mask, cnl_rtext_filter_skip_stats)
        return try dump(request, .dumpLinks, begin: begin) { (message) throws(DecodingError) in
            take(try LinkMessage(decoding: message))
        }
    }

    /// Every IPv4 and IPv6 address of the namespace (`RTM_GETADDR`).
    package borrowing func dumpAddresses() throws(NetlinkError) -> Dump<AddressMessage> {
        let request = Request(type: cnl_rtm_getaddr, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifaddrmsg())
        return try dump(request, .dumpAddresses) { (message) throws(DecodingError) in
            try AddressMessage(decoding: message)
        }
    }

    /// Every IPv4 and IPv6 policy rule of the namespace (`RTM_GETRULE`), in the order in which the
    /// kernel asks them. A kernel without policy routing (`CONFIG_IP_MULTIPLE_TABLES`) has none.
    package borrowing func dumpRules() throws(NetlinkError) -> Dump<RuleMessage> {
        let request = Request(type: cnl_rtm_getrule, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(fib_rule_hdr())
        do throws(NetlinkError) {
            return try dump(request, .dumpRules) { (message) throws(DecodingError) in
                try RuleMessage(decoding: message)
            }
        } catch {
            if error.errno == EOPNOTSUPP { return Dump() }
            throw error
        }
    }

    /// Asks for everything of a kind.
    ///
    /// - Parameter decode: reads a message; `nil` if it is none of the kind.
    borrowing func dump<Element>(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        _ decode: (RawSpan) throws(DecodingError) -> Element?
    ) throws(NetlinkError) -> Dump<Element> {
        var dump = Dump<Element>()
        dump.interruption = try self.dump(request, operation) {
            dump.elements.removeAll(keepingCapacity: true)
        } _: { (message) throws(DecodingError) in
            if let element = try decode(message) { dump.elements.append(element) }
        }
        return dump
    }
}
