// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The stored answers of a program, in a database that processes can share.
///
/// An answer with its content is one transaction, so that it is whole or not there, whoever is killed in between. The
/// calls wait for the disk. A store can be used from any thread.
package final class AnswerStore: Sendable {
    /// What may be stored.
    package struct Limits: Sendable {
        /// The size of all answers, in bytes.
        let total: Int64
        /// The size of one answer, in bytes.
        let answer: Int64

        package init(total: Int64, answer: Int64) {
            self.total = total
            self.answer = answer
        }
    }

    /// How many answers to one address are stored that differ by fields of the request (`Vary`). So a look at an address
    /// never takes long.
    static let variants = 16

    /// How many changes of resources are remembered. What was requested before the oldest of them is stored as changed.
    static let rememberedChanges = 1000

    let path: String
    let database: DatabaseQueue
    let limits: Limits
    private let lock: FileLock

    /// Opens a store. It is made if there is none.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the folder.
    ///   - patience: how long another process is waited for that writes, in seconds.
    package init(at path: String, limits: Limits, patience: Double = 10) throws(OfflineStoreError) {
        let opening = AnswerStoreOpening(path: path, patience: patience)
        do {
            let opened = try opening.perform()
            self.path = path
            self.limits = limits
            database = opened.database
            lock = opened.lock
        } catch let failure as StoreFailure {
            throw OfflineStoreError(failure)
        } catch {
            throw OfflineStoreError(.io, path, "cannot be used as a store of answers: \(error)")
        }
    }

    /// Reads in one transaction.
    func read<Output>(_ body: (Database) throws -> Output) throws(OfflineStoreError)
        -> Output
    {
        try transaction(.deferred, body)
    }

    /// Writes in one transaction. If `body` throws, nothing is written.
    func write<Output>(_ body: (Database) throws -> Output) throws(OfflineStoreError)
        -> Output
    {
        try transaction(.immediate) { database in
            // A newer version of the program may have begun the store anew meanwhile.
            let schema =
                try Int64.fetchOne(try database.cachedStatement(sql: "PRAGMA user_version")) ?? 0
            guard schema == AnswerSchema.version else {
                throw StoreFailure(
                    .newer, path,
                    "was changed by another version of this program (schema \(schema))"
                )
            }
            return try body(database)
        }
    }

    private func transaction<Output>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Output
    ) throws(OfflineStoreError) -> Output {
        let databasePath = path + "/" + AnswerStoreOpening.databaseName
        do {
            return try database.transaction(kind, body)
        } catch let error as DatabaseError {
            let failure = StoreFailure(error, databasePath, .answers)
            if [.damaged, .noDatabase].contains(failure.code) { noteDamage() }
            throw OfflineStoreError(failure)
        } catch let failure as StoreFailure {
            throw OfflineStoreError(failure)
        } catch {
            throw OfflineStoreError(.io, databasePath, "cannot be used: \(error)")
        }
    }

    /// Has the next one who opens the store begin it anew. As long as it is open, its files cannot be replaced.
    private func noteDamage() {
        try? PrivateFolder(opening: path).makeIfMissing(AnswerStoreOpening.damageName)
    }
}
