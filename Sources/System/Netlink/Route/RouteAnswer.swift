// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// The kernel's answer to a route query.
package enum RouteAnswer: Hashable, Sendable {
    /// A unicast route.
    case route(RouteReply)
    /// No route, or a route that rejects packets.
    case refused(RouteRefusal)

    /// Removes and returns the number of ticks until the route expires; `nil` if it does not. The
    /// rest of the answer only changes with the route.
    package mutating func takeExpiry() -> UInt32? {
        // Few routes expire; the others are not copied.
        guard let ticks = expiresInTicks, case .route(var reply) = self else { return nil }
        reply.expiresInTicks = nil
        self = .route(reply)
        return ticks
    }

    /// The interfaces of the route's next hops.
    package var interfaces: [UInt32] {
        switch self {
        case .route(let reply): reply.nextHops.map(\.interface)
        case .refused: []
        }
    }

    /// The neighbors that the route's next hops are.
    package var nextHops: [Neighbor] {
        switch self {
        case .route(let reply):
            reply.nextHops.compactMap { hop in
                hop.gateway.map { Neighbor(interface: hop.interface, address: $0) }
            }
        case .refused: []
        }
    }

    private var expiresInTicks: UInt32? {
        switch self {
        case .route(let reply): reply.expiresInTicks
        case .refused: nil
        }
    }
}

/// Why the kernel returns no unicast route.
package enum RouteRefusal: Hashable, Sendable {
    /// No route, or a route of type throw without another one behind it (`ENETUNREACH`).
    case noRoute
    /// A route of type unreachable (`EHOSTUNREACH`). IPv4 queries with an interface return this for
    /// "no route" too.
    case unreachable
    /// A route of type prohibit (`EACCES`).
    case prohibited
    /// A route of type blackhole (`EINVAL`).
    case blackhole
    /// The destination is this machine (`RTN_LOCAL`).
    case local
    /// A route of another type that is not unicast (`RTN_*`: broadcast, multicast …).
    case notUnicast(UInt8)
}

extension NetlinkSocket {
    /// Queries the route that a packet would take (`RTM_GETROUTE`). No packet is sent, and the cost
    /// does not depend on the number of routes.
    package borrowing func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        try answer(to: Request(query), .lookUpRoute) { (header, message) throws(NetlinkError) in
            try RouteAnswer(header, message)
        }
    }
}

extension RouteAnswer {
    /// Decodes the kernel's answer.
    ///
    /// - Throws: ``NetlinkError`` if the answer is not about routes.
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
        do throws(MessageDecodingError) { reply = try RouteReply(header, message) } catch {
            throw NetlinkError(.lookUpRoute, .malformed(error))
        }
        self = reply.refusal.map(RouteAnswer.refused) ?? .route(reply)
    }
}

extension RouteRefusal {
    /// The meaning of the kernel's error number; `nil` if it is not about routes.
    fileprivate init?(errno: Int32) {
        switch errno {
        case ENETUNREACH: self = .noRoute
        case EHOSTUNREACH: self = .unreachable
        case EACCES: self = .prohibited
        case EINVAL: self = .blackhole
        // The interface was removed in the meantime.
        case ENODEV: self = .noRoute
        // The kernel was built or started without the family (ipv6.disable=1).
        case EOPNOTSUPP, EAFNOSUPPORT: self = .noRoute
        default: return nil
        }
    }
}

extension RouteReply {
    /// The refusal that corresponds to the type of the reply. If the entry is requested, IPv6
    /// returns the entry itself, whatever its type.
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
