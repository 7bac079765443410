// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import GRDB

extension AnswerStore {
    /// Removes answers that are damaged.
    func remove(_ ids: Set<Int64>) throws(StoreError) {
        try write(waiting: .unlessBusy) { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM answers WHERE id = ?")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }

    /// Removes the answers to an address for a program. They do not remain in the files, and answers to requests that are
    /// under way in any process are not stored.
    func removeForProgram(_ key: AnswerKey) throws(StoreError) {
        try removeForProgram { try Self.remove(key, $0) }
    }

    /// Removes all answers of an account for a program. They do not remain in the files, and answers to requests that are
    /// under way in any process are not stored.
    func removeAll(of account: String) throws(StoreError) {
        try removeForProgram { try Self.removeAll(of: account, $0) }
    }

    static func removeAll(of account: String, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM answers WHERE account = ?")
            .execute(arguments: [account])
    }

    /// Removes the answers to an address.
    static func remove(_ key: AnswerKey, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM answers WHERE url = ? AND account = ?")
            .execute(arguments: [key.url, key.account])
    }

    private func removeForProgram(_ body: (Database) throws -> Void) throws(StoreError) {
        try write { database in
            try body(database)
            try database.cachedStatement(sql: "UPDATE total SET removals = removals + 1").execute()
        }
        try giveBackSpace()
    }

    // MARK: - The files

    /// Removes answers above the limit, and shrinks the file if it is much larger than the limit. Another configuration may
    /// have allowed more.
    func tidy() throws(StoreError) {
        guard !isReadOnly else { return }
        if try total().bytes > limits.total {
            try write { [limits] in try Self.evict(to: limits.total, $0) }
        }
        let size = try read { database in
            let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            return pages * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
        }
        // Pages are not full, and the next answers use the free pages.
        if size > limits.total + limits.total / 4 + Self.slack { try giveBackSpace() }
    }

    /// How much larger a file may be than its answers, in bytes.
    private static let slack: Int64 = 1 << 20

    /// Gives free pages back to the file system, and truncates the log, so that removed answers are in none of the files.
    private func giveBackSpace() throws(StoreError) {
        guard connections.path != nil else { return }
        let isLogEmpty = try translating {
            try connections.patience.run(.full) {
                try connections.writer.inDatabase { database in
                    let mode = try Int64.fetchOne(database, sql: "PRAGMA auto_vacuum")
                    // A store that an older version has made cannot give back single pages.
                    try database.execute(
                        sql: mode == Self.incremental
                            ? "PRAGMA incremental_vacuum"
                            : "PRAGMA auto_vacuum = INCREMENTAL; VACUUM")
                    let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                    return row?[0] == 0
                }
            }
        }
        guard isLogEmpty else {
            throw StoreError(
                .busy, databasePath,
                "is being read by another process, so that its log still has what was removed")
        }
    }

    /// The value of `auto_vacuum` for a file whose free pages can be given back.
    private static let incremental: Int64 = 2
}
