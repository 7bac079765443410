// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A path together with everything that led to it, for people who ask why.
public struct PathExplanation: Sendable, Hashable {
    /// The path.
    public let path: NetworkPath
    /// Of the path: whether there is one, and whether it is metered; then of each interface, in the
    /// order of ``NetworkPath/interfaces``: what it is, and whether it is metered.
    public let answers: [Answer]
}

extension PathExplanation {
    /// Decides the path and keeps the evidence.
    static func evaluate(
        _ state: NetworkState,
        _ question: PathQuestion = PathQuestion(),
        oracle: any RouteOracle,
        signal: (NetworkInterface) -> Int? = { _ in nil }
    ) throws(NetlinkError) -> PathExplanation {
        let recorder = RecordingOracle(oracle)
        let finder = Wayfinder(state: state, oracle: recorder)
        let findings = try PathFindings(finder, question)
        let path = NetworkPath(findings, finder)
        var metering = InterfaceMetering(
            path.seen, path.passage, question.overrides)
        var answers: [Answer] = [
            .path(path, recorder.answers, question.probes, findings.underlay, state),
            .metered(of: path),
        ]
        for interface in path.interfaces {
            guard let seen = state[UInt32(interface.index)] else { continue }
            answers.append(
                .type(
                    of: interface, seen, state.lowerInterfaces(of: seen), signal(interface)))
            answers.append(.metered(of: interface, metering.statements(of: seen)))
        }
        return PathExplanation(path: path, answers: answers)
    }
}

extension PathExplanation.Answer {
    /// What an interface is.
    fileprivate static func type(
        of interface: NetworkInterface,
        _ seen: NetworkState.Interface,
        _ lower: [LowerInterface],
        _ signal: Int?
    ) -> Self {
        let classification = seen.classification
        var facts =
            seen.facts.all + lower.map { .lower(name: $0.name, type: $0.classification.type) }
        if !facts.contains(classification.decidedBy) { facts.append(classification.decidedBy) }
        var evidence = facts.map {
            PathExplanation.Evidence(
                source: $0.source, fact: $0.text, decided: $0 == classification.decidedBy)
        }
        if let ssid = interface.ssid {
            evidence.append(
                PathExplanation.Evidence(
                    source: .nl80211, fact: "in the network “\(ssid)”", decided: false))
        }
        if let signal {
            evidence.append(
                PathExplanation.Evidence(
                    source: .nl80211, fact: "signal \(signal) dBm", decided: false))
        }
        return Self(
            subject: interface.name, interface: interface.index, question: .type,
            answer: classification.type.rawValue, confidence: classification.confidence,
            evidence: evidence)
    }

    /// Whether an interface is metered.
    fileprivate static func metered(
        of interface: NetworkInterface,
        _ statements: [MeteredStatement]
    ) -> Self {
        let metered = interface.metered
        let deciding = statements.deciding
        var evidence = MeteredRung.allCases.flatMap { rung -> [PathExplanation.Evidence] in
            let said = statements.filter { $0.rung == rung }
            guard !said.isEmpty else {
                return [
                    PathExplanation.Evidence(source: .ladder, fact: rung.silence, decided: false)
                ]
            }
            return said.map {
                PathExplanation.Evidence(
                    source: .ladder, fact: $0.metered.text, decided: $0 == deciding)
            }
        }
        if deciding == nil {
            evidence.append(
                PathExplanation.Evidence(source: .ladder, fact: metered.detail, decided: true))
        }
        return Self(
            subject: interface.name, interface: interface.index, question: .metered,
            answer: metered.value.rawValue, confidence: nil, evidence: evidence)
    }

    /// Whether the path is metered.
    fileprivate static func metered(of path: NetworkPath) -> Self {
        Self(
            subject: "path", interface: nil, question: .metered,
            answer: path.metered.value.rawValue, confidence: nil,
            evidence: [
                PathExplanation.Evidence(
                    source: .ladder, fact: path.metered.detail, decided: true)
            ])
    }

    /// Whether there is a path.
    fileprivate static func path(
        _ path: NetworkPath,
        _ answers: [(lookup: RouteLookup, answer: RouteAnswer)],
        _ probes: PathProbes,
        _ underlay: Underlay?,
        _ state: NetworkState
    ) -> Self {
        Self(
            subject: "path", interface: nil, question: .path, answer: path.status.rawValue,
            confidence: nil,
            evidence: lookups(path, answers, probes, underlay, state)
                + links(path, answers, state) + others(path, state))
    }

    /// The route lookups. What decides is the kernel's answer for a packet to a probe, and for a
    /// tunnel the answer that led to its underlay.
    private static func lookups(
        _ path: NetworkPath,
        _ answers: [(lookup: RouteLookup, answer: RouteAnswer)],
        _ probes: PathProbes,
        _ underlay: Underlay?,
        _ state: NetworkState
    ) -> [PathExplanation.Evidence] {
        // The first lookups are the probes'; a name server may have the address of one.
        var undecided = probes.addresses[...]
        var below = underlay?.tunnels.dropFirst() ?? []
        if let route = underlay?.route { below.append(route.interface) }
        return answers.map { lookup, answer in
            let isChoice = lookup.interface == nil && !lookup.matchesEntry
            var decides = false
            if isChoice, lookup.mark != nil {
                decides = below.contains { answer.leads(to: $0) }
            } else if isChoice,
                let probe = undecided.firstIndex(of: IPAddress(lookup.destination)),
                answer.isRoute || path.status == .unsatisfied
            {
                decides = true
                if answer.isRoute { undecided.remove(at: probe) }
            }
            return PathExplanation.Evidence(
                source: .lookup, fact: "\(lookup.text(state)): \(answer.text(state))",
                decided: decides)
        }
    }

    /// The links that the answers name; where there is no path, all that could be one.
    private static func links(
        _ path: NetworkPath,
        _ answers: [(lookup: RouteLookup, answer: RouteAnswer)],
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
        if let silence = state.networkManagerSilence {
            evidence.append(
                PathExplanation.Evidence(
                    source: .networkManager, fact: silence.reason, decided: false))
        }
        for server in state.resolver.nameServers {
            evidence.append(
                PathExplanation.Evidence(
                    source: .resolver, fact: "name server \(server)", decided: false))
        }
        if let reason = path.unsatisfiedReason {
            evidence.append(
                PathExplanation.Evidence(
                    source: .classification, fact: reason.rawValue, decided: true))
        }
        return evidence
    }
}

extension Metered {
    fileprivate var text: String { "\(source.rawValue) says \(value.rawValue): \(detail)" }
}

extension NetworkState.Interface {
    /// What decides whether packets can leave by it.
    fileprivate var text: String {
        let carrier = hasCarrier ? "carrier" : "no carrier"
        let usable = self.addresses.filter(\.isUsable).map(\.address.description)
        return "\(name): \(isUp ? "up" : "down"), \(carrier), "
            + (usable.isEmpty ? "no usable address" : usable.joined(separator: ", "))
    }
}
