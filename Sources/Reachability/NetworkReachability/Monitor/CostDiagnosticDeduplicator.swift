// SPDX-License-Identifier: Apache-2.0

/// What was reported last about NetworkManager's answer on what connections cost.
struct CostDiagnosticDeduplicator: Sendable {
    /// A problem that was reported and has not ended.
    private enum Problem {
        /// The first answer is pending. (Level `info`)
        case pending
        /// The answer is missing. (Level `warning`)
        case missing
        /// NetworkManager does not run any more. (Level `notice`)
        case ended
    }

    private var problem: Problem?
    /// The reasons that were reported since NetworkManager answered last. A bus that takes each
    /// connection and then closes it has the same few reasons again and again.
    private var reasons: Set<String> = []
    private var hasAnswered = false

    /// Records whether NetworkManager has answered.
    ///
    /// - Parameter isPending: whether the first answer over a connection is pending.
    /// - Returns: what is to be reported.
    mutating func update(
        _ availability: ServiceAvailability,
        isPending: Bool
    ) -> [NetworkDiagnostic] {
        switch availability {
        case .answered: answered()
        case .notRunning(let reason): notRunning(reason)
        case .missing(let reason): missing(reason, isPending: isPending)
        }
    }

    private mutating func missing(_ reason: String, isPending: Bool) -> [NetworkDiagnostic] {
        if isPending {
            // A new connection does not end the problem of the last one.
            guard problem == nil else { return [] }
            problem = .pending
        } else {
            guard reasons.insert(reason).inserted else { return [] }
            problem = .missing
        }
        return [
            NetworkDiagnostic(
                isPending ? .info : .warning, .networkManagerMissing,
                "It may be unknown what connections cost: \(reason).")
        ]
    }

    private mutating func notRunning(_ reason: String) -> [NetworkDiagnostic] {
        let old = problem
        switch old {
        case .ended: return []
        case .missing: problem = .ended
        // Where NetworkManager never ran, nothing has ended but the wait for its answer.
        case .pending, nil: problem = hasAnswered ? .ended : nil
        }
        guard old != nil || problem != nil else { return [] }
        return [
            NetworkDiagnostic(
                problem == nil ? .info : .notice, .networkManagerEnded,
                "NetworkManager does not tell what connections cost: \(reason).")
        ]
    }

    private mutating func answered() -> [NetworkDiagnostic] {
        let old = problem
        problem = nil
        reasons = []
        hasAnswered = true
        guard let old else { return [] }
        return [
            NetworkDiagnostic(
                old == .pending ? .info : .notice, .networkManagerAnswered,
                "NetworkManager has answered what connections cost.")
        ]
    }
}
