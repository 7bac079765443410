// SPDX-License-Identifier: Apache-2.0

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
