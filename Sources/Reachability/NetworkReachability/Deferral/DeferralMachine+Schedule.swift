// SPDX-License-Identifier: Apache-2.0

/// Timers, and the start of operations.
extension DeferralMachine {
    /// An event at a known time.
    enum Timer: Hashable {
        /// The deadline of an operation.
        case deadline(OperationID)
        /// The earliest time at which an operation may run.
        case delay(OperationID)
        /// The time at which the path will have met a condition for long enough.
        case stability(Condition)
    }

    /// Handles the timers whose time has passed.
    mutating func expire() {
        while let due = timers.leastRank, due <= now, let timer = timers.popFirst() {
            switch timer {
            case .deadline(let id): deadlinePassed(id)
            case .delay(let id): wait(id)
            case .stability(let condition): open(condition)
            }
        }
    }

    /// Starts operations until the limit is reached or none is ready.
    mutating func schedule() {
        while !isHeld, !isCancelled, active < limit, let condition = ready.first,
            let id = gates[condition]?.waiting.popFirst()
        {
            admit(id, condition)
            refresh(condition)
        }
    }

    /// Lets an operation wait that is first in line of its key: for its earliest time, then for the
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

    /// Sets the timer of an operation's deadline.
    mutating func watchDeadline(of id: OperationID) {
        if let deadline = operations[id]?.deadline { timers.insert(.deadline(id), rank: deadline) }
    }

    /// Sets the deadline's timer again after the operation has run: there is none while it runs.
    mutating func noticeDeadline(of id: OperationID) {
        guard let operation = operations[id], let deadline = operation.deadline,
            !operation.isOverdue
        else { return }
        if deadline <= now { markOverdue(id) } else { watchDeadline(of: id) }
    }

    /// Ends the running or confirming phase of an operation.
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
            // A running operation has no use for its deadline.
            timers.remove(.deadline(id))
            actions.append(.start(id))
        }
    }

    /// Marks an operation as past its deadline. If it then runs on any network, confirmation is
    /// asked for again.
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
            // From now on a loss of the network does not interrupt it.
            move(id, to: .confirming(.anything))
            unexpose(id, at: condition)
        }
    }
}

extension Duration {
    /// The longest duration that the queue uses: 100 years. Sums of a few of these do not overflow.
    private static let eternity = Duration.seconds(3_155_760_000)

    /// The duration, at least zero and at most 100 years, so that sums do not overflow.
    var bounded: Duration { min(max(self, .zero), .eternity) }

    /// The duration in seconds.
    var seconds: Double { self / .seconds(1) }
}
