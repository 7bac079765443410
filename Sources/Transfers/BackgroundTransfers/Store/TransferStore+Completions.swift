// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension TransferStore {
    /// How long a transfer that has ended is kept, in milliseconds.
    static let retention: Int64 = 7 * 86_400_000

    /// A transfer that has ended, or all transfers of a group, which are notified about together.
    struct Completion: Sendable, Hashable {
        /// The group; `nil` for a single transfer.
        var group: String?
        /// All transfers of the group, by number.
        var members: [TransferRecord]

        /// The transfer whose command or unit runs: the last one that has any; `nil` if none has.
        var notifyingTransfer: TransferRecord? {
            members.last(where: \.completion.isRequested)
        }

        /// Whether no command or unit has to run any more.
        var isNotified: Bool { notifyingTransfer?.completion.isDone ?? true }
    }

    /// The completions with a pending command or unit, in the order in which the transfers were added.
    func completions() throws -> [Completion] {
        try read { database in
            let pending = try records(
                """
                AS one WHERE told = 0 AND ended_at IS NOT NULL AND (family IS NULL OR NOT EXISTS (
                    SELECT 1 FROM transfers AS other WHERE other.family = one.family
                        AND other.session = one.session AND other.ended_at IS NULL))
                ORDER BY id
                """, [], database)
            var seen: Set<[String]> = []
            return try pending.compactMap { record -> Completion? in
                guard let group = record.group else {
                    return Completion(group: nil, members: [record])
                }
                guard seen.insert([record.session, group]).inserted else { return nil }
                return Completion(
                    group: group, members: try members(group, record.session, database))
            }
        }
    }

    /// The completion to notify about after the end of a transfer, if it has not been notified about: its own, or that of
    /// its group once all of the group has ended.
    func completion(of id: Transfer.ID) throws -> Completion? {
        try read { database in
            let lookup = try database.cachedStatement(
                sql: "SELECT family, session FROM transfers WHERE id = ? AND ended_at IS NOT NULL")
            guard let row = try Row.fetchOne(lookup, arguments: [id.rawValue]) else { return nil }
            guard let group: String = row[0] else {
                let completion = Completion(
                    group: nil, members: try record(id, database).map { [$0] } ?? [])
                return completion.isNotified ? nil : completion
            }
            let session: String = row[1]
            let isDue = try database.cachedStatement(
                sql: """
                    SELECT NOT EXISTS (SELECT 1 FROM transfers
                            WHERE family = ?1 AND session = ?2 AND ended_at IS NULL)
                        AND EXISTS (SELECT 1 FROM transfers
                            WHERE family = ?1 AND session = ?2 AND told = 0)
                    """)
            guard try Bool.fetchOne(isDue, arguments: [group, session]) ?? false else { return nil }
            return Completion(group: group, members: try members(group, session, database))
        }
    }

    private func members(_ group: String, _ session: String, _ database: Database) throws
        -> [TransferRecord]
    {
        try records("WHERE family = ? AND session = ? ORDER BY id", [group, session], database)
    }

    /// The transfers whose partial file is to be removed: those that are cancelled, acknowledged, or have failed long
    /// ago.
    func leftovers(now: Int64) throws -> [TransferRecord] {
        try read { database in
            try records(
                """
                WHERE ended_at IS NOT NULL AND partial IS NOT NULL
                    AND (state = 'cancelled' OR acknowledged_at IS NOT NULL OR ended_at <= ?)
                ORDER BY id
                """, [now - Self.retention], database)
        }
    }

    /// Forgets the partial file of a transfer that has ended, after it was removed.
    func forgetPartial(of id: Transfer.ID) throws {
        try write { database in
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE transfers SET partial = NULL, file = NULL, revision = ?
                    WHERE id = ? AND ended_at IS NOT NULL AND partial IS NOT NULL
                    """)
            try statement.execute(arguments: [try database.nextRevision(), id.rawValue])
        }
    }

    /// Removes transfers that have ended and are acknowledged, or have ended long ago, with their events and secrets.
    ///
    /// Those with a partial file stay until that is removed (``leftovers(now:)``). So do those whose completion command, or
    /// that of their group, has still to run.
    ///
    /// - Returns: how many were removed.
    func prune(now: Int64) throws -> Int {
        var released: [String] = []
        let count = try write { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, secrets FROM transfers AS one
                    WHERE ended_at IS NOT NULL AND partial IS NULL AND told IS NOT 0
                        AND (acknowledged_at IS NOT NULL OR ended_at <= ?)
                        AND (family IS NULL OR NOT EXISTS (
                            SELECT 1 FROM transfers AS other WHERE other.family = one.family
                                AND other.session = one.session AND other.ended_at IS NULL)
                            AND NOT EXISTS (
                            SELECT 1 FROM transfers AS other WHERE other.family = one.family
                                AND other.session = one.session AND other.told = 0))
                    LIMIT 10000
                    """)
            let rows = try Row.fetchAll(statement, arguments: [now - Self.retention])
            for row in rows {
                let id: Int64 = row[0]
                if let name: String = row[1] { released.append(name) }
                try database.cachedStatement(sql: "DELETE FROM events WHERE transfer = ?").execute(
                    arguments: [id])
                try database.cachedStatement(sql: "DELETE FROM transfers WHERE id = ?").execute(
                    arguments: [id])
            }
            return rows.count
        }
        SecretsFolder(location: location).remove(released)
        return count
    }

    /// Removes the files with secrets that no transfer has. Transfers that have ended and whose file is missing lose its
    /// name; the others keep it, so that they are not requested without it.
    ///
    /// Such files are left by a process that was killed while it added transfers, or after one had ended. While another
    /// process adds transfers, nothing is done: the next worker does it.
    func reconcileSecrets() throws {
        let folder = SecretsFolder(location: location)
        guard let lock = try folder.lockAllStored() else { return }
        defer { withExtendedLifetime(lock) {} }
        try write { database in
            let files = Set(try folder.names())
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT id, secrets, ended_at FROM transfers WHERE secrets IS NOT NULL")
            var known: Set<String> = []
            for row in rows {
                let name: String = row[1]
                known.insert(name)
                guard !files.contains(name), row[2] as Int64? != nil else { continue }
                let statement = try database.cachedStatement(
                    sql: "UPDATE transfers SET secrets = NULL, revision = ? WHERE id = ?")
                try statement.execute(arguments: [try database.nextRevision(), row[0] as Int64])
            }
            folder.remove(Array(files.subtracting(known)))
        }
    }
}
