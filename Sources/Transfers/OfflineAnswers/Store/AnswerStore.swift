// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The stored answers of a program, in a database that processes can share.
///
/// An answer with its content is one transaction, so that it is whole or not there, whichever process is killed in between. The
/// calls wait for the disk. A store can be used from any thread.
///
/// Readers have a connection of their own. SQLite's write-ahead log lets them read while this process or another one
/// writes, also if that is stopped in the midst.
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

    /// How long a write waits for another process that writes.
    package enum Wait {
        /// Not at all.
        case none
        /// As long as the store was opened with, unless the last write has waited in vain.
        case unlessBusy
        /// As long as the store was opened with.
        case full
    }

    /// How many answers to one address are stored that differ by fields of the request (`Vary`). So a look at an address
    /// never takes long.
    static let variants = 16

    /// How many changes of resources are remembered. What was requested before the oldest of them is stored as changed.
    static let rememberedChanges = 1000

    /// The path of the folder; `nil` in memory.
    let path: String?
    let limits: Limits
    /// Whether nothing can be stored: the file system is read-only.
    let isReadOnly: Bool
    let database: DatabaseQueue
    private let reader: DatabaseQueue
    private let lock: FileLock?
    let patience: WritePatience
    /// The numbers of answers whose checksum is wrong.
    let damagedAnswers = Lock<Set<Int64>>([])

    /// Opens a store. It is made if there is none.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the folder.
    ///   - patience: how long another process is waited for that writes, in seconds.
    package convenience init(
        at path: String, limits: Limits, patience: Double = 10
    ) throws(OfflineStoreError) {
        do {
            self.init(try AnswerStoreOpening(path: path, patience: patience).perform(), limits)
        } catch {
            throw OfflineStoreError(
                StoreError(error, path, .answers)
                    ?? StoreError(.io, path, "cannot be used as a store of answers: \(error)"))
        }
    }

    /// Makes a store in memory, which ends with this value.
    package convenience init(inMemoryWith limits: Limits) throws(OfflineStoreError) {
        do {
            self.init(try AnswerStoreOpening.inMemory(), limits)
        } catch {
            throw OfflineStoreError(.io, "the store of answers", "cannot be made: \(error)")
        }
    }

    private init(_ opened: AnswerStoreOpening.Opened, _ limits: Limits) {
        path = opened.path
        self.limits = limits
        isReadOnly = opened.isReadOnly
        database = opened.database
        reader = opened.reader
        lock = opened.lock
        patience = opened.patience
    }

    /// The path of the database, for messages.
    var databasePath: String {
        path.map { $0 + "/" + AnswerStoreOpening.databaseName } ?? "the store of answers"
    }

    /// Reads in one transaction, and does not wait for writers.
    func read<Output>(_ body: (Database) throws -> Output) throws(OfflineStoreError)
        -> Output
    {
        try translating { try reader.transaction(.deferred, body) }
    }

    /// Writes in one transaction. If `body` throws, nothing is written.
    func write<Output>(
        waiting wait: Wait = .full, _ body: (Database) throws -> Output
    ) throws(OfflineStoreError) -> Output {
        guard !isReadOnly else {
            throw OfflineStoreError(.readOnly, databasePath, "cannot be written: it is read-only")
        }
        return try translating {
            try patience.run(wait) {
                try database.transaction(.immediate) { database in
                    // A newer version of the program may have replaced the store meanwhile.
                    let schema = try database.storeVersion
                    guard schema == AnswerSchema.version else {
                        throw StoreError(
                            .newer, databasePath,
                            "was changed by another version of this program (schema \(schema))"
                        )
                    }
                    return try body(database)
                }
            }
        }
    }

    /// Runs a body, and turns the errors of SQLite into those of the store.
    func translating<Output>(_ body: () throws -> Output) throws(OfflineStoreError) -> Output {
        do {
            return try body()
        } catch {
            let failure =
                StoreError(error, databasePath, .answers)
                ?? StoreError(.io, databasePath, "cannot be used: \(error)")
            if failure.code.isDamage { noteDamage() }
            throw OfflineStoreError(failure)
        }
    }

    /// Has the next client that opens the store replace it. As long as the store is open, its files cannot be replaced.
    private func noteDamage() {
        guard let path else { return }
        // Where that fails, the next client finds the damage itself. The caller has reported it already.
        try? PrivateFolder(opening: path).makeIfMissing(AnswerStoreOpening.damageName)
    }
}
