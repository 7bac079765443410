// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem

extension TransferStore {
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
