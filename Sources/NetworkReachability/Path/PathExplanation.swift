// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A path with the evidence for it: the facts from which its status, types and costs follow.
public struct PathExplanation: Sendable, Hashable {
    /// The path that is explained.
    public let path: NetworkPath
    /// The answers, those for the path first, then those for each interface in the order of ``NetworkPath/interfaces``.
    ///
    /// The answers for the path are: its status; whether it is metered; whether the internet answers, if somebody has
    /// checked that; the address of the captive portal, if the network tells it; and whether the path is roaming, if a
    /// modem carries it. Those for an interface are: its type; whether it is metered; and whether its modem is roaming, if
    /// it has one.
    public let answers: [Answer]
    /// What the API of the network's captive portal says; `nil` if it was not asked (only `reach explain --validated` does
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
        let path = NetworkPath(evaluation, state)
        let deadRoutes = try evaluation.deadRoutes(
            state, oracle: recorder, readRules: readRules)
        // Only the search for dead routes repeats queries.
        var seen: Set<AnsweredQuery> = []
        let answered = recorder.answers.filter { seen.insert($0).inserted }
        var metering = InterfaceMetering(
            path.seen, path.passage, question.overrides)
        var answers: [Answer] = [
            .path(
                path, answered,
                RouteEvidence(answered: answered, evaluation: evaluation, state: state),
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
        return PathExplanation(path: path, answers: answers)
    }
}

extension PathExplanation {
    /// Returns the explanation with the result of a check that was made for it.
    ///
    /// - Parameters:
    ///   - path: the path with the result.
    ///   - fact: who was asked, when, and what was observed.
    ///   - captivePortal: what the API of the network's captive portal says; `nil` if nothing.
    package func validated(
        _ path: NetworkPath, fact: String, captivePortal: CaptivePortal? = nil
    ) -> PathExplanation {
        let source: Evidence.Source =
            path.connectivity.source == .probe ? .probe : .networkManager
        let answer = Answer.connectivity(
            of: path, [Evidence(source: source, fact: fact, decided: true)])
        var answers = answers.filter { $0.question != .connectivity }
        // After the answers to the first two questions about the path.
        let position =
            answers.firstIndex {
                $0.question != .path && $0.question != .metered || $0.interface != nil
            }
            ?? answers.endIndex
        answers.insert(answer, at: position)
        if let captivePortal, let address = path.connectivity.portal {
            let place = answers.firstIndex { $0.question == .portal } ?? position
            answers.insert(.captive(captivePortal, address), at: place + 1)
        }
        return PathExplanation(path: path, answers: answers, captivePortal: captivePortal)
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

    /// The result of the last connectivity check.
    fileprivate static func connectivity(of path: NetworkPath) -> Self {
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

    /// The address of the captive portal; `nil` if the network tells none.
    fileprivate static func portal(of path: NetworkPath, _ state: NetworkState) -> Self? {
        let primaries = path.decision.primaries.inOrder.compactMap(\.self)
        guard path.connectivity.portal != nil,
            let (address, interface) = state.portal(of: primaries + path.decision.underlay)
        else { return nil }
        return Self(
            subject: "path", interface: nil, question: .portal, answer: address, confidence: nil,
            evidence: [
                PathExplanation.Evidence(
                    source: .dhcp,
                    fact: "the DHCP server of \(interface) tells of a captive portal (option 114)",
                    decided: true)
            ])
    }

    /// Whether the captive portal holds packets back.
    ///
    /// - Parameter address: the address of its API.
    fileprivate static func captive(_ portal: CaptivePortal, _ address: String) -> Self {
        Self(
            subject: "path", interface: nil, question: .captive,
            answer: portal.isCaptive ? "yes" : "no", confidence: nil,
            evidence: (["\(address) says \(portal.headline)"] + portal.details).map { fact in
                PathExplanation.Evidence(source: .captivePortal, fact: fact, decided: true)
            })
    }

    fileprivate static func connectivity(
        of path: NetworkPath, _ evidence: [PathExplanation.Evidence]
    ) -> Self {
        Self(
            subject: "path", interface: nil, question: .connectivity,
            answer: path.connectivity.value.rawValue, confidence: nil, evidence: evidence)
    }

    /// Whether there is a path.
    fileprivate static func path(
        _ path: NetworkPath,
        _ answers: [AnsweredQuery],
        _ routes: RouteEvidence,
        _ deadRoutes: [DeadRoute],
        _ state: NetworkState
    ) -> Self {
        Self(
            subject: "path", interface: nil, question: .path, answer: path.status.rawValue,
            confidence: nil,
            evidence: desktopPortal(state) + routes.all
                + links(path, answers, state) + others(path, state)
                + reasons(path, deadRoutes))
    }

    /// What xdg-desktop-portal says, and why it was asked; nothing if the kernel was.
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

extension Metered {
    fileprivate var text: String { "\(source.rawValue) says \(value.rawValue): \(detail)" }
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
