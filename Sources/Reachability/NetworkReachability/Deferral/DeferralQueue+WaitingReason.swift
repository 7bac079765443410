// SPDX-License-Identifier: Apache-2.0

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
