// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The route queries of an evaluation, as evidence for the path.
///
/// The deciding ones are the kernel's routes to the probes, and for a tunnel the route that leads to its underlay.
struct RouteEvidence {
    /// The queries with their answers, in the order in which they were made.
    let answered: [AnsweredQuery]
    /// What was read of WireGuard tunnels.
    let tunnels: [(index: UInt32, reading: TunnelReading)]
    /// The evaluation that they led to.
    let evaluation: PathEvaluation
    /// The state of the network, with the names of the interfaces.
    let state: NetworkState

    /// One fact for each query.
    var all: [PathExplanation.Evidence] {
        let outcomes = outcomes
        let entries = entries
        let isSatisfied = !evaluation.live.isEmpty
        // The queries of the probes come first; a name server can have the address of a probe.
        var undecided = evaluation.question.probes.addresses[...]
        // The entries that decide in place of the kernel's choice, with their live legs.
        var deciding: [RouteQuery: [RouteReply.NextHop]] = [:]
        let below = evaluation.underlays.flatMap {
            $0.tunnels.dropFirst() + $0.routes.map(\.interface)
        }
        return answered.map { answered in
            let (query, answer) = (answered.query, answered.answer)
            let isChoice = query.interface == nil && !query.matchesEntry
            let entry = isChoice ? entries[query.matchingEntry] : nil
            var decides = deciding[query] != nil
            if isChoice, query.mark != nil {
                decides = below.contains { answer.leads(to: $0) }
            } else if isChoice,
                let probe = undecided.firstIndex(of: IPAddress(query.destination)),
                let outcome = outcomes[undecided[probe]],
                answer.isRoute || !isSatisfied || outcome.isMissingHalf
            {
                if answer.isRoute { undecided.remove(at: probe) }
                if let route = outcome.route, route.hasDeadLeg, let entry,
                    entry.nextHops.count > 1 || !answer.leads(to: route.interface)
                {
                    // The kernel may choose the dead leg. All legs together tell what packets can do.
                    deciding[query.matchingEntry] = route.legs
                } else {
                    decides = true
                }
            }
            let text = answer.text(state, metric: entry?.metric ?? 0, live: deciding[query])
            return PathExplanation.Evidence(
                source: .lookup, fact: "\(query.text(state)): \(text)", decided: decides)
        }
    }

    /// The outcome of a probe.
    private struct Outcome {
        /// The route, if it is live.
        var route: LiveRoute?
        /// Whether the probe has no live route, although the other half of the address space has one.
        var isMissingHalf: Bool
    }

    private var outcomes: [IPAddress: Outcome] {
        var all: [IPAddress: Outcome] = [:]
        for family in IPAddress.Family.allCases {
            let ofFamily = evaluation.outcomes[family]
            let isPartial = evaluation.hasRouteInPartOnly && evaluation.hasRoute(family)
            let probes = evaluation.question.probes.addresses.filter { $0.family == family }
            for (probe, outcome) in zip(probes, ofFamily) {
                all[probe] = Outcome(
                    route: outcome.route, isMissingHalf: isPartial && outcome.route == nil)
            }
        }
        return all
    }

    /// The entries of the routing tables, by the queries that match them.
    private var entries: [RouteQuery: RouteReply] {
        var entries: [RouteQuery: RouteReply] = [:]
        for answered in answered
        where answered.query.matchesEntry && answered.query.interface == nil {
            if case .route(let entry) = answered.answer { entries[answered.query] = entry }
        }
        return entries
    }
}

extension RouteQuery {
    /// The query for the entry that a choice follows.
    fileprivate var matchingEntry: RouteQuery {
        var query = self
        query.matchesEntry = true
        return query
    }
}
