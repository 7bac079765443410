// SPDX-License-Identifier: Apache-2.0

/// How operations end, or continue after a failure.
extension DeferralMachine {
    /// Ends an operation: at once, or, if its task runs, as soon as that has ended.
    mutating func end(_ id: OperationID, _ ending: Ending) {
        guard let operation = operations[id], operation.ending == nil else { return }
        switch operation.phase {
        case .following, .behind, .delayed, .waiting: leave(id, ending)
        case .confirming(let condition), .running(let condition):
            operations[id]?.ending = ending
            timers.remove(.deadline(id))
            unexpose(id, at: condition)
            interrupt(id)
            if let key = operation.request.key { vacate(key, id, ending, isEnding: true) }
        }
    }

    /// Removes an operation that has no running task, and reports the ending to its caller.
    mutating func leave(_ id: OperationID, _ ending: Ending) {
        guard let operation = operations.removeValue(forKey: id) else { return }
        tally.count(operation.phase, by: -1)
        tally.finished += 1
        timers.remove(.deadline(id))
        timers.remove(.delay(id))
        if case .waiting(let condition) = operation.phase { stopWaiting(id, at: condition) }
        actions.append(.finish(id, ending))
        if let key = operation.request.key { vacate(key, id, ending, isEnding: false) }
    }

    /// Cancels the running task of an operation.
    mutating func interrupt(_ id: OperationID) {
        guard let operation = operations[id], !operation.isInterrupted else { return }
        operations[id]?.isInterrupted = true
        switch operation.phase {
        case .following, .behind, .delayed, .waiting: break
        case .confirming: actions.append(.withdraw(id))
        case .running: actions.append(.stop(id))
        }
    }

    /// Handles an operation that ended with an error of its own.
    mutating func failed(_ id: OperationID, _ outcome: Outcome, chance: Double) {
        guard let operation = operations[id] else { return }
        let options = operation.request.options
        switch outcome {
        case .succeeded, .failed(isTransient: false, _): leave(id, .outcome(of: id))
        // The operation threw `CancellationError` itself.
        case .cancelled: leave(id, .cancelled)
        case .failed(isTransient: true, let delay):
            let failures = operation.failures + 1
            guard failures < options.maxAttempts, !operation.isTooLate else {
                return leave(id, .outcome(of: id))
            }
            operations[id]?.failures = failures
            let interval = options.backoff.interval(afterFailures: failures, chance: chance)
            operations[id]?.notBefore = now + max(interval, delay.bounded)
            enter(id)
        }
    }

    /// Lets an operation that was stopped by a loss of the network wait again.
    mutating func runAgain(_ id: OperationID) {
        guard let operation = operations[id] else { return }
        guard !operation.isTooLate else {
            let reasons = reasons(of: .waiting(operation.condition))
            return leave(id, .failed(.deadlineExceeded(reasons)))
        }
        enter(id)
    }

    /// Moves an operation to another phase.
    mutating func move(_ id: OperationID, to phase: Phase) {
        guard let before = operations[id]?.phase else { return }
        tally.count(before, by: -1)
        tally.count(phase, by: 1)
        operations[id]?.phase = phase
    }
}
