// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import LinuxSystem
internal import NetworkReachability

/// The columns of a transfer's row that are its record, in the order of the table.
enum RecordColumn: Int, CaseIterable {
    case id, revision, session, kind, url, destination, source, mode, overwrites, condition,
        stability, priority
    case key, family, sha256
    case limitRate = 15
    case attemptLimit, createdAt, notBefore, deadline, onDeadline, secrets, completion, state,
        reasons, partial, upload
    case bytesDone, bytesTotal, attempts, progress, retryAt, error, endedAt

    /// The name in the table. It is not derived from the case: reflection would take a twentieth of the time in which a
    /// command adds a transfer.
    var name: String {
        switch self {
        case .id: "id"
        case .revision: "revision"
        case .session: "session"
        case .kind: "kind"
        case .url: "url"
        case .destination: "destination"
        case .source: "source"
        case .mode: "mode"
        case .overwrites: "overwrites"
        case .condition: "condition"
        case .stability: "stability"
        case .priority: "priority"
        case .key: "key"
        case .family: "family"
        case .sha256: "sha256"
        case .limitRate: "limit_rate"
        case .attemptLimit: "attempt_limit"
        case .createdAt: "created_at"
        case .notBefore: "not_before"
        case .deadline: "deadline"
        case .onDeadline: "on_deadline"
        case .secrets: "secrets"
        case .completion: "delivery"
        case .state: "state"
        case .reasons: "reasons"
        case .partial: "partial"
        case .upload: "upload"
        case .bytesDone: "bytes_done"
        case .bytesTotal: "bytes_total"
        case .attempts: "attempts"
        case .progress: "progress"
        case .retryAt: "retry_at"
        case .error: "error"
        case .endedAt: "ended_at"
        }
    }

    /// All columns for a SELECT.
    static let list = allCases.map(\.name).joined(separator: ", ")

    /// The columns that are written, with those that follow from the record.
    static let written = allCases.dropFirst().map(\.name) + ["file", "place", "told"]
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
    func values(place: String?) throws -> [(any DatabaseValueConvertible)?] {
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try json.encode(value), as: UTF8.self)
        }
        return [
            revision, session, kind.rawValue, url, destination?.shown, source, Int64(mode),
            overwrites,
            try text(condition), stability.wholeMilliseconds, priority.rawValue, key, group,
            sha256.map { Data($0) },
            limitRate, limit.stored, createdAt, notBefore, deadline, onDeadline.rawValue, secrets,
            try text(completion), state.rawValue, reasons.isEmpty ? nil : try text(reasons),
            try partial.map(text), try upload.map(text), bytesDone, bytesTotal, attempts,
            try text(progress), retryAt,
            try error.map(text), endedAt, partial?.destination, place, isNotified,
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
