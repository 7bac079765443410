// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// How a job is run, as `reach queue show` has it. Durations are in milliseconds.
package struct JobDetails: Sendable, Hashable {
    /// The folder in which the command runs.
    package var folder: String
    /// The file to which the output is appended; `nil` for the output of the worker.
    package var log: String?
    package var onLoss: Job.LossPolicy
    package var lossGrace: Int64
    package var timeLimit: Int64?
    /// How many attempts may fail; `nil` for any number.
    package var attempts: Int?
    /// The exit codes after which the command is tried again, in their order; `nil` for all but 0.
    package var retryOn: [Int32]?
    package var exclusive: Bool
    /// Whether the user has given no conditions.
    package var isUnconditional: Bool
}

extension JobDetails {
    init(_ job: JobRecord, _ limit: TransferOptions.Attempts) {
        let details = job.details
        folder = details.folder
        log = details.log
        onLoss = details.onLoss
        lossGrace = details.lossGrace
        timeLimit = details.timeLimit
        if case .limited(let count) = limit { attempts = count }
        retryOn = details.retryOn.map { $0.sorted() }
        exclusive = details.isExclusive
        isUnconditional = details.isUnconditional
    }
}

/// Durations are encoded in seconds. What is not limited is null.
extension JobDetails: Encodable {
    private enum CodingKeys: String, CodingKey {
        case folder, log, onLoss, lossGrace, timeLimit, attempts, retryOn, exclusive
    }

    /// Encodes the details.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(folder, forKey: .folder)
        try container.encode(log, forKey: .log)
        try container.encode(onLoss, forKey: .onLoss)
        try container.encode(Double(lossGrace) / 1000, forKey: .lossGrace)
        try container.encode(timeLimit.map { Double($0) / 1000 }, forKey: .timeLimit)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(retryOn, forKey: .retryOn)
        try container.encode(exclusive, forKey: .exclusive)
    }
}
