// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import NetworkReachability

extension TransferStore {
    /// The columns that a worker needs of each transfer that has not ended, even of 100,000.
    struct Candidate: Sendable, Hashable {
        var id: Transfer.ID
        var kind: Transfer.Kind
        var revision: Int64
        var state: Transfer.State
        var url: String
        var condition: Condition
        var stability: Duration
        var priority: DeferralQueue.Priority
        var notBefore: Int64?
        var deadline: Int64?
        var onDeadline: TransferOptions.Deadline.Action
        var retryAt: Int64?
        /// When the last attempt failed; `nil` if it is not put off, or did not fail.
        var failedAt: Int64?
        var reasons: [WaitingReason]
        var errorCode: TransferError.Code?

        /// For how long the next attempt was put off, in milliseconds.
        var retryDelay: Int64 {
            guard !reasons.contains(.space), let failedAt, let retryAt else {
                return AttemptExit.spaceInterval
            }
            return max(0, retryAt - failedAt)
        }
    }

    /// The changes in the store.
    struct Changes: Sendable {
        /// The transfers that have not ended and are new or were changed.
        var candidates: [Candidate]
        /// The transfers that have ended.
        var ended: [Transfer.ID]
        /// The number of the last change, from which the next look goes on.
        var revision: Int64
        /// Whether the user holds the queue.
        var isHeld: Bool
    }

    /// The record of a transfer; `nil` if there is none with this number.
    func record(_ id: Transfer.ID) throws -> TransferRecord? {
        try read { try record(id, $0) }
    }

    /// The records that match a filter, by number.
    func records(matching filter: Filter) throws -> [TransferRecord] {
        let (clause, arguments) = filter.clause
        return try read { try records("WHERE \(clause) ORDER BY id", arguments, $0) }
    }

    /// The records that the rest of a SELECT finds.
    func records(
        _ clauses: String, _ arguments: StatementArguments = [], _ database: Database
    ) throws -> [TransferRecord] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(RecordColumn.list) FROM transfers \(clauses)")
        var reader = RowReader(path: location.database)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        return try Array(rows.map { try reader.record($0) })
    }

    /// All transfers that have not ended, by number, and where to go on with ``changedCandidates(after:)``.
    func candidates() throws -> Changes { try changedCandidates(after: nil) }

    /// The changes after a revision.
    func changedCandidates(after revision: Int64?) throws -> Changes {
        try read { database in
            var changes = try database.queueState()
            let clause =
                revision == nil
                ? "ended_at IS NULL ORDER BY id" : "revision > ? ORDER BY revision, id"
            let statement = try database.cachedStatement(
                sql: "SELECT \(RowReader.candidateColumns) FROM transfers WHERE \(clause)")
            let arguments: StatementArguments = revision.map { [$0] } ?? []
            var reader = RowReader(path: location.database)
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while let row = try rows.next() {
                let candidate = try reader.candidate(row)
                if candidate.state.isFinal {
                    changes.ended.append(candidate.id)
                } else {
                    changes.candidates.append(candidate)
                }
            }
            return changes
        }
    }

    /// The secrets of a transfer; `nil` if it has none, or no longer.
    func secrets(of record: TransferRecord) throws -> TransferSecrets? {
        try record.secrets.flatMap { try SecretsFolder(location: location).read($0) }
    }

    func record(_ id: Transfer.ID, _ database: Database) throws -> TransferRecord? {
        try records("WHERE id = ?", [id.rawValue], database).first
    }
}

extension Database {
    fileprivate func queueState() throws -> TransferStore.Changes {
        let row = try Row.fetchOne(try cachedStatement(sql: "SELECT revision, held FROM queue"))
        return TransferStore.Changes(
            candidates: [], ended: [], revision: row?[0] ?? 0, isHeld: row?[1] ?? false)
    }

    /// Stores an event, with the transfer as its row is now.
    ///
    /// An event `waiting` takes the place of the transfer's last event if that was `waiting`, too: the store does not
    /// grow while a network comes and goes.
    func addEvent(_ kind: TransferEvent.Kind, _ detail: String?, of id: Transfer.ID, now: Int64)
        throws
    {
        if kind == .waiting {
            let removal = try cachedStatement(
                sql: """
                    DELETE FROM events WHERE kind = 'waiting' AND sequence =
                        (SELECT max(sequence) FROM events WHERE transfer = ?)
                    """)
            try removal.execute(arguments: [id.rawValue])
        }
        let insertion = try cachedStatement(
            sql: """
                INSERT INTO events (transfer, time, kind, detail, state, reasons, bytes_done, bytes_total, attempts,
                    retry_at, error)
                SELECT id, ?, ?, ?, state, reasons, bytes_done, bytes_total, attempts, retry_at, error
                FROM transfers WHERE id = ?
                """)
        try insertion.execute(arguments: [now, kind.rawValue, detail, id.rawValue])
    }
}
