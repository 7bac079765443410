// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

extension NetlinkSocket {
    /// Asks the kernel by which route a packet would go (`RTM_GETROUTE`). No packet is sent, and
    /// the cost does not depend on the number of routes.
    package borrowing func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let request = Request(lookup)
        return try RouteAnswer(
            try ask(request, .lookUpRoute) { (message) throws(DecodingError) in
                try RouteReply(decoding: message)
            })
    }

    /// Asks several such questions, a handful in one system call.
    ///
    /// - Returns: the answers, in the order of the questions.
    package borrowing func lookUp(
        all lookups: [RouteLookup]
    ) throws(NetlinkError) -> [RouteAnswer] {
        var answers: [RouteAnswer] = []
        for start in stride(from: 0, to: lookups.count, by: Self.lookupsAtOnce) {
            let end = min(start + Self.lookupsAtOnce, lookups.count)
            answers += try lookUp(atOnce: lookups[start..<end])
        }
        return answers
    }

    /// The answers wait in the receive buffer, where each takes a kilobyte; there is room for several
    /// times as many (32 KiB, which the kernel doubles).
    private static var lookupsAtOnce: Int { 16 }

    private borrowing func lookUp(
        atOnce lookups: ArraySlice<RouteLookup>
    ) throws(NetlinkError) -> [RouteAnswer] {
        let first = try send(count: lookups.count, .lookUpRoute) {
            Request(lookups[lookups.startIndex + $0])
        }
        var answers = [RouteAnswer?](repeating: nil, count: lookups.count)
        var missing = lookups.count
        while missing > 0 {
            try receive(.lookUpRoute) { (header, message) throws(NetlinkError) in
                let position = Int(header.sequence &- first)
                guard answers.indices.contains(position), answers[position] == nil else { return }
                let result: Result<RouteReply, Acknowledgement>
                do throws(DecodingError) {
                    result =
                        header.type == cnl_nlmsg_error
                        ? .failure(Acknowledgement(header, message))
                        : .success(try RouteReply(decoding: message))
                } catch {
                    throw NetlinkError(.lookUpRoute, .malformed(error))
                }
                answers[position] = try RouteAnswer(result)
                missing -= 1
            }
        }
        return answers.compactMap(\.self)
    }
}

extension Request {
    /// The request for a route.
    fileprivate init(_ lookup: RouteLookup) {
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
    /// What the kernel's word on a lookup means.
    ///
    /// - Throws: ``NetlinkError`` if it says nothing of routes.
    fileprivate init(
        _ result: Result<RouteReply, Acknowledgement>
    ) throws(NetlinkError) {
        switch result {
        case .success(let reply):
            self = reply.refusal.map(RouteAnswer.refused) ?? .route(reply)
        case .failure(let refusal):
            switch refusal.errno {
            case ENETUNREACH: self = .refused(.noRoute)
            case EHOSTUNREACH: self = .refused(.unreachable)
            case EACCES: self = .refused(.prohibited)
            case EINVAL: self = .refused(.blackhole)
            // The interface has gone since it was seen.
            case ENODEV: self = .refused(.noRoute)
            // The kernel was built or started without the family (ipv6.disable=1).
            case EOPNOTSUPP, EAFNOSUPPORT: self = .refused(.noRoute)
            default:
                throw NetlinkError(
                    .lookUpRoute, .errno(refusal.errno), kernelMessage: refusal.text)
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
