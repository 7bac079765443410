// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// Brings a database that was just opened to the current schema.
struct StoreOpening {
    let database: DatabaseQueue
    let location: StoreLocation
    let schema: StoreSchema

    func perform() throws {
        // In one transaction: another process may be making the store.
        try database.transaction(.deferred) { try check($0) }
        try database.inDatabase { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            guard mode == "wal" else {
                throw TransferStoreError(
                    .fileSystem, location.database,
                    "is on a file system where SQLite's write-ahead log does not work")
            }
            guard try version(database) < StoreSchema.version || isEmpty(database) else { return }
            try database.inTransaction(.immediate) {
                // Another process may have been faster.
                try check(database)
                if try isEmpty(database) {
                    try StoreSchema.create(database)
                    try database.execute(
                        sql: "PRAGMA application_id = \(StoreIdentity.transfers.application)")
                } else if try version(database) < StoreSchema.version {
                    try migrate(database)
                }
                try database.execute(sql: "PRAGMA user_version = \(StoreSchema.version)")
                return .commit
            }
        }
    }

    /// Checks a database that is only read: nothing is brought to the current schema.
    func check() throws {
        try database.inDatabase { database in
            try check(database)
            guard try version(database) == StoreSchema.version else {
                throw TransferStoreError(
                    .readOnly, location.database,
                    "was made by an older version of this program, and must be written before it can be read"
                )
            }
        }
    }

    private func check(_ database: Database) throws {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let (schema, isEmpty) = (try version(database), try self.isEmpty(database))
        do throws(StoreFailure) {
            try StoreIdentity.transfers.check(
                application: application, schema: schema, isEmpty: isEmpty, location.database)
        } catch {
            throw TransferStoreError(error)
        }
    }

    private func version(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    private func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    private func migrate(_ database: Database) throws {
        let old = try version(database)
        guard let steps = schema.path(from: old) else {
            throw TransferStoreError(
                .foreign, location.database,
                "has a schema that no version of this program has made (\(old))")
        }
        try copy(as: "\(location.database).schema-\(old)")
        for step in steps { try step(database) }
    }

    /// Copies the store with a connection of its own, which sees what is committed. Nobody else can write meanwhile.
    private func copy(as path: String) throws {
        do {
            // Of an attempt that was ended.
            try? FileManager.default.removeItem(atPath: path)
            let folder = try PrivateFolder(opening: location.folder)
            try folder.makeIfMissing(String(path.pieces(separatedBy: "/").last ?? ""))
            var reading = Configuration()
            reading.readonly = true
            let source = try DatabaseQueue(path: location.database, configuration: reading)
            let target = try DatabaseQueue(path: path)
            try source.backup(to: target)
            try target.close()
            try source.close()
            try folder.sync()
        } catch let error as SystemError {
            throw TransferStoreError(error, path)
        }
    }
}
