// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A question to the kernel's routing: by which route would a packet to `destination` go?
package struct RouteLookup: Hashable, Sendable {
    package var destination: AddressBytes
    /// Only routes through this interface (`RTA_OIF`).
    package var interface: UInt32?
    /// Answer with the table's entry (`RTM_F_FIB_MATCH`): its prefix, metric and every next hop,
    /// instead of the one next hop and source address that the kernel would use.
    package var matchesEntry: Bool
    /// The packet's mark (`RTA_MARK`, `SO_MARK`).
    package var mark: UInt32?
    /// The packet's source address (`RTA_SRC`).
    package var source: AddressBytes?

    package init(
        destination: AddressBytes,
        interface: UInt32? = nil,
        matchesEntry: Bool = false,
        mark: UInt32? = nil,
        source: AddressBytes? = nil
    ) {
        self.destination = destination
        self.interface = interface
        self.matchesEntry = matchesEntry
        self.mark = mark
        self.source = source
    }
}

/// What the kernel answers.
package enum RouteAnswer: Hashable, Sendable {
    /// A unicast route.
    case route(RouteReply)
    /// None, or one that leads nowhere.
    case refused(RouteRefusal)

    /// Takes out in how many ticks the route ends; `nil` if it does not. What remains is the same as long
    /// as the route is.
    package mutating func takeExpiry() -> UInt32? {
        // Few end, and none of the others is copied.
        guard let ticks = expiresInTicks, case .route(var reply) = self else { return nil }
        reply.expiresInTicks = nil
        self = .route(reply)
        return ticks
    }

    private var expiresInTicks: UInt32? {
        switch self {
        case .route(let reply): reply.expiresInTicks
        case .refused: nil
        }
    }
}

/// Why the kernel has no unicast route to offer.
package enum RouteRefusal: Hashable, Sendable {
    /// No route, or one of type throw with nothing behind it (`ENETUNREACH`).
    case noRoute
    /// A route of type unreachable (`EHOSTUNREACH`). An IPv4 lookup by interface answers this for
    /// "no route" too.
    case unreachable
    /// A route of type prohibit (`EACCES`).
    case prohibited
    /// A route of type blackhole (`EINVAL`).
    case blackhole
    /// The destination is this machine (`RTN_LOCAL`).
    case local
    /// A route of a type that carries no unicast packet onwards (`RTN_*`: broadcast, multicast …).
    case notUnicast(UInt8)

    /// What a type of routes (`RTN_*`) is called, as `ip route` calls it (`nl_rtntype2str`).
    package static func name(ofType type: UInt8) -> String {
        // The longest has 11 letters; of what it does not know libnl writes the number.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            let name = unsafe nl_rtntype2str(Int32(type), buffer.baseAddress, buffer.count)
            return unsafe name.map { unsafe String(cString: $0) } ?? "\(type)"
        }
    }
}
