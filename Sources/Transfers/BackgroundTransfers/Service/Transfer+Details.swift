// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import LinuxSystem
package import NetworkReachability

extension Transfer {
    /// All conditions, also those that only the command can demand.
    package var allConditions: Condition { condition }

    /// When a job that waits for its next period can run at the earliest, in milliseconds since 1970; `nil` for others.
    ///
    /// That is not the begin of the period if the job has hours or a start time.
    package func nextRun(_ clock: WallClock = WallClock()) -> Int64? {
        guard let nextAt else { return nil }
        let time = max(nextAt.milliseconds, notBefore?.milliseconds ?? .min)
        guard !condition.isNegated, let hours = condition.constraints.hours else { return time }
        return hours.first(from: time, clock)
    }

    /// The session of the transfers that the command adds.
    package static let defaultSession = "default"

    /// The conditions that the path must meet, as a text for people.
    var conditionText: String {
        stability == .zero
            ? "\(condition)"
            : "\(condition), for \(TimeSpan(milliseconds: stability.boundedMilliseconds))"
    }
}

/// A transfer as JSON with its events: the members of the transfer, `events`, and `job` for a job.
package struct TransferWithEvents: Encodable {
    private let transfer: Transfer
    private let events: [TransferEvent]
    private let job: JobDetails?

    private enum CodingKeys: String, CodingKey {
        case events, job
    }

    /// Combines a transfer with its events.
    package init(_ transfer: Transfer, events: [TransferEvent], job: JobDetails? = nil) {
        self.transfer = transfer
        self.job = job
        self.events = events
    }

    /// Encodes the transfer with its events.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        try transfer.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(job, forKey: .job)
        try container.encode(events, forKey: .events)
    }
}

extension DeferralQueue.Priority {
    /// The priority as the command's JSON has it.
    package var word: String {
        switch self {
        case .low: "low"
        case .normal: "normal"
        case .high: "high"
        }
    }
}

extension Date {
    /// A time from milliseconds since 1970.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time in milliseconds since 1970.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
