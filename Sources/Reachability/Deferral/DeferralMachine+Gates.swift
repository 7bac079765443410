// SPDX-License-Identifier: Apache-2.0

/// What operations wait for of the network.
extension DeferralMachine {
    /// What the network must be like.
    struct Condition: Hashable {
        /// `nil` if it does not matter.
        var constraints: NetworkConstraints?
        /// How long the constraints must have held.
        var stability: Duration

        /// Whatever it is like.
        static let anything = Condition(constraints: nil, stability: .zero)
    }

    /// Where operations wait for the same thing.
    struct Gate: Sendable {
        /// What the path lacks.
        var reasons: [NetworkConstraints.Reason] = []
        /// Since when the path has met the constraints; `nil` if it does not.
        var heldSince: Duration?
        /// Whether it has for long enough.
        var isOpen = false
        /// Those who wait.
        var waiting = IndexedHeap<OperationID, Rank>()
        /// Those who passed, and are to be interrupted if the constraints are lost.
        var exposed: Set<OperationID> = []
    }

    /// Puts an operation at its gate.
    mutating func wait(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        let condition = operation.condition
        let isNew = gates[condition] == nil
        gates[condition, default: Gate()].waiting.insert(id, rank: operation.rank(id))
        move(id, to: .waiting(condition))
        if isNew { evaluate(condition) }
        refresh(condition)
    }

    /// Takes an operation from the gate where it waits.
    mutating func stopWaiting(_ id: OperationID, at condition: Condition) {
        gates[condition]?.waiting.remove(id)
        refresh(condition)
    }

    /// An operation that passed a gate has nothing to fear of it any more.
    mutating func unexpose(_ id: OperationID, at condition: Condition) {
        gates[condition]?.exposed.remove(id)
        refresh(condition)
    }

    /// Looks whether the path meets a condition.
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
            // Of what was before the path was as it is nothing is known, if nobody waited.
            let since = gates[condition]?.heldSince ?? pathSince
            gates[condition]?.heldSince = since
            if since + condition.stability <= now {
                open(condition)
            } else {
                timers.insert(.stability(condition), rank: since + condition.stability)
            }
        case .unsatisfied(let reasons):
            gates[condition]?.reasons = reasons
            close(condition)
        }
    }

    /// The path has met a condition for long enough.
    mutating func open(_ condition: Condition) {
        timers.remove(.stability(condition))
        gates[condition]?.isOpen = true
        refresh(condition)
    }

    /// Puts a gate among those where something could begin, or takes it from there; lets it go if
    /// nobody needs it.
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
        gates[condition]?.heldSince = nil
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
