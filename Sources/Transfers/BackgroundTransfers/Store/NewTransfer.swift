// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
package import NetworkReachability

/// A transfer that is to be added to a store.
package struct NewTransfer: Sendable, Hashable {
    package var kind: Transfer.Kind
    /// The address. User and password in it are kept with the secrets.
    package var url: String
    /// Where a download goes, by an absolute path; `nil` for an upload.
    package var destination: TransferRecord.Destination?
    /// The absolute path of the file that is sent; `nil` for a download.
    package var source: String?
    /// How the file is sent. It means nothing for a download.
    package var method = UploadMethod.automatic
    package var condition: Condition
    package var options: TransferOptions
    package var session: String
    /// The mode of the finished file.
    package var mode: UInt16
    /// The secrets, apart from the headers of the options.
    package var secrets: TransferSecrets
    package var completion: TransferRecord.CompletionAction

    /// Creates a download.
    ///
    /// - Parameter mode: the mode of the finished file: 0666 without the bits of the umask.
    package init(
        download url: String,
        to destination: TransferRecord.Destination,
        condition: Condition = Condition(),
        options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession,
        mode: UInt16,
        secrets: TransferSecrets = TransferSecrets(),
        completion: TransferRecord.CompletionAction = TransferRecord.CompletionAction()
    ) {
        kind = .download
        self.url = url
        self.destination = destination
        self.condition = condition
        self.options = options
        self.session = session
        self.mode = mode
        self.secrets = secrets
        self.completion = completion
    }

    /// Creates an upload.
    ///
    /// - Parameter source: the absolute path of the file. A symbolic link is followed when the upload is added.
    package init(
        upload url: String,
        from source: String,
        method: UploadMethod = .automatic,
        condition: Condition = Condition(),
        options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession,
        secrets: TransferSecrets = TransferSecrets(),
        completion: TransferRecord.CompletionAction = TransferRecord.CompletionAction()
    ) {
        kind = .upload
        self.url = url
        self.source = source
        self.method = method
        self.condition = condition
        self.options = options
        self.session = session
        // No file is made.
        mode = 0
        self.secrets = secrets
        self.completion = completion
    }

    /// The transfer without secrets in its URL and its options, and all secrets together.
    var separated: (transfer: NewTransfer, secrets: TransferSecrets) {
        var transfer = self
        var secrets = secrets
        let (url, user, password) = URLUserInformation.split(url)
        transfer.url = url
        secrets.user = secrets.user ?? user
        secrets.password = secrets.password ?? password
        secrets.headers += options.headers
        if options.usesNetrc { secrets.usesNetrc = true }
        transfer.options.headers = []
        transfer.secrets = TransferSecrets()
        return (transfer, secrets)
    }

    /// The record of the transfer, as it is added. The store gives it its number and its revision.
    ///
    /// - Parameter source: the file of an upload; `nil` for a download.
    func record(secrets: String?, source: SourceRules.Source?, now: Int64) -> TransferRecord {
        TransferRecord(
            id: Transfer.ID(rawValue: 0), kind: kind, url: url, session: session,
            destination: destination,
            source: source?.path, mode: mode, overwrites: options.overwrites, condition: condition,
            stability: options.stability, priority: options.priority, key: options.key,
            group: options.group,
            sha256: options.sha256, limitRate: options.limitRate, limit: options.attempts,
            createdAt: now,
            notBefore: options.notBefore.map { $0.milliseconds },
            deadline: options.deadline.map { now + $0.duration.wholeMilliseconds },
            onDeadline: options.deadline?.action ?? .fail, secrets: secrets, completion: completion,
            state: .waiting,
            reasons: [], partial: nil,
            upload: source.map {
                TransferRecord.Upload(
                    method: method, file: $0.version, idempotencyKey: UUID().uuidString.lowercased()
                )
            }, bytesDone: 0, bytesTotal: source?.version.size, attempts: 0,
            progress: TransferRecord.Progress(), retryAt: nil,
            error: nil, endedAt: nil, revision: 0)
    }
}

extension Transfer {
    /// The session of the transfers that the command adds.
    package static let defaultSession = "default"
}

extension Duration {
    /// The duration in whole milliseconds, at most a hundred years in either direction, so that it can be added to a
    /// time.
    package var wholeMilliseconds: Int64 {
        let longest: Int64 = 100 * 31_557_600
        let (seconds, attoseconds) = components
        if seconds >= longest { return longest * 1000 }
        if seconds <= -longest { return -longest * 1000 }
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
