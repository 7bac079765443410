// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem

extension TransferStore {
    /// The effect of a command on a transfer.
    struct Outcome: Sendable, Hashable {
        enum Result: Sendable, Hashable {
            /// It was done. The state before is that which the worker may still be in.
            case done(before: Transfer.State)
            /// The transfer was in the state already.
            case nothing
            /// The state does not allow it. The text says why, as in "transfer 7 …".
            case refused(String)
            /// There is no such transfer.
            case unknown
        }

        var id: Transfer.ID
        var result: Result
        /// The partial file that is to be removed, by the worker or by ``TransferStore/removeLeftovers(of:)``; `nil` for
        /// none.
        var leftover: TransferRecord.Partial?
    }

    /// Stores the effect of a command of the user.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - selection: the transfers that it is for.
    ///   - session: the session whose transfers are meant; those of others count as unknown. `nil` for all.
    ///   - now: the time, in milliseconds since 1970.
    /// - Returns: what was done to each transfer; with ``Selection/all`` and ``Selection/group(_:)`` without those to
    ///   which nothing was done.
    func apply(
        _ command: UserCommand, to selection: Selection, session: String? = nil, now: Int64
    ) throws -> [Outcome] {
        var released: [String] = []
        let outcomes = try write { database in
            let (ids, isExplicit) = try numbers(selection, session, database)
            let revision = try database.nextRevision()
            return try ids.compactMap { id -> Outcome? in
                let outcome = try perform(
                    command, on: id, session: session, database, revision, now: now, &released)
                if isExplicit { return outcome ?? Outcome(id: id, result: .unknown) }
                guard let outcome, case .done = outcome.result else { return nil }
                return outcome
            }
        }
        SecretsFolder(location: location).remove(released)
        return outcomes
    }

    /// Removes the partial files that a command has left, unless there is a worker: it may still write to them, and removes
    /// them itself.
    func removeLeftovers(of outcomes: [Outcome]) throws {
        let partials = outcomes.compactMap { outcome in outcome.leftover.map { (outcome.id, $0) } }
        guard !partials.isEmpty, case .acquired(let lock) = try WorkerLock.acquire(location)
        else { return }
        try withExtendedLifetime(lock) {
            for (id, partial) in partials {
                // A file that cannot be removed now is left to the next worker.
                guard (try? PartialFiles.remove(partial)) != nil else { continue }
                try forgetPartial(of: id)
            }
        }
    }

    /// Connects to the worker, for its progress; `nil` if no worker listens, or if too many programs wait for it.
    func connectToWorker() -> LocalClient? {
        guard case .connected(let client) = try? LocalClient.connect(to: location.workerSocket)
        else { return nil }
        return client
    }

    /// The transfers that a command is for, and whether they were named one by one.
    private func numbers(
        _ selection: Selection, _ session: String?, _ database: Database
    ) throws -> (ids: [Transfer.ID], isExplicit: Bool) {
        let group: String?
        switch selection {
        case .transfers(let ids):
            var seen: Set<Transfer.ID> = []
            return (ids.filter { seen.insert($0).inserted }, true)
        case .all: group = nil
        case .group(let name): group = name
        }
        let (clause, arguments) = Filter(group: group, session: session).clause
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM transfers WHERE \(clause) ORDER BY id")
        return (
            try Int64.fetchAll(statement, arguments: arguments).map(Transfer.ID.init(rawValue:)),
            false
        )
    }

    /// Carries out a command for one transfer.
    ///
    /// - Parameter released: gets the name of the file with secrets that is to be removed after the transaction.
    /// - Returns: `nil` if there is no such transfer.
    func perform(
        _ command: UserCommand, on id: Transfer.ID, session: String? = nil, _ database: Database,
        _ revision: Int64, now: Int64,
        detail: String? = nil, _ released: inout [String]
    ) throws -> Outcome? {
        let lookup = try database.cachedStatement(
            sql: "SELECT \(CommandRow.columns) FROM transfers WHERE id = ?")
        guard let found = try Row.fetchOne(lookup, arguments: [id.rawValue]),
            session == nil || session == found[2]
        else { return nil }
        let row = try CommandRow(id, found, RowReader(path: location.database))
        var outcome = Outcome(id: id, result: .done(before: row.state))
        switch command.effect(
            on: row.state, isAcknowledged: row.isAcknowledged,
            isBetweenPeriods: row.isBetweenPeriods)
        {
        case .nothing: outcome.result = .nothing
        case .refused(let reason): outcome.result = .refused(reason)
        case .acknowledges:
            outcome.leftover = row.partial
            if row.isNotified, let name = row.secrets { released.append(name) }
            try database.acknowledge(row, revision, now: now)
        case .changes(let state, let event):
            if case .retry(let deadline) = command {
                guard var record = try record(id, database) else { return nil }
                if let obstacle = try database.obstacle(toRetrying: record) {
                    outcome.result = .refused(obstacle)
                    return outcome
                }
                record.startAfresh(deadline: deadline, now: now)
                try database.change(record)
            }
            if state == .cancelled {
                outcome.leftover = row.partial
                if row.isNotified, let name = row.secrets { released.append(name) }
            }
            try database.change(row, to: state, revision, now: now)
            try database.addEvent(event, detail, of: id, now: now)
        }
        return outcome
    }
}

/// The columns that a command needs of a transfer: only these, because a command may change 100,000 transfers.
private struct CommandRow {
    static let columns =
        "state, acknowledged_at IS NOT NULL, session, partial, secrets, told IS NOT 0, next_at IS NOT NULL"

    let id: Transfer.ID
    let state: Transfer.State
    let isAcknowledged: Bool
    let partial: TransferRecord.Partial?
    let secrets: String?
    /// Whether no completion command has to run, or it has run.
    let isNotified: Bool
    /// Whether it is a job that waits for its next period.
    let isBetweenPeriods: Bool

    init(_ id: Transfer.ID, _ row: Row, _ reader: RowReader) throws {
        self.id = id
        state = try reader.enumValue(row[0])
        isAcknowledged = row[1]
        partial = try (row[3] as String?).map { try reader.decode($0) }
        secrets = row[4]
        isNotified = row[5]
        isBetweenPeriods = row[6]
    }
}

extension TransferRecord {
    /// Forgets the counted failures, and a deadline that has passed.
    fileprivate mutating func startAfresh(deadline: Int64?, now: Int64) {
        let highest = progress.highest
        progress = Progress()
        progress.highest = highest
        if let deadline {
            self.deadline = deadline
        } else if let passed = self.deadline, passed <= now {
            self.deadline = nil
        }
        error = nil
        if job != nil { attempts = 0 }
        job?.nextAt = nil
        job?.details.nextPeriod = nil
        job?.details.temporaryFailures = 0
        completion.isDone = false
        completion.attempts = 0
        completion.retryAt = nil
    }
}

extension Database {
    /// Stores a record that was read in the same transaction. Its place does not change.
    fileprivate func change(_ record: TransferRecord) throws {
        let place = try String.fetchOne(
            try cachedStatement(sql: "SELECT place FROM transfers WHERE id = ?"),
            arguments: [record.id.rawValue])
        try cachedStatement(sql: RecordColumn.update).execute(
            arguments: StatementArguments(record.values(place: place)) + [
                record.id.rawValue, record.revision,
            ])
    }

    /// Gives a transfer the state that the user ordered.
    fileprivate func change(
        _ row: CommandRow, to state: Transfer.State, _ revision: Int64, now: Int64
    ) throws {
        let statement = try cachedStatement(
            sql: """
                UPDATE transfers SET state = ?1, reasons = NULL, retry_at = NULL, ended_at = ?2, secrets = ?3,
                    error = CASE ?1 WHEN 'cancelled' THEN NULL ELSE error END, revision = ?4
                WHERE id = ?5
                """)
        let secrets = state.isFinal && row.isNotified ? nil : row.secrets
        try statement.execute(
            arguments: [
                state.rawValue, state.isFinal ? now : nil, secrets, revision,
                row.id.rawValue,
            ])
    }

    fileprivate func acknowledge(_ row: CommandRow, _ revision: Int64, now: Int64) throws {
        let statement = try cachedStatement(
            sql: "UPDATE transfers SET acknowledged_at = ?, secrets = ?, revision = ? WHERE id = ?")
        try statement.execute(
            arguments: [now, row.isNotified ? nil : row.secrets, revision, row.id.rawValue])
    }

    /// Why a transfer that has failed cannot be tried again; `nil` if it can.
    fileprivate func obstacle(toRetrying record: TransferRecord) throws -> String? {
        guard record.state.isFinal else { return nil }
        if let key = record.key, let other = try openTransfer(withKey: key, session: record.session)
        {
            return "has the key of transfer \(other.rawValue), which has not ended"
        }
        let statement = try cachedStatement(sql: "SELECT place FROM transfers WHERE id = ?")
        guard let place = try String.fetchOne(statement, arguments: [record.id.rawValue]),
            let other = try openTransfer(at: place)
        else { return nil }
        return "has the destination of transfer \(other.rawValue), which has not ended"
    }
}
