// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// Opens the database of a store of answers. A damaged one is replaced by an empty one, because all of it can be requested
/// again. One of another program, or of a newer version, is refused and stays as it is.
///
/// A store of the version before is migrated. On a file system that is read-only, a store is opened for reading.
///
/// The processes that use a store share a lock, and a process that removes the database has that lock alone. So no process
/// has a database open whose files are being replaced.
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
        } catch let failure as StoreError where failure.code.isDamage {
            try removeDatabase()
            return try open()
        } catch let failure as StoreError where failure.code == .readOnly {
            // Where it cannot be read either, the caller gets the first failure.
            guard let opened = try? openForReading() else { throw failure }
            return opened
        }
    }

    /// Makes a database in memory.
    static func inMemory() throws -> Opened {
        let patience = WritePatience(longest: 0)
        let database = try DatabaseQueue(
            configuration: .store(label: label, waitsWhile: patience.allows))
        try database.transaction(.immediate) { try AnswerSchema.tables("").make($0) }
        return Opened(
            path: nil, database: database, reader: database, lock: nil, isReadOnly: false,
            patience: patience)
    }

    private func open() throws -> Opened {
        let folder = try StoreFolder(
            path: path, databaseName: Self.databaseName, kind: .answers
        ).prepare()
        return try translating {
            let lock = try FileLock.share(path + "/lock")
            guard try folder.facts(of: Self.damageName) == nil else {
                throw StoreError(.damaged, databasePath, "was found to be damaged")
            }
            let patience = WritePatience(longest: self.patience)
            let database = try DatabaseQueue.opened(
                path: databasePath, configuration: configuration(patience), patience: self.patience,
                prepare: { try AnswerSchema.tables(databasePath).prepare($0, databasePath) })
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
            let version = try database.inDatabase {
                try AnswerSchema.tables(databasePath).check($0, databasePath)
            }
            guard version == AnswerSchema.version else {
                throw StoreError(.readOnly, databasePath, "cannot be migrated: it is read-only")
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
            _ = try database.inDatabase { try $0.storeVersion }
            return database
        } catch is DatabaseError {
            // The log is missing: the last process that used the database has put all of it into the database.
            return try DatabaseQueue(
                path: DatabaseQueue.immutableURI(databasePath), configuration: configuration)
        }
    }

    private func configuration(_ patience: WritePatience) -> Configuration {
        var configuration = Configuration.store(label: Self.label, waitsWhile: patience.allows)
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
        var configuration = Configuration.store(label: Self.label) {
            $0 < Int64(Self.readingPatience * 1000)
        }
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
        return configuration
    }

    /// How long a reader waits for another process at the most, in seconds.
    private static let readingPatience = 0.25

    private static let label = "org.reach.answers"

    /// Removes the database, if no other process uses it.
    private func removeDatabase() throws {
        try translating {
            guard case .acquired(let lock) = try FileLock.acquire(path + "/lock", note: "") else {
                throw StoreError(
                    .damaged, databasePath, "is damaged, and another process uses it")
            }
            let folder = try PrivateFolder(opening: path)
            // The log first: a new database must not find the old one's.
            for name in ["-wal", "-shm", ""] { try folder.remove(Self.databaseName + name) }
            try folder.remove(Self.damageName)
            withExtendedLifetime(lock) {}
        }
    }

    /// Runs a body, and turns the errors of the system and of SQLite into those of the store.
    private func translating<Output>(_ body: () throws -> Output) throws -> Output {
        do {
            return try body()
        } catch {
            throw StoreError(error, databasePath, .answers) ?? error
        }
    }
}

extension StoreError.Code {
    /// Whether the store is replaced by an empty one: all of it can be requested again.
    var isDamage: Bool {
        switch self {
        case .damaged, .noDatabase: true
        case .folder, .fileSystem, .foreign, .newer, .readOnly, .full, .busy, .io: false
        }
    }
}
