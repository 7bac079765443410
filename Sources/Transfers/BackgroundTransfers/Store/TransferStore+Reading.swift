// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import NetworkReachability

extension TransferStore {
    /// Which transfers are meant.
    package struct Filter: Sendable, Hashable {
        /// Those in one of these states; `nil` for any state.
        package var states: Set<Transfer.State>?
        /// Those of this group; `nil` for all.
        package var group: String?
        /// Those of this session; `nil` for all sessions.
        package var session: String?
        /// Whether those are meant, too, whose end is acknowledged.
        package var includesAcknowledged: Bool

        /// Creates a filter. By default all transfers are meant that are not acknowledged.
        package init(
            states: Set<Transfer.State>? = nil,
            group: String? = nil,
            session: String? = nil,
            includesAcknowledged: Bool = false
        ) {
            self.states = states
            self.group = group
            self.session = session
            self.includesAcknowledged = includesAcknowledged
        }

        /// The condition of a SELECT, and its arguments.
        var clause: (sql: String, arguments: StatementArguments) {
            var terms: [String] = []
            var arguments = StatementArguments()
            if let states {
                terms.append(
                    "state IN (\(states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))"
                )
            }
            if let group {
                terms.append("family = ?")
                arguments += [group]
            }
            if let session {
                terms.append("session = ?")
                arguments += [session]
            }
            if !includesAcknowledged { terms.append("acknowledged_at IS NULL") }
            return (terms.isEmpty ? "1" : terms.joined(separator: " AND "), arguments)
        }
    }

    /// What a worker must know of each transfer that has not ended, even of 100,000.
    package struct Candidate: Sendable, Hashable {
        package var id: Transfer.ID
        package var kind: Transfer.Kind
        package var revision: Int64
        package var session: String
        package var state: Transfer.State
        package var url: String
        package var condition: Condition
        package var stability: Duration
        package var priority: DeferralQueue.Priority
        package var createdAt: Int64
        package var notBefore: Int64?
        package var deadline: Int64?
        package var onDeadline: TransferOptions.Deadline.Action
        package var retryAt: Int64?
        /// When the last attempt failed; `nil` if it is not put off, or did not fail.
        package var failedAt: Int64?
        package var reasons: [WaitingReason]
        package var errorCode: TransferError.Code?

        /// For how long the next attempt was put off, in milliseconds.
        var retryDelay: Int64 {
            guard !reasons.contains(.space), let failedAt, let retryAt else {
                return AttemptExit.spaceInterval
            }
            return max(0, retryAt - failedAt)
        }
    }

    /// The changes in the store.
    package struct Changes: Sendable {
        /// The transfers that have not ended and are new or were changed.
        package var candidates: [Candidate]
        /// The transfers that have ended, with their state.
        package var ended: [(id: Transfer.ID, state: Transfer.State)]
        /// The number of the last change, from which the next look goes on.
        package var revision: Int64
        /// Whether the user holds the queue.
        package var isHeld: Bool
    }

    /// The record of a transfer; `nil` if there is none with this number.
    package func record(_ id: Transfer.ID) throws -> TransferRecord? {
        try read { try record(id, $0) }
    }

    /// The records that match a filter, by number.
    package func records(matching filter: Filter) throws -> [TransferRecord] {
        let (clause, arguments) = filter.clause
        return try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(RecordColumn.list) FROM transfers WHERE \(clause) ORDER BY id")
            var reader = RowReader(path: location.database)
            return try Row.fetchCursor(statement, arguments: arguments).map {
                try reader.record($0)
            }.collected()
        }
    }

    /// The records that were changed after a revision, in the order of their changes.
    package func changes(after revision: Int64) throws -> [TransferRecord] {
        try read { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT \(RecordColumn.list) FROM transfers WHERE revision > ? ORDER BY revision, id"
            )
            var reader = RowReader(path: location.database)
            return try Row.fetchCursor(statement, arguments: [revision]).map {
                try reader.record($0)
            }.collected()
        }
    }

    /// The transfers as users see them that match a filter, by number.
    package func transfers(matching filter: Filter = Filter()) throws -> [Transfer] {
        var transfers: [Transfer] = []
        try forEachTransfer(matching: filter) { transfers.append($0) }
        return transfers
    }

    /// Calls a function with each transfer that matches a filter, by number.
    ///
    /// The function must not wait: as long as the store is read, what others write cannot be tidied up.
    package func forEachTransfer(matching filter: Filter, _ body: (Transfer) -> Void) throws {
        let (clause, arguments) = filter.clause
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(TransferColumns.list) FROM transfers WHERE \(clause) ORDER BY id")
            var columns = TransferColumns(reader: RowReader(path: location.database))
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while let row = try rows.next() { body(try columns.transfer(row)) }
        }
    }

    /// All transfers that have not ended, by number, and where to go on with ``changedCandidates(after:)``.
    package func candidates() throws -> Changes { try changedCandidates(after: nil) }

    /// The changes after a revision.
    package func changedCandidates(after revision: Int64?) throws -> Changes {
        try read { database in
            var changes = try database.queueState()
            let clause =
                revision == nil
                ? "ended_at IS NULL ORDER BY id" : "revision > ? ORDER BY revision, id"
            let statement = try database.cachedStatement(
                sql: "SELECT \(CandidateColumns.list) FROM transfers WHERE \(clause)")
            let arguments: StatementArguments = revision.map { [$0] } ?? []
            var columns = CandidateColumns(reader: RowReader(path: location.database))
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while let row = try rows.next() {
                let candidate = try columns.candidate(row)
                if candidate.state.isFinal {
                    changes.ended.append((candidate.id, candidate.state))
                } else {
                    changes.candidates.append(candidate)
                }
            }
            return changes
        }
    }

    /// How many transfers are in each state, without those that are acknowledged.
    package func counts() throws -> [Transfer.State: Int] {
        try read { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT state, count(*) FROM transfers WHERE acknowledged_at IS NULL GROUP BY state"
            )
            let reader = RowReader(path: location.database)
            var counts: [Transfer.State: Int] = [:]
            let rows = try Row.fetchCursor(statement)
            while let row = try rows.next() { counts[try reader.enumValue(row[0])] = row[1] }
            return counts
        }
    }

    /// How many bytes the transfers of each kind have received or sent.
    package func movedBytes() throws -> [Transfer.Kind: Int64] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT kind, sum(bytes_done) FROM transfers GROUP BY kind")
            let reader = RowReader(path: location.database)
            var sums: [Transfer.Kind: Int64] = [:]
            let rows = try Row.fetchCursor(statement)
            while let row = try rows.next() { sums[try reader.enumValue(row[0])] = row[1] }
            return sums
        }
    }

    /// The secrets of a transfer; `nil` if it has none, or no longer.
    package func secrets(of record: TransferRecord) throws -> TransferSecrets? {
        try record.secrets.flatMap { try SecretsFolder(location: location).read($0) }
    }

    func record(_ id: Transfer.ID, _ database: Database) throws -> TransferRecord? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(RecordColumn.list) FROM transfers WHERE id = ?")
        var reader = RowReader(path: location.database)
        return try Row.fetchOne(statement, arguments: [id.rawValue]).map { try reader.record($0) }
    }
}

extension Database {
    fileprivate func queueState() throws -> TransferStore.Changes {
        let row = try Row.fetchOne(try cachedStatement(sql: "SELECT revision, held FROM queue"))
        return TransferStore.Changes(
            candidates: [], ended: [], revision: row?[0] ?? 0, isHeld: row?[1] ?? false)
    }
}

extension Cursor {
    /// All elements.
    func collected() throws -> [Element] { try Array(self) }
}
