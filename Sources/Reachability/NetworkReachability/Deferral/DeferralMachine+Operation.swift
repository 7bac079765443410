// SPDX-License-Identifier: Apache-2.0

extension DeferralMachine {
    /// The identifier of an operation. Later operations have greater numbers.
    struct OperationID: Hashable, Comparable {
        let number: UInt64

        static func < (one: OperationID, other: OperationID) -> Bool { one.number < other.number }
    }

    /// The parameters of a call of `run`.
    struct Request: Sendable {
        var constraints: NetworkConstraints
        var key: DeferralKey?
        var existing = DeferralQueue.ExistingWorkPolicy.keep
        var options = DeferralQueue.Options()
    }

    /// What an operation is doing.
    enum Phase: Hashable {
        /// It shares the result of another operation with its key.
        case following
        /// Another operation with its key is before it in line.
        case behind
        /// Its minimum latency, or the backoff after a failure, is not over.
        case delayed(isBackoff: Bool)
        /// It waits at a gate.
        case waiting(Condition)
        /// The confirmation closure is asked whether it may run.
        case confirming(Condition)
        /// Its task runs.
        case running(Condition)
    }

    /// How the task of an operation ended.
    enum Outcome: Hashable {
        /// It returned a value.
        case succeeded
        /// It threw an error. A transient one may be retried, but not before `delay` is over.
        case failed(isTransient: Bool, delay: Duration = .zero)
        /// It threw `CancellationError`.
        case cancelled
    }

    /// What the caller of an operation receives.
    enum Ending: Hashable {
        /// The outcome of the operation, or of the one whose result it shares.
        case outcome(of: OperationID)
        /// `CancellationError`.
        case cancelled
        /// An error: the operation did not run, or not to its end.
        case failed(DeferralError)
    }

    /// An operation that has not ended.
    struct Operation: Sendable {
        let request: Request
        /// The time of its deadline.
        let deadline: Duration?
        /// The earliest time at which it may run.
        var notBefore: Duration
        var phase = Phase.behind
        var failures = 0
        /// Whether its deadline has passed.
        var isOverdue = false
        /// Whether the confirmation closure allowed a metered network.
        var isConfirmed = false
        /// Whether the confirmation closure asked to wait for a network that is not metered.
        var isDeclined = false
        /// Whether its running task was cancelled.
        var isInterrupted = false
        /// How it ends as soon as its running task has ended.
        var ending: Ending?

        init(_ request: Request, now: Duration) {
            self.request = request
            deadline = request.options.deadline.map { now + $0.duration.bounded }
            notBefore = now + request.options.minimumLatency.bounded
        }
    }

    /// The order in which operations start.
    struct Rank: Hashable, Comparable {
        let priority: DeferralQueue.Priority
        let id: OperationID

        static func < (one: Rank, other: Rank) -> Bool {
            one.priority == other.priority ? one.id < other.id : one.priority > other.priority
        }
    }
}

extension DeferralMachine.Operation {
    /// The condition that the network must meet before the operation runs.
    var condition: DeferralMachine.Condition {
        let stability = request.options.stability.bounded
        if isDeclined {
            var constraints = request.constraints
            constraints.allowsExpensiveNetworkAccess = false
            return .init(constraints: constraints, stability: stability)
        }
        return isOverdue && !isTooLate
            ? .anything : .init(constraints: request.constraints, stability: stability)
    }

    /// Whether a path is metered, as the constraints of the operation count that.
    func costs(over path: NetworkPath) -> Bool { request.constraints.countsAsMetered(path) }

    /// Whether the network no longer matters, because the deadline has passed and its action is to
    /// run.
    func isLiberated(at now: Duration) -> Bool {
        guard let deadline, request.options.deadline?.action == .run else { return false }
        return deadline <= now
    }

    /// Whether it can no longer start, because the deadline has passed and its action is to fail.
    var isTooLate: Bool { isOverdue && request.options.deadline?.action == .fail }
}

/// The key of an operation, of any type.
struct DeferralKey: Hashable, Sendable {
    let base: any Hashable & Sendable

    static func == (one: DeferralKey, other: DeferralKey) -> Bool {
        AnyHashable(one.base) == AnyHashable(other.base)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
