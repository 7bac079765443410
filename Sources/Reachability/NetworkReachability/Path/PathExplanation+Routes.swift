// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension PathExplanation.Answer {
    /// Whether there is a path.
    static func path(
        _ path: NetworkPath,
        _ answers: [AnsweredQuery],
        _ routes: RouteEvidence,
        _ deadRoutes: [DeadRoute],
        _ state: NetworkState
    ) -> Self {
        Self(
            subject: "path", interface: nil, question: .path, answer: path.status.rawValue,
            confidence: nil,
            evidence: desktopPortal(state) + routes.all + routes.tunnelEvidence
                + links(path, answers, state) + others(path, state)
                + reasons(path, deadRoutes))
    }

    /// The report of xdg-desktop-portal, and why it was asked; empty if the kernel was asked.
    private static func desktopPortal(_ state: NetworkState) -> [PathExplanation.Evidence] {
        guard let report = state.desktopPortal else { return [] }
        return [
            PathExplanation.Evidence(source: .netlink, fact: report.refusal, decided: true),
            PathExplanation.Evidence(source: .desktopPortal, fact: report.text, decided: true),
        ]
    }

    /// The links that the routes use; for an unsatisfied path all that could carry one.
    private static func links(
        _ path: NetworkPath,
        _ answers: [AnsweredQuery],
        _ state: NetworkState
    ) -> [PathExplanation.Evidence] {
        let named = Set(answers.flatMap(\.answer.interfaces))
        return path.interfaces.compactMap { interface in
            let index = UInt32(interface.index)
            guard let seen = state[index], interface.type != .loopback,
                named.contains(index) || path.status == .unsatisfied
            else { return nil }
            return PathExplanation.Evidence(source: .netlink, fact: seen.text, decided: false)
        }
    }

    private static func others(
        _ path: NetworkPath,
        _ state: NetworkState
    ) -> [PathExplanation.Evidence] {
        var evidence: [PathExplanation.Evidence] = []
        if let interruption = state.interruption {
            evidence.append(
                PathExplanation.Evidence(
                    source: .netlink, fact: "\(interruption.description); some may be missing",
                    decided: false))
        }
        if let failure = state.wirelessFailure {
            evidence.append(
                PathExplanation.Evidence(source: .nl80211, fact: failure, decided: false))
        }
        for source in MeteringSource.all {
            guard let limitation = source.limitation(state) else { continue }
            evidence.append(
                PathExplanation.Evidence(
                    source: PathExplanation.Evidence.Source(rawValue: source.name.rawValue),
                    fact: limitation, decided: false))
        }
        for server in state.resolver.nameServers {
            evidence.append(
                PathExplanation.Evidence(
                    source: .resolver, fact: "name server \(server)", decided: false))
        }
        return evidence
    }

    /// Why there is no path, or no path for one family.
    private static func reasons(
        _ path: NetworkPath,
        _ deadRoutes: [DeadRoute]
    ) -> [PathExplanation.Evidence] {
        let sentences = deadRoutes.map(\.description)
        return (sentences + [path.unsatisfiedReason?.rawValue].compactMap(\.self)).map { fact in
            PathExplanation.Evidence(
                source: .classification, fact: fact, decided: path.status == .unsatisfied)
        }
    }
}

extension NetworkState.Interface {
    /// The properties that decide whether packets can use the interface.
    fileprivate var text: String {
        let carrier = hasCarrier ? "carrier" : "no carrier"
        let usable = self.addresses.filter(\.isUsable).map(\.address.description)
        return "\(name): \(isUp ? "up" : "down"), \(carrier), "
            + (usable.isEmpty ? "no usable address" : usable.joined(separator: ", "))
    }
}

/// The route queries of an evaluation, as evidence for the path.
///
/// The deciding ones are the kernel's routes to the probes, and for a tunnel the route that leads to its underlay.
struct RouteEvidence {
    /// The queries with their answers, in the order in which they were made.
    let answered: [AnsweredQuery]
    /// The readings of WireGuard tunnels.
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

/// How it is known where a tunnel's own packets go.
extension RouteEvidence {
    /// The readings of WireGuard; and the fact that the mark is unknown, if several ways count.
    var tunnelEvidence: [PathExplanation.Evidence] {
        tunnels.flatMap { evidence($0.index, $0.reading) } + uncertainty
    }

    private func evidence(
        _ index: UInt32, _ reading: TunnelReading
    ) -> [PathExplanation.Evidence] {
        let name = state[index]?.name ?? "\(index)"
        switch reading {
        case .device(let device):
            let probes = evaluation.question.probes.addresses.map(\.bytes)
            let servers = device.endpoints(for: probes).map(\.text).joined(separator: ", ")
            let mark = device.mark == 0 ? "no mark" : "mark 0x\(String(device.mark, radix: 16))"
            return [
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "\(name) sends with \(mark) to "
                        + (servers.isEmpty ? "no known server" : servers),
                    decided: true),
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "WireGuard reports no change of the mark and the servers: it is noticed "
                        + "with the next change of a link, an address, a rule or a route in use",
                    decided: false),
            ]
        case .unreadable(let reason):
            return [
                PathExplanation.Evidence(
                    source: .wireGuard,
                    fact: "the mark and the servers of \(name) are unknown, so the rules decide: "
                        + "\(reason); reading them needs the capability CAP_NET_ADMIN",
                    decided: true)
            ]
        }
    }

    private var uncertainty: [PathExplanation.Evidence] {
        evaluation.underlays.compactMap { underlay in
            let passage = underlay.passage
            guard passage.isOneOfExits,
                let tunnel = passage.tunnels.first.flatMap({ state[$0]?.name })
            else { return nil }
            let names = passage.exits.compactMap { state[$0]?.name }.joined(separator: ", ")
            return PathExplanation.Evidence(
                source: .classification,
                fact: "it is unknown which mark the packets of \(tunnel) have, so each way counts: "
                    + names,
                decided: true)
        }
    }
}

extension WireGuardDevice.Endpoint {
    /// The address and the port, as `wg show` prints them.
    fileprivate var text: String {
        let address = IPAddress(address)
        let host = address.family == .ipv6 ? "[\(address)]" : "\(address)"
        return "\(host):\(port)"
    }
}
