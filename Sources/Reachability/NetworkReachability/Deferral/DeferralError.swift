// SPDX-License-Identifier: Apache-2.0

/// The reason why an operation of a ``DeferralQueue`` ended without a result of its own.
///
/// If the caller's task is cancelled, the call throws Swift's `CancellationError` instead.
public enum DeferralError: Error, Sendable, Hashable {
    /// The operation had not started when its deadline passed. The associated value lists what it
    /// waited for.
    case deadlineExceeded([DeferralQueue.WaitingReason])
    /// A later call with the same key replaced the operation
    /// (``DeferralQueue/ExistingWorkPolicy/replace``).
    case replaced
    /// The queue's confirmation closure declined to run the operation over a metered network
    /// (``DeferralQueue/Confirmation/cancel``).
    case declined
    /// The queue, or the monitor that it uses, was cancelled.
    case queueCancelled
    /// The existing operation with the same key, whose result this call shares, returned a value of
    /// another type.
    case mismatchedResult
    /// The call would wait for the operation that makes it, so neither could end.
    ///
    /// The two have the same key, or that operation and those that wait for it are the queue's
    /// maximum number of running operations.
    case waitsForItself
}

extension DeferralError: CustomStringConvertible {
    /// A description of the error for people, in English.
    public var description: String {
        switch self {
        case .deadlineExceeded(let reasons):
            "not started before its deadline"
                + (reasons.isEmpty
                    ? "" : ": " + reasons.map(\.description).joined(separator: "; "))
        case .replaced: "replaced by a later operation with the same key"
        case .declined: "not confirmed for a metered network"
        case .queueCancelled: "the queue was cancelled"
        case .mismatchedResult: "the operation with the same key has a result of another type"
        case .waitsForItself: "would wait for the operation that makes this call"
        }
    }
}
