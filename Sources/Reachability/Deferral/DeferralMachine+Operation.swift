// SPDX-License-Identifier: Apache-2.0

extension DeferralMachine {
    /// One of the operations, numbered as they came.
    struct OperationID: Hashable, Comparable {
        let number: UInt64

        static func < (one: OperationID, other: OperationID) -> Bool { one.number < other.number }
    }

    /// What a caller asks for.
    struct Request: Sendable {
        var constraints: NetworkConstraints
        var key: DeferralKey?
        var existing = DeferralQueue.ExistingWorkPolicy.keep
        var options = DeferralQueue.Options()
    }

    /// Where an operation is.
    enum Phase: Hashable {
        /// Another one under its key runs for it too.
        case following
        /// Others under its key are first.
        case behind
        /// Its time has not come: its minimum latency is not over, or a failure not long enough ago.
        case delayed(isBackoff: Bool)
        /// It stands at a gate.
        case waiting(Condition)
        /// Somebody is asked whether it may run.
        case confirming(Condition)
        /// It runs.
        case running(Condition)
    }

    /// How an operation ended that ran.
    enum Outcome: Hashable {
        /// With a value.
        case succeeded
        /// With an error, after which trying again may help, though not before the delay is over.
        case failed(isTransient: Bool, delay: Duration = .zero)
        /// With `CancellationError`.
        case cancelled
    }

    /// What a caller is told.
    enum Ending: Hashable {
        /// How the operation ended, its own or that of another one that ran for it.
        case outcome(of: OperationID)
        /// `CancellationError`.
        case cancelled
        /// That it was not run, or not to its end.
        case failed(DeferralError)
    }

    /// An operation that has not ended.
    struct Operation: Sendable {
        let request: Request
        /// When its deadline comes.
        let deadline: Duration?
        /// When it may run at the earliest.
        var notBefore: Duration
        var phase = Phase.behind
        var failures = 0
        /// Whether its deadline has passed.
        var isOverdue = false
        /// Whether it may run over a metered network, as somebody said.
        var isConfirmed = false
        /// Whether it is to wait for one that is not, as somebody said.
        var isDeclined = false
        /// Whether what it does now was cancelled.
        var isInterrupted = false
        /// How it ends, once what it does now has.
        var ending: Ending?

        init(_ request: Request, now: Duration) {
            self.request = request
            deadline = request.options.deadline.map { now + $0.duration.bounded }
            notBefore = now + request.options.minimumLatency.bounded
        }
    }

    /// The order in which operations begin.
    struct Rank: Hashable, Comparable {
        let priority: DeferralQueue.Priority
        let id: OperationID

        static func < (one: Rank, other: Rank) -> Bool {
            one.priority == other.priority ? one.id < other.id : one.priority > other.priority
        }
    }
}

extension DeferralMachine.Operation {
    /// What the network must be like for it to run.
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

    /// Whether running over a path costs, as far as its constraints count it so.
    func costs(over path: NetworkPath) -> Bool { request.constraints.countsAsMetered(path) }

    /// Whether the network does not matter any more: its deadline has passed, and it runs then.
    func isLiberated(at now: Duration) -> Bool {
        guard let deadline, request.options.deadline?.action == .run else { return false }
        return deadline <= now
    }

    /// Whether it may not begin any more: its deadline has passed, and it fails then.
    var isTooLate: Bool { isOverdue && request.options.deadline?.action == .fail }
}

/// The key of an operation, of whatever type.
struct DeferralKey: Hashable, Sendable {
    let base: any Hashable & Sendable

    static func == (one: DeferralKey, other: DeferralKey) -> Bool {
        AnyHashable(one.base) == AnyHashable(other.base)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(base).hash(into: &hasher) }
}
