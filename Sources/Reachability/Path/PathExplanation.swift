// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A path together with everything that led to it.
public struct PathExplanation: Sendable, Hashable {
    /// The path.
    public let path: NetworkPath
    /// Of the path: whether there is one, and whether it is metered; then of each interface, in the
    /// order of ``NetworkPath/interfaces``: what it is, and whether it is metered.
    public let explanations: [Explanation]
}

extension PathExplanation {
    /// Decides the path and keeps the evidence.
    static func evaluate(
        _ state: NetworkState,
        probes: Probes,
        oracle: any RouteOracle
    ) throws(NetlinkError) -> PathExplanation {
        let recorder = RecordingOracle(oracle)
        let finder = Wayfinder(state: state, topology: Topology(state), oracle: recorder)
        let findings = try PathFindings(finder, probes)
        let path = NetworkPath(findings, finder)
        var metering = InterfaceMetering(finder, tunnelsGoOver: findings.underlay?.interface)
        let interfaces = path.interfaces.flatMap { interface -> [Explanation] in
            let index = UInt32(interface.index)
            guard
                let facts = state[index]?.facts,
                let classification = finder.topology.classifications[index]
            else { return [] }
            return [
                .type(of: interface.name, facts, classification),
                .metered(
                    of: interface.name, interface.metered,
                    metering.statements(index, classification)),
            ]
        }
        let ofPath: [Explanation] = [
            .path(path, recorder.answers, probes, findings.underlay?.interface, state),
            .metered(of: path),
        ]
        return PathExplanation(path: path, explanations: ofPath + interfaces)
    }
}

extension Explanation {
    /// What an interface is.
    fileprivate static func type(
        of name: String,
        _ facts: InterfaceFacts,
        _ classification: Classification
    ) -> Explanation {
        var seen = facts.all
        if !seen.contains(classification.decidedBy) { seen.append(classification.decidedBy) }
        return Explanation(
            subject: name,
            question: .type,
            answer: classification.type.rawValue,
            confidence: classification.confidence,
            evidence: seen.map {
                Evidence(
                    source: $0.source, fact: $0.text, decided: $0 == classification.decidedBy)
            })
    }

    /// Whether an interface is metered.
    fileprivate static func metered(
        of name: String,
        _ metered: Metered,
        _ statements: [MeteredStatement]
    ) -> Explanation {
        var evidence = statements.map {
            Evidence(
                source: .ladder,
                fact:
                    "\($0.metered.source.rawValue) says \($0.metered.value.rawValue): \($0.metered.detail)",
                decided: $0.metered == metered)
        }
        if !evidence.contains(where: \.decided) {
            evidence.append(Evidence(source: .ladder, fact: metered.detail, decided: true))
        }
        return Explanation(
            subject: name, question: .metered, answer: metered.value.rawValue, confidence: nil,
            evidence: evidence)
    }

    /// Whether the path is metered.
    fileprivate static func metered(of path: NetworkPath) -> Explanation {
        Explanation(
            subject: "path", question: .metered, answer: path.metered.value.rawValue,
            confidence: nil,
            evidence: [Evidence(source: .ladder, fact: path.metered.detail, decided: true)])
    }

    /// Whether there is a path.
    ///
    /// What decides is the kernel's answer for a packet to a probe, and for a tunnel the answer
    /// that led to its underlay.
    fileprivate static func path(
        _ path: NetworkPath,
        _ answers: [(lookup: RouteLookup, answer: RouteAnswer)],
        _ probes: Probes,
        _ underlay: UInt32?,
        _ state: NetworkState
    ) -> Explanation {
        let isSatisfied = path.status == .satisfied
        var evidence = answers.map { lookup, answer in
            let isProbe =
                lookup.interface == nil && !lookup.matchesEntry
                && (probes.ipv4 + probes.ipv6).contains(IPAddress(lookup.destination))
            let isDecisive =
                if lookup.mark != nil {
                    underlay.map(answer.leads) ?? false
                } else {
                    !isSatisfied || answer.isRoute
                }
            return Evidence(
                source: .lookup, fact: "\(lookup.text(state)): \(answer.text(state))",
                decided: isProbe && isDecisive)
        }
        // The links that the answers name; where there is no path, all that could be one.
        let named = Set(answers.flatMap { $0.answer.interfaces })
        for index in path.interfaces.map({ UInt32($0.index) }) {
            guard let interface = state[index], interface.link.index != 1,
                named.contains(index) || !isSatisfied
            else { continue }
            evidence.append(Evidence(source: .netlink, fact: interface.text, decided: false))
        }
        for server in state.resolver.nameServers {
            evidence.append(
                Evidence(source: .resolver, fact: "name server \(server)", decided: false))
        }
        if let reason = path.unsatisfiedReason {
            evidence.append(
                Evidence(source: .classification, fact: reason.rawValue, decided: true))
        }
        return Explanation(
            subject: "path", question: .path, answer: path.status.rawValue, confidence: nil,
            evidence: evidence)
    }
}

/// Questions and answers in the words of `ip route get`.
extension RouteLookup {
    fileprivate func text(_ state: NetworkState) -> String {
        var text = "\(IPAddress(destination))"
        if let source { text += " from \(IPAddress(source))" }
        if let mark { text += " mark 0x\(String(mark, radix: 16))" }
        if let interface { text += " oif \(state[interface]?.name ?? "\(interface)")" }
        if matchesEntry { text += " fibmatch" }
        return text
    }
}

extension RouteAnswer {
    fileprivate var isRoute: Bool {
        switch self {
        case .route: true
        case .refused: false
        }
    }

    fileprivate var interfaces: [UInt32] {
        switch self {
        case .route(let reply): reply.nextHops.map(\.interface)
        case .refused: []
        }
    }

    fileprivate func leads(to index: UInt32) -> Bool { interfaces.contains(index) }

    fileprivate func text(_ state: NetworkState) -> String {
        switch self {
        case .route(let reply):
            let hops = reply.nextHops.map { hop in
                (hop.gateway.map { "via \(IPAddress($0)) " } ?? "")
                    + "dev \(state[hop.interface]?.name ?? "\(hop.interface)")"
                    + (hop.isDead ? " linkdown" : "")
            }
            let source = reply.source.map { " src \(IPAddress($0))" } ?? ""
            let metric = reply.metric == 0 ? "" : " metric \(reply.metric)"
            return hops.joined(separator: ", ") + source + metric
        case .refused(let refusal): return refusal.text
        }
    }
}

extension RouteRefusal {
    fileprivate var text: String {
        switch self {
        case .noRoute: "no route"
        case .unreachable: "unreachable"
        case .prohibited: "prohibited"
        case .blackhole: "blackhole"
        case .local: "this machine"
        case .notUnicast(let type): "a route of type \(type)"
        }
    }
}

extension NetworkState.Interface {
    /// What decides whether packets can leave by it.
    fileprivate var text: String {
        let carrier = hasCarrier ? "carrier" : "no carrier"
        let usable = addresses.filter(\.isUsable).map(\.address.description)
        return "\(name): \(isUp ? "up" : "down"), \(carrier), "
            + (usable.isEmpty ? "no usable address" : usable.joined(separator: ", "))
    }
}
