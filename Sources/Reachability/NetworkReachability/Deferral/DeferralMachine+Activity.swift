// SPDX-License-Identifier: Apache-2.0

/// What a queue is doing. It is counted with each change of an operation, so that reading it does
/// not visit every operation.
extension DeferralMachine {
    /// The counters.
    struct Tally: Sendable {
        var waiting = 0
        var running = 0
        var finished = 0
        /// How often constraints were evaluated, and how many heap entries were moved in gates that
        /// no longer exist: a measure of the work done, for tests.
        var evaluations = 0
        var moves = 0
        /// The number of operations that wait for something other than the network, by reason.
        fileprivate var reasons: [DeferralQueue.WaitingReason: Int] = [:]

        /// Counts that an operation entered a phase (`step` is 1) or left it (−1).
        mutating func count(_ phase: Phase, by step: Int) {
            switch phase {
            case .running: running += step
            case .waiting: waiting += step
            case .following, .behind: wait(for: .existingWork, step)
            case .delayed(let isBackoff): wait(for: isBackoff ? .backoff : .minimumLatency, step)
            case .confirming: wait(for: .confirmation, step)
            }
        }

        private mutating func wait(for reason: DeferralQueue.WaitingReason, _ step: Int) {
            waiting += step
            let count = reasons[reason, default: 0] + step
            reasons[reason] = count == 0 ? nil : count
        }
    }

    /// A snapshot of what the queue is doing.
    var activity: DeferralQueue.Activity {
        var reasons = Set(tally.reasons.keys)
        for condition in gates.keys where gates[condition]?.waiting.isEmpty == false {
            reasons.formUnion(self.reasons(of: .waiting(condition)))
        }
        return DeferralQueue.Activity(
            waiting: tally.waiting, running: tally.running, finished: tally.finished,
            reasons: reasons.sorted { ($0.code, $0.description) < ($1.code, $1.description) })
    }

    /// The reasons why an operation in a phase waits.
    func reasons(of phase: Phase) -> [DeferralQueue.WaitingReason] {
        switch phase {
        case .following, .behind: [.existingWork]
        case .delayed(let isBackoff): [isBackoff ? .backoff : .minimumLatency]
        case .confirming: [.confirmation]
        case .running: []
        case .waiting(let condition): reasons(at: condition)
        }
    }

    private func reasons(at condition: Condition) -> [DeferralQueue.WaitingReason] {
        let network: [DeferralQueue.WaitingReason]
        if let gate = gates[condition], gate.isOpen {
            network = []
        } else if let path {
            let lacks =
                gates[condition]?.reasons ?? condition.constraints?.evaluate(path).reasons ?? []
            network = lacks.isEmpty ? [.stability] : lacks.map { .network($0) }
        } else {
            network = [.unknownPath]
        }
        if isHeld { return network + [.held] }
        return network.isEmpty && active >= limit ? [.limit] : network
    }
}
