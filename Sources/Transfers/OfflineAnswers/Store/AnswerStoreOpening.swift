// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// Opens the database of a store of answers. One that is damaged is thrown away and begun anew, because all of it can be
/// asked for again. One of another program, or of a newer version, is refused and stays as it is.
///
/// A store of the version before is migrated. On a file system that is read-only, a store is opened for reading.
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
        /// The path of the folder; `nil` in memory.
        let path: String?
        /// The connection for writing.
        let database: DatabaseQueue
        /// The connection for reading.
        let reader: DatabaseQueue
        let lock: FileLock?
        let isReadOnly: Bool
        let patience: WritePatience
    }

    /// The path of the database.
    var databasePath: String { path + "/" + Self.databaseName }

    func perform() throws -> Opened {
        do {
            return try open()
        } catch let failure as StoreFailure where Self.allowsToBeginAnew(failure) {
            try beginAnew()
            return try open()
        } catch let failure as StoreFailure where failure.code == .readOnly {
            guard let opened = try? openForReading() else { throw failure }
            return opened
        }
    }

    /// Makes a database in memory.
    static func inMemory() throws -> Opened {
        let patience = WritePatience(longest: 0)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.label = "org.reach.answers"
        let database = try DatabaseQueue(configuration: configuration)
        try database.transaction(.immediate) { try create($0) }
        return Opened(
            path: nil, database: database, reader: database, lock: nil, isReadOnly: false,
            patience: patience)
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
            let patience = WritePatience(longest: self.patience)
            let database = try DatabaseQueue.opened(
                path: databasePath, configuration: configuration(patience), patience: self.patience,
                prepare: prepare)
            let reader = try DatabaseQueue.opened(
                path: databasePath,
                configuration: readingConfiguration, patience: Self.readingPatience
            ) { _ in }
            return Opened(
                path: path, database: database, reader: reader, lock: lock, isReadOnly: false,
                patience: patience)
        }
    }

    /// Opens a database that nothing can be written to.
    private func openForReading() throws -> Opened {
        _ = try StoreFolder(
            path: path, databaseName: Self.databaseName, kind: .answers
        ).openForReading()
        return try translating {
            let database = try readOnlyDatabase()
            let isMade = try database.inDatabase { database in
                try check(database)
                return try Self.schema(database) == AnswerSchema.version
            }
            guard isMade else {
                throw StoreFailure(.readOnly, databasePath, "cannot be migrated: it is read-only")
            }
            return Opened(
                path: path, database: database, reader: database, lock: nil, isReadOnly: true,
                patience: WritePatience(longest: 0))
        }
    }

    private func readOnlyDatabase() throws -> DatabaseQueue {
        var configuration = readingConfiguration
        configuration.readonly = true
        do {
            let database = try DatabaseQueue(path: databasePath, configuration: configuration)
            _ = try database.inDatabase { try isEmpty($0) }
            return database
        } catch is DatabaseError {
            // SQLite needs files beside a database with a write-ahead log, which are missing, and cannot be made here.
            // Who has made the database has put all of the log into it at the end.
            var address = URLComponents()
            address.scheme = "file"
            address.path = databasePath
            address.queryItems = [URLQueryItem(name: "immutable", value: "1")]
            return try DatabaseQueue(
                path: address.string ?? databasePath, configuration: configuration)
        }
    }

    private func configuration(_ patience: WritePatience) -> Configuration {
        // As in the store of transfers: SQLite's own wait leaves a process nothing beside one that writes without a pause.
        var configuration = waitingConfiguration { patience.allows($0) }
        configuration.prepareDatabase { database in
            // Freed pages can be given back to the file system. Later, the setting would be a write at each opening.
            if try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
                try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
            }
            // The last transactions may be lost when the power fails. They are whole or not there, and can be asked for
            // again: a sync for each answer would cost more than the answer.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            // After large answers, the log is cut to this.
            try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
            // What is removed does not stay in the file.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        return configuration
    }

    /// A reader waits for another process only at a rare moment, as when that restores the log after a crash.
    private var readingConfiguration: Configuration {
        var configuration = waitingConfiguration { $0 < Int64(Self.readingPatience * 1000) }
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
        return configuration
    }

    /// How long a reader waits for another process at the most, in seconds.
    private static let readingPatience = 0.25

    /// - Parameter allows: whether a wait goes on after some milliseconds.
    private func waitingConfiguration(
        _ allows: @escaping @Sendable (Int64) -> Bool
    ) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { attempts in
            guard allows(Int64(attempts) * Self.pause) else { return false }
            Thread.sleep(forTimeInterval: Double(Self.pause) / 1000)
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = "org.reach.answers"
        return configuration
    }

    /// The time between two attempts to write while another process does, in milliseconds.
    private static let pause: Int64 = 5

    private func prepare(_ database: DatabaseQueue) throws {
        // In one transaction: another process may be making the store.
        try database.transaction(.deferred) { try check($0) }
        try database.inDatabase { database in
            guard try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL") == "wal" else {
                throw StoreFailure(
                    .fileSystem, databasePath,
                    "is on a file system where SQLite's write-ahead log does not work")
            }
            guard try Self.schema(database) < AnswerSchema.version else { return }
            try database.inTransaction(.immediate) {
                // Another process may have been faster.
                try check(database)
                if try isEmpty(database) {
                    try Self.create(database)
                } else if try Self.schema(database) < AnswerSchema.version {
                    try AnswerSchema.migrate(database)
                    try Self.setVersion(database)
                }
                return .commit
            }
        }
    }

    private static func create(_ database: Database) throws {
        try AnswerSchema.create(database)
        try database.execute(
            sql: "PRAGMA application_id = \(StoreIdentity.answers.application)")
        try setVersion(database)
    }

    private static func setVersion(_ database: Database) throws {
        try database.execute(sql: "PRAGMA user_version = \(AnswerSchema.version)")
    }

    private static func schema(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    private func check(_ database: Database) throws {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let schema = try Self.schema(database)
        try StoreIdentity.answers.check(
            application: application, schema: schema, isEmpty: isEmpty(database), databasePath)
        if try !isEmpty(database), schema < AnswerSchema.oldestVersion {
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
