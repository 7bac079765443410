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
        /// It precedes an equal route in the table.
        case position
    }

    /// The family of the addresses that the route leads to.
    package let family: IPAddress.Family
    /// The name of the interface without a link.
    let interface: String
    /// The name of the interface with the live route that the kernel prefers to all other live ones.
    let alternative: String
    let preference: Preference
    /// Whether the kernel has marked the route dead (`RTNH_F_LINKDOWN`), as it does if there is no
    /// carrier. It has not if the link waits for something else, such as 802.1X.
    let isMarked: Bool
}

extension DeadRoute: CustomStringConvertible {
    /// A sentence that says which route the kernel chooses, and why.
    package var description: String {
        let link = isMarked ? "has no link" : "cannot pass packets yet"
        let exception =
            isMarked
            ? " unless net.\(family.settings).conf.*.ignore_routes_with_linkdown is set" : ""
        return "\(interface) \(link); \(alternative) has a route too, but \(reason): "
            + "the kernel keeps the dead route\(exception)"
    }

    private var reason: String {
        switch preference {
        case .metric(let metric, let other):
            "its metric is higher (\(other) > \(metric))"
        case .prefix(let length, let other):
            "it is less specific (/\(other), not /\(length))"
        case .rule: "a routing rule prefers the table of \(interface)"
        case .position: "it comes after that of \(interface)"
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
    func deadRoutes(
        _ state: NetworkState,
        oracle: any RouteOracle
    ) throws(NetlinkError) -> [DeadRoute] {
        // An interface that the question does not allow is no alternative, and a host may be nearby.
        guard question.allowsAll, question.destination == .internet else { return [] }
        let resolver = RouteResolver(state: state, oracle: oracle)
        var routes: [DeadRoute] = []
        for family in IPAddress.Family.allCases {
            if let route = try deadRoute(family, resolver) { routes.append(route) }
        }
        return routes
    }

    private func deadRoute(
        _ family: IPAddress.Family,
        _ resolver: RouteResolver
    ) throws(NetlinkError) -> DeadRoute? {
        let probes = question.probes.addresses.filter { $0.family == family }
        for (probe, outcome) in zip(probes, outcomes[family]) {
            // Below a tunnel, another packet takes the route. So the entry is that of the interface.
            guard case .dead(let index) = outcome, let interface = resolver.state[index],
                let live = try resolver.liveRoutes(
                    throughTunnels: false, known: [], PathProbes([probe])
                ).first(family),
                let alternative = resolver.state[live.interface],
                case .route(let entry) = try resolver.oracle.answer(
                    RouteQuery(destination: probe.bytes, interface: index, matchesEntry: true)),
                let preference = DeadRoute.Preference(of: entry, over: live)
            else { continue }
            return DeadRoute(
                family: family, interface: interface.name, alternative: alternative.name,
                preference: preference,
                isMarked: entry.nextHops.contains { $0.interface == index && $0.isDead })
        }
        return nil
    }
}
