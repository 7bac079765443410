// SPDX-License-Identifier: Apache-2.0

extension DeferralQueue {
    /// What is asked before an operation runs over a metered network.
    public struct ConfirmationRequest: Sendable {
        /// The operation's key, if it has one.
        public let key: (any Hashable & Sendable)?
        /// Its constraints.
        public let constraints: NetworkConstraints
        /// The path that it would run over.
        public let path: NetworkPath
    }

    /// What becomes of an operation that would run over a metered network.
    public enum Confirmation: String, Sendable, Hashable, Codable, CaseIterable {
        /// It runs, and nobody is asked again for this operation.
        case run
        /// It waits for a network that is not metered. If its deadline comes after which it would run
        /// on any network, it is asked for again.
        case wait
        /// It ends with ``DeferralError/declined``.
        case cancel
    }

    /// Asks, the user perhaps, whether an operation may run over a metered network. It runs in the
    /// task of the operation's caller, and takes one of the queue's places for concurrent operations
    /// meanwhile. Its task is cancelled when the question is moot: the network is not metered any
    /// more or is lost, or the operation ends. Whatever it answers then, only `run` and `cancel` count.
    public typealias Confirm = @Sendable (ConfirmationRequest) async -> Confirmation
}
