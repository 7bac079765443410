// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The result of the route queries for a question: the basis of a path.
///
/// A path is made from an evaluation and the current interfaces (``NetworkPath/init(_:_:)``), so
/// that a change of an interface that changes no route needs no query. (A class, because it has
/// many parts and is passed around.)
final class PathEvaluation {
    /// The question that was evaluated.
    let question: PathQuestion
    /// The outcomes of the probes, in the order of the probes.
    let outcomes: PerFamily<[RouteOutcome]>
    /// The routes of the live outcomes, IPv4 first.
    let live: [LiveRoute]
    /// The live routes through each interface, whether the kernel prefers them or not.
    let routes: LiveRoutes
    /// The underlays of the tunnels that the live routes enter, in the order of these routes. If they
    /// enter none, that of another tunnel, as far as it was needed.
    let underlays: [Underlay]
    /// The veths that could carry a tunnel or an overlay where nothing else could.
    let vethsLeadingOut: [UInt32]
    /// Whether there is a live route to a name server.
    let reachesNameServer: Bool
    /// Whether one half of the address space has a route and the other half has none.
    let hasRouteInPartOnly: Bool
    /// Whether the kernel may be in the middle of a change: an answer contradicts the state, or
    /// only one half of the address space has a route.
    let isTransient: Bool

    /// Evaluates a question.
    ///
    /// - Parameters:
    ///   - oracle: answers route queries.
    ///   - absent: the known absent routes; the evaluation adds to them.
    init(
        _ state: NetworkState,
        _ question: PathQuestion,
        oracle: any RouteOracle,
        absent: AbsentRoutes? = nil
    ) throws(NetlinkError) {
        let probes = question.probes
        let resolver = try RouteResolver(
            knowingVethsOf: state, probes, oracle: oracle, absent: absent)
        let state = resolver.state
        // Where the kernel cannot be queried, there are no routes, and another program says whether there is a path.
        var outcomes =
            state.desktopPortal == nil
            ? try Self.outcomes(question, resolver) : PerFamily<[RouteOutcome]>([])
        var live = Self.live(outcomes)
        var routes = LiveRoutes()
        var underlays: [Underlay] = []
        var reachesNameServer = false
        // Where the kernel's choices lead nowhere, other interfaces do not matter, unless the
        // question restricts the interfaces.
        if !live.isEmpty || !question.allowsAll {
            let uplinks = try resolver.liveRoutes(throughTunnels: false, known: live, probes)
            let tunnels = try resolver.liveRoutes(throughTunnels: true, known: live, probes)
            routes = uplinks
            let search = UnderlaySearch(
                probes: probes, direct: live, uplinks: uplinks, tunnels: tunnels, resolver: resolver
            )
            for route in Self.entered(live, tunnels, onlyUsed: question.allowsAll, state) {
                underlays.append(try search.find(of: route))
            }
            if underlays.contains(where: { !$0.isAlive }) {
                outcomes = Self.closingTunnels(outcomes, underlays)
                live = Self.live(outcomes)
            }
            if underlays.contains(where: \.isAlive) {
                routes = uplinks.merged(
                    with: tunnels.filter { underlays.of($0.interface)?.isAlive ?? true })
                for route in underlays.flatMap(\.routesToInternet) { routes.add(route) }
            }
            if !question.allowsAll {
                let filter = TypeFilter(question: question, underlays: underlays, state: state)
                routes = routes.filter(filter.allows)
                outcomes = filter.keepAllowed(outcomes, routes)
                live = Self.live(outcomes)
            }
            if !live.isEmpty {
                reachesNameServer = try resolver.canReachNameServer {
                    (route) throws(NetlinkError) in
                    guard state.isTunnel(route.interface) else { return true }
                    // Only some addresses are routed into this tunnel.
                    if let underlay = underlays.of(route.interface) { return underlay.isAlive }
                    let found = try search.find(of: route)
                    underlays.append(found)
                    return found.isAlive
                }
            }
        }
        self.question = question
        self.outcomes = outcomes
        self.live = live
        self.routes = routes
        let used = Self.entered(live, LiveRoutes(), onlyUsed: true, state)
            .compactMap { underlays.of($0.interface) }
        self.underlays = used.isEmpty ? Array(underlays.prefix(1)) : used
        vethsLeadingOut = state.vethsLeadingOut
        self.reachesNameServer = reachesNameServer
        hasRouteInPartOnly =
            question.destination == .internet && outcomes.contains(where: \.isPartial)
        isTransient = resolver.seesContradiction || hasRouteInPartOnly
    }

    /// Returns a state completed by the veths that the evaluation has found to lead out.
    func completing(_ state: NetworkState) -> NetworkState {
        guard !vethsLeadingOut.isEmpty else { return state }
        var state = state
        state.vethsLeadingOut = vethsLeadingOut
        return state
    }

    /// Resolves the outcomes of all probes.
    private static func outcomes(
        _ question: PathQuestion,
        _ resolver: RouteResolver
    ) throws(NetlinkError) -> PerFamily<[RouteOutcome]> {
        let probes = question.probes
        var outcomes = PerFamily<[RouteOutcome]>([])
        for family in IPAddress.Family.allCases {
            var ofFamily: [RouteOutcome] = []
            ofFamily.reserveCapacity(probes.addresses.count)
            for probe in probes.addresses where probe.family == family {
                ofFamily.append(try outcome(to: probe, question, resolver))
            }
            outcomes[family] = ofFamily
        }
        return outcomes
    }

    /// Resolves the outcome of one probe.
    private static func outcome(
        to probe: IPAddress,
        _ question: PathQuestion,
        _ resolver: RouteResolver
    ) throws(NetlinkError) -> RouteOutcome {
        switch question.destination {
        case .internet: return try resolver.outcome(to: probe)
        case .host:
            let interface = question.zone.flatMap(resolver.index(ofZone:))
            if question.zone != nil, interface == nil { return .refused(.noRoute) }
            let outcome = try resolver.outcome(to: probe, interface: interface, isOnward: false)
            return outcome == .refused(.local)
                ? .live(LiveRoute(toThisMachine: probe.family)) : outcome
        }
    }

    /// Whether a family has a live route.
    func hasRoute(_ family: IPAddress.Family) -> Bool {
        outcomes[family].contains { $0.route != nil }
    }

    /// Returns the live routes of some outcomes, IPv4 first.
    private static func live(_ outcomes: PerFamily<[RouteOutcome]>) -> [LiveRoute] {
        var live: [LiveRoute] = []
        live.reserveCapacity(outcomes.ipv4.count + outcomes.ipv6.count)
        for outcome in outcomes.ipv4 { if let route = outcome.route { live.append(route) } }
        for outcome in outcomes.ipv6 { if let route = outcome.route { live.append(route) } }
        return live
    }

    /// The routes into tunnels whose underlays are needed, one for each tunnel: those that live routes
    /// enter, or else the first tunnel.
    ///
    /// - Parameter onlyUsed: whether the other tunnels are not needed.
    private static func entered(
        _ live: [LiveRoute], _ tunnels: LiveRoutes, onlyUsed: Bool, _ state: NetworkState
    ) -> [LiveRoute] {
        var entered: [LiveRoute] = []
        func add(_ route: LiveRoute) {
            guard !entered.contains(where: { $0.interface == route.interface }) else { return }
            entered.append(route)
        }
        for route in live {
            for index in route.interfaces where state.isTunnel(index) {
                if let leg = route.taken(over: index) { add(leg) }
            }
        }
        let others = tunnels.inOrder.lazy.compactMap { $0.routes[.ipv4] ?? $0.routes[.ipv6] }
        if onlyUsed {
            if entered.isEmpty, let first = others.first { add(first) }
        } else {
            for route in others { add(route) }
        }
        return entered
    }

    /// Replaces the outcomes that lead into tunnels with the failures of their underlays: a tunnel is
    /// only alive if its own underlay is.
    private static func closingTunnels(
        _ outcomes: PerFamily<[RouteOutcome]>, _ underlays: [Underlay]
    ) -> PerFamily<[RouteOutcome]> {
        outcomes.map { outcomes in
            outcomes.map { outcome in
                outcome.route.flatMap { underlays.of($0.interface)?.exit.failure } ?? outcome
            }
        }
    }
}

/// The properties that are derived from an evaluation.
extension PathEvaluation {
    /// The underlay of the first tunnel of the path.
    var underlay: Underlay? { underlays.first }

    /// The interfaces that the packets of the tunnels pass through.
    var passage: TunnelPassage {
        var passage = underlay?.passage ?? TunnelPassage()
        passage.others = underlays.dropFirst().map(\.passage)
        return passage
    }

    /// The interface that the kernel chooses for each family.
    var primaries: PerFamily<UInt32?> {
        outcomes.map { $0.lazy.compactMap(\.route).first?.interface }
    }

    /// The dead interface that the kernel chooses, if it chooses one.
    var deadChoice: UInt32? {
        for family in IPAddress.Family.allCases {
            for case .dead(let interface) in outcomes[family] { return interface }
        }
        return nil
    }

    /// The interface that the kernel chooses although it never leads to the internet (loopback, a
    /// dummy interface), if it chooses one.
    var closedChoice: UInt32? {
        for family in IPAddress.Family.allCases {
            for case .nowhere(let interface) in outcomes[family] { return interface }
        }
        return nil
    }

    /// Whether a part is broken: a next hop of a route in use, or of a route that carries a tunnel in
    /// use, is dead; one of several servers of such a tunnel cannot be reached; or only one half of the address space has a route.
    func isDegraded(_ state: NetworkState) -> Bool {
        let usesTunnel = live.contains { state.isTunnel($0.interface) }
        return live.contains(where: \.hasDeadLeg)
            || usesTunnel && underlays.contains(where: \.isDegraded)
            || hasRouteInPartOnly
    }

    /// The families for which each interface has a live route.
    var carried: [UInt32: PerFamily<Bool>] {
        var carried: [UInt32: PerFamily<Bool>] = [:]
        for entry in routes.inOrder { carried[entry.interface] = entry.routes.map { $0 != nil } }
        for route in live {
            carried[route.interface, default: PerFamily(false)][route.family] = true
        }
        return carried
    }
}

extension [RouteOutcome] {
    /// Whether some outcomes are live and others are not.
    fileprivate var isPartial: Bool {
        let live = self.count { $0.route != nil }
        return live > 0 && live < count
    }
}

/// A filter for routes over interfaces of the allowed types.
private struct TypeFilter {
    let question: PathQuestion
    /// The interfaces that carry each tunnel.
    let underlays: [Underlay]
    let state: NetworkState

    /// Whether all interfaces of a route are allowed.
    func allows(_ route: LiveRoute) -> Bool { route.interfaces.allSatisfy(allows) }

    /// Whether an interface is allowed, by its own type and those of the interfaces that carry it.
    /// If it is unknown which of several interfaces carries it, it must be allowed with each of
    /// them.
    private func allows(_ index: UInt32) -> Bool {
        guard state.isTunnel(index), let passage = underlays.of(index)?.passage else {
            return allows([index])
        }
        let alternatives = passage.alternatives
        return alternatives.isEmpty
            ? allows(passage.tunnels + passage.exits)
            : alternatives.allSatisfy { allows(passage.tunnels + [$0]) }
    }

    /// Whether interfaces are allowed, together with the interfaces that carry them.
    private func allows(_ indexes: [UInt32]) -> Bool {
        let all = indexes.flatMap { [$0] + state.carriers(of: $0) }
        return question.allows(Set(all.compactMap { state[$0]?.classification.type }))
    }

    /// Replaces the routes over interfaces that are not allowed with the allowed route that the
    /// kernel prefers: a socket that is bound to the allowed interface uses that route.
    ///
    /// - Parameter routes: the live routes that are allowed.
    func keepAllowed(_ outcomes: PerFamily<[RouteOutcome]>, _ routes: LiveRoutes) -> PerFamily<
        [RouteOutcome]
    > {
        var allowed = outcomes
        for family in IPAddress.Family.allCases {
            let other = routes.first(family)
            allowed[family] = outcomes[family].map { outcome in
                if let route = outcome.route, allows(route) { return outcome }
                if let other { return .live(other) }
                return outcome.isOver(where: allows) ? outcome : .refused(.noRoute)
            }
        }
        return allowed
    }
}
