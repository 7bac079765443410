// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import LinuxSystem
internal import Netlink

/// A path with the evidence for it: the facts from which its status, types and costs follow.
public struct PathExplanation: Sendable, Hashable {
    /// The path that is explained.
    public let path: NetworkPath
    /// The answers, those for the path first, then those for each interface in the order of ``NetworkPath/interfaces``.
    ///
    /// The answers for the path are: its status; whether it is metered; whether the internet answers, if that has been
    /// checked; the address of the captive portal, if the network tells it; and whether the path is roaming, if a
    /// modem carries it. Those for an interface are: its type; whether it is metered; and whether its modem is roaming, if
    /// it has one.
    public let answers: [Answer]
    /// The answer of the captive portal's API; `nil` if it was not asked (only `reach explain --validated` does
    /// so), or does not answer.
    public internal(set) var captivePortal: CaptivePortal?
}

extension PathExplanation {
    /// Evaluates the path and keeps the evidence.
    static func evaluate(
        _ state: NetworkState,
        _ question: PathQuestion = PathQuestion(),
        oracle: any RouteOracle,
        readRules: () throws(NetlinkError) -> [RuleMessage] = { () throws(NetlinkError) in [] },
        signal: (NetworkInterface) -> Int? = { _ in nil }
    ) throws(NetlinkError) -> PathExplanation {
        let recorder = RecordingOracle(oracle)
        let evaluation = try PathEvaluation(state, question, oracle: recorder)
        return try PathExplanation(
            evaluation, state, recorder, readRules: readRules, signal: signal)
    }

    /// Explains an evaluation.
    ///
    /// - Parameter recorder: the oracle of the evaluation.
    init(
        _ evaluation: PathEvaluation,
        _ state: NetworkState,
        _ recorder: RecordingOracle,
        readRules: () throws(NetlinkError) -> [RuleMessage],
        signal: (NetworkInterface) -> Int?
    ) throws(NetlinkError) {
        let path = NetworkPath(evaluation, state)
        let deadRoutes = try evaluation.deadRoutes(
            state, oracle: recorder, readRules: readRules)
        // Only the search for dead routes repeats queries.
        var seen: Set<AnsweredQuery> = []
        let answered = recorder.answers.filter { seen.insert($0).inserted }
        var metering = InterfaceMetering(
            path.seen, path.passage, evaluation.question.overrides)
        var answers: [Answer] = [
            .path(
                path, answered,
                RouteEvidence(
                    answered: answered, tunnels: recorder.tunnels, evaluation: evaluation,
                    state: state),
                deadRoutes, state),
            .metered(of: path),
        ]
        if path.connectivity.source != .nobody { answers.append(.connectivity(of: path)) }
        if let portal = Answer.portal(of: path, state) { answers.append(portal) }
        if let roaming = Answer.roaming(of: path, state) { answers.append(roaming) }
        for interface in path.interfaces {
            guard let seen = state[UInt32(interface.index)] else { continue }
            answers.append(
                .type(
                    of: interface, seen, state.lowerInterfaces(of: seen), signal(interface)))
            answers.append(.metered(of: interface, metering.statements(of: seen)))
            if let roaming = Answer.roaming(of: interface, state) { answers.append(roaming) }
        }
        self.init(path: path, answers: answers)
    }
}

extension PathExplanation.Answer {
    /// The type of an interface.
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
        var evidence = facts.map { fact in
            let (origin, text) = fact.evidence
            return PathExplanation.Evidence(
                source: PathExplanation.Evidence.Source(rawValue: origin.rawValue), fact: text,
                decided: fact == classification.decidedBy)
        }
        if let ssid = interface.ssid {
            evidence.append(
                PathExplanation.Evidence(
                    source: .nl80211, fact: "connected to “\(ssid)”", decided: false))
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
        var evidence = MeteredPriority.allCases.flatMap { priority -> [PathExplanation.Evidence] in
            let ofPriority = statements.filter { $0.priority == priority }
            guard !ofPriority.isEmpty else {
                return [
                    PathExplanation.Evidence(
                        source: .metering, fact: MeteringSource.absence(of: priority),
                        decided: false)
                ]
            }
            return ofPriority.map {
                PathExplanation.Evidence(
                    source: .metering, fact: $0.metered.text, decided: $0 == deciding)
            }
        }
        if deciding == nil {
            evidence.append(
                PathExplanation.Evidence(source: .metering, fact: metered.detail, decided: true))
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
                    source: .metering, fact: path.metered.detail, decided: true)
            ])
    }
}

extension Metered {
    /// The statement with its source, unless the detail quotes it.
    fileprivate var text: String {
        detail.begins(with: "NetworkManager says")
            ? detail : "\(source.rawValue) says \(value.rawValue): \(detail)"
    }
}
