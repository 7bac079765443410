// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension TransferStore {
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
                    SELECT \(TransferColumns.listOfEvent), events.sequence, events.time, events.kind, events.detail
                    FROM events CROSS JOIN transfers ON transfers.id = events.transfer
                    WHERE \(terms.joined(separator: " AND ")) ORDER BY events.sequence LIMIT ?
                    """)
            var columns = TransferColumns(reader: RowReader(path: location.database))
            return try Row.fetchCursor(statement, arguments: arguments).map { row in
                let next = TransferColumns.count
                return TransferEvent(
                    sequence: row[next], time: Date(milliseconds: row[next + 1]),
                    event: try columns.reader.enumValue(row[next + 2]), detail: row[next + 3],
                    transfer: try columns.transfer(row))
            }.collected()
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

extension Database {
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
