// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What carries a tunnel's own packets: other tunnels, and the interface that they leave by at last.
struct Underlay {
    /// Where they leave.
    enum Exit {
        /// In another namespace: nothing of this one could carry them, for the tunnel was made there and
        /// moved here.
        case elsewhere
        /// By a route to the internet.
        case route(LiveRoute)
        /// By an interface without a route to the internet. A host route is enough of a way to a tunnel's
        /// server, and so is the server being a neighbor.
        case interface(UInt32)
        /// By one of several such interfaces, and nobody knows which.
        case oneOfSeveral([UInt32])
        /// Nowhere: nothing that could carry them is alive. With the way that they would take, if it is known.
        case nowhere(Way?)
    }

    /// The tunnel, and the tunnels below it, from the top to the bottom.
    let tunnels: [UInt32]
    let exit: Exit

    /// The route that they take, if they take one to the internet.
    var route: LiveRoute? {
        switch exit {
        case .route(let route): route
        case .elsewhere, .interface, .oneOfSeveral, .nowhere: nil
        }
    }

    /// How they leave, as far as it is known.
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

/// The interfaces that tunnels' packets pass, as far as they are known.
struct TunnelPassage: Sendable, Equatable {
    /// The tunnel that the path takes, and the tunnels below it, from the top to the bottom.
    var tunnels: [UInt32] = []
    /// The interfaces that the packets leave by.
    var exits: [UInt32] = []
    /// The interfaces that the packets may leave by, where that is unknown: there are no exits then.
    var candidates: [UInt32] = []

    /// The interfaces that carry a tunnel's packets, or may.
    func below(_ tunnel: UInt32) -> [UInt32] {
        guard let place = tunnels.firstIndex(of: tunnel), place + 1 < tunnels.count else {
            return exits + candidates
        }
        return [tunnels[place + 1]]
    }

    /// Whether it is known what carries a tunnel's packets.
    func isCertain(below tunnel: UInt32) -> Bool {
        guard let place = tunnels.firstIndex(of: tunnel) else { return candidates.isEmpty }
        return candidates.isEmpty || place + 1 < tunnels.count
    }
}

/// Finds out what carries tunnels.
struct UnderlaySearch {
    let probes: PathProbes
    /// The live ways of packets without a mark.
    let direct: [LiveRoute]
    /// The live routes through interfaces that are no tunnels, and through tunnels.
    let uplinks: LiveRoutes
    let tunnels: LiveRoutes
    let finder: Wayfinder

    /// Finds what carries a tunnel.
    ///
    /// - Parameter tunnel: a route into the tunnel.
    func find(of tunnel: LiveRoute) throws(NetlinkError) -> Underlay {
        var passed = [tunnel.interface]
        guard finder.hasPossibleUplink else { return Underlay(tunnels: passed, exit: .elsewhere) }
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

    /// What carries one tunnel.
    private enum Step {
        case tunnel(LiveRoute)
        case exit(Underlay.Exit)
    }

    /// Finds what carries one tunnel.
    ///
    /// A tunnel's packets may be told apart from those that go into it by a mark: wg-quick's rule
    /// sends what does *not* have it to the tunnel's table, Tailscale's lets what has it pass before
    /// that. Where no mark leads anywhere, the kernel's first choice among the uplinks is taken. For a
    /// tunnel in the main table marks have to do with something else: what its route covers carries it.
    ///
    /// - Parameter passed: the tunnels from the top down to this one, which are not below it.
    private func next(
        below tunnel: LiveRoute,
        _ passed: [UInt32]
    ) throws(NetlinkError) -> Step {
        if tunnel.isInMainTable {
            // Two halves of the address space lie over a default route. Where both are default routes, neither
            // lies over the other.
            let covered = tunnels.inOrder.lazy
                .compactMap { $0.routes[tunnel.family] }
                .first { $0.isCovered(by: tunnel) && !passed.contains($0.interface) }
            let uplink = uplinks.first
            if let covered, uplink.map({ covered.isPreferred(to: $0) }) ?? true {
                return .tunnel(covered)
            }
            if let uplink { return .exit(.route(uplink)) }
        }
        var failure: Way?
        for family in IPAddress.Family.allCases {
            for mark in finder.state.marks(family, passing: tunnel.table) {
                for probe in probes.addresses where probe.family == family {
                    switch try finder.way(to: probe, mark: mark.value) {
                    case .live(let route):
                        if !finder.isTunnel(route.interface) { return .exit(.route(route)) }
                        // Other rules may send other packets into tunnels of their own.
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
        // Where the marks' way is dead, packets of the other family may still have their own.
        if let failure, !tunnel.isInMainTable {
            let other = direct.first { !finder.isTunnel($0.interface) }
            return .exit(other.map(Underlay.Exit.route) ?? .nowhere(failure))
        }
        if let uplink = uplinks.first { return .exit(.route(uplink)) }
        let possible = finder.possibleUplinks
        switch possible.count {
        case 0: return .exit(.nowhere(nil))
        case 1: return .exit(.interface(possible[0]))
        default: return .exit(.oneOfSeveral(possible))
        }
    }
}

extension LiveRoute {
    /// Whether the route is in the table where routes are unless they are told otherwise (`RT_TABLE_MAIN`).
    fileprivate var isInMainTable: Bool { table == 254 }

    /// Whether another route of the same table takes packets before this one because its prefix is longer.
    fileprivate func isCovered(by other: LiveRoute) -> Bool {
        table == other.table && prefixLength < other.prefixLength
    }

    /// Whether another route is of the same table, and the kernel takes this one before it. Between two tables the
    /// rules decide, and not what the routes are.
    fileprivate func isPreferred(to other: LiveRoute) -> Bool {
        table == other.table
            && (prefixLength > other.prefixLength
                || prefixLength == other.prefixLength && metric < other.metric)
    }
}

extension NetworkState {
    /// A mark of packets that pass by a table.
    fileprivate struct Mark {
        let value: UInt32
        /// Whether the table's own rule leaves packets with the mark out.
        let isOfTable: Bool
    }

    /// The marks that packets of a family have which pass by a table: those that its own rule
    /// leaves out, then those that rules before it send elsewhere.
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
