// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// Why an operation waits.
    public enum WaitingReason: Sendable, Hashable {
        /// The network does not meet its constraints.
        case network(NetworkConstraints.Reason)
        /// The path is not known yet.
        case unknownPath
        /// The constraints hold, but have not held for long enough.
        case stability
        /// Its minimum latency is not over.
        case minimumLatency
        /// It failed, and is tried again later.
        case backoff
        /// The queue is held.
        case held
        /// The queue is running its maximum number of operations.
        case limit
        /// Another operation under its key is first.
        case existingWork
        /// Somebody is being asked whether it may run over a metered network.
        case confirmation
    }
}

extension DeferralQueue.WaitingReason {
    /// The reason in a word that stays the same from version to version, for programs.
    public var word: String {
        switch self {
        case .network(let reason): reason.word
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
    /// The reason in words that a person understands; see ``NetworkConstraints/Reason/description``.
    public var description: String {
        switch self {
        case .network(let reason): reason.description
        case .unknownPath: "the path is not known yet"
        case .stability: "the network has not been stable for long enough"
        case .minimumLatency: "its time has not come"
        case .backoff: "it failed and is tried again later"
        case .held: "the queue is held"
        case .limit: "the queue is running its maximum number of operations"
        case .existingWork: "another operation under the same key is first"
        case .confirmation: "somebody is asked whether it may cost"
        }
    }
}
