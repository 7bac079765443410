// SPDX-License-Identifier: Apache-2.0

package import GRDB

/// The tables of a store, and how a database gets them.
package struct StoreTables: Sendable {
    private let kind: StoreKind
    /// Makes the tables in an empty database.
    private let create: @Sendable (Database) throws -> Void
    /// Changes the tables of an older version into the current ones.
    private let migrate: @Sendable (_ database: Database, _ version: Int64) throws -> Void
    /// Returns the error for an older version whose tables cannot be migrated; `nil` if they can.
    private let obstacle: @Sendable (_ version: Int64) -> StoreError?

    package init(
        _ kind: StoreKind,
        create: @escaping @Sendable (Database) throws -> Void,
        migrate: @escaping @Sendable (_ database: Database, _ version: Int64) throws -> Void,
        obstacle: @escaping @Sendable (_ version: Int64) -> StoreError?
    ) {
        self.kind = kind
        self.create = create
        self.migrate = migrate
        self.obstacle = obstacle
    }

    /// Brings a database that was just opened to the current tables, with a write-ahead log.
    ///
    /// - Parameter path: the path of the database.
    /// - Throws: ``StoreError`` for a database that cannot be the store, which stays as it is; the errors of the changes.
    package func prepare(_ database: DatabaseQueue, _ path: String) throws {
        // In one transaction: another process may be making the store.
        _ = try database.transaction(.deferred) { try check($0, path) }
        try database.inDatabase { database in
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw StoreError(
                    .fileSystem, path,
                    "is on a file system where SQLite's write-ahead log does not work")
            }
            guard try database.storeVersion < kind.version || database.isEmpty else { return }
            try database.inTransaction(.immediate) {
                // Another process may have been faster.
                let version = try check(database, path)
                if try database.isEmpty {
                    try make(database)
                } else if version < kind.version {
                    try migrate(database, version)
                    try setVersion(database)
                }
                return .commit
            }
        }
    }

    /// Makes the tables in an empty database. It is part of the caller's transaction.
    package func make(_ database: Database) throws {
        try create(database)
        try database.execute(sql: "PRAGMA application_id = \(kind.application)")
        try setVersion(database)
    }

    /// Refuses a database that is not a store of this kind, or that this version cannot read.
    ///
    /// - Returns: the version of its tables; 0 if it has none.
    package func check(_ database: Database, _ path: String) throws -> Int64 {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let (version, isEmpty) = (try database.storeVersion, try database.isEmpty)
        // The process that made the file may have ended before it made the tables.
        if application == 0, version == 0, isEmpty { return version }
        guard application == kind.application else {
            throw StoreError(
                .foreign, path, "is no \(kind.noun), but a database of another program")
        }
        guard version <= kind.version else {
            throw StoreError(
                .newer, path,
                "was written by a newer version of this program (schema \(version); this version knows "
                    + "\(kind.version))")
        }
        if !isEmpty, version < kind.version, let error = obstacle(version) { throw error }
        return version
    }

    private func setVersion(_ database: Database) throws {
        try database.execute(sql: "PRAGMA user_version = \(kind.version)")
    }
}

extension Database {
    /// The version of the tables (`user_version`).
    package var storeVersion: Int64 {
        get throws {
            try Int64.fetchOne(try cachedStatement(sql: "PRAGMA user_version")) ?? 0
        }
    }

    /// Whether there are no tables.
    fileprivate var isEmpty: Bool {
        get throws { try Int.fetchOne(self, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    }
}
