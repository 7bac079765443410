// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// Opens the database of a store of answers. One that is damaged is thrown away and begun anew, because all of it can be
/// asked for again. One of another program, or of a newer version, is refused and stays as it is.
///
/// Whoever uses a store shares a lock, and whoever removes the database has that lock alone. So nobody has a database open
/// whose files are being replaced.
struct AnswerStoreOpening {
    /// The path of the folder.
    let path: String
    /// How long another process is waited for that writes, in seconds.
    let patience: Double

    static let databaseName = "answers.sqlite"
    /// The name of a file that says that the database was found to be damaged.
    static let damageName = "damaged"

    /// An open database, and the lock that is held as long as it is used.
    struct Opened {
        let database: DatabaseQueue
        let lock: FileLock
    }

    /// The path of the database.
    var databasePath: String { path + "/" + Self.databaseName }

    func perform() throws -> Opened {
        do {
            return try open()
        } catch let failure as StoreFailure where Self.allowsToBeginAnew(failure) {
            try beginAnew()
            return try open()
        }
    }

    private static func allowsToBeginAnew(_ failure: StoreFailure) -> Bool {
        switch failure.code {
        case .damaged, .noDatabase: true
        case .folder, .fileSystem, .foreign, .newer, .readOnly, .full, .busy, .io: false
        }
    }

    private func open() throws -> Opened {
        let folder = try StoreFolder(
            path: path, databaseName: Self.databaseName, kind: .answers
        ).prepare()
        return try translating {
            let lock = try FileLock.share(path + "/lock")
            guard try folder.facts(of: Self.damageName) == nil else {
                throw StoreFailure(.damaged, databasePath, "was found to be damaged")
            }
            let database = try DatabaseQueue.opened(
                path: databasePath, configuration: configuration, patience: patience,
                prepare: prepare)
            return Opened(database: database, lock: lock)
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        let patience = patience
        // As in the store of transfers: SQLite's own wait leaves a process nothing beside one that writes without a pause.
        configuration.busyMode = .callback { attempts in
            guard Double(attempts) * Self.pause < patience else { return false }
            Thread.sleep(forTimeInterval: Self.pause)
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = "org.reach.answers"
        configuration.prepareDatabase { database in
            // The last transactions may be lost when the power fails. They are whole or not there, and can be asked for
            // again: a sync for each answer would cost more than the answer.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            // After large answers, the log is cut to this.
            try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
        }
        return configuration
    }

    /// The time between two attempts to write while another process does, in seconds.
    private static let pause = 0.005

    private func prepare(_ database: DatabaseQueue) throws {
        // In one transaction: another process may be making the store.
        try database.transaction(.deferred) { try check($0) }
        try database.inDatabase { database in
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw StoreFailure(
                    .fileSystem, databasePath,
                    "is on a file system where SQLite's write-ahead log does not work")
            }
            guard try isEmpty(database) else { return }
            try database.inTransaction(.immediate) {
                // Another process may have been faster.
                try check(database)
                if try isEmpty(database) {
                    try AnswerSchema.create(database)
                    let identity = StoreIdentity.answers
                    try database.execute(sql: "PRAGMA application_id = \(identity.application)")
                    try database.execute(sql: "PRAGMA user_version = \(identity.version)")
                }
                return .commit
            }
        }
    }

    private func check(_ database: Database) throws {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let schema = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        try StoreIdentity.answers.check(
            application: application, schema: schema, isEmpty: isEmpty(database), databasePath)
        if try !isEmpty(database), schema < AnswerSchema.version {
            throw StoreFailure(
                .damaged, databasePath, "has the tables of an older version (schema \(schema))")
        }
    }

    private func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Removes the database, if no other process uses it.
    private func beginAnew() throws {
        try translating {
            guard case .acquired(let lock) = try FileLock.acquire(path + "/lock", note: "") else {
                throw StoreFailure(
                    .damaged, databasePath, "is damaged, and another process uses it")
            }
            let folder = try PrivateFolder(opening: path)
            // The log first: a new database must not find the old one's.
            for name in ["-wal", "-shm", ""] { try folder.remove(Self.databaseName + name) }
            try folder.remove(Self.damageName)
            withExtendedLifetime(lock) {}
        }
    }

    /// Runs a body, and turns the errors of the system and of SQLite into failures of the store.
    private func translating<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch let error as SystemError {
            throw StoreFailure(error, databasePath, .answers)
        } catch let error as DatabaseError {
            throw StoreFailure(error, databasePath, .answers)
        }
    }
}
