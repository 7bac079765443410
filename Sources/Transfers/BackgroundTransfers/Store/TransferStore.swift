// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The transfers of a user, in a database that processes share.
///
/// Each operation is one transaction. When it has returned, its result is on the disk, whoever is killed then. A store
/// can be used from any thread.
package final class TransferStore: Sendable {
    /// Where the store is.
    package let location: StoreLocation
    let database: DatabaseQueue
    let folder: PrivateFolder

    /// Opens a store. It is made if there is none.
    ///
    /// - Parameter patience: how long another process is waited for that writes, in seconds.
    /// - Throws: ``TransferStoreError``.
    package convenience init(at location: StoreLocation, patience: Double = 10) throws {
        try self.init(at: location, patience: patience, schema: .current)
    }

    /// Opens a store, if there is one.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: ``TransferStoreError``.
    package static func existing(at location: StoreLocation) throws -> TransferStore? {
        do throws(StoreFailure) {
            guard try location.checkedFolder.hasDatabase() else { return nil }
        } catch {
            throw TransferStoreError(error)
        }
        return try TransferStore(at: location)
    }

    /// Opens a store for reading, if there is one. One that cannot be written is opened as it is.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: ``TransferStoreError``; also if the store cannot be written, and its last changes cannot be read without.
    package static func readable(at location: StoreLocation) throws -> TransferStore? {
        do {
            return try existing(at: location)
        } catch let error as TransferStoreError where error.code == .readOnly {
            return try TransferStore(readingOnly: location)
        }
    }

    init(at location: StoreLocation, patience: Double, schema: StoreSchema) throws {
        self.location = location
        do throws(StoreFailure) { folder = try location.checkedFolder.prepare() } catch {
            throw TransferStoreError(error)
        }
        let configuration = Self.configuration(patience: patience)
        do {
            database = try DatabaseQueue.opened(
                path: location.database, configuration: configuration, patience: patience
            ) { try StoreOpening(database: $0, location: location, schema: schema).perform() }
        } catch let error as DatabaseError {
            throw TransferStoreError(error, location.database)
        }
    }

    init(readingOnly location: StoreLocation) throws {
        self.location = location
        do throws(StoreFailure) { folder = try location.checkedFolder.openForReading() } catch {
            throw TransferStoreError(error)
        }
        var configuration = Self.configuration(patience: 10)
        configuration.readonly = true
        let log = try location.writeAheadLogLength
        do {
            // Without a log, SQLite would have to make one. Nobody can write here, and it does not look for changes: a list
            // that is read while somebody else writes elsewhere (another mount of the same folder) may be wrong.
            let path = log > 0 ? location.database : location.unchangingDatabase
            database = try DatabaseQueue(path: path, configuration: configuration)
            try StoreOpening(database: database, location: location, schema: .current).check()
        } catch let error as DatabaseError {
            guard log > 0, [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) else {
                throw TransferStoreError(error, location.database)
            }
            throw TransferStoreError(
                .readOnly, location.database,
                "cannot be read where it cannot be written: its last changes are in \(location.writeAheadLog); copy the "
                    + "folder to where it can be written, and name it with --store")
        }
    }

    /// Closes the database. Nothing else may be done with the store then.
    package func close() {
        // What was written is on the disk. A file that cannot be closed now is closed with the process.
        try? database.close()
    }

    private static func configuration(patience: Double) -> Configuration {
        var configuration = Configuration()
        // SQLite's own wait looks ten times a second in the end, and a process that writes without a pause then leaves it
        // nothing. This one looks often enough.
        configuration.busyMode = .callback { attempts in
            guard Double(attempts) * pause < patience else { return false }
            Thread.sleep(forTimeInterval: pause)
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = "org.reach.transfers"
        configuration.prepareDatabase { database in
            // NORMAL may lose the last transactions when the power fails.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // In pages. Whoever opens a store that nobody else has open reads all of its log, 2 µs for a page.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 250")
        }
        return configuration
    }

    /// The time between two attempts to write while another process does, in seconds.
    private static let pause = 0.005

    /// Reads in one transaction.
    func read<Output>(_ body: (Database) throws -> Output) throws -> Output {
        try transaction(.deferred, body)
    }

    /// Writes in one transaction, which is on the disk when this returns. If `body` throws, nothing is written.
    func write<Output>(_ body: (Database) throws -> Output) throws -> Output {
        let output = try transaction(.immediate) { database in
            // A newer version of the program may have migrated the store meanwhile.
            let schema =
                try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA user_version")) ?? 0
            guard schema <= StoreSchema.version else {
                throw TransferStoreError(
                    .newer, location.database,
                    "was changed by a newer version of this program (schema \(schema))")
            }
            return try body(database)
        }
        // SQLite lets others see a transaction after it has synced its last write to the log. Those who watch the log for
        // writes may have looked before that, and nothing else would wake them.
        touchFile(location.writeAheadLog)
        return output
    }

    private func transaction<Output>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Output
    ) throws -> Output {
        do {
            return try database.transaction(kind, body)
        } catch let error as DatabaseError {
            throw TransferStoreError(error, location.database)
        }
    }

    /// A number that changes when another process, or another object of this class, has written to the store.
    package func dataVersion() throws -> Int64 {
        do {
            return try database.inDatabase { database in
                try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
        } catch let error as DatabaseError {
            throw TransferStoreError(error, location.database)
        }
    }
}

extension StoreLocation {
    /// The database as a URI by which SQLite takes it for a file that does not change (`immutable`, sqlite3_open(3)).
    fileprivate var unchangingDatabase: String {
        let path = database.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return "file:\(path ?? database)?immutable=1"
    }

    /// The number of bytes that are not in the database yet; 0 if there is no file for them.
    fileprivate var writeAheadLogLength: Int64 {
        get throws(TransferStoreError) {
            do throws(SystemError) {
                return try FileFacts.of(writeAheadLog, followsLink: false)?.size ?? 0
            } catch {
                throw TransferStoreError(error, writeAheadLog)
            }
        }
    }
}

extension Database {
    /// The number for the changes of a transaction. It is higher than all before.
    ///
    /// It is asked for once in a transaction, not for each transfer, because there may be 100,000 of them.
    func nextRevision() throws -> Int64 {
        try cachedStatement(sql: "UPDATE queue SET revision = revision + 1").execute()
        return try Int64.fetchOne(try cachedStatement(sql: "SELECT revision FROM queue")) ?? 0
    }
}
