// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

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
        let path = NetworkPath(evaluation, state).readingPlans(of: evaluation.question)
        let deadRoutes = try evaluation.deadRoutes(
            state, oracle: recorder, readRules: readRules)
        // Only the search for dead routes repeats queries.
        var seen: Set<AnsweredQuery> = []
        let answered = recorder.answers.filter { seen.insert($0).inserted }
        var metering = path.metering
        var answers: [Answer] = [
            .path(
                path, answered,
                RouteEvidence(
                    answered: answered, tunnels: recorder.tunnels, evaluation: evaluation,
                    state: state),
                deadRoutes, state),
            .metered(of: path),
        ]
        if path.connectivity.source != .noSource { answers.append(.connectivity(of: path)) }
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

extension PathExplanation.Answer {
    /// The result of the last connectivity check.
    static func connectivity(of path: NetworkPath) -> Self {
        let source: PathExplanation.Evidence.Source =
            path.connectivity.source == .desktopPortal ? .desktopPortal : .networkManager
        return connectivity(
            of: path,
            [
                PathExplanation.Evidence(
                    source: source,
                    fact: "its connectivity check says \(path.connectivity.value)",
                    decided: true)
            ])
    }

    /// The address of the captive portal; `nil` if the network announces none.
    static func portal(of path: NetworkPath, _ state: NetworkState) -> Self? {
        let primaries = path.decision.primaries.inOrder.compactMap(\.self)
        guard path.connectivity.portal != nil,
            let (address, interface) = state.portal(of: primaries + path.decision.underlay)
        else { return nil }
        return Self(
            subject: "path", interface: nil, question: .portal, answer: address, confidence: nil,
            evidence: [
                PathExplanation.Evidence(
                    source: .dhcp,
                    fact: "the DHCP server of \(interface) announces a captive portal (option 114)",
                    decided: true)
            ])
    }

    /// Whether the captive portal holds packets back.
    ///
    /// - Parameter address: the address of its API.
    static func captive(_ portal: CaptivePortal, _ address: String) -> Self {
        Self(
            subject: "path", interface: nil, question: .captive,
            answer: portal.isCaptive ? "yes" : "no", confidence: nil,
            evidence: (["\(address) says \(portal.headline)"] + portal.details).map { fact in
                PathExplanation.Evidence(source: .captivePortal, fact: fact, decided: true)
            })
    }

    static func connectivity(
        of path: NetworkPath, _ evidence: [PathExplanation.Evidence]
    ) -> Self {
        Self(
            subject: "path", interface: nil, question: .connectivity,
            answer: path.connectivity.value.rawValue, confidence: nil, evidence: evidence)
    }
}

extension PathExplanation.Answer {
    /// Whether the path is roaming; `nil` if no modem carries it.
    static func roaming(of path: NetworkPath, _ state: NetworkState) -> Self? {
        roaming("path", interface: nil, path.isRoaming, path.decision.used, state)
    }

    /// Whether the modem of an interface is roaming; `nil` if it has none.
    static func roaming(of interface: NetworkInterface, _ state: NetworkState) -> Self? {
        roaming(
            interface.name, interface: interface.index, interface.isRoaming,
            [UInt32(interface.index)], state)
    }

    private static func roaming(
        _ subject: String,
        interface: Int?,
        _ isRoaming: Bool?,
        _ used: [UInt32],
        _ state: NetworkState
    ) -> Self? {
        let cellular = state.interfaces.cellular(among: used)
        guard !cellular.isEmpty else { return nil }
        let missing = state.reports(RoamingReports.self)?.missingAnswerReason
        let evidence = cellular.map { name, registration in
            let fact =
                registration.map { "the registration of the modem of \(name) is: \($0.word)" }
                ?? missing ?? "ModemManager knows no modem with the interface \(name)"
            return PathExplanation.Evidence(
                source: .modemManager, fact: fact, decided: registration?.isRoaming == isRoaming)
        }
        return Self(
            subject: subject, interface: interface, question: .roaming,
            answer: isRoaming.map { $0 ? "yes" : "no" } ?? "unknown", confidence: nil,
            evidence: evidence)
    }
}
