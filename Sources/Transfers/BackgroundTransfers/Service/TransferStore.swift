// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The transfers of a user, in a database that processes share.
///
/// Each operation is one transaction. When it has returned, its result is on the disk, whichever process is killed then. A store
/// can be used from any thread.
package final class TransferStore: Sendable {
    /// Where the store is.
    package let location: StoreLocation
    let database: DatabaseQueue
    let folder: PrivateFolder

    /// Opens a store. Creates it if missing.
    ///
    /// - Parameter patience: how long another process is waited for that writes, in seconds.
    /// - Throws: `StoreError`.
    package convenience init(at location: StoreLocation, patience: Double = 10) throws {
        try self.init(at: location, patience: patience, schema: .current)
    }

    /// Opens a store, if there is one.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `StoreError`.
    package static func existing(at location: StoreLocation) throws -> TransferStore? {
        try location.checkedFolder.hasDatabase() ? TransferStore(at: location) : nil
    }

    /// Opens a store for reading, if there is one. One that cannot be written is opened as it is.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `StoreError`; also if the store cannot be written, and its last changes cannot be read without.
    package static func readable(at location: StoreLocation) throws -> TransferStore? {
        do {
            return try existing(at: location)
        } catch let error as StoreError where error.code == .readOnly {
            return try TransferStore(readingOnly: location)
        }
    }

    init(at location: StoreLocation, patience: Double, schema: StoreSchema) throws {
        self.location = location
        let path = location.database
        folder = try location.checkedFolder.prepare()
        database = try StoreError.translating(path) {
            try DatabaseQueue.opened(
                path: path, configuration: Self.configuration(patience: patience),
                patience: patience
            ) { try schema.tables(location).prepare($0, path) }
        }
    }

    init(readingOnly location: StoreLocation) throws {
        self.location = location
        let (path, tables) = (location.database, StoreSchema.current.tables(location))
        folder = try location.checkedFolder.openForReading()
        database = try StoreError.translating(path) {
            var configuration = Self.configuration(patience: 10)
            configuration.readonly = true
            let log = try location.writeAheadLogLength
            // Without a log, SQLite would have to make one. No process can write here, and this one does not look for changes:
            // a list that is read while another machine writes (another mount of the same folder) may be wrong.
            do {
                let database = try DatabaseQueue(
                    path: log > 0 ? path : DatabaseQueue.immutableURI(path),
                    configuration: configuration)
                let version = try database.inDatabase { try tables.check($0, path) }
                guard version == StoreSchema.version else {
                    throw StoreError(
                        .readOnly, path,
                        "was made by an older version of this program, and must be written before it can be read"
                    )
                }
                return database
            } catch let error as DatabaseError
                where log > 0 && [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
            {
                throw StoreError(
                    .readOnly, path,
                    "cannot be read where it cannot be written: its last changes are in \(location.writeAheadLog); copy the "
                        + "folder to where it can be written, and name it with --store")
            }
        }
    }

    /// Closes the database. Nothing else may be done with the store then.
    package func close() {
        // All writes are on the disk. A file that cannot be closed now is closed with the process.
        try? database.close()
    }

    private static func configuration(patience: Double) -> Configuration {
        var configuration = Configuration.store(label: "org.reach.transfers") { waited in
            Double(waited) < patience * 1000
        }
        configuration.prepareDatabase { database in
            // NORMAL may lose the last transactions when the power fails.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // In pages. The first process that opens a store reads all of its log, 2 µs for a page.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 250")
        }
        return configuration
    }

    /// Reads in one transaction.
    func read<Output>(_ body: (Database) throws -> Output) throws -> Output {
        try transaction(.deferred, body)
    }

    /// Writes in one transaction, which is on the disk when this returns. If `body` throws, nothing is written.
    func write<Output>(_ body: (Database) throws -> Output) throws -> Output {
        let output = try transaction(.immediate) { database in
            // A newer version of the program may have migrated the store meanwhile.
            let schema = try database.storeVersion
            guard schema <= StoreSchema.version else {
                throw StoreError(
                    .newer, location.database,
                    "was changed by a newer version of this program (schema \(schema))")
            }
            return try body(database)
        }
        // Other processes see a transaction only after SQLite has synced its last write to the log. Those that watch the log
        // for writes may have looked before that, and nothing else would wake them.
        touchFile(location.writeAheadLog)
        return output
    }

    private func transaction<Output>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Output
    ) throws -> Output {
        try StoreError.translating(location.database) {
            try database.transaction(kind, body)
        }
    }

    /// A number that changes when another process, or another object of this class, has written to the store.
    func dataVersion() throws -> Int64 {
        try StoreError.translating(location.database) {
            try database.inDatabase { database in
                try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
        }
    }
}

extension StoreError {
    /// Runs a body, and converts the errors of the system and of SQLite to errors of the store. Other errors stay as they are.
    ///
    /// - Parameter path: the path of the file that the body uses.
    static func translating<Output>(_ path: String, _ body: () throws -> Output) throws -> Output {
        do { return try body() } catch { throw StoreError(error, path, .transfers) ?? error }
    }
}

extension StoreLocation {
    /// The number of bytes that are not in the database yet; 0 if there is no file for them.
    fileprivate var writeAheadLogLength: Int64 {
        get throws(StoreError) {
            do throws(SystemError) {
                return try FileFacts.of(writeAheadLog, followsLink: false)?.size ?? 0
            } catch {
                throw StoreError(error, writeAheadLog, .transfers)
            }
        }
    }
}

extension Database {
    /// The number for the changes of a transaction. It is higher than all before.
    ///
    /// It is taken once in a transaction, not for each transfer, because there may be 100,000 of them.
    func nextRevision() throws -> Int64 {
        try cachedStatement(sql: "UPDATE queue SET revision = revision + 1").execute()
        return try Int64.fetchOne(try cachedStatement(sql: "SELECT revision FROM queue")) ?? 0
    }
}
