// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A filter for routes over interfaces of the allowed types.
struct TypeFilter {
    private let question: PathQuestion
    private let underlays: [Underlay]
    private let state: NetworkState

    /// Creates a filter.
    ///
    /// - Parameter underlays: the interfaces that carry each tunnel.
    init(_ question: PathQuestion, _ underlays: [Underlay], _ state: NetworkState) {
        self.question = question
        self.underlays = underlays
        self.state = state
    }

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
