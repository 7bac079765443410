// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
package import NetworkReachability

/// A transfer that is to be added to a store.
package struct NewTransfer: Sendable, Hashable {
    /// Where a download goes.
    package enum Destination: Sendable, Hashable {
        /// To a file of this absolute path.
        case file(String)
        /// Into a folder of this absolute path. The name is known with the answer of the server.
        case folder(String)
    }

    var kind: Transfer.Kind
    /// The address. User and password in it are kept with the secrets.
    var url: String
    /// Where a download goes, by an absolute path; `nil` for an upload.
    var destination: Destination?
    /// The absolute path of the file that is sent; `nil` for a download.
    var source: String?
    /// How the file is sent. It means nothing for a download.
    var method = UploadMethod.automatic
    var condition: Condition
    var options: TransferOptions
    var session: String
    /// The part that only a job has; `nil` for a download or an upload.
    var job: JobRecord?
    /// The mode of the finished file.
    var mode: UInt16
    /// The secrets, without those of the address and of the options.
    var secrets: TransferSecrets
    var completion: CompletionAction

    /// Creates a download.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - destination: where the file goes.
    ///   - condition: what the path to the server must meet.
    ///   - options: how the download is done.
    ///   - session: the session that the download belongs to.
    ///   - mode: the mode of the finished file: 0666 without the bits of the umask.
    ///   - completion: what runs when the download has ended.
    ///   - environment: the environment of the completion command, as in `/proc/PID/environ`.
    package init(
        download url: String,
        to destination: Destination,
        condition: Condition = Condition(),
        options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession,
        mode: UInt16,
        completion: CompletionAction = CompletionAction(),
        environment: [UInt8]? = nil
    ) {
        kind = .download
        self.url = url
        self.destination = destination
        self.condition = condition
        self.options = options
        self.session = session
        self.mode = mode
        self.completion = completion
        secrets = TransferSecrets(environment: environment.map { Data($0) })
    }

    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - source: the absolute path of the file. A symbolic link is followed when the upload is added.
    ///   - method: how the file is sent.
    ///   - condition: what the path to the server must meet.
    ///   - options: how the upload is done.
    ///   - session: the session that the upload belongs to.
    ///   - completion: what runs when the upload has ended.
    ///   - environment: the environment of the completion command, as in `/proc/PID/environ`.
    package init(
        upload url: String,
        from source: String,
        method: UploadMethod = .automatic,
        condition: Condition = Condition(),
        options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession,
        completion: CompletionAction = CompletionAction(),
        environment: [UInt8]? = nil
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
        self.completion = completion
        secrets = TransferSecrets(environment: environment.map { Data($0) })
    }

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - job: the command, and how it is run. Its attempts count, and not those of the options.
    ///   - folder: the absolute path of the folder in which it runs, if the job has none, or a relative one.
    ///   - condition: what the path must meet, to the internet if the condition has no host; `nil` if the job needs no path.
    ///   - options: how the job is scheduled.
    ///   - session: the session that the job belongs to.
    ///   - mask: the file creation mask of the command.
    ///   - environment: the environment of the command, as in `/proc/PID/environ`, if the job has none.
    package init(
        job: Job,
        in folder: String,
        condition: Condition? = nil,
        options: TransferOptions = TransferOptions(),
        session: String = Transfer.defaultSession,
        mask: UInt16,
        environment: [UInt8]
    ) {
        kind = .command
        url = ""
        self.condition = condition ?? Condition()
        self.options = options
        self.options.attempts = job.attempts
        self.session = session
        // No file is made.
        mode = 0
        completion = CompletionAction()
        self.job = JobRecord(job, in: folder, mask: mask, isUnconditional: condition == nil)
        let own = job.environment?.sorted { $0.key < $1.key }
            .flatMap { Array("\($0.key)=\($0.value)\0".utf8) }
        secrets = TransferSecrets(environment: Data(own ?? environment))
    }

    /// The transfer without secrets in its URL and its options, and all secrets together.
    var separated: (transfer: NewTransfer, secrets: TransferSecrets) {
        var transfer = self
        var secrets = secrets
        let (url, user, password) = URLSecrets.split(url)
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
    func record(secrets: String?, source: FileRules.Source?, now: Int64) -> TransferRecord {
        TransferRecord(
            id: Transfer.ID(rawValue: 0), kind: kind, url: url, session: session,
            destination: destination,
            source: source?.path, mode: mode, overwrites: options.overwrites, condition: condition,
            stability: options.stability, priority: options.priority, key: options.key,
            group: options.group,
            sha256: options.sha256, limitRate: options.limitRate, limit: options.attempts,
            createdAt: now,
            notBefore: options.notBefore.map { $0.milliseconds },
            deadline: options.deadline.map { now + $0.duration.boundedMilliseconds },
            onDeadline: options.deadline?.action ?? .fail, secrets: secrets, completion: completion,
            state: .waiting,
            reasons: [], partial: nil,
            upload: source.map {
                TransferRecord.Upload(
                    method: method, file: $0.version, idempotencyKey: UUID().uuidString.lowercased()
                )
            }, bytesDone: 0, bytesTotal: source?.version.size, attempts: 0,
            progress: TransferRecord.Progress(), retryAt: nil,
            error: nil, endedAt: nil, revision: 0, job: job)
    }
}
