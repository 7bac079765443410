// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability
internal import TransferRules

/// Everything that the store keeps about a transfer. The machines use it for their decisions.
///
/// Times are in milliseconds since 1970, by the wall clock, because they outlive the boot.
struct TransferRecord: Sendable, Hashable {
    /// The file of a download that is not complete.
    struct Partial: Sendable, Hashable, Codable {
        /// The path of the file, in the folder of the destination. It is stored before the file is made.
        var path: String
        /// The path that the file gets when it is complete.
        var destination: String
        /// The file that was made; `nil` until it is.
        var identity: FileIdentity?
        /// The description of the content, by which it can be resumed; `nil` if it cannot.
        var content: PartialContent?
        /// Where the content comes from, by which a portal's page is recognized; `nil` before there is any.
        var provenance: Provenance?
        /// The digests that the server announced for the whole content.
        var digests: [ContentDigest] = []
        /// Whether all bytes are there and verified, so that only the commit is missing.
        var isComplete = false
        /// Whether an empty file claims the name at the destination before the file gets it; `nil` if not. It is stored before
        /// that file is made: after a crash an empty file there is the download's own.
        var isClaimed: Bool?
        /// Whether parts came with other validators than the beginning, so that only the digest shows whether they fit;
        /// `nil` if none did.
        var isMixed: Bool?
    }

    var id: Transfer.ID
    var kind: Transfer.Kind
    var url: String
    var session: String
    /// Where a download goes; `nil` for an upload.
    var destination: NewTransfer.Destination?
    /// The path of the file that is sent; `nil` for a download.
    var source: String?
    /// The mode of the finished file, as the umask of the process that added the transfer allows: 0644.
    var mode: UInt16
    var overwrites: Bool
    var condition: Condition
    var stability: Duration
    var priority: DeferralQueue.Priority
    var key: String?
    var group: String?
    var sha256: [UInt8]?
    var limitRate: Int64?
    var limit: TransferOptions.Attempts
    var createdAt: Int64
    var notBefore: Int64?
    var deadline: Int64?
    var onDeadline: TransferOptions.Deadline.Action
    /// The name of the file with the headers and the environment; `nil` if there are none.
    var secrets: String?
    var completion: CompletionAction

    // What changes while the transfer goes on.

    var state: Transfer.State
    var reasons: [WaitingReason]
    var partial: Partial?
    /// The part of an upload; `nil` for a download.
    var upload: Upload?
    /// The number of bytes that are synced, or that the server has confirmed: what is beyond them may be lost.
    var bytesDone: Int64
    /// The total number of bytes; `nil` if it is unknown.
    var bytesTotal: Int64?
    /// How many attempts have begun.
    var attempts: Int
    var progress: Progress
    var retryAt: Int64?
    var error: TransferError?
    /// When the transfer ended, in milliseconds since 1970; `nil` while it has not.
    var endedAt: Int64?
    /// Rises with each change that is stored, over all transfers of the store. A change is refused if the stored one is
    /// newer: another process has changed the transfer meanwhile.
    var revision: Int64
    /// The part of a job; `nil` for a download or an upload.
    var job: JobRecord?

    /// The failures that decide whether and when the transfer is tried again.
    struct Progress: Sendable, Hashable, Codable {
        /// The highest number of bytes that were ever there. Only what lies beyond is progress.
        var highest: Int64 = 0
        /// When an attempt failed last since the last progress, in milliseconds since 1970; `nil` if none did.
        var failedAt: Int64?
        /// How long attempts have failed since the last progress, in milliseconds.
        var failingFor: Int64 = 0
        /// The failed attempts since then.
        var failures = 0
        /// The failed checks of the server's certificate since then.
        var tlsFailures = 0
        /// The answers since then that refused the rest (412, 416), or said that the place of an upload is gone.
        var refusals = 0
        /// The answers of another server since then that had the right media type.
        var mismatchedAnswers = 0
        /// How often the digest has shown since then that parts did not fit; `nil` for never.
        var misfits: Int?

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

extension TransferRecord {
    /// The part of the record that only uploads have.
    struct Upload: Sendable, Hashable, Codable {
        /// How the user wants the file to be sent.
        var method: UploadMethod
        /// The file as it was when the upload was added. No other version of it is sent.
        var file: FileVersion
        /// The value of `Idempotency-Key` in all attempts by `POST`.
        var idempotencyKey: String
        /// Whether the digest of the file was compared with the one that the user expects.
        var isVerified = false
        /// Where the server takes the content by tus; `nil` while it has not said so.
        var resource: Resource?
    }

    /// The URL that a server has made for an upload by tus. It is never shown, because on many servers everyone who
    /// knows it can write there.
    struct Resource: Sendable, Hashable, Codable {
        var url: String
        var origin: Origin
        /// Whether the caller's header fields may be sent there: the way to it led over no other origin.
        var isTrusted: Bool
    }
}

extension NewTransfer.Destination {
    /// The path of the file; `nil` for a folder.
    var filePath: String? {
        switch self {
        case .file(let path): path
        case .folder: nil
        }
    }

    /// The folder, with a slash at its end.
    var folder: String {
        switch self {
        case .file(let path): path.folderPrefix
        case .folder(let path): path.ends(with: "/") ? path : path + "/"
        }
    }

    /// The path, with a slash at its end if it is a folder.
    var shown: String { filePath ?? folder }

    /// Creates a destination from its path, with a slash at the end of a folder.
    init(shown path: String) {
        self =
            path.ends(with: "/")
            ? .folder(path == "/" ? path : String(path.dropLast())) : .file(path)
    }
}
