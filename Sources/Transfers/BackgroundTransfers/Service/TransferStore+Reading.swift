// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import LinuxSystem

extension TransferStore {
    /// Which transfers are meant.
    package struct Filter: Sendable, Hashable {
        /// Those in one of these states; `nil` for any state.
        var states: Set<Transfer.State>?
        /// Those of this group; `nil` for all.
        var group: String?
        /// Those of this session; `nil` for all sessions.
        var session: String?
        /// Whether those are meant, too, whose end is acknowledged.
        var includesAcknowledged: Bool

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
                sql:
                    "SELECT \(RowReader.transferColumns) FROM transfers WHERE \(clause) ORDER BY id"
            )
            var reader = RowReader(path: location.database)
            let rows = try Row.fetchCursor(statement, arguments: arguments)
            while let row = try rows.next() { body(try reader.transfer(row)) }
        }
    }

    /// The transfer with a number; `nil` if there is none.
    package func transfer(_ id: Transfer.ID) throws -> Transfer? {
        try record(id).map { Transfer($0) }
    }

    /// The conditions of a transfer as a text for people; `nil` if it is a job without any.
    package func conditionText(of transfer: Transfer) throws -> String? {
        let isUnconditional = try record(transfer.id)?.job?.details.isUnconditional ?? false
        return isUnconditional ? nil : transfer.conditionText
    }

    /// How a job is run; `nil` if there is no such job.
    package func jobDetails(of id: Transfer.ID) throws -> JobDetails? {
        try record(id).flatMap { record in record.job.map { JobDetails($0, record.limit) } }
    }

    /// The action that runs when a transfer has ended; `nil` if there is no such transfer.
    package func completionAction(of id: Transfer.ID) throws -> CompletionAction? {
        try record(id)?.completion
    }

    /// Whether the completion action of one of these transfers, or of its group, was not tried yet.
    package func awaitsCompletion(of ids: [Transfer.ID]) throws -> Bool {
        var groups: Set<String> = []
        for id in ids {
            guard let record = try record(id), record.completion.isRequested else { continue }
            guard let group = record.group else {
                if record.completion.isUntried { return true }
                continue
            }
            guard groups.insert(group).inserted else { continue }
            // The last action of a group is the one that runs.
            let members = try records(
                matching: Filter(group: group, session: record.session, includesAcknowledged: true))
            let action = members.last { $0.completion.isRequested }?.completion
            if action?.isUntried ?? false { return true }
        }
        return false
    }

    /// Whether a transfer waits or runs. Paused transfers do not count.
    ///
    /// - Parameter countsPeriods: whether jobs that wait for their next period count.
    package func hasOpenTransfers(countsPeriods: Bool = false) throws -> Bool {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM transfers WHERE ended_at IS NULL AND state != 'paused'
                        AND (next_at IS NULL OR next_at <= ?))
                    """)
            let latest = countsPeriods ? Int64.max : RealTimeClock.milliseconds
            return try Bool.fetchOne(statement, arguments: [latest]) ?? false
        }
    }

    /// Whether no transfer waits or runs, and no completion action has to run. Paused transfers do not count.
    ///
    /// - Parameter countsPeriods: whether jobs that wait for their next period count.
    package func isEmpty(countsPeriods: Bool = false) throws -> Bool {
        try !hasOpenTransfers(countsPeriods: countsPeriods)
            && completions().allSatisfy(\.isNotified)
    }

    /// How many transfers are in each state, without those that are acknowledged.
    package func counts() throws -> [Transfer.State: Int] {
        try groups(
            "SELECT state, count(*) FROM transfers WHERE acknowledged_at IS NULL GROUP BY state")
    }

    /// How many bytes the transfers of each kind have received or sent.
    package func movedBytes() throws -> [Transfer.Kind: Int64] {
        try groups("SELECT kind, sum(bytes_done) FROM transfers GROUP BY kind")
    }

    /// The second column of a SELECT by its first one.
    private func groups<Group: RawRepresentable<String>, Number>(
        _ sql: String
    ) throws -> [Group: Number]
    where Number: DatabaseValueConvertible & StatementColumnConvertible {
        try read { database in
            let reader = RowReader(path: location.database)
            var groups: [Group: Number] = [:]
            let rows = try Row.fetchCursor(try database.cachedStatement(sql: sql))
            while let row = try rows.next() { groups[try reader.enumValue(row[0])] = row[1] }
            return groups
        }
    }

    /// The events after one with a number, in their order.
    ///
    /// - Parameters:
    ///   - sequence: the number of the last event that is known; 0 for all.
    ///   - limit: the highest number of events that are returned.
    ///   - session: the session whose events are returned; `nil` for all sessions.
    ///   - id: the transfer whose events are returned; `nil` for all transfers.
    package func events(
        after sequence: Int64, limit: Int = .max, session: String? = nil, of id: Transfer.ID? = nil
    ) throws -> [TransferEvent] {
        var terms = ["events.sequence > ?"]
        var arguments: StatementArguments = [sequence]
        if let id {
            terms.append("events.transfer = ?")
            arguments += [id.rawValue]
        }
        if let session {
            terms.append("transfers.session = ?")
            arguments += [session]
        }
        arguments += [limit]
        return try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(RowReader.eventColumns), events.sequence, events.time, events.kind, events.detail
                    FROM events CROSS JOIN transfers ON transfers.id = events.transfer
                    WHERE \(terms.joined(separator: " AND ")) ORDER BY events.sequence LIMIT ?
                    """)
            var reader = RowReader(path: location.database)
            let rows = try Row.fetchCursor(statement, arguments: arguments).map { row in
                let next = RowReader.transferColumnCount
                return TransferEvent(
                    sequence: row[next], time: Date(milliseconds: row[next + 1]),
                    event: try reader.enumValue(row[next + 2]), detail: row[next + 3],
                    transfer: try reader.transfer(row))
            }
            return try Array(rows)
        }
    }

    /// The number of the last event that was stored; 0 if there was none.
    package func lastSequence() throws -> Int64 {
        try read { database in
            // The highest one may have been removed with its transfer.
            let statement = try database.cachedStatement(
                sql: "SELECT seq FROM sqlite_sequence WHERE name = 'events'")
            return try Int64.fetchOne(statement) ?? 0
        }
    }
}

extension CompletionAction {
    fileprivate var isUntried: Bool { attempts == 0 && !isDone }
}
