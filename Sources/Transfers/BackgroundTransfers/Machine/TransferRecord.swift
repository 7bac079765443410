// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
package import NetworkReachability
package import TransferRules

/// All that the store knows of a transfer. The machines decide with it, and the store keeps it.
///
/// Times are in milliseconds since 1970, by the wall clock, because they outlive the boot.
package struct TransferRecord: Sendable, Hashable {
    /// Where a download goes.
    package enum Destination: Sendable, Hashable, Codable {
        /// To a file of this absolute path.
        case file(String)
        /// Into a folder of this absolute path. The name is known with the answer of the server.
        case folder(String)
    }

    /// The file of a download that is not complete.
    package struct Partial: Sendable, Hashable, Codable {
        /// The path of the file, in the folder of the destination. It is stored before the file is made.
        package var path: String
        /// The path that the file gets when it is complete.
        package var destination: String
        /// The file that was made; `nil` until it is.
        package var identity: FileIdentity?
        /// The description of the content, by which it can be resumed; `nil` if it cannot.
        package var content: PartialContent?
        /// Where the content comes from, by which a portal's page is recognized; `nil` before there is any.
        package var provenance: Provenance?
        /// The digests that the server announced for the whole content.
        package var digests: [ContentDigest] = []
        /// Whether all bytes are there and verified, so that only the commit is missing.
        package var isComplete = false
        /// Whether an empty file claims the name at the destination before the file gets it; `nil` if not. It is stored before
        /// that file is made: after a crash an empty file there is the download's own.
        package var isClaimed: Bool?
        /// Whether parts came with other validators than the beginning, so that only the digest shows whether they fit;
        /// `nil` if none did.
        package var isMixed: Bool?

        package init(path: String, destination: String) {
            self.path = path
            self.destination = destination
        }
    }

    /// A command that is run when the transfer has ended. Its environment is with the secrets.
    package struct Command: Sendable, Hashable, Codable {
        package var arguments: [String]
        package var folder: String

        package init(_ arguments: [String], in folder: String) {
            self.arguments = arguments
            self.folder = folder
        }
    }

    /// What runs when the transfer has ended, and how often that was tried.
    package struct CompletionAction: Sendable, Hashable, Codable {
        /// The systemd unit that is started; `nil` for none.
        package var unit: String?
        /// The command that is run; `nil` for none.
        package var command: Command?
        /// How often it was tried.
        package var attempts = 0
        /// When it is tried again, in milliseconds since 1970; `nil` if it is not put off.
        package var retryAt: Int64?
        /// Whether it has succeeded, or was given up.
        package var isDone = false

        package init(unit: String? = nil, command: Command? = nil) {
            self.unit = unit
            self.command = command
        }

        /// Whether a unit or a command runs.
        package var isRequested: Bool { unit != nil || command != nil }
    }

    package var id: Transfer.ID
    package var kind: Transfer.Kind
    package var url: String
    package var session: String
    /// Where a download goes; `nil` for an upload.
    package var destination: Destination?
    /// The path of the file that is sent; `nil` for a download.
    package var source: String?
    /// The mode of the finished file, as the umask of the process that added the transfer allows: 0644.
    package var mode: UInt16
    package var overwrites: Bool
    package var condition: Condition
    package var stability: Duration
    package var priority: DeferralQueue.Priority
    package var key: String?
    package var group: String?
    package var sha256: [UInt8]?
    package var limitRate: Int64?
    package var limit: TransferOptions.Attempts
    package var createdAt: Int64
    package var notBefore: Int64?
    package var deadline: Int64?
    package var onDeadline: TransferOptions.Deadline.Action
    /// The name of the file with the headers and the environment; `nil` if there are none.
    package var secrets: String?
    package var completion: CompletionAction

    // What changes while the transfer goes on.

    package var state: Transfer.State
    package var reasons: [WaitingReason]
    package var partial: Partial?
    /// What is known of an upload; `nil` for a download.
    package var upload: Upload?
    /// The number of bytes that are synced, or that the server has confirmed: what is beyond them may be lost.
    package var bytesDone: Int64
    /// The total number of bytes; `nil` if it is unknown.
    package var bytesTotal: Int64?
    /// How many attempts have begun.
    package var attempts: Int
    package var progress: Progress
    package var retryAt: Int64?
    package var error: TransferError?
    /// When the transfer ended, in milliseconds since 1970; `nil` while it has not.
    package var endedAt: Int64?
    /// Rises with each change that is stored, over all transfers of the store. A change is refused if the stored one is
    /// newer: another process has changed the transfer meanwhile.
    package var revision: Int64

    /// The failures that decide whether and when the transfer is tried again.
    package struct Progress: Sendable, Hashable, Codable {
        /// The highest number of bytes that were ever there. Only what lies beyond is progress.
        package var highest: Int64 = 0
        /// When an attempt failed last since the last progress, in milliseconds since 1970; `nil` if none did.
        package var failedAt: Int64?
        /// How long attempts have failed since the last progress, in milliseconds.
        package var failingFor: Int64 = 0
        /// The failed attempts since then.
        package var failures = 0
        /// The failed checks of the server's certificate since then.
        package var tlsFailures = 0
        /// The answers since then that refused the rest (412, 416), or said that the place of an upload is gone.
        package var refusals = 0
        /// The answers of another server since then that had the right media type.
        package var mismatchedAnswers = 0
        /// How often the digest has shown since then that parts did not fit; `nil` for never.
        package var misfits: Int?

        package init() {}

        /// The names in the store.
        private enum CodingKeys: String, CodingKey {
            case highest, failedAt, failingFor, failures, tlsFailures, refusals
            case mismatchedAnswers = "strangers"
            case misfits
        }
    }
}

extension TransferRecord {
    /// Ends the transfer with success.
    ///
    /// - Parameter length: the length of the file.
    mutating func finish(length: Int64, now: Int64) {
        bytesDone = length
        bytesTotal = length
        state = .finished
        reasons = []
        error = nil
        endedAt = now
    }

    /// Ends the transfer for good.
    mutating func fail(_ error: TransferError, now: Int64) {
        state = .failed
        reasons = []
        retryAt = nil
        self.error = error
        endedAt = now
    }
}
