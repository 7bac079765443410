// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension DeadRoute.Preference {
    /// Compares the entries of both routes; `nil` if they do not explain the kernel's choice.
    init?(of dead: RouteReply, over live: LiveRoute) {
        if dead.table != live.table {
            self = .rule
        } else if dead.prefixLength != live.prefixLength {
            guard dead.prefixLength > live.prefixLength else { return nil }
            self = .prefix(dead.prefixLength, over: live.prefixLength)
        } else if dead.metric != live.metric {
            guard dead.metric < live.metric else { return nil }
            self = .metric(dead.metric, over: live.metric)
        } else {
            self = .position
        }
    }
}

extension PathEvaluation {
    /// Finds the dead routes that the kernel chooses although another interface has a live route, at
    /// most one of each family.
    ///
    /// The evaluation itself does not need them, and they can take a query for each interface.
    ///
    /// - Parameter readRules: reads the policy rules. It is called if they are needed and the state
    ///   has none.
    func deadRoutes(
        _ state: NetworkState,
        oracle: any RouteOracle,
        readRules: () throws(NetlinkError) -> [RuleMessage] = { () throws(NetlinkError) in [] }
    ) throws(NetlinkError) -> [DeadRoute] {
        // An interface that the question does not allow is no alternative, and a host may be nearby.
        guard question.allowsAll, question.destination == .internet else { return [] }
        let resolver = RouteResolver(state: state, oracle: oracle)
        var routes: [DeadRoute] = []
        for family in IPAddress.Family.allCases {
            if let route = try deadRoute(family, resolver, readRules) { routes.append(route) }
        }
        return routes
    }

    private func deadRoute(
        _ family: IPAddress.Family,
        _ resolver: RouteResolver,
        _ readRules: () throws(NetlinkError) -> [RuleMessage]
    ) throws(NetlinkError) -> DeadRoute? {
        let probes = question.probes.addresses.filter { $0.family == family }
        for (probe, outcome) in zip(probes, outcomes[family]) {
            guard case .dead(let index) = outcome, let interface = resolver.state[index],
                let entry = try resolver.deadEntry(to: probe, over: index),
                let live = try resolver.alternative(to: probe, entry, readRules),
                let alternative = resolver.state[live.interface],
                let preference = DeadRoute.Preference(of: entry, over: live)
            else { continue }
            return DeadRoute(
                family: family, interface: interface.name, alternative: alternative.name,
                preference: preference,
                link: DeadLink(
                    of: interface,
                    isMarked: entry.nextHops.contains { $0.interface == index && $0.isDead }))
        }
        return nil
    }
}

extension RouteResolver {
    /// The table entry of the dead route that the kernel chooses. Below a tunnel, another packet
    /// takes it, so it is that of the interface.
    fileprivate func deadEntry(
        to probe: IPAddress,
        over index: UInt32
    ) throws(NetlinkError) -> RouteReply? {
        let chosen = RouteQuery(destination: probe.bytes, matchesEntry: true)
        if case .route(let entry) = try oracle.answer(chosen),
            entry.nextHops.contains(where: { $0.interface == index })
        {
            return entry
        }
        let ofInterface = RouteQuery(
            destination: probe.bytes, interface: index, matchesEntry: true)
        guard case .route(let entry) = try oracle.answer(ofInterface) else { return nil }
        return entry
    }

    /// The live route that ordinary packets would take if there were no dead one.
    ///
    /// The search names the interface, and so finds more routes: those of a VRF, and those in the
    /// tables that rules select only for some packets.
    fileprivate func alternative(
        to probe: IPAddress,
        _ dead: RouteReply,
        _ readRules: () throws(NetlinkError) -> [RuleMessage]
    ) throws(NetlinkError) -> LiveRoute? {
        let routes = try liveRoutes(throughTunnels: false, known: [], PathProbes([probe]))
            .filter { !state.isInVRF($0.interface) }
        let family = probe.family
        let isInOneTable = routes.inOrder.allSatisfy { entry in
            entry.routes[family].map { $0.table == dead.table } ?? true
        }
        if isInOneTable { return routes.first(family) }
        let rules = state.rules.isEmpty ? try readRules() : state.rules
        let tables = rules.lazy.filter {
            IPAddress.Family($0.family) == family && $0.appliesToOrdinaryPackets
        }.map(\.table)
        return routes.filter { $0.table == dead.table || tables.contains($0.table) }.first(family)
    }
}
