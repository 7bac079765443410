// SPDX-License-Identifier: Apache-2.0

/// When operations begin.
extension DeferralMachine {
    /// Something that has a time.
    enum Timer: Hashable {
        /// An operation's deadline.
        case deadline(OperationID)
        /// When an operation may run at the earliest.
        case delay(OperationID)
        /// When the constraints of a gate will have held for long enough.
        case stability(Condition)
    }

    /// Does what the times that have passed call for.
    mutating func expire() {
        while let due = timers.leastRank, due <= now, let timer = timers.popFirst() {
            switch timer {
            case .deadline(let id): deadlinePassed(id)
            case .delay(let id): wait(id)
            case .stability(let condition): open(condition)
            }
        }
    }

    /// Lets operations begin, as many as may.
    mutating func schedule() {
        while !isHeld, !isCancelled, active < limit, let condition = ready.first,
            let id = gates[condition]?.waiting.popFirst()
        {
            admit(id, condition)
            refresh(condition)
        }
    }

    /// Lets an operation wait whose turn has come under its key: for its time first, then for the
    /// network.
    mutating func enter(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        if operation.notBefore > now {
            move(id, to: .delayed(isBackoff: operation.failures > 0))
            timers.insert(.delay(id), rank: operation.notBefore)
        } else {
            wait(id)
        }
    }

    /// Has an operation's deadline watched.
    mutating func watchDeadline(of id: OperationID) {
        if let deadline = operations[id]?.deadline { timers.insert(.deadline(id), rank: deadline) }
    }

    /// Has the deadline watched again of an operation that ran, to which it was nothing.
    mutating func noticeDeadline(of id: OperationID) {
        guard let operation = operations[id], let deadline = operation.deadline,
            !operation.isOverdue
        else { return }
        if deadline <= now { markOverdue(id) } else { watchDeadline(of: id) }
    }

    /// Takes back an operation that began: it neither runs any more nor is anybody asked.
    mutating func release(_ id: OperationID, from condition: Condition) {
        active -= 1
        asking.remove(id)
        unexpose(id, at: condition)
    }

    private mutating func admit(_ id: OperationID, _ condition: Condition) {
        guard let operation = operations[id] else { return }
        active += 1
        operations[id]?.isInterrupted = false
        if confirms, !operation.isConfirmed, let path, operation.costs(over: path) {
            asking.insert(id)
            gates[condition]?.exposed.insert(id)
            move(id, to: .confirming(condition))
            actions.append(.ask(id))
        } else {
            if operation.request.options.onLoss == .stop, condition != .anything {
                gates[condition]?.exposed.insert(id)
            }
            move(id, to: .running(condition))
            // To what runs its deadline is nothing, and nobody need be woken for it.
            timers.remove(.deadline(id))
            actions.append(.start(id))
        }
    }

    /// Notes that an operation's deadline has passed. Who was asked before is asked again, if it runs
    /// then.
    private mutating func markOverdue(_ id: OperationID) {
        operations[id]?.isOverdue = true
        if operations[id]?.isTooLate == false { operations[id]?.isDeclined = false }
    }

    private mutating func deadlinePassed(_ id: OperationID) {
        guard let operation = operations[id], let deadline = operation.request.options.deadline
        else { return }
        markOverdue(id)
        switch (deadline.action, operation.phase) {
        case (.fail, .running), (.run, .running): break
        case (.fail, .following), (.fail, .behind), (.fail, .delayed), (.fail, .waiting),
            (.fail, .confirming):
            end(id, .failed(.deadlineExceeded(reasons(of: operation.phase))))
        case (.run, .following), (.run, .behind), (.run, .delayed): break
        case (.run, .waiting(let condition)):
            stopWaiting(id, at: condition)
            wait(id)
        case (.run, .confirming(let condition)):
            // It is not lost with the network any more.
            move(id, to: .confirming(.anything))
            unexpose(id, at: condition)
        }
    }
}
