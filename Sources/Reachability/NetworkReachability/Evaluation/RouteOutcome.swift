// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The outcome of a packet to one address, as far as this machine can tell.
enum RouteOutcome: Sendable, Hashable {
    /// The packet leaves over a link with a carrier, with a source address.
    case live(LiveRoute)
    /// The kernel chooses a link that is dead.
    case dead(interface: UInt32)
    /// The link is alive, but has no source address.
    case noSource(interface: UInt32)
    /// The kernel chooses an interface that leads nowhere: loopback, a dummy interface, or a
    /// removed interface.
    case nowhere(interface: UInt32)
    /// The kernel has no route, or a route that rejects packets.
    case refused(RouteRefusal)

    /// The route, if the outcome is live.
    var route: LiveRoute? {
        switch self {
        case .live(let route): route
        case .dead, .noSource, .nowhere, .refused: nil
        }
    }

    /// Whether a route rejects the packet, in contrast to no route.
    var isRejected: Bool {
        switch self {
        case .refused(.unreachable), .refused(.prohibited), .refused(.blackhole): true
        case .refused(.noRoute), .refused(.local), .refused(.notUnicast), .live, .dead, .noSource,
            .nowhere:
            false
        }
    }

    /// Whether the kernel has a route for the packet, and the packet cannot leave by it.
    var isFailure: Bool {
        switch self {
        case .dead, .noSource, .nowhere: true
        case .live: false
        case .refused: isRejected
        }
    }

    /// Whether a condition holds for all interfaces of the outcome. It may have none.
    func isOver(where holds: (UInt32) -> Bool) -> Bool {
        switch self {
        case .live(let route): route.interfaces.allSatisfy(holds)
        case .dead(let interface), .noSource(let interface), .nowhere(let interface):
            holds(interface)
        case .refused: true
        }
    }
}

/// A route that packets can take now.
struct LiveRoute: Sendable, Hashable {
    let family: IPAddress.Family
    /// The interface that packets take: the kernel's choice, or the first live next hop if the
    /// choice is dead.
    private(set) var interface: UInt32
    /// The live next hops.
    let legs: [RouteReply.NextHop]
    /// Whether a next hop is dead.
    let hasDeadLeg: Bool
    /// The table, the prefix length and the metric of the entry.
    let table: UInt32
    let prefixLength: UInt8
    let metric: UInt32

    /// Creates a route from the live next hops of a table entry; `nil` if none is live.
    ///
    /// - Parameter index: the preferred interface, if a next hop over it is live.
    init?(
        _ family: IPAddress.Family,
        _ entry: RouteReply,
        preferring index: UInt32,
        isLive: (RouteReply.NextHop) -> Bool
    ) {
        legs = entry.nextHops.allSatisfy(isLive) ? entry.nextHops : entry.nextHops.filter(isLive)
        guard let leg = legs.first(where: { $0.interface == index }) ?? legs.first else {
            return nil
        }
        self.family = family
        interface = leg.interface
        hasDeadLeg = legs.count < entry.nextHops.count
        table = entry.table
        prefixLength = entry.prefixLength
        metric = entry.metric
    }

    /// Creates the route to this machine itself.
    init(toThisMachine family: IPAddress.Family) {
        self.family = family
        // LOOPBACK_IFINDEX, RT_TABLE_LOCAL
        interface = 1
        legs = [RouteReply.NextHop(interface: 1)]
        hasDeadLeg = false
        table = 255
        prefixLength = family == .ipv4 ? 32 : 128
        metric = 0
    }

    /// Returns the same route over the next hop on an interface; `nil` if there is no such next
    /// hop.
    func taken(over index: UInt32) -> LiveRoute? {
        guard legs.contains(where: { $0.interface == index }) else { return nil }
        var route = self
        route.interface = index
        return route
    }

    /// The interfaces of the route, the one that packets take first.
    var interfaces: [UInt32] {
        [interface] + legs.map(\.interface).filter { $0 != interface }
    }
}
