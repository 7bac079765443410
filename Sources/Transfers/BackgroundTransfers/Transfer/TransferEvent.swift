// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem

/// Something that happened to a transfer.
///
/// Events are stored, so that a program that was not running can ask for those it has missed. They are removed with their
/// transfer, 7 days after its end. Only ``Kind/progress`` is not stored.
public struct TransferEvent: Sendable, Hashable {
    /// The kind of an event, as the command's JSON has it.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The transfer was added.
        case added
        /// An attempt has begun.
        case started
        /// Bytes were received or sent. It is not stored, and has the sequence number of the last event that is.
        case progress
        /// The transfer waits, or waits for other reasons than before.
        case waiting
        /// The transfer begins again at the first byte, or further back than it was, because what was there cannot be
        /// continued.
        case restarted
        /// An attempt failed, and another one follows.
        case retrying
        /// The content has the expected length and digest. Of an upload that is known before anything is sent.
        case verified
        /// The transfer has ended: the file is in its place, or the server has confirmed that it has all of the file, or the
        /// command of a job has exited with 0. A periodic job has ended in this period only, and waits for the next one.
        case finished
        /// The transfer has failed for good; a periodic job in this period.
        case failed
        /// The user has cancelled the transfer.
        case cancelled
        /// The user has paused the transfer.
        case paused
        /// The user has resumed or retried the transfer.
        case resumed
        /// The completion command or unit has run. The detail has its exit code.
        case delivered
    }

    /// The number of the event in its store. Numbers rise, and are never used again.
    public var sequence: Int64
    /// The time of the event.
    public var time: Date
    /// The kind of the event.
    public var event: Kind
    /// A description of the event for people, in English; `nil` if there is nothing to add to its kind.
    public var detail: String?
    /// The transfer. Its state, progress and error are those at the time of the event.
    public var transfer: Transfer
}

extension TransferEvent {
    /// An event that is to be stored with the state of its transfer.
    struct Note: Sendable, Hashable {
        var event: Kind
        var detail: String?

        init(_ event: Kind, _ detail: String? = nil) {
            self.event = event
            self.detail = detail?.bounded()
        }
    }
}

// The text can contain names as the system or a server reports them. Escape control characters before you print it.
extension TransferEvent: CustomStringConvertible {
    /// The number of the event, the transfer and the kind: `41: transfer 7: finished`.
    public var description: String {
        switch event {
        case .progress: "\(sequence): \(transfer)"
        case .added, .started, .waiting, .restarted, .retrying, .verified, .finished, .failed,
            .cancelled, .paused, .resumed, .delivered:
            "\(sequence): transfer \(transfer.id): \(event.rawValue)"
                + (detail.map { " (\($0))" } ?? "")
        }
    }
}
