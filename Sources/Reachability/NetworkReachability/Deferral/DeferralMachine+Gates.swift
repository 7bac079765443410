// SPDX-License-Identifier: Apache-2.0

/// Gates: where operations wait for the network.
extension DeferralMachine {
    /// A condition of the network.
    struct Condition: Hashable {
        /// The constraints that the path must meet; `nil` for none.
        var constraints: NetworkConstraints?
        /// How long the path must have met the constraints.
        var stability: Duration

        /// The condition that every network meets, also none.
        static let anything = Condition(constraints: nil, stability: .zero)
    }

    /// The operations that wait for the same condition.
    struct Gate: Sendable {
        /// The constraints that the path does not meet.
        var reasons: [NetworkConstraints.Reason] = []
        /// Since when the path has met the constraints.
        var stability: ConditionGate<Duration>
        /// Whether the path has met the constraints for long enough, and the machine has noticed that.
        var isOpen = false
        /// The waiting operations.
        var waiting = IndexedHeap<OperationID, Rank>()
        /// The operations that have passed the gate and are interrupted if the path no longer meets
        /// the constraints.
        var exposed: Set<OperationID> = []
    }

    /// Whether an operation waits for the connectivity of the path, or is interrupted if that is lost.
    var requiresValidation: Bool {
        gates.keys.contains { $0.constraints?.requiresValidation == true }
    }

    /// Adds an operation to the gate of its condition.
    mutating func wait(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        let condition = operation.condition
        let isNew = gates[condition] == nil
        gates[condition, default: Gate(stability: ConditionGate(stability: condition.stability))]
            .waiting.insert(id, rank: operation.rank(id))
        move(id, to: .waiting(condition))
        if isNew { evaluate(condition) }
        refresh(condition)
    }

    /// Removes a waiting operation from its gate.
    mutating func stopWaiting(_ id: OperationID, at condition: Condition) {
        gates[condition]?.waiting.remove(id)
        refresh(condition)
    }

    /// Stops interrupting an operation that has passed the gate.
    mutating func unexpose(_ id: OperationID, at condition: Condition) {
        gates[condition]?.exposed.remove(id)
        refresh(condition)
    }

    /// Evaluates whether the path meets a condition.
    mutating func evaluate(_ condition: Condition) {
        guard let constraints = condition.constraints else {
            gates[condition]?.isOpen = true
            return
        }
        guard let path else { return }
        tally.evaluations += 1
        switch constraints.evaluate(path) {
        case .satisfied:
            gates[condition]?.reasons = []
            // If no operation waited at this gate before, only the current path is known to meet the
            // constraints.
            gates[condition]?.stability.hold(at: pathSince)
            guard let opening = gates[condition]?.stability.opening else { return }
            if opening <= now {
                open(condition)
            } else {
                timers.insert(.stability(condition), rank: opening)
            }
        case .unsatisfied(let reasons):
            gates[condition]?.reasons = reasons
            close(condition)
        }
    }

    /// Opens a gate: the path has met the condition for long enough.
    mutating func open(_ condition: Condition) {
        timers.remove(.stability(condition))
        gates[condition]?.isOpen = true
        refresh(condition)
    }

    /// Updates whether an operation at the gate can start, and removes a gate that no operation
    /// uses.
    mutating func refresh(_ condition: Condition) {
        guard let gate = gates[condition] else { return }
        if gate.isOpen, let rank = gate.waiting.leastRank {
            ready.insert(condition, rank: rank)
        } else {
            ready.remove(condition)
        }
        if gate.waiting.isEmpty, gate.exposed.isEmpty {
            tally.moves += gate.waiting.moves
            timers.remove(.stability(condition))
            gates[condition] = nil
        }
    }

    private mutating func close(_ condition: Condition) {
        timers.remove(.stability(condition))
        gates[condition]?.stability.lose(at: now)
        gates[condition]?.isOpen = false
        let exposed = gates[condition]?.exposed ?? []
        gates[condition]?.exposed = []
        for id in exposed.sorted() where operations[id]?.isLiberated(at: now) == false {
            interrupt(id)
        }
        refresh(condition)
    }
}

extension DeferralMachine.Operation {
    fileprivate func rank(_ id: DeferralMachine.OperationID) -> DeferralMachine.Rank {
        .init(priority: request.options.priority, id: id)
    }
}
