// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// A download that runs: its machine, and what the worker holds for it.
final class DownloadRun {
    let id: Transfer.ID
    /// By which results that come too late are recognized.
    let token: String
    /// The address that the user gave.
    let url: URLParts
    let secrets: TransferSecrets
    /// What the schedule knew of the download when it started.
    let candidate: Schedule.Candidate
    var machine: DownloadMachine
    /// The partial file; `nil` before it is open.
    var file: PartialFile?
    /// The exchange with the server; `nil` if there is none.
    var exchange: HTTPExchange.ID?
    /// The gate of the server that is connected to, if it is none of the candidate's.
    var redirectionGate: Int?
    /// The name of the interface that the path uses; `nil` if there is no connection.
    var interface: String?
    /// Whether the deadline has passed, and with it the conditions.
    var isUnconditional: Bool
    var meter: RateMeter
    /// Whether the exchange is paused because the disk is slower than the network.
    var isPaused = false
    /// Up to where the disk was told to write.
    var written: Int64 = 0

    init(
        _ record: TransferRecord, _ url: URLParts, secrets: TransferSecrets,
        _ candidate: Schedule.Candidate, token: String, now: Int64
    ) {
        id = record.id
        self.token = token
        self.url = url
        self.secrets = secrets
        self.candidate = candidate
        machine = DownloadMachine(record, origin: url.ruledOrigin, token: token)
        isUnconditional = record.deadline.map { $0 <= now } ?? false
        meter = RateMeter(bytes: record.bytesDone, at: MonotonicClock.milliseconds)
    }
}

extension URLParts {
    /// The origin in the words of the rules.
    var ruledOrigin: TransferRules.Origin {
        TransferRules.Origin(scheme: scheme.rawValue, host: host, port: Int(port))
    }

    /// The last component of the path, decoded; `nil` if it has none.
    var lastComponent: String? {
        path.split(separator: "/").last.flatMap { PercentEncoding.decode($0) ?? String($0) }
    }
}
