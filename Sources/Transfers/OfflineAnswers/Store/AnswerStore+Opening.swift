// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

extension AnswerStore {
    /// The open database of a store, and the lock that is held while it is used.
    ///
    /// A damaged store is replaced by an empty one, because all answers can be requested again. A store of another program,
    /// or of a newer version, is refused and stays as it is. A store of the version before is migrated. A store on a
    /// read-only file system is opened for reading.
    ///
    /// The processes that use a store share a lock. A process that removes the database has that lock alone, so that no
    /// process uses a database whose files are being replaced.
    struct Connections: Sendable {
        /// The path of the folder; `nil` in memory.
        let path: String?
        let writer: DatabaseQueue
        let reader: DatabaseQueue
        private let lock: FileLock?
        let isReadOnly: Bool
        let patience: WritePatience

        private static let databaseName = "answers.sqlite"
        /// The name of a file that says that the database was found to be damaged.
        private static let damageName = "damaged"

        /// The path of the database, for messages.
        var databasePath: String { path.map(Self.database) ?? "the store of answers" }

        private static func database(_ path: String) -> String { path + "/" + databaseName }

        /// Sets whether each transaction waits for the disk.
        func setSynchronous(_ waits: Bool) throws {
            let value = waits ? "FULL" : "NORMAL"
            try writer.inDatabase { try $0.execute(sql: "PRAGMA synchronous = \(value)") }
        }

        private static func folder(_ path: String) -> StoreFolder {
            StoreFolder(path: path, databaseName: databaseName, kind: .answers)
        }

        // MARK: - Opening

        /// Opens the store in a folder.
        ///
        /// - Parameter patience: how long a call waits for another process that writes, in seconds.
        static func open(_ path: String, patience: Double) throws(StoreError) -> Connections {
            do throws(StoreError) {
                return try openForWriting(path, patience)
            } catch {
                switch error.code {
                case .damaged:
                    try removeDatabase(path)
                    return try openForWriting(path, patience)
                case .readOnly:
                    // If it cannot be read either, the caller gets the first failure.
                    guard let opened = try? openForReading(path) else { throw error }
                    return opened
                case .folder, .fileSystem, .foreign, .newer, .full, .busy, .io: throw error
                }
            }
        }

        /// Makes a database in memory.
        static func inMemory() throws(StoreError) -> Connections {
            try StoreError.translating("the store of answers") {
                let patience = WritePatience(longest: 0)
                let database = try DatabaseQueue(
                    configuration: .store(label: label, waitsWhile: patience.allows))
                try database.transaction(.immediate) { try AnswerSchema.tables("").make($0) }
                return Connections(
                    path: nil, writer: database, reader: database, lock: nil, isReadOnly: false,
                    patience: patience)
            }
        }

        private static func openForWriting(
            _ path: String, _ longest: Double
        ) throws(StoreError) -> Connections {
            let folder = try folder(path).prepare()
            let databasePath = database(path)
            return try StoreError.translating(databasePath) {
                let lock = try FileLock.share(path + "/lock")
                guard try folder.facts(of: damageName) == nil else {
                    throw StoreError(.damaged, databasePath, "was found to be damaged")
                }
                let patience = WritePatience(longest: longest)
                let writer = try DatabaseQueue.opened(
                    path: databasePath, configuration: writing(patience), patience: longest,
                    prepare: { try AnswerSchema.tables(databasePath).prepare($0, databasePath) })
                let reader = try DatabaseQueue.opened(
                    path: databasePath, configuration: reading, patience: readingPatience
                ) { _ in }
                return Connections(
                    path: path, writer: writer, reader: reader, lock: lock, isReadOnly: false,
                    patience: patience)
            }
        }

        /// Opens a database that cannot be written.
        private static func openForReading(_ path: String) throws(StoreError) -> Connections {
            _ = try folder(path).openForReading()
            let databasePath = database(path)
            return try StoreError.translating(databasePath) {
                let database = try readOnlyDatabase(databasePath)
                let version = try database.inDatabase {
                    try AnswerSchema.tables(databasePath).check($0, databasePath)
                }
                guard version == AnswerSchema.version else {
                    throw StoreError(.readOnly, databasePath, "cannot be migrated: it is read-only")
                }
                return Connections(
                    path: path, writer: database, reader: database, lock: nil, isReadOnly: true,
                    patience: WritePatience(longest: 0))
            }
        }

        private static func readOnlyDatabase(_ path: String) throws -> DatabaseQueue {
            var configuration = reading
            configuration.readonly = true
            do {
                let database = try DatabaseQueue(path: path, configuration: configuration)
                _ = try database.inDatabase { try $0.storeVersion }
                return database
            } catch is DatabaseError {
                // The log is missing: the last process that used the database has put all of it into the database.
                return try DatabaseQueue(
                    path: DatabaseQueue.immutableURI(path), configuration: configuration)
            }
        }

        // MARK: - Configurations

        private static let label = "org.reach.answers"

        private static func writing(_ patience: WritePatience) -> Configuration {
            var configuration = Configuration.store(label: label, waitsWhile: patience.allows)
            configuration.prepareDatabase { database in
                // Freed pages can be given back to the file system. Later, the setting would be a write at each opening.
                if try Int.fetchOne(database, sql: "PRAGMA page_count") == 0 {
                    try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                }
                // The last transactions may be lost when the power fails. Each is complete or missing, and its answer can
                // be requested again: a sync for each answer would cost more than the answer. Only changes of resources are
                // synced.
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                // After large answers, the log is cut to this size.
                try database.execute(sql: "PRAGMA journal_size_limit = 1048576")
                // Removed answers do not stay in the file.
                try database.execute(sql: "PRAGMA secure_delete = ON")
            }
            return configuration
        }

        /// A reader rarely waits for another process, for example while that restores the log after a crash.
        private static var reading: Configuration {
            var configuration = Configuration.store(label: label) {
                $0 < Int64(readingPatience * 1000)
            }
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = ON") }
            return configuration
        }

        /// The longest time that a reader waits for another process, in seconds.
        private static let readingPatience = 0.25

        // MARK: - Damage

        /// Makes the next client that opens the store replace it. While the store is open, its files cannot be replaced.
        func noteDamage() {
            guard let path else { return }
            // If that fails, the next client finds the damage itself. The caller has reported it already.
            try? PrivateFolder(opening: path).makeIfMissing(Self.damageName)
        }

        /// Removes the database, if no other process uses it.
        private static func removeDatabase(_ path: String) throws(StoreError) {
            try StoreError.translating(database(path)) {
                guard
                    case .acquired(let lock) = try FileLock.acquire(
                        path + "/lock", note: "", patience: 250)
                else {
                    throw StoreError(
                        .damaged, database(path), "is damaged, and another process uses it")
                }
                let folder = try PrivateFolder(opening: path)
                // The log first: a new database must not find the old one's.
                for name in ["-wal", "-shm", ""] { try folder.remove(databaseName + name) }
                try folder.remove(damageName)
                withExtendedLifetime(lock) {}
            }
        }
    }

    /// How long a connection waits for another process that writes.
    ///
    /// A process that is stopped while it writes holds SQLite's lock until it continues. After a wait in vain, the next writes
    /// do not wait for it again, until one of them has succeeded.
    final class WritePatience: Sendable {
        private struct State {
            /// How long a write waits now, in milliseconds.
            var now: Int64
            var wasInVain = false
        }

        private let longest: Int64
        private let state: Lock<State>

        /// - Parameter longest: the longest wait, in seconds.
        init(longest: Double) {
            let milliseconds = Int64(longest * 1000)
            self.longest = milliseconds
            state = Lock(State(now: milliseconds))
        }

        /// Whether another attempt follows after a wait of some milliseconds.
        func allows(_ waited: Int64) -> Bool { state.withLock { waited < $0.now } }

        /// Runs a write.
        func run<Output>(_ wait: Wait, _ body: () throws -> Output) throws -> Output {
            state.withLock { state in
                state.now =
                    switch wait {
                    case .none: 0
                    case .unlessBusy: state.wasInVain ? 0 : longest
                    case .full: longest
                    }
            }
            do {
                let output = try body()
                state.withLock { $0.wasInVain = false }
                return output
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // A write that does not wait does not show how long the lock is held.
                state.withLock { state in if wait != .none { state.wasInVain = true } }
                throw error
            }
        }
    }
}

extension StoreError {
    /// Runs a body, and converts its errors to errors of the store.
    ///
    /// - Parameter path: the path of the database.
    static func translating<Output>(
        _ path: String, _ body: () throws -> Output
    ) throws(StoreError) -> Output {
        do {
            return try body()
        } catch {
            throw StoreError(error, path, .answers)
                ?? StoreError(.io, path, "cannot be used: \(error)")
        }
    }
}
