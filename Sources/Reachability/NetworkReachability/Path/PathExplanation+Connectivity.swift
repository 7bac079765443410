// SPDX-License-Identifier: Apache-2.0

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

    /// The address of the captive portal; `nil` if the network tells none.
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
}
