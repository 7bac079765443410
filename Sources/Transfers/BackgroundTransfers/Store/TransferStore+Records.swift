// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem
internal import NetworkReachability

extension TransferStore {
    /// A transfer that has not ended, with the columns that a worker needs even of 100,000.
    struct OpenTransfer: Sendable, Hashable {
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
        /// The facts about a job; `nil` for a download or an upload.
        var job: Schedule.Candidate.Job?
        /// Whether a job needs no path.
        var isUnconditional = false

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
        var open: [OpenTransfer]
        /// The transfers that have ended.
        var ended: [Transfer.ID]
        /// The number of the last change. The next read begins after it.
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

    /// All transfers that have not ended, by number, and where to go on with ``changes(after:)``.
    func openTransfers() throws -> Changes { try changes(after: nil) }

    /// The changes after a revision.
    func changes(after revision: Int64?) throws -> Changes {
        try read { database in
            var changes = try database.queueState()
            let clause =
                revision == nil
                ? "ended_at IS NULL ORDER BY id" : "revision > ? ORDER BY revision, id"
            let statement = try database.cachedStatement(
                sql: "SELECT \(RowReader.openTransferColumns) FROM transfers WHERE \(clause)")
            let arguments: StatementArguments = revision.map { [$0] } ?? []
            var reader = RowReader(path: location.database)
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while let row = try rows.next() {
                let transfer = try reader.openTransfer(row)
                if transfer.state.isFinal {
                    changes.ended.append(transfer.id)
                } else {
                    changes.open.append(transfer)
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

// MARK: - Saving

extension TransferStore {
    /// How many events of a job are kept.
    static let jobEventLimit = 200

    /// The result of saving a record.
    enum SaveResult: Sendable, Hashable {
        /// It is stored. The record has its new revision.
        case saved(TransferRecord)
        /// Nothing was stored, because another process has changed the transfer since it was read. This is how it is now.
        case newer(TransferRecord)
        /// Nothing was stored, because another transfer, which has not ended, writes the same file.
        case taken(by: Transfer.ID)
        /// Nothing was stored, because the transfer is no longer there.
        case gone
    }

    /// Stores a record that has changed, with its events, if no other process has changed it meanwhile.
    ///
    /// The secrets are removed with the end, unless the transfer can be tried again or its completion command has still to run.
    ///
    /// - Parameter now: the time of the events, in milliseconds since 1970.
    func save(
        _ record: TransferRecord, _ events: [TransferEvent.Note], now: Int64
    ) throws -> SaveResult {
        var record = record
        let known = record.revision
        let path = record.partial?.destination ?? record.destination?.filePath
        let place = path.map(FileRules.place)
        var released: String?
        if record.hasNoUseForSecrets {
            released = record.secrets
            record.secrets = nil
        }
        if record.state.isFinal {
            record.endedAt = record.endedAt ?? now
        } else {
            record.endedAt = nil
        }
        let result = try write { database -> SaveResult in
            guard let stored = try self.record(record.id, database) else { return .gone }
            guard stored.revision == known else { return .newer(stored) }
            if let place, record.endedAt == nil, let other = try database.openTransfer(at: place),
                other != record.id
            {
                return .taken(by: other)
            }
            record.revision = try database.nextRevision()
            let update = try database.cachedStatement(sql: RecordColumn.update)
            try update.execute(
                arguments: StatementArguments(record.values(place: place))
                    + [record.id.rawValue, known])
            for event in events {
                try database.addEvent(event.event, event.detail, of: record.id, now: now)
            }
            if record.job != nil, events.contains(where: { $0.event == .started }) {
                try database.trimEvents(of: record.id)
            }
            return .saved(record)
        }
        if case .saved = result, let released {
            SecretsFolder(location: location).remove([released])
        }
        return result
    }

    /// Stores records of transfers that have ended, in one transaction, except those that another process has changed meanwhile.
    ///
    /// The secrets are removed as by ``save(_:_:now:)``.
    ///
    /// - Returns: the last revision, and how many records were stored; `nil` for none.
    func saveEnded(
        _ records: [TransferRecord]
    ) throws -> (revision: Int64, count: Int)? {
        guard !records.isEmpty else { return nil }
        var released: [String] = []
        let saved = try write { database -> (revision: Int64, count: Int)? in
            var saved: (revision: Int64, count: Int)?
            let update = try database.cachedStatement(sql: RecordColumn.update)
            for var record in records {
                let known = record.revision
                let secrets = record.secrets
                if record.hasNoUseForSecrets { record.secrets = nil }
                record.revision = try database.nextRevision()
                let place = record.destination?.filePath.map(FileRules.place)
                try update.execute(
                    arguments: StatementArguments(record.values(place: place))
                        + [record.id.rawValue, known])
                guard database.changesCount > 0 else { continue }
                if record.secrets == nil, let secrets { released.append(secrets) }
                saved = (record.revision, (saved?.count ?? 0) + 1)
            }
            return saved
        }
        SecretsFolder(location: location).remove(released)
        return saved
    }

    /// Stores times that have moved because the clock was set. With an attempt moves the time of the failure before it, so that
    /// the delay between them stays.
    ///
    /// - Returns: the revision of the changes.
    func setTimes(_ times: [Transfer.ID: Schedule.MovedTimes]) throws -> Int64 {
        try write { database in
            let revision = try database.nextRevision()
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE transfers SET
                        next_at = CASE WHEN next_at IS NULL THEN NULL ELSE ifnull(?1, next_at) END,
                        retry_at = CASE WHEN retry_at IS NULL THEN NULL ELSE ifnull(?2, retry_at) END,
                        progress = CASE
                            WHEN ?2 - retry_at + json_extract(progress, '$.failedAt') IS NULL THEN progress
                            ELSE json_set(progress, '$.failedAt',
                                json_extract(progress, '$.failedAt') + ?2 - retry_at) END,
                        revision = ?3
                    WHERE id = ?4 AND ended_at IS NULL
                    """)
            for (id, moved) in times {
                try statement.execute(
                    arguments: [moved.nextAt, moved.retryAt, revision, id.rawValue])
            }
            return revision
        }
    }

    /// Stores the reasons of transfers that wait for other reasons than before, in one transaction.
    ///
    /// Transfers that have ended or are paused meanwhile stay as they are.
    ///
    /// - Parameter now: the time of the events, in milliseconds since 1970.
    /// - Returns: the revision of the changes.
    @discardableResult
    func setReasons(_ waits: [Schedule.Wait], now: Int64) throws -> Int64 {
        var texts: [[WaitingReason]: String] = [:]
        return try write { database in
            let revision = try database.nextRevision()
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE transfers SET reasons = ?, revision = ?,
                        state = CASE WHEN state = 'retrying' AND retry_at > ? THEN state ELSE 'waiting' END
                    WHERE id = ? AND ended_at IS NULL AND state != 'paused'
                    """)
            for wait in waits {
                let text = texts[wait.reasons] ?? JSONLineEncoder.text(wait.reasons)
                texts[wait.reasons] = text
                try statement.execute(arguments: [text, revision, now, wait.id.rawValue])
                guard database.changesCount > 0 else { continue }
                let detail = wait.reasons.first.map { $0.detail ?? $0.code }
                try database.addEvent(.waiting, detail, of: wait.id, now: now)
            }
            return revision
        }
    }
}

extension TransferRecord {
    /// Whether the secrets are no longer needed. A transfer that has failed can be tried again with them.
    var hasNoUseForSecrets: Bool {
        switch state {
        case .finished, .cancelled: completion.isDone || !completion.isRequested
        case .failed, .waiting, .running, .verifying, .committing, .paused, .retrying: false
        }
    }
}

extension Database {
    fileprivate func queueState() throws -> TransferStore.Changes {
        let row = try Row.fetchOne(try cachedStatement(sql: "SELECT revision, held FROM queue"))
        return TransferStore.Changes(
            open: [], ended: [], revision: row?[0] ?? 0, isHeld: row?[1] ?? false)
    }

    /// Removes all but the last events of a job, so that the store does not grow with each period and each loss.
    fileprivate func trimEvents(of id: Transfer.ID) throws {
        let statement = try cachedStatement(
            sql: """
                DELETE FROM events WHERE transfer = ?1 AND sequence <= (SELECT sequence FROM events
                    WHERE transfer = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)
                """)
        try statement.execute(arguments: [id.rawValue, TransferStore.jobEventLimit])
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
                    retry_at, error, exit_code, next_at)
                SELECT id, ?, ?, ?, state, reasons, bytes_done, bytes_total, attempts, retry_at, error, exit_code,
                    next_at
                FROM transfers WHERE id = ?
                """)
        try insertion.execute(arguments: [now, kind.rawValue, detail, id.rawValue])
    }
}
