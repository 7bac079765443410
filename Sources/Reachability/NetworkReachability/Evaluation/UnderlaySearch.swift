// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// Finds the interfaces that carry tunnels.
struct UnderlaySearch {
    let probes: PathProbes
    /// The live routes of packets without a mark.
    let direct: [LiveRoute]
    /// The live routes through interfaces that are not tunnels, and through tunnels.
    let uplinks: LiveRoutes
    let tunnels: LiveRoutes
    let resolver: RouteResolver

    /// The number of marks for which the kernel is asked. Where rules have more, each interface that
    /// could carry the tunnel counts.
    private static let maximumMarks = 16

    /// Finds the interfaces that carry a tunnel.
    ///
    /// - Parameter tunnel: a route into the tunnel.
    func find(of tunnel: LiveRoute) throws(NetlinkError) -> Underlay {
        guard resolver.state.hasPossibleUplink || uplinks.first != nil else {
            return Underlay(tunnels: [tunnel.interface], exit: .elsewhere)
        }
        var passed = [tunnel.interface]
        let exit = try exit(below: tunnel, &passed)
        return Underlay(tunnels: passed, exit: exit)
    }

    /// Finds how the packets of one tunnel leave, through the tunnels below it.
    ///
    /// - Parameter passed: the tunnels from the top down to this one, which are not below it; then
    ///   those below it, too.
    private func exit(
        below tunnel: LiveRoute,
        _ passed: inout [UInt32]
    ) throws(NetlinkError) -> Underlay.Exit {
        switch try ways(below: tunnel, passed) {
        case .exit(let exit): return exit
        case .routes(let routes, let other):
            var exits: [Underlay.Exit] = []
            for route in routes.all {
                if !resolver.state.isTunnel(route.interface) {
                    exits.append(
                        .routes(
                            Underlay.Routes(
                                [route], areAllTaken: true, leadToInternet: routes.leadToInternet)))
                } else if !passed.contains(route.interface) {
                    passed.append(route.interface)
                    exits.append(try self.exit(below: route, &passed))
                }
            }
            guard let other else {
                return .joined(
                    exits, areAllTaken: routes.areAllTaken, isPartial: routes.isPartial)
            }
            return .joined(exits + [other], areAllTaken: false)
        }
    }

    /// How the packets of one tunnel leave it.
    private enum Ways {
        /// By these routes, which may lead into other tunnels; or, if it is unknown how, by an exit.
        case routes(Underlay.Routes, or: Underlay.Exit? = nil)
        case exit(Underlay.Exit)
    }

    /// Finds how the packets of one tunnel leave it.
    ///
    /// WireGuard's configuration tells the mark and the server, if it may be read. Otherwise rules
    /// tell which marks route packets differently: the rule of wg-quick sends packets *without* the
    /// mark to the tunnel's table; an earlier rule of Tailscale sends packets with the mark to other
    /// tables. A mark that only an earlier rule names may be that of other packets. So each way that
    /// such marks lead counts, and also the way without a mark, which a host route to the server
    /// may lead.
    ///
    /// - Parameter passed: the tunnels from the top down to this one, which are not below it.
    private func ways(below tunnel: LiveRoute, _ passed: [UInt32]) throws(NetlinkError) -> Ways {
        let state = resolver.state
        if state.isTranslator(tunnel.interface) { return try waysBelowTranslator(passed) }
        var marks = state.marks(passing: tunnel.table)
        if let device = try resolver.device(tunnel.interface) {
            if let ways = try ways(toServersOf: device, passed) { return ways }
            marks =
                device.mark == 0
                ? [] : [TunnelMark(device.mark, IPAddress.Family.allCases, isOfTunnel: true)]
        }
        var found = MarkedWays()
        for isOfTunnel in [true, false] where found.isEmpty {
            let marks = marks.filter { $0.isOfTunnel == isOfTunnel }
            guard marks.count <= Self.maximumMarks else {
                return .exit(try waysWithoutRoute())
            }
            for mark in marks { try add(mark, passed, to: &found) }
        }
        if !found.routes.isEmpty {
            return found.isOfTunnel
                ? .routes(Underlay.Routes(found.routes, areAllTaken: false))
                : try ways(found.routes, orUnmarkedBelow: tunnel, passed)
        }
        if tunnel.isInMainTable, !found.isOfTunnel,
            let route = unmarkedRoute(below: tunnel, passed)
        {
            return .routes(Underlay.Routes([route], areAllTaken: true))
        }
        // In the main table, a host route to the server may lead elsewhere. In another table, packets
        // of the other family may have a route.
        if let failure = found.failure, !tunnel.isInMainTable || found.isOfTunnel {
            if let other = direct.first(where: { !state.isTunnel($0.interface) }) {
                return .routes(Underlay.Routes([other], areAllTaken: true))
            }
            return .exit(.nowhere(failure))
        }
        if let uplink = uplinks.first {
            return .routes(Underlay.Routes([uplink], areAllTaken: true))
        }
        return .exit(try waysWithoutRoute())
    }

    /// The routes of marks that may be those of other packets, or the way without a mark.
    private func ways(
        _ marked: [LiveRoute], orUnmarkedBelow tunnel: LiveRoute, _ passed: [UInt32]
    ) throws(NetlinkError) -> Ways {
        guard let unmarked = unmarkedRoute(below: tunnel, passed) else {
            return .routes(
                Underlay.Routes(marked, areAllTaken: false), or: try waysWithoutRoute())
        }
        // Outside the main table, packets without a mark are likely to enter the tunnel again.
        let routes = tunnel.isInMainTable ? [unmarked] + marked : marked + [unmarked]
        return .routes(Underlay.Routes(routes, areAllTaken: false))
    }

    /// The ways without a route: one of the interfaces that could carry the packets now. They are up, with a carrier and
    /// a source address. Veths that may lead to containers and have no next hop are left out.
    private func waysWithoutRoute() throws(NetlinkError) -> Underlay.Exit {
        let state = resolver.state
        let leadingOut = try resolver.vethsLeadingOut(probes)
        let source = state.mayHaveSource
        let possible = state.counts.uplinkKinds.filter { index in
            (state.couldCarry(index) || leadingOut.contains(index)) && source.contains(index)
                && state[index].map { !state.endsHere($0) } ?? false
        }
        switch possible.count {
        case 0:
            return .noUplink(
                leftOut: state.counts.uplinkKinds.filter {
                    state.mayLeadToGuest($0) && !leadingOut.contains($0)
                })
        case 1: return .interface(possible[0])
        default: return .oneOfSeveral(possible)
        }
    }

    /// The route that the route of a tunnel in the main table covers: that of another tunnel, or of
    /// an uplink. Routes to the tunnel's server usually follow it.
    private func unmarkedRoute(below tunnel: LiveRoute, _ passed: [UInt32]) -> LiveRoute? {
        // A route to half of the address space covers a default route. Of two default routes,
        // neither covers the other.
        let covered = tunnels.inOrder.lazy
            .compactMap { $0.routes[tunnel.family] }
            .first { $0.isCovered(by: tunnel) && !passed.contains($0.interface) }
        let uplink = uplinks.first
        if let covered, uplink.map({ covered.isPreferred(to: $0) }) ?? true { return covered }
        return uplink
    }

    /// A translator's packets are IPv6 packets without a mark.
    private func waysBelowTranslator(_ passed: [UInt32]) throws(NetlinkError) -> Ways {
        let own = probes.addresses.filter { $0.family == .ipv6 }
        var failure: RouteOutcome?
        for probe in own.isEmpty ? PathProbes.standard.addresses : own
        where probe.family == .ipv6 {
            let outcome = try resolver.outcome(to: probe)
            if let route = outcome.route, !passed.contains(route.interface) {
                return .routes(Underlay.Routes([route], areAllTaken: true))
            }
            if outcome.isFailure { failure = failure ?? outcome }
        }
        return .exit(failure.map(Underlay.Exit.nowhere) ?? .noUplink(leftOut: []))
    }
}

/// The ways of packets with marks.
extension UnderlaySearch {
    /// The ways of packets with several marks.
    private struct MarkedWays {
        /// The routes, of several addresses and families: that of the server is unknown.
        var routes: [LiveRoute] = []
        /// The first failure.
        var failure: RouteOutcome?
        /// Whether a mark that is known to be the tunnel's leads out, or fails to.
        var isOfTunnel = false

        var isEmpty: Bool { routes.isEmpty && failure == nil }
    }

    /// Asks the kernel how packets with a mark leave. If there is no route, or it leads into the tunnel itself, nothing
    /// is added.
    private func add(
        _ mark: TunnelMark,
        _ passed: [UInt32],
        to found: inout MarkedWays
    ) throws(NetlinkError) {
        var routes: [LiveRoute] = []
        var failure: RouteOutcome?
        var rejection: RouteOutcome?
        for family in mark.families {
            for probe in probes.addresses where probe.family == family {
                let outcome = try resolver.outcome(to: probe, mark: mark.value)
                if let route = outcome.route {
                    // Other rules may send other packets into other tunnels.
                    if !resolver.state.isTunnel(route.interface)
                        || (mark.isOfTunnel || route.isInMainTable)
                            && !passed.contains(route.interface)
                    {
                        routes.append(route)
                    }
                } else if outcome.isRejected {
                    rejection = rejection ?? outcome
                } else if outcome == .refused(.noRoute),
                    resolver.state.rejects(mark.value, family)
                {
                    rejection = rejection ?? .refused(.unreachable)
                } else if outcome.isFailure {
                    failure = failure ?? outcome
                }
            }
        }
        if routes.isEmpty {
            guard let failure = failure ?? rejection else { return }
            found.failure = found.failure ?? failure
        }
        found.routes += routes
        if mark.isOfTunnel { found.isOfTunnel = true }
    }

    /// The routes to the servers of a WireGuard tunnel: to the endpoints of the peers that the
    /// probes belong to, by their allowed IPs.
    ///
    /// - Returns: `nil` if these peers have no endpoint (yet), or if it is on this machine, where a
    ///   program sends the packets on.
    private func ways(
        toServersOf device: WireGuardDevice,
        _ passed: [UInt32]
    ) throws(NetlinkError) -> Ways? {
        var routes: [LiveRoute] = []
        var failure: RouteOutcome?
        for endpoint in device.endpoints(for: probes.addresses.map(\.bytes)) {
            let outcome = try resolver.outcome(
                to: IPAddress(endpoint.address), mark: device.mark, interface: endpoint.zone,
                isOnward: false,
                ports: RouteQuery.Ports(source: device.port, destination: endpoint.port))
            switch outcome {
            case .live(let route) where passed.contains(route.interface):
                // WireGuard drops packets that would go round in circles.
                failure = failure ?? .refused(.noRoute)
            case .live(let route): routes.append(route)
            case .refused(.local): return nil
            case .dead, .noSource, .nowhere, .refused: failure = failure ?? outcome
            }
        }
        if !routes.isEmpty {
            return .routes(
                Underlay.Routes(
                    routes, areAllTaken: true, leadToInternet: false, isPartial: failure != nil))
        }
        return failure.map { .exit(.nowhere($0)) }
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
