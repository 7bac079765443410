// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What carries the packets that a tunnel makes of packets.
enum Underlay {
    /// Nothing of this namespace could: the tunnel was made elsewhere and moved here, and its
    /// packets leave there.
    case elsewhere
    /// The route that they take.
    case route(LiveRoute)
    /// Nothing that could carry them has a live route; the way that they would take, if there is
    /// one.
    case missing(Way?)

    /// The route that the packets take, if it is one of this namespace.
    var route: LiveRoute? {
        switch self {
        case .route(let route): route
        case .elsewhere, .missing: nil
        }
    }

    /// Whether the tunnel is.
    var isAlive: Bool {
        switch self {
        case .elsewhere, .route: true
        case .missing: false
        }
    }
}

extension Underlay {
    /// Finds it.
    ///
    /// A tunnel's packets may be told apart from those that go into it by a mark: wg-quick's rule
    /// sends what does *not* have it to the tunnel's table, Tailscale's lets what has it pass before
    /// that. Where no mark leads anywhere, the kernel's first choice among the uplinks is taken,
    /// which is right for a tunnel that covers the main table's default route with two halves; and
    /// for one in that table it is taken first, for marks then have to do with something else.
    ///
    /// - Parameters:
    ///   - tunnel: a route into the tunnel.
    ///   - direct: the live ways of packets without a mark.
    static func find(
        of tunnel: LiveRoute,
        _ probes: PathProbes,
        direct: [LiveRoute],
        _ uplinks: LiveRoutes,
        _ finder: Wayfinder
    ) throws(NetlinkError) -> Underlay {
        guard finder.hasPossibleUplink else { return .elsewhere }
        if tunnel.table == RuleMessage.mainTable, let route = uplinks.first { return .route(route) }
        var failure: Way?
        for family in IPAddress.Family.allCases {
            for mark in finder.state.marks(family, passing: tunnel.table) {
                for probe in probes.addresses where probe.family == family {
                    switch try finder.way(to: probe, mark: mark) {
                    case .live(let route):
                        if !finder.isTunnel(route.interface) { return .route(route) }
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
        let route = failure == nil ? uplinks.first : direct.first { !finder.isTunnel($0.interface) }
        return route.map(Underlay.route) ?? .missing(failure)
    }
}

extension RuleMessage {
    /// The table that routes are in unless they are told otherwise (`RT_TABLE_MAIN`).
    fileprivate static let mainTable: UInt32 = 254
}

extension NetworkState {
    /// The marks that packets of a family have which pass by a table: those that its own rule
    /// leaves out, then those that rules before it send elsewhere.
    fileprivate func marks(_ family: IPAddress.Family, passing table: UInt32) -> [UInt32] {
        let rules = rules.filter { IPAddress.Family($0.family) == family }
        guard let own = rules.first(where: { $0.table == table }) else { return [] }
        let marked = rules.filter { $0.mark != 0 }
        let left = marked.filter { $0.isInverted && $0.table == table }
        let before = marked.filter { !$0.isInverted && $0.priority < own.priority }
        var seen: Set<UInt32> = []
        return (left + before).map(\.mark).filter { seen.insert($0).inserted }
    }
}
