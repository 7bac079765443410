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

    /// A condition of the network. Operations with equal conditions wait at the same gate.
    struct GateKey: Hashable {
        /// The constraints that the path must meet; `nil` for none.
        var constraints: NetworkConstraints?
        /// How long the path must have met the constraints.
        var stability: Duration

        /// The condition that every network meets, also none.
        static let anything = GateKey(constraints: nil, stability: .zero)
    }

    /// The phase of an operation.
    enum Phase: Hashable {
        /// It shares the result of another operation with its key.
        case following
        /// Another operation with its key is before it in line.
        case behind
        /// Its minimum latency, or the backoff after a failure, is not over.
        case delayed(isBackoff: Bool)
        /// It waits at a gate.
        case waiting(GateKey)
        /// The confirmation closure is asked whether it may run.
        case confirming(GateKey)
        /// Its task runs.
        case running(GateKey)

        /// The reason why the operation waits; `nil` if it waits for the network, or runs.
        var reason: DeferralQueue.WaitingReason? {
            switch self {
            case .following, .behind: .existingWork
            case .delayed(let isBackoff): isBackoff ? .backoff : .minimumLatency
            case .confirming: .confirmation
            case .waiting, .running: nil
            }
        }
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

    /// The result that the caller of an operation receives.
    enum Ending: Hashable {
        /// The outcome of the operation, or of the one whose result it shares.
        case outcome(of: OperationID)
        /// `CancellationError`.
        case cancelled
        /// An error: the operation did not run, or not to its end.
        case failed(DeferralError)

        /// Whether operations that follow this one share the ending. If not, one of them takes its
        /// place.
        var isResult: Bool {
            switch self {
            case .cancelled, .failed(.deadlineExceeded): false
            case .outcome, .failed: true
            }
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

        /// The condition that the network must meet before the operation runs.
        var gateKey: GateKey {
            if isOverdue, !isTooLate, !isDeclined { return .anything }
            var constraints = request.constraints
            if isDeclined { constraints.allowsExpensiveNetworkAccess = false }
            return GateKey(constraints: constraints, stability: request.options.stability.bounded)
        }

        /// Whether a path is metered, as the constraints of the operation count that.
        func costs(over path: NetworkPath) -> Bool { request.constraints.countsAsMetered(path) }

        /// Whether the network no longer matters, because the deadline has passed and its action is
        /// to run.
        func isLiberated(at now: Duration) -> Bool {
            guard let deadline, request.options.deadline?.action == .run else { return false }
            return deadline <= now
        }

        /// Whether it can no longer start, because the deadline has passed and its action is to
        /// fail.
        var isTooLate: Bool { isOverdue && request.options.deadline?.action == .fail }
    }
}

/// The key of an operation, of any type.
struct DeferralKey: Hashable, Sendable {
    let base: any Hashable & Sendable

    static func == (one: DeferralKey, other: DeferralKey) -> Bool {
        AnyHashable(one.base) == AnyHashable(other.base)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
