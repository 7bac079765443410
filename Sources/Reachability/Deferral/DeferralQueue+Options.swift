// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// How an operation is deferred. Durations that are negative count as zero; an operation that is
    /// allowed fewer attempts than one has one.
    public struct Options: Sendable {
        /// Which of several operations that could run is first.
        public var priority: Priority
        /// How long it waits at least, from the call.
        public var minimumLatency: Duration
        /// How long it waits at most; `nil` for however long it takes.
        public var deadline: Deadline?
        /// How long the constraints must have held without a break when it begins: a network that
        /// comes and goes is none.
        public var stability: Duration
        /// What becomes of it when the constraints are lost while it runs.
        public var onLoss: LossPolicy
        /// How often it is tried, if it fails.
        public var maxAttempts: Int
        /// How long it waits between attempts.
        public var backoff: Backoff
        /// Whether trying again may help after an error; if not, it is the operation's last one.
        public var isTransient: @Sendable (any Error) -> Bool
        /// How long it waits at least after an error before it is tried again, such as a server's
        /// `Retry-After`; `nil` if the error does not say. The backoff's interval counts too: the longer
        /// one of the two is waited for.
        public var retryDelay: @Sendable (any Error) -> Duration?

        /// Options, as they are if nothing is said.
        public init(
            priority: Priority = .normal,
            minimumLatency: Duration = .zero,
            deadline: Deadline? = nil,
            stability: Duration = .zero,
            onLoss: LossPolicy = .finish,
            maxAttempts: Int = 1,
            backoff: Backoff = .exponential(),
            isTransient: @escaping @Sendable (any Error) -> Bool = { _ in true },
            retryDelay: @escaping @Sendable (any Error) -> Duration? = { _ in nil }
        ) {
            self.priority = priority
            self.minimumLatency = minimumLatency
            self.deadline = deadline
            self.stability = stability
            self.onLoss = onLoss
            self.maxAttempts = maxAttempts
            self.backoff = backoff
            self.isTransient = isTransient
            self.retryDelay = retryDelay
        }
    }

    /// Which of several operations that could run is first; among equals, the one that came first.
    public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// After all others.
        case low
        /// As most.
        case normal
        /// Before all others.
        case high

        /// Whether one comes after another.
        public static func < (one: Priority, other: Priority) -> Bool {
            one.rawValue < other.rawValue
        }
    }

    /// What becomes of an operation that has not begun in time (JobScheduler's override deadline).
    public struct Deadline: Sendable, Hashable {
        /// What is done then.
        public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
            /// It runs whatever the network is like. The deadline lifts the network's constraints, and
            /// nothing else: the limit of concurrent operations, ``DeferralQueue/hold()``, others
            /// of the same key and the time until the next attempt count as before.
            case run
            /// It fails with ``DeferralError/deadlineExceeded(_:)``.
            case fail
        }

        /// How long the operation has, from the call.
        public var duration: Duration
        /// What is done then.
        public var action: Action

        /// A deadline after which the operation runs whatever the network is like.
        public static func run(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .run)
        }

        /// A deadline after which the operation fails.
        public static func fail(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .fail)
        }
    }

    /// What becomes of an operation whose constraints are lost while it runs.
    public enum LossPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is left to finish.
        case finish
        /// It is cancelled, and run again from its beginning once the constraints hold. If it
        /// finishes nevertheless, its result counts. It is no failed attempt.
        case stop
    }

    /// What becomes of a call if there is an operation under its key already (WorkManager's
    /// `ExistingWorkPolicy`).
    public enum ExistingWorkPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The one that is there is kept, and its result, a value or an error, is the call's too. Only
        /// if it ends without one (its caller is cancelled, its deadline exceeded) the call takes its
        /// place, with its own operation, constraints and options; a deadline counts from the call.
        case keep
        /// All that are there are cancelled, and their callers given ``DeferralError/replaced``. If
        /// one runs, the new one begins after it has ended.
        case replace
        /// It waits until all that are there have ended, however they end.
        case append
    }
}
