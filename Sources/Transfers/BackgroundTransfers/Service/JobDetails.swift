// SPDX-License-Identifier: Apache-2.0

/// How a job is run, as `reach queue show` has it.
package struct JobDetails: Sendable, Hashable {
    package let details: JobRecord.Details
    /// How many attempts may fail; `nil` for any number.
    package let attempts: Int?
}

extension JobDetails {
    init(_ job: JobRecord, _ limit: TransferOptions.Attempts) {
        details = job.details
        attempts = if case .limited(let count) = limit { count } else { nil }
    }

    /// The exit codes after which the command is tried again, in their order; `nil` for all but 0.
    package var retryOn: [Int32]? { details.retryOn.map { $0.sorted() } }
}

/// Durations are encoded in seconds. The value for no limit is null.
extension JobDetails: Encodable {
    private enum CodingKeys: String, CodingKey {
        case folder, log, onLoss, lossGrace, timeLimit, attempts, retryOn, exclusive
    }

    /// Encodes the details.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(details.folder, forKey: .folder)
        try container.encode(details.log, forKey: .log)
        try container.encode(details.onLoss, forKey: .onLoss)
        try container.encode(Double(details.lossGrace) / 1000, forKey: .lossGrace)
        try container.encode(details.timeLimit.map { Double($0) / 1000 }, forKey: .timeLimit)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(retryOn, forKey: .retryOn)
        try container.encode(details.isExclusive, forKey: .exclusive)
    }
}
