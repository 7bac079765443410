// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// Options that control when an operation runs, and how often.
    ///
    /// Negative durations count as zero. A ``maxAttempts`` below 1 counts as 1.
    public struct Options: Sendable {
        /// The priority among operations that could run at the same time.
        public var priority: Priority
        /// The minimum delay between the call and the start of the operation.
        public var minimumLatency: Duration
        /// The maximum time between the call and the start of the operation, and what happens after
        /// it; `nil` for no limit.
        public var deadline: Deadline?
        /// How long the constraints must have held without interruption when the operation starts.
        ///
        /// It keeps an operation from starting on a network that comes and goes.
        public var stability: Duration
        /// The action when the constraints no longer hold while the operation runs.
        public var onLoss: LossPolicy
        /// The maximum number of times that the operation is tried if it fails. The default is 1:
        /// no retry.
        public var maxAttempts: Int
        /// The delay between two attempts.
        public var backoff: Backoff
        /// Returns whether an error is transient, so that another attempt can succeed. By default
        /// every error is.
        ///
        /// If it returns `false`, the operation ends with that error. It is called on the thread of
        /// the operation's caller.
        public var isTransient: @Sendable (any Error) -> Bool
        /// Returns the minimum delay after an error, such as a server's `Retry-After`; `nil` for
        /// none.
        ///
        /// The next attempt waits for this delay or for ``backoff``, whichever is longer. It is
        /// called on the thread of the operation's caller.
        public var retryDelay: @Sendable (any Error) -> Duration?

        /// Creates options. By default an operation runs once, as soon as its constraints hold.
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

    /// The order in which operations start that could run at the same time.
    ///
    /// Among operations of the same priority, the one that was added first starts first.
    public enum Priority: Int, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Starts after all operations of higher priority.
        case low
        /// The default priority.
        case normal
        /// Starts before all operations of lower priority.
        case high

        /// Whether one priority is lower than the other.
        public static func < (one: Priority, other: Priority) -> Bool {
            one.rawValue < other.rawValue
        }
    }

    /// The time by which an operation must start, and what happens if it has not started by then
    /// (JobScheduler's override deadline).
    public struct Deadline: Sendable, Hashable {
        /// The action when an operation has not started by its deadline.
        public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
            /// The operation runs on any network, also without one.
            ///
            /// The deadline removes the operation's constraints and nothing else: the limit of
            /// concurrent operations, ``DeferralQueue/hold()``, other operations with the same key,
            /// and the backoff still apply.
            case run
            /// The operation does not run. Its call throws ``DeferralError/deadlineExceeded(_:)``.
            case fail
        }

        /// The time between the call and the deadline.
        public var duration: Duration
        /// The action when the operation has not started by its deadline.
        public var action: Action

        /// Returns a deadline after which the operation runs on any network.
        public static func run(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .run)
        }

        /// Returns a deadline after which the operation fails.
        public static func fail(after duration: Duration) -> Deadline {
            Deadline(duration: duration, action: .fail)
        }
    }

    /// An action when the constraints of an operation no longer hold while it runs.
    public enum LossPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The operation continues.
        case finish
        /// The operation is cancelled, and run again from its beginning once the constraints hold.
        ///
        /// If it returns a value in spite of the cancellation, that value is the result. The
        /// cancelled run does not count as an attempt.
        case stop
    }

    /// The treatment of a call if the queue already has an operation with the same key
    /// (WorkManager's `ExistingWorkPolicy`).
    public enum ExistingWorkPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The existing operation continues, and the call returns its value or throws its error.
        ///
        /// If the existing operation ends without either (its caller is cancelled, or its deadline
        /// passes), the new operation takes its place, with its own constraints and options. The
        /// new operation's deadline counts from the call.
        case keep
        /// The existing operations are cancelled, and their calls throw ``DeferralError/replaced``.
        /// If one of them is running, the new operation starts after that one has ended.
        case replace
        /// The new operation waits until all existing operations have ended, with or without an
        /// error.
        case append
    }
}

extension DeferralQueue.Deadline: CustomStringConvertible {
    /// The action and the duration: `run after 60.0 seconds`.
    public var description: String { "\(action.rawValue) after \(duration)" }
}

extension DeferralQueue {
    /// A request to confirm that an operation may run over a metered network.
    public struct ConfirmationRequest: Sendable {
        /// The key of the operation; `nil` if it has none.
        public let key: (any Hashable & Sendable)?
        /// The constraints of the operation.
        public let constraints: NetworkConstraints
        /// The path over which the operation would run.
        public let path: NetworkPath
    }

    /// The action for an operation that would run over a metered network.
    public enum Confirmation: String, Sendable, Hashable, Codable, CaseIterable {
        /// The operation runs. No further confirmation is requested for it.
        case run
        /// The operation waits for a network that is not metered.
        ///
        /// If its deadline passes and the deadline's action is
        /// ``DeferralQueue/Deadline/Action/run``, confirmation is requested again.
        case wait
        /// The operation does not run. Its call throws ``DeferralError/declined``.
        case cancel
    }

    /// A closure that decides, for example by asking the user, whether an operation may run over a
    /// metered network.
    ///
    /// It runs in a task of its own while the caller of the operation waits, and counts towards the
    /// queue's maximum number of operations. That task is cancelled when the answer is no longer
    /// needed: the network is lost or no longer metered, or the operation ends. An answer after
    /// that counts only if it is `run` or `cancel`.
    public typealias Confirm = @Sendable (ConfirmationRequest) async -> Confirmation
}

extension DeferralQueue.ConfirmationRequest: CustomStringConvertible {
    /// The key and the constraints of the operation, and the path with its cost.
    public var description: String {
        let name = key.map { "\($0)" } ?? "an operation"
        return "\(name) (\(constraints)) over \(path), \(path.metered)"
    }
}
