// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import NetworkReachability

/// The columns of what users see of a transfer. They need no more JSON to be decoded than necessary, so that 10,000
/// transfers are listed at once.
struct TransferColumns {
    static let list = columns("transfers")
    var reader: RowReader

    /// The columns of a transfer as it was at the time of an event.
    static let listOfEvent = columns("events")

    private static func columns(_ table: String) -> String {
        let fixed = [
            "id", "kind", "url", "destination", "file", "source", "priority", "key", "family",
            "session", "condition",
            "stability", "created_at", "not_before", "deadline",
        ]
        let changing = [
            "state", "reasons", "bytes_done", "bytes_total", "attempts", "retry_at", "error",
        ]
        return (fixed.map { "transfers.\($0)" } + changing.map { "\(table).\($0)" }).joined(
            separator: ", ")
    }

    /// The number of columns.
    static let count = 22

    /// The transfer of a row that begins with the columns.
    mutating func transfer(_ row: Row) throws -> Transfer {
        let state: Transfer.State = try reader.enumValue(row[15])
        let file: String? = row[4]
        func time(_ column: Int) -> Date? { (row[column] as Int64?).map(Date.init(milliseconds:)) }
        return Transfer(
            id: Transfer.ID(rawValue: row[0]), kind: try reader.enumValue(row[1]), url: row[2],
            destination: file ?? row[3], source: row[5], state: state,
            reasons: try reader.reasons(row[16]),
            bytesDone: row[17], bytesTotal: row[18], attempts: row[19], rate: nil,
            priority: try reader.priority(row[6]), key: row[7], group: row[8], session: row[9],
            condition: try reader.condition(row[10]),
            stability: .milliseconds(row[11] as Int64), createdAt: Date(milliseconds: row[12]),
            notBefore: time(13),
            deadline: time(14), retryAt: state == .retrying ? time(20) : nil,
            error: try (row[21] as String?).map { try reader.decode($0) })
    }
}

/// The columns of a candidate.
struct CandidateColumns {
    static let list =
        "id, revision, session, state, url, condition, stability, priority, created_at, not_before, deadline, "
        + "on_deadline, retry_at, reasons, json_extract(error, '$.code'), kind, "
        + "iif(retry_at IS NULL, NULL, json_extract(progress, '$.failedAt'))"
    var reader: RowReader

    mutating func candidate(_ row: Row) throws -> TransferStore.Candidate {
        TransferStore.Candidate(
            id: Transfer.ID(rawValue: row[0]), kind: try reader.enumValue(row[15]),
            revision: row[1],
            session: row[2],
            state: try reader.enumValue(row[3]),
            url: row[4], condition: try reader.condition(row[5]),
            stability: .milliseconds(row[6] as Int64),
            priority: try reader.priority(row[7]), createdAt: row[8], notBefore: row[9],
            deadline: row[10],
            onDeadline: try reader.enumValue(row[11]), retryAt: row[12],
            failedAt: row[16], reasons: try reader.reasons(row[13]),
            errorCode: (row[14] as String?).flatMap(TransferError.Code.init))
    }
}
