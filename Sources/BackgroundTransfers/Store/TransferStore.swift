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

    init(at location: StoreLocation, patience: Double, schema: StoreSchema) throws {
        self.location = location
        do throws(StoreFailure) { folder = try location.checkedFolder.prepare() } catch {
            throw TransferStoreError(error)
        }
        var configuration = Configuration()
        // SQLite's own wait looks ten times a second in the end, and a process that writes without a pause then leaves it
        // nothing. This one looks often enough.
        configuration.busyMode = .callback { attempts in
            guard Double(attempts) * Self.pause < patience else { return false }
            Thread.sleep(forTimeInterval: Self.pause)
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = "org.reach.transfers"
        configuration.prepareDatabase { database in
            // NORMAL may lose the last transactions when the power fails.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        do {
            database = try DatabaseQueue(path: location.database, configuration: configuration)
            try StoreOpening(database: database, location: location, schema: schema).perform()
        } catch let error as DatabaseError {
            throw TransferStoreError(error, location.database)
        }
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
            return try database.inDatabase { database in
                var output: Output?
                try database.inTransaction(kind) {
                    output = try body(database)
                    return .commit
                }
                guard let output else { preconditionFailure("a transaction without a result") }
                return output
            }
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

extension Database {
    /// The number for the changes of a transaction. It is higher than all before.
    ///
    /// It is asked for once in a transaction, not for each transfer, because there may be 100,000 of them.
    func nextRevision() throws -> Int64 {
        try cachedStatement(sql: "UPDATE queue SET revision = revision + 1").execute()
        return try Int64.fetchOne(try cachedStatement(sql: "SELECT revision FROM queue")) ?? 0
    }
}
