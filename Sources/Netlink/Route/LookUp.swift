// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

extension NetlinkSocket {
    /// Asks the kernel by which route a packet would go (`RTM_GETROUTE`). No packet is sent, and
    /// the cost does not depend on the number of routes.
    package borrowing func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let request = Request(type: cnl_rtm_getroute, flags: cnl_nlm_f_request)
        var header = rtmsg()
        header.rtm_family = lookup.destination.family.rawValue
        header.rtm_dst_len = lookup.destination.family.bitWidth
        header.rtm_src_len = lookup.source?.family.bitWidth ?? 0
        // Unless it is asked to tell, IPv4 says that every route is from the main table.
        header.rtm_flags =
            cnl_rtm_f_lookup_table | (lookup.matchesEntry ? cnl_rtm_f_fib_match : 0)
        request.append(header)
        request.append(cnl_rta_dst, lookup.destination)
        if let source = lookup.source { request.append(cnl_rta_src, source) }
        if let interface = lookup.interface { request.append(cnl_rta_oif, interface) }
        if let mark = lookup.mark { request.append(cnl_rta_mark, mark) }

        let answer = try ask(request, .lookUpRoute) { (message) throws(DecodingError) in
            try RouteReply(decoding: message)
        }
        switch answer {
        case .success(let reply):
            return reply.refusal.map(RouteAnswer.refused) ?? .route(reply)
        case .failure(let refusal):
            switch refusal.errno {
            case ENETUNREACH: return .refused(.noRoute)
            case EHOSTUNREACH: return .refused(.unreachable)
            case EACCES: return .refused(.prohibited)
            case EINVAL: return .refused(.blackhole)
            // The interface has gone since it was seen.
            case ENODEV: return .refused(.noRoute)
            // The kernel was built or started without the family (ipv6.disable=1).
            case EOPNOTSUPP, EAFNOSUPPORT: return .refused(.noRoute)
            default:
                throw NetlinkError(
                    .lookUpRoute,
                    .errno(refusal.errno),
                    kernelMessage: refusal.text
                )
            }
        }
    }
}

extension RouteReply {
    /// The refusal that a reply of this type is. IPv6 answers with the entry itself, whatever its
    /// type, when the entry is asked for.
    fileprivate var refusal: RouteRefusal? {
        switch type {
        case cnl_rtn_unicast: nil
        case cnl_rtn_local: .local
        case cnl_rtn_blackhole: .blackhole
        case cnl_rtn_unreachable: .unreachable
        case cnl_rtn_prohibit: .prohibited
        case cnl_rtn_throw: .noRoute
        default: .notUnicast(type)
        }
    }
}
