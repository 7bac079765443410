// SPDX-License-Identifier: Apache-2.0

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
