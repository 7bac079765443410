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
    public var currentActivity: Activity { core.activity }

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
                activities = NewestValues(queue.core.signals()) { queue.core.activity }
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
