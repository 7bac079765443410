// SPDX-License-Identifier: Apache-2.0

/// Why an operation of a ``DeferralQueue`` ended without a result of its own. Cancellation of the
/// caller's task is not among them: that is Swift's `CancellationError`.
public enum DeferralError: Error, Sendable, Hashable {
    /// It had not begun when its deadline came, for these reasons.
    case deadlineExceeded([DeferralQueue.WaitingReason])
    /// A later call took its place.
    case replaced
    /// Whoever was asked before it ran over a metered network said that it is not to be run.
    case declined
    /// The queue or its monitor was cancelled.
    case queueCancelled
    /// The result of the operation under the same key, which was kept, is a value of another type.
    case mismatchedResult
    /// It was called in an operation that it would have to wait for: one under the same key, or one that
    /// takes the last of the queue's places.
    case waitsForItself
}

extension DeferralError: CustomStringConvertible {
    /// The error in words that a person understands.
    public var description: String {
        switch self {
        case .deadlineExceeded(let reasons):
            "not begun before its deadline"
                + (reasons.isEmpty
                    ? "" : ": " + reasons.map(\.description).joined(separator: "; "))
        case .replaced: "replaced by a later operation under the same key"
        case .declined: "declined when asked before a metered run"
        case .queueCancelled: "the queue was cancelled"
        case .mismatchedResult: "the operation under the same key has a result of another type"
        case .waitsForItself: "called in an operation that it would have to wait for"
        }
    }
}
