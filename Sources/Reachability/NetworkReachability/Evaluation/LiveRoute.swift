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

/// Interfaces with their live routes to the internet, in the kernel's order of preference.
struct LiveRoutes {
    /// An interface and its best live route of each family.
    struct Entry {
        var interface: UInt32
        var routes: PerFamily<LiveRoute?>
    }

    /// The entries, in the kernel's order of preference.
    private(set) var inOrder: [Entry] = []

    /// Queries the routes through each interface that has no known route.
    ///
    /// - Parameter known: the routes that the kernel chooses.
    init(
        through interfaces: some Sequence<UInt32>,
        known: [LiveRoute],
        _ probes: PathProbes,
        _ resolver: RouteResolver
    ) throws(NetlinkError) {
        for index in interfaces {
            var routes = PerFamily<LiveRoute?>(nil)
            for route in known where route.interface == index && routes[route.family] == nil {
                routes[route.family] = route
            }
            for family in IPAddress.Family.allCases
            where resolver.state.counts.mayHaveSource(on: index, family) {
                for probe in probes.addresses
                where probe.family == family && routes[family] == nil {
                    routes[family] = try resolver.route(to: probe, through: index)
                }
            }
            // One next hop of a multipath route may have no address of its own.
            for route in known where routes[route.family] == nil {
                routes[route.family] = route.taken(over: index)
            }
            if routes.hasRoute {
                inOrder.append(Entry(interface: index, routes: routes))
            }
        }
        sort()
    }

    /// Creates an empty set.
    init() {}

    /// The route that the kernel prefers.
    var first: LiveRoute? {
        inOrder.first.flatMap { $0.routes[.ipv4] ?? $0.routes[.ipv6] }
    }

    /// The route of a family that the kernel prefers.
    func first(_ family: IPAddress.Family) -> LiveRoute? {
        inOrder.lazy.compactMap { $0.routes[family] }.first
    }

    /// Returns the routes that satisfy a condition.
    func filter(_ satisfies: (LiveRoute) -> Bool) -> LiveRoutes {
        var filtered = LiveRoutes()
        for entry in inOrder {
            let routes = entry.routes.map { $0.flatMap { satisfies($0) ? $0 : nil } }
            if routes.hasRoute {
                filtered.inOrder.append(Entry(interface: entry.interface, routes: routes))
            }
        }
        filtered.sort()
        return filtered
    }

    /// Adds a route that another query found, unless a route of its family through its interface is
    /// known.
    mutating func add(_ route: LiveRoute) {
        if let position = inOrder.firstIndex(where: { $0.interface == route.interface }) {
            inOrder[position].routes[route.family] = inOrder[position].routes[route.family] ?? route
        } else {
            var routes = PerFamily<LiveRoute?>(nil)
            routes[route.family] = route
            inOrder.append(Entry(interface: route.interface, routes: routes))
        }
        sort()
    }

    /// Returns the routes of both sets.
    func merged(with other: LiveRoutes) -> LiveRoutes {
        if other.inOrder.isEmpty { return self }
        var merged = self
        merged.inOrder += other.inOrder
        merged.sort()
        return merged
    }

    /// The live routes through an interface.
    func routes(of index: UInt32) -> PerFamily<LiveRoute?> {
        inOrder.first { $0.interface == index }?.routes ?? PerFamily(nil)
    }

    private mutating func sort() {
        inOrder.sort { $0.rank < $1.rank }
    }
}

extension LiveRoutes.Entry {
    /// The position in the order of preference. The kernel prefers the longest prefix, then the
    /// lowest metric; an interface with an IPv4 route precedes one without.
    fileprivate var rank: (UInt8, UInt8, UInt32, UInt32) {
        guard let route = routes.ipv4 ?? routes.ipv6 else { return (.max, 0, 0, interface) }
        let family: UInt8 = routes.ipv4 == nil ? 1 : 0
        return (family, 128 - route.prefixLength, route.metric, interface)
    }
}

extension PerFamily<LiveRoute?> {
    /// Whether there is a route of any family. (A comparison with `PerFamily(nil)` compares whole
    /// routes.)
    fileprivate var hasRoute: Bool { ipv4 != nil || ipv6 != nil }
}
