// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// What a queue is doing, for an indicator.
    public struct Activity: Sendable, Hashable {
        /// How many operations wait.
        public var waiting: Int
        /// How many run.
        public var running: Int
        /// How many have ended, however they did, since the queue was made.
        public var finished: Int
        /// Why those that wait do: each reason once.
        public var reasons: [WaitingReason]

        /// Makes an activity, as a preview or a test needs it; nothing has been done if nothing is said.
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

    /// What the queue is doing: as it is, then the newest whenever it differs. Any number of tasks may
    /// iterate at the same time, each at its own pace: who is slow misses what came between, and
    /// nothing else. The sequence ends when the queue is cancelled, or the task is; who iterates
    /// holds the queue.
    public var activity: Activities { Activities(queue: self) }

    /// What the queue is doing at this time.
    public var currentActivity: Activity { core.activity }

    /// What a queue is doing, each time that it differs.
    public struct Activities: AsyncSequence, Sendable {
        /// What the queue is doing.
        public typealias Element = Activity
        /// It does not fail.
        public typealias Failure = Never

        let queue: DeferralQueue

        /// One of those who iterate.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var activities: NewestValues<Activity>

            init(_ queue: DeferralQueue) {
                activities = NewestValues(queue.core.signals()) { queue.core.activity }
            }

            /// Waits until the queue does something else; `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Activity? {
                await activities.next(isolation: actor)
            }
        }

        /// Begins to iterate.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue) }
    }
}
