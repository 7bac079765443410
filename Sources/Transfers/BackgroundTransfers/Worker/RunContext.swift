// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// What a worker holds for a run.
final class RunContext {
    unowned let worker: TransferWorker
    let id: Transfer.ID
    /// By which results that come too late are recognized.
    let token: String
    /// The address that the user gave.
    let url: URLParts
    let secrets: TransferSecrets
    /// What the schedule knew of the transfer when it started.
    let candidate: Schedule.Candidate
    /// The exchange with the server; `nil` if there is none.
    var exchange: HTTPExchange.ID?
    /// The gate of the server that is connected to; `nil` if there is no connection.
    var gate: Int?
    /// The same, if it is none of the candidate's, so that the run must give it back.
    var redirectionGate: Int?
    /// The name of the interface that the path uses; `nil` if there is no connection.
    var interface: String?
    /// Whether the deadline has passed, and with it the conditions.
    var isUnconditional: Bool
    /// When the attempt was due, in milliseconds since 1970; `nil` for the first one.
    let dueTime: Int64?
    var meter: RateMeter

    init(
        _ worker: TransferWorker, _ record: TransferRecord, _ url: URLParts,
        secrets: TransferSecrets, _ candidate: Schedule.Candidate, now: Int64
    ) {
        self.worker = worker
        id = record.id
        token = Self.makeToken()
        self.url = url
        self.secrets = secrets
        self.candidate = candidate
        dueTime = record.retryAt
        isUnconditional = record.deadline.map { $0 <= now } ?? false
        meter = RateMeter(bytes: record.bytesDone, at: MonotonicClock.milliseconds)
    }

    private static func makeToken() -> String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<8).map { _ in digits[Int.random(in: 0..<digits.count)] })
    }
}
