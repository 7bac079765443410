// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What became of a packet to one address, as far as this machine can tell.
enum Way: Sendable, Hashable {
    /// It leaves over a link with carrier, with a source address.
    case live(LiveRoute)
    /// The kernel chooses a link that is dead.
    case dead(interface: UInt32)
    /// The link is alive, and there is no source address to use on it.
    case noSource(interface: UInt32)
    /// The kernel chooses an interface that leads nowhere: loopback, a dummy, one that has gone.
    case nowhere(interface: UInt32)
    /// The kernel has no route, or one that rejects.
    case refused(RouteRefusal)

    /// The route, if it is live.
    var route: LiveRoute? {
        switch self {
        case .live(let route): route
        case .dead, .noSource, .nowhere, .refused: nil
        }
    }

    /// Whether it leads over an interface of which something holds, or over none.
    func isOver(where holds: (UInt32) -> Bool) -> Bool {
        switch self {
        case .live(let route): holds(route.interface)
        case .dead(let interface), .noSource(let interface), .nowhere(let interface):
            holds(interface)
        case .refused: true
        }
    }
}

/// A route that packets can take now.
struct LiveRoute: Sendable, Hashable {
    let family: IPAddress.Family
    /// The interface that it takes: the kernel's choice, or the first live leg if that is dead.
    private(set) var interface: UInt32
    /// The next hops that are alive.
    let legs: [RouteReply.NextHop]
    /// Whether a next hop is dead.
    let hasDeadLeg: Bool
    /// The table, the length of the prefix and the metric of the entry.
    let table: UInt32
    let prefixLength: UInt8
    let metric: UInt32

    /// Takes what is alive of a table's entry; `nil` if nothing is.
    ///
    /// - Parameter index: the interface to take, if a leg over it is alive.
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

    /// The way to this machine itself.
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

    /// The same route, taken by the leg over an interface; `nil` if there is no such leg.
    func taken(over index: UInt32) -> LiveRoute? {
        guard legs.contains(where: { $0.interface == index }) else { return nil }
        var route = self
        route.interface = index
        return route
    }

    /// The interfaces that its packets leave by, the taken one first.
    var interfaces: [UInt32] {
        [interface] + legs.map(\.interface).filter { $0 != interface }
    }
}
