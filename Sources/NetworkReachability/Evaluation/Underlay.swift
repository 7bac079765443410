// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The interfaces that carry a tunnel's own packets: other tunnels, and the interface by which the
/// packets leave.
struct Underlay {
    /// How the tunnel's packets leave.
    enum Exit {
        /// In another namespace: no interface of this namespace could carry the packets, because
        /// the tunnel was created in another one and moved here.
        case elsewhere
        /// By a route to the internet.
        case route(LiveRoute)
        /// By an interface without a route to the internet. A host route to the tunnel's server is
        /// enough, or a server on the same link.
        case interface(UInt32)
        /// By one of several such interfaces; which one is unknown.
        case oneOfSeveral([UInt32])
        /// Nowhere: no interface that could carry the packets is alive. The value is the outcome of
        /// their route, if it is known.
        case nowhere(RouteOutcome?)
    }

    /// The tunnel, and the tunnels below it, from top to bottom.
    let tunnels: [UInt32]
    let exit: Exit

    /// The route to the internet that the packets take, if they take one.
    var route: LiveRoute? {
        switch exit {
        case .route(let route): route
        case .elsewhere, .interface, .oneOfSeveral, .nowhere: nil
        }
    }

    /// The interfaces that the packets pass through, as far as they are known.
    var passage: TunnelPassage {
        let exits: [UInt32] =
            switch exit {
            case .route(let route): route.interfaces
            case .interface(let index): [index]
            case .elsewhere, .oneOfSeveral, .nowhere: []
            }
        let candidates: [UInt32] =
            switch exit {
            case .oneOfSeveral(let indexes): indexes
            case .elsewhere, .route, .interface, .nowhere: []
            }
        return TunnelPassage(tunnels: tunnels, exits: exits, candidates: candidates)
    }

    /// Whether the tunnel is alive.
    var isAlive: Bool {
        switch exit {
        case .elsewhere, .route, .interface, .oneOfSeveral: true
        case .nowhere: false
        }
    }
}

/// Finds the interfaces that carry tunnels.
struct UnderlaySearch {
    let probes: PathProbes
    /// The live routes of packets without a mark.
    let direct: [LiveRoute]
    /// The live routes through interfaces that are not tunnels, and through tunnels.
    let uplinks: LiveRoutes
    let tunnels: LiveRoutes
    let resolver: RouteResolver

    /// Finds the interfaces that carry a tunnel.
    ///
    /// - Parameter tunnel: a route into the tunnel.
    func find(of tunnel: LiveRoute) throws(NetlinkError) -> Underlay {
        var passed = [tunnel.interface]
        guard resolver.state.hasPossibleUplink else {
            return Underlay(tunnels: passed, exit: .elsewhere)
        }
        var lowest = tunnel
        while true {
            switch try next(below: lowest, passed) {
            case .exit(let exit): return Underlay(tunnels: passed, exit: exit)
            case .tunnel(let below):
                passed.append(below.interface)
                lowest = below
            }
        }
    }

    /// The interface that carries one tunnel.
    private enum Step {
        case tunnel(LiveRoute)
        case exit(Underlay.Exit)
    }

    /// Finds the interface that carries one tunnel.
    ///
    /// A mark may distinguish a tunnel's own packets from the packets that go into it: the rule of
    /// wg-quick sends packets *without* the mark to the tunnel's table; an earlier rule of
    /// Tailscale sends packets with the mark to other tables. If no mark leads anywhere, the
    /// kernel's first choice among the uplinks is used. For a tunnel in the main table, marks are
    /// irrelevant: the route that the tunnel's route covers carries the tunnel.
    ///
    /// - Parameter passed: the tunnels from the top down to this one, which are not below it.
    private func next(
        below tunnel: LiveRoute,
        _ passed: [UInt32]
    ) throws(NetlinkError) -> Step {
        if tunnel.isInMainTable {
            // A route to half of the address space covers a default route. Of two default routes,
            // neither covers the other.
            let covered = tunnels.inOrder.lazy
                .compactMap { $0.routes[tunnel.family] }
                .first { $0.isCovered(by: tunnel) && !passed.contains($0.interface) }
            let uplink = uplinks.first
            if let covered, uplink.map({ covered.isPreferred(to: $0) }) ?? true {
                return .tunnel(covered)
            }
            if let uplink { return .exit(.route(uplink)) }
        }
        var failure: RouteOutcome?
        for family in IPAddress.Family.allCases {
            for mark in resolver.state.marks(family, passing: tunnel.table) {
                for probe in probes.addresses where probe.family == family {
                    switch try resolver.outcome(to: probe, mark: mark.value) {
                    case .live(let route):
                        if !resolver.state.isTunnel(route.interface) { return .exit(.route(route)) }
                        // Other rules may send other packets into other tunnels.
                        if mark.isOfTable || route.isInMainTable, !passed.contains(route.interface)
                        {
                            return .tunnel(route)
                        }
                    case .dead(let interface):
                        failure = failure ?? .dead(interface: interface)
                    case .noSource(let interface):
                        failure = failure ?? .noSource(interface: interface)
                    case .nowhere, .refused: break
                    }
                }
            }
        }
        // If the route of the marked packets is dead, packets of the other family may still have a
        // route.
        if let failure, !tunnel.isInMainTable {
            let other = direct.first { !resolver.state.isTunnel($0.interface) }
            return .exit(other.map(Underlay.Exit.route) ?? .nowhere(failure))
        }
        if let uplink = uplinks.first { return .exit(.route(uplink)) }
        let possible = resolver.state.possibleUplinks
        switch possible.count {
        case 0: return .exit(.nowhere(nil))
        case 1: return .exit(.interface(possible[0]))
        default: return .exit(.oneOfSeveral(possible))
        }
    }
}

extension LiveRoute {
    /// Whether the route is in the default table of routes (`RT_TABLE_MAIN`).
    fileprivate var isInMainTable: Bool { table == 254 }

    /// Whether another route of the same table covers this one with a longer prefix.
    fileprivate func isCovered(by other: LiveRoute) -> Bool {
        table == other.table && prefixLength < other.prefixLength
    }

    /// Whether another route is in the same table, and the kernel prefers this one. Between two
    /// tables, the rules decide, not the routes.
    fileprivate func isPreferred(to other: LiveRoute) -> Bool {
        table == other.table
            && (prefixLength > other.prefixLength
                || prefixLength == other.prefixLength && metric < other.metric)
    }
}

extension NetworkState {
    /// A mark of packets that bypass a table.
    fileprivate struct Mark {
        let value: UInt32
        /// Whether the table's own rule excludes packets with the mark.
        let isOfTable: Bool
    }

    /// The marks of packets of a family that bypass a table: first those that the table's own rule
    /// excludes, then those that earlier rules send elsewhere.
    fileprivate func marks(_ family: IPAddress.Family, passing table: UInt32) -> [Mark] {
        let rules = rules.filter { IPAddress.Family($0.family) == family }
        guard let own = rules.first(where: { $0.table == table }) else { return [] }
        let marked = rules.filter { $0.mark != 0 }
        let left = marked.filter { $0.isInverted && $0.table == table }
        let before = marked.filter { !$0.isInverted && $0.priority < own.priority }
        var seen: Set<UInt32> = []
        return
            (left.map { Mark(value: $0.mark, isOfTable: true) }
            + before.map { Mark(value: $0.mark, isOfTable: false) })
            .filter { seen.insert($0.value).inserted }
    }
}
