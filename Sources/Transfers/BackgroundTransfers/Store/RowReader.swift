// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import NetworkReachability

/// Makes values of rows.
///
/// Of 100,000 transfers, nearly all have one of a few conditions and reasons. So the values of these columns are kept by
/// their text while one operation lasts.
struct RowReader {
    private let path: String
    private var conditions: [String: Condition] = [:]
    private var reasons: [String: [WaitingReason]] = [:]
    private var commands: [String: [String]] = [:]

    /// - Parameter path: the path of the store, for errors.
    init(path: String) { self.path = path }

    /// The record of a row with the columns of ``RecordColumn/list``.
    mutating func record(_ row: Row) throws -> TransferRecord {
        typealias Column = DatabaseValueConvertible & StatementColumnConvertible
        func value<Value: Column>(_ column: RecordColumn) -> Value { row[column.rawValue] }
        func optional<Value: Column>(_ column: RecordColumn) -> Value? { row[column.rawValue] }
        let destination: String? = optional(.destination)
        let sha256: Data? = optional(.sha256)
        let stability: Int64 = value(.stability)
        return TransferRecord(
            id: Transfer.ID(rawValue: value(.id)), kind: try enumValue(value(.kind)),
            url: value(.url),
            session: value(.session),
            destination: destination.map(NewTransfer.Destination.init(shown:)),
            source: optional(.source), mode: UInt16(truncatingIfNeeded: value(.mode) as Int64),
            overwrites: value(.overwrites), condition: try condition(value(.condition)),
            stability: .milliseconds(stability), priority: try priority(value(.priority)),
            key: optional(.key),
            group: optional(.family), sha256: sha256.map { [UInt8]($0) },
            limitRate: optional(.limitRate),
            limit: TransferOptions.Attempts(stored: optional(.attemptLimit)),
            createdAt: value(.createdAt),
            notBefore: optional(.notBefore), deadline: optional(.deadline),
            onDeadline: try enumValue(value(.onDeadline)),
            secrets: optional(.secrets), completion: try decode(value(.completion)),
            state: try enumValue(value(.state)),
            reasons: try reasons(optional(.reasons)),
            partial: try optional(.partial).map { try decode($0) },
            upload: try optional(.upload).map { try decode($0) },
            bytesDone: value(.bytesDone), bytesTotal: optional(.bytesTotal),
            attempts: value(.attempts),
            progress: try decode(value(.progress)), retryAt: optional(.retryAt),
            error: try optional(.error).map { try decode($0) }, endedAt: optional(.endedAt),
            revision: value(.revision),
            job: try optional(.command).map { command in
                JobRecord(
                    command: try decode(command), details: try decode(value(.job)),
                    every: try period(optional(.every)), exit: optional(.exit),
                    nextAt: optional(.nextAt))
            })
    }

    private func period(_ text: String?) throws -> JobPeriod? {
        try text.map { text in
            guard let period = JobPeriod(text) else { throw damage(text) }
            return period
        }
    }

    /// A condition from its JSON.
    mutating func condition(_ text: String) throws -> Condition {
        if let known = conditions[text] { return known }
        let condition: Condition = try decode(text)
        conditions[text] = condition
        return condition
    }

    /// Reasons from their JSON; none from null.
    mutating func reasons(_ text: String?) throws -> [WaitingReason] {
        guard let text else { return [] }
        if let known = reasons[text] { return known }
        let values: [WaitingReason] = try decode(text)
        reasons[text] = values
        return values
    }

    /// The words of a command from their JSON; `nil` from null.
    mutating func command(_ text: String?) throws -> [String]? {
        guard let text else { return nil }
        if let known = commands[text] { return known }
        let words: [String] = try decode(text)
        commands[text] = words
        return words
    }

    func priority(_ number: Int) throws -> DeferralQueue.Priority {
        guard let priority = DeferralQueue.Priority(rawValue: number) else {
            throw damage("priority \(number)")
        }
        return priority
    }

    /// A value of an enumeration.
    func enumValue<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else { throw damage(text) }
        return value
    }

    /// A value from its JSON.
    func decode<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw damage(text)
        }
    }

    private func damage(_ text: String) -> StoreError {
        StoreError(
            .damaged, path, "is damaged: it has the unknown value \(text.prefix(80))")
    }
}

// MARK: - The public view of a transfer

extension RowReader {
    /// The columns of what users see of a transfer. They need no more JSON to be decoded than necessary, so that 10,000
    /// transfers are listed at once.
    static let transferColumns = columns(changingIn: "transfers")
    /// The columns of a transfer as it was at the time of an event.
    static let eventColumns = columns(changingIn: "events")
    /// The number of columns in ``transferColumns`` and ``eventColumns``.
    static let transferColumnCount = 26

    private static func columns(changingIn table: String) -> String {
        let fixed = [
            "id", "kind", "url", "destination", "file", "source", "priority", "key", "family",
            "session", "condition", "stability", "created_at", "not_before", "deadline",
            "command", "every",
        ]
        let changing = [
            "state", "reasons", "bytes_done", "bytes_total", "attempts", "retry_at", "error",
            "exit_code", "next_at",
        ]
        return (fixed.map { "transfers.\($0)" } + changing.map { "\(table).\($0)" })
            .joined(separator: ", ")
    }

    /// The transfer of a row that begins with ``transferColumns`` or ``eventColumns``.
    mutating func transfer(_ row: Row) throws -> Transfer {
        let state: Transfer.State = try enumValue(row[17])
        let file: String? = row[4]
        func time(_ column: Int) -> Date? { (row[column] as Int64?).map(Date.init(milliseconds:)) }
        return Transfer(
            id: Transfer.ID(rawValue: row[0]), kind: try enumValue(row[1]), url: row[2],
            destination: file ?? row[3], source: row[5], state: state,
            reasons: try reasons(row[18]), bytesDone: row[19], bytesTotal: row[20],
            attempts: row[21], rate: nil, priority: try priority(row[6]), key: row[7],
            group: row[8], session: row[9], condition: try condition(row[10]),
            stability: .milliseconds(row[11] as Int64), createdAt: Date(milliseconds: row[12]),
            notBefore: time(13), deadline: time(14), retryAt: state == .retrying ? time(22) : nil,
            error: try (row[23] as String?).map { try decode($0) },
            command: try command(row[15]), exit: row[24],
            every: try period(row[16]), nextAt: state == .waiting ? time(25) : nil)
    }
}

// MARK: - The transfers that have not ended

extension RowReader {
    /// The columns of a transfer that has not ended, as a worker reads it.
    static let openTransferColumns =
        "id, kind, revision, state, url, condition, stability, priority, not_before, deadline, on_deadline, retry_at, "
        + "iif(retry_at IS NULL, NULL, json_extract(progress, '$.failedAt')), reasons, json_extract(error, '$.code'), "
        + "job IS NOT NULL, json_extract(job, '$.isExclusive'), key, session, next_at, every, created_at, "
        + "json_extract(job, '$.isUnconditional'), json_extract(job, '$.began')"

    /// The transfer of a row with ``openTransferColumns``.
    mutating func openTransfer(_ row: Row) throws -> TransferStore.OpenTransfer {
        TransferStore.OpenTransfer(
            id: Transfer.ID(rawValue: row[0]), kind: try enumValue(row[1]), revision: row[2],
            state: try enumValue(row[3]), url: row[4], condition: try condition(row[5]),
            stability: .milliseconds(row[6] as Int64), priority: try priority(row[7]),
            notBefore: row[8], deadline: row[9], onDeadline: try enumValue(row[10]),
            retryAt: row[11], failedAt: row[12], reasons: try reasons(row[13]),
            errorCode: (row[14] as String?).flatMap(TransferError.Code.init),
            job: row[15] ? try job(row) : nil, isUnconditional: row[22] ?? false)
    }

    /// The job of a row with ``openTransferColumns``.
    private func job(_ row: Row) throws -> Schedule.Candidate.Job {
        Schedule.Candidate.Job(
            isExclusive: row[16] ?? false,
            key: Schedule.Candidate.Job.key(row[17], in: row[18]),
            nextAt: row[19], every: try period(row[20]), added: row[21], began: row[23])
    }
}
