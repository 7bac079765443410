// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A route over a dead link that the kernel chooses, although another interface has a live route to
/// the internet.
package struct DeadRoute: Sendable, Hashable {
    /// Why the kernel prefers the dead route.
    enum Preference: Sendable, Hashable {
        /// It has the lower metric.
        case metric(UInt32, over: UInt32)
        /// It is more specific: its prefix is longer.
        case prefix(UInt8, over: UInt8)
        /// It is in another table, which a routing rule prefers.
        case rule
        /// Neither is more specific, and the metrics are equal. An IPv4 route precedes the other in
        /// the table; among IPv6 routes, the router preference (RFC 4191) and the reachability of
        /// the routers decide.
        case position
    }

    /// The family of the addresses that the route leads to.
    package let family: IPAddress.Family
    /// The name of the interface that the route leads over.
    let interface: String
    /// The name of the interface with the live route that the kernel prefers to all other live ones.
    let alternative: String
    let preference: Preference
    let link: DeadLink
}

/// Why packets to the internet cannot leave over an interface that the kernel chooses.
package enum DeadLink: Sendable, Hashable {
    /// There is no carrier. The kernel marks the routes over the link dead (`RTNH_F_LINKDOWN`).
    case noCarrier
    /// The link waits for something other than a carrier, such as 802.1X.
    case waiting
    /// The link is alive, but ends at this machine: it is a bridge whose only living port is an access point
    /// of this machine.
    case closed

    /// The reason as words that follow the name of the interface.
    package var text: String {
        switch self {
        case .noCarrier: "has no link"
        case .waiting: "cannot pass packets yet"
        case .closed: "leads to no other network"
        }
    }

    /// Determines the reason.
    ///
    /// - Parameter isMarked: whether the kernel has marked the route dead.
    init(of interface: NetworkState.Interface, isMarked: Bool) {
        if !isMarked, interface.hasCarrier {
            self = .closed
        } else {
            self = !isMarked && interface.waitsWithCarrier ? .waiting : .noCarrier
        }
    }
}

extension NetworkInterface {
    /// Why packets cannot leave over the interface, if the kernel chooses it and it is dead.
    package var deadLink: DeadLink {
        if hasCarrier { return .closed }
        switch operationalState {
        case .dormant, .testing: return .waiting
        case .unknown, .notPresent, .down, .lowerLayerDown, .up: return .noCarrier
        }
    }
}

extension DeadRoute: CustomStringConvertible {
    /// A sentence that says which route the kernel chooses, and why.
    package var description: String {
        let exception =
            link == .noCarrier
            ? " unless net.\(family.settings).conf.*.ignore_routes_with_linkdown is set" : ""
        return "\(interface) \(link.text); \(alternative) has a route too, but \(reason): "
            + "the kernel keeps the dead route\(exception)"
    }

    private var reason: String {
        switch preference {
        case .metric(let metric, let other):
            "its metric is higher (\(other) > \(metric))"
        case .prefix(let length, let other):
            "it is less specific (/\(other), not /\(length))"
        case .rule: "a routing rule prefers the table of \(interface)"
        case .position:
            switch family {
            case .ipv4: "it comes after that of \(interface)"
            case .ipv6: "with equal metrics the kernel prefers that of \(interface)"
            }
        }
    }
}

extension IPAddress.Family {
    /// The folder of the family's settings (`/proc/sys/net`).
    fileprivate var settings: String {
        switch self {
        case .ipv4: "ipv4"
        case .ipv6: "ipv6"
        }
    }
}

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
