// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

extension NetlinkSocket {
    /// Asks the kernel by which route a packet would go (`RTM_GETROUTE`). No packet is sent, and
    /// the cost does not depend on the number of routes.
    package borrowing func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let request = Request(lookup)
        let sequence = try send(request, .lookUpRoute)
        var answer: RouteAnswer?
        while answer == nil {
            try receive(answersTo: sequence, .lookUpRoute) {
                (header, message) throws(NetlinkError) in
                answer = try RouteAnswer(header, message)
            }
        }
        guard let answer else { preconditionFailure("the loop ends with an answer") }
        return answer
    }
}

extension Request {
    /// The request for a route.
    init(_ lookup: RouteLookup) {
        self.init(type: cnl_rtm_getroute, flags: cnl_nlm_f_request)
        var header = rtmsg()
        header.rtm_family = lookup.destination.family.rawValue
        header.rtm_dst_len = lookup.destination.family.bitWidth
        header.rtm_src_len = lookup.source?.family.bitWidth ?? 0
        // Unless it is asked to tell, IPv4 says that every route is from the main table.
        header.rtm_flags =
            cnl_rtm_f_lookup_table | (lookup.matchesEntry ? cnl_rtm_f_fib_match : 0)
        append(header)
        append(cnl_rta_dst, lookup.destination)
        if let source = lookup.source { append(cnl_rta_src, source) }
        if let interface = lookup.interface { append(cnl_rta_oif, interface) }
        if let mark = lookup.mark { append(cnl_rta_mark, mark) }
    }
}

extension RouteAnswer {
    /// Reads the kernel's answer.
    ///
    /// - Throws: ``NetlinkError`` if it says nothing of routes.
    init(_ header: MessageHeader, _ message: RawSpan) throws(NetlinkError) {
        guard header.type != cnl_nlmsg_error else {
            let number = Acknowledgement.errno(header, message)
            guard let refusal = RouteRefusal(errno: number) else {
                throw NetlinkError(
                    .lookUpRoute, .errno(number),
                    kernelMessage: Acknowledgement(header, message).text)
            }
            self = .refused(refusal)
            return
        }
        let reply: RouteReply
        do throws(DecodingError) { reply = try RouteReply(header, message) } catch {
            throw NetlinkError(.lookUpRoute, .malformed(error))
        }
        self = reply.refusal.map(RouteAnswer.refused) ?? .route(reply)
    }
}

extension RouteRefusal {
    /// What the kernel's error number means; `nil` if it says nothing of routes.
    fileprivate init?(errno: Int32) {
        switch errno {
        case ENETUNREACH: self = .noRoute
        case EHOSTUNREACH: self = .unreachable
        case EACCES: self = .prohibited
        case EINVAL: self = .blackhole
        // The interface has gone since it was seen.
        case ENODEV: self = .noRoute
        // The kernel was built or started without the family (ipv6.disable=1).
        case EOPNOTSUPP, EAFNOSUPPORT: self = .noRoute
        default: return nil
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
