// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// A snapshot of what a queue is doing, for an indicator in a user interface.
    public struct Activity: Sendable, Hashable {
        /// The number of operations that wait.
        public var waiting: Int
        /// The number of operations that run.
        public var running: Int
        /// The number of operations that have ended since the queue was created, with or without an
        /// error.
        public var finished: Int
        /// The reasons why operations wait, each one once.
        public var reasons: [WaitingReason]

        /// Creates an activity, for a preview or a test. By default all counts are zero.
        public init(
            waiting: Int = 0,
            running: Int = 0,
            finished: Int = 0,
            reasons: [WaitingReason] = []
        ) {
            self.waiting = waiting
            self.running = running
            self.finished = finished
            self.reasons = reasons
        }
    }

    /// A sequence of what the queue is doing: the current activity at once, then the newest one
    /// whenever it changes.
    ///
    /// Any number of tasks can iterate at the same time. A slow consumer skips intermediate values,
    /// but always receives the newest one. The sequence ends when the queue or the task is
    /// cancelled. An iterator keeps the queue alive.
    public var activity: Activities { Activities(queue: self) }

    /// A snapshot of what the queue is doing now.
    public var currentActivity: Activity { driver.activity }

    /// An asynchronous sequence of the activities of a queue.
    public struct Activities: AsyncSequence, Sendable {
        /// An activity that differs from the one before.
        public typealias Element = Activity
        /// The sequence does not throw.
        public typealias Failure = Never

        let queue: DeferralQueue

        /// An iterator over the activities of a queue.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var activities: NewestValues<Activity>

            init(_ queue: DeferralQueue) {
                activities = NewestValues(queue.driver.signals()) { queue.driver.activity }
            }

            /// Waits for the next activity; returns `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Activity? {
                await activities.next(isolation: actor)
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue) }
    }
}

extension DeferralQueue.Activity: CustomStringConvertible {
    /// The counts, and the reasons why operations wait: `1 waiting (the queue is on hold), 2 running,
    /// 3 finished`.
    public var description: String {
        let why = reasons.map(\.description).joined(separator: "; ")
        return "\(waiting) waiting\(why.isEmpty ? "" : " (\(why))"), \(running) running, "
            + "\(finished) finished"
    }
}

extension DeferralQueue {
    /// The reason why an operation waits.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum WaitingReason: Sendable, Hashable {
        /// The network does not meet the operation's constraints.
        case network(NetworkConstraints.Reason)
        /// The queue has not received the first path yet.
        case unknownPath
        /// The constraints hold, but have not held for as long as
        /// ``DeferralQueue/Options/stability`` requires.
        case stability
        /// The operation's minimum latency is not over.
        case minimumLatency
        /// The operation failed and is tried again after the backoff.
        case backoff
        /// The queue is on hold (``DeferralQueue/hold()``).
        case held
        /// The queue is running its maximum number of operations.
        case limit
        /// Another operation with the same key is before it.
        case existingWork
        /// The confirmation closure has not answered yet whether the operation may run over a
        /// metered network.
        case confirmation
    }
}

extension DeferralQueue.WaitingReason {
    /// A stable identifier of the reason, for programs: the name of its case, or the
    /// ``NetworkConstraints/Reason/code`` of the network's reason.
    public var code: String {
        switch self {
        case .network(let reason): reason.code
        case .unknownPath: "unknownPath"
        case .stability: "stability"
        case .minimumLatency: "minimumLatency"
        case .backoff: "backoff"
        case .held: "held"
        case .limit: "limit"
        case .existingWork: "existingWork"
        case .confirmation: "confirmation"
        }
    }
}

extension DeferralQueue.WaitingReason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    ///
    /// It can contain names as the system reports them; see
    /// ``NetworkConstraints/Reason/description``.
    public var description: String {
        switch self {
        case .network(let reason): reason.description
        case .unknownPath: "the path is not known yet"
        case .stability: "the network has not been stable for long enough"
        case .minimumLatency: "its minimum latency is not over"
        case .backoff: "it failed and waits for the next attempt"
        case .held: "the queue is on hold"
        case .limit: "the queue is running its maximum number of operations"
        case .existingWork: "another operation with the same key is before it"
        case .confirmation: "waiting for confirmation to use a metered network"
        }
    }
}
