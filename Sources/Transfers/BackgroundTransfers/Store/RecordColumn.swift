// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import LinuxSystem
internal import NetworkReachability

/// The columns of a transfer's row that are its record, in the order of the table.
enum RecordColumn: Int {
    case id, revision, session, kind, url, destination, source, mode, overwrites, condition,
        stability, priority
    case key, family, sha256
    case limitRate = 15
    case attemptLimit, createdAt, notBefore, deadline, onDeadline, secrets, completion, state,
        reasons, partial, upload
    case bytesDone, bytesTotal, attempts, progress, retryAt, error, endedAt
    case command, job, every, exit, nextAt

    /// The names in the table, in the order of the cases. They are not derived from the cases: reflection would take a
    /// twentieth of the time in which a command adds a transfer.
    private static let names = [
        "id", "revision", "session", "kind", "url", "destination", "source", "mode", "overwrites",
        "condition", "stability", "priority", "key", "family", "sha256", "limit_rate",
        "attempt_limit", "created_at", "not_before", "deadline", "on_deadline", "secrets",
        "delivery", "state", "reasons", "partial", "upload", "bytes_done", "bytes_total",
        "attempts", "progress", "retry_at", "error", "ended_at", "command", "job", "every",
        "exit_code",
        "next_at",
    ]

    /// All columns for a SELECT.
    static let list = names.joined(separator: ", ")

    /// The columns that are written, with those that follow from the record.
    static let written = names.dropFirst() + ["file", "place", "told"]
    static let insertion =
        "INSERT INTO transfers (\(written.joined(separator: ", "))) VALUES "
        + "(\(written.map { _ in "?" }.joined(separator: ", ")))"
    static let update =
        "UPDATE transfers SET \(written.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ? AND revision = ?"
}

extension TransferRecord {
    /// The values of ``RecordColumn/written``.
    ///
    /// - Parameter place: the destination without symbolic links; `nil` while it is not known.
    func values(place: String?) -> [(any DatabaseValueConvertible)?] {
        func text(_ value: some Encodable) -> String { JSONLineEncoder.text(value) }
        return [
            revision, session, kind.rawValue, url, destination?.shown, source, Int64(mode),
            overwrites,
            text(condition), stability.boundedMilliseconds, priority.rawValue, key, group,
            sha256.map { Data($0) },
            limitRate, limit.stored, createdAt, notBefore, deadline, onDeadline.rawValue, secrets,
            text(completion), state.rawValue, reasons.isEmpty ? nil : text(reasons),
            partial.map(text), upload.map(text), bytesDone, bytesTotal, attempts,
            text(progress), retryAt,
            error.map(text), endedAt,
            (job?.command).map(text), (job?.details).map(text), job?.every?.description,
            (job?.exit).map { Int64($0) }, job?.nextAt, partial?.destination, place, isNotified,
        ]
    }

    /// Whether the completion command or unit has run; `nil` if there is none.
    private var isNotified: Bool? { completion.isRequested ? completion.isDone : nil }
}

extension TransferOptions.Attempts {
    /// The limit as a number: null for seven days, -1 for none.
    var stored: Int64? {
        switch self {
        case .limited(let count): Int64(max(1, count))
        case .sevenDays: nil
        case .unlimited: -1
        }
    }

    init(stored: Int64?) {
        self = stored.map { $0 < 0 ? .unlimited : .limited(Int($0)) } ?? .sevenDays
    }
}
