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

extension NetworkState.Interface {
    /// The properties that decide whether packets can use the interface.
    fileprivate var text: String {
        let carrier = hasCarrier ? "carrier" : "no carrier"
        let usable = self.addresses.filter(\.isUsable).map(\.address.description)
        return "\(name): \(isUp ? "up" : "down"), \(carrier), "
            + (usable.isEmpty ? "no usable address" : usable.joined(separator: ", "))
    }
}
