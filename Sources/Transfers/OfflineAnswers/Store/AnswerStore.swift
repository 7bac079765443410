// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
package import Foundation
internal import GRDB
internal import LinuxSystem
internal import TransferRules

/// The stored answers of a program, in a database that processes can share.
///
/// One transaction writes an answer with its content, so that the store has the complete answer or none, even if a process is
/// killed. The calls wait for the disk. A store can be used from any thread.
///
/// Readers have a connection of their own. With SQLite's write-ahead log, they read while this process or another one
/// writes, even if that process is stopped.
package final class AnswerStore: Sendable {
    /// The limits of the sizes.
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
        /// It does not wait.
        case none
        /// It waits as long as the store was opened with, unless the last write waited in vain.
        case unlessBusy
        /// It waits as long as the store was opened with.
        case full
    }

    /// The numbers of changes and removals when a request was sent. An answer is older than a later change.
    package struct Mark: Sendable, Hashable {
        /// The number of the last change of a resource, which rises with each of them; 0 if there was none.
        let change: Int64
        /// How often programs had removed answers.
        let removals: Int64
    }

    /// The maximum number of answers to one address that differ by fields of the request (`Vary`). It bounds the time of a
    /// read.
    static let variants = 16

    /// The number of changes of resources that are remembered. An answer that was requested before the oldest of them is
    /// stored as changed.
    static let rememberedChanges = 1000

    let limits: Limits
    let connections: Connections
    /// The numbers of answers whose checksum is wrong.
    let damagedAnswers = Lock<Set<Int64>>([])

    /// Opens a store. It is made if there is none.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the folder.
    ///   - limits: the limits of the sizes.
    ///   - patience: how long a call waits for another process that writes, in seconds.
    package init(
        at path: String, limits: Limits, patience: Double = StorePatience().lock
    ) throws(StoreError) {
        connections = try Connections.open(path, patience: patience)
        self.limits = limits
    }

    /// Makes a store in memory, which ends with this value.
    init(inMemoryWith limits: Limits) throws(StoreError) {
        connections = try Connections.inMemory()
        self.limits = limits
    }

    /// Whether nothing can be stored, because the file system is read-only.
    var isReadOnly: Bool { connections.isReadOnly }

    /// The path of the database, for messages.
    var databasePath: String { connections.databasePath }

    // MARK: - Transactions

    /// Reads in one transaction, and does not wait for writers.
    func read<Output>(_ body: (Database) throws -> Output) throws(StoreError) -> Output {
        try translating { try connections.reader.transaction(.deferred, body) }
    }

    /// Writes in one transaction. If `body` throws, nothing is written.
    ///
    /// - Parameters:
    ///   - wait: how long another process that writes is waited for.
    ///   - syncs: whether the transaction is on the disk when the call returns. Otherwise it may be lost when the power fails.
    func write<Output>(
        waiting wait: Wait = .full, syncs: Bool = false,
        _ body: (Database) throws -> Output
    ) throws(StoreError) -> Output {
        guard !isReadOnly else {
            throw StoreError(.readOnly, databasePath, "cannot be written: it is read-only")
        }
        return try translating {
            try connections.patience.run(wait) {
                if syncs { try connections.setSynchronous(true) }
                // If that fails, later transactions only take longer.
                defer { if syncs { try? connections.setSynchronous(false) } }
                return try connections.writer.transaction(.immediate) { database in
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

    /// Runs a body, and converts its errors to errors of the store.
    func translating<Output>(_ body: () throws -> Output) throws(StoreError) -> Output {
        do throws(StoreError) {
            return try StoreError.translating(databasePath, body)
        } catch {
            if error.code == .damaged { connections.noteDamage() }
            throw error
        }
    }

    // MARK: - Reading

    /// The query for the answers to an address.
    ///
    /// It names its index. SQLite would choose the one of accounts, which needs no sort, and read all answers of the account.
    static let lookup = """
        SELECT \(AnswerRow.columns), id, invalidated, used_at, checksum
        FROM answers INDEXED BY answers_by_key WHERE url = ? AND account = ? ORDER BY id DESC
        """

    /// The answers to an address, the last stored one first, with the fields of the request that select each. An answer
    /// whose checksum is wrong is left out.
    package func answers(_ key: AnswerKey) throws(StoreError) -> [(
        answer: StoredAnswer, selecting: SelectingFields
    )] {
        try read { database in
            let statement = try database.cachedStatement(sql: Self.lookup)
            return try Row.fetchAll(statement, arguments: [key.url, key.account]).compactMap {
                row in
                let read = AnswerRow(row)
                guard read.checksum == row[13] else {
                    noteDamaged(row[10])
                    return nil
                }
                let answer = StoredAnswer(
                    id: row[10], source: read.source,
                    response: read.response(isInvalidated: row[11]), usedAt: row[12])
                return (answer, read.selectingFields)
            }
        }
    }

    /// The content of an answer; `nil` if it was removed, or is damaged.
    package func content(of id: Int64) throws(StoreError) -> Data? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT content_checksum, content FROM contents
                    JOIN answers ON answers.id = contents.id WHERE contents.id = ?
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [id]) else { return nil }
            let content: Data = row[1]
            guard AnswerChecksum.of(content) == row[0] else {
                noteDamaged(id)
                return nil
            }
            return content
        }
    }

    private func noteDamaged(_ id: Int64) {
        damagedAnswers.withLock { _ = $0.insert(id) }
    }

    /// The current numbers of changes and removals.
    func mark() throws(StoreError) -> Mark {
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT (SELECT max(number) FROM changes), removals FROM total")
            let row = try Row.fetchOne(statement)
            return Mark(change: row?[0] ?? 0, removals: row?[1] ?? 0)
        }
    }

    /// The number of answers, and the sum of their sizes in bytes.
    package func total() throws(StoreError) -> (count: Int, bytes: Int64) {
        try read { database in
            let row = try Row.fetchOne(
                try database.cachedStatement(sql: "SELECT count, bytes FROM total"))
            return (row?[0] ?? 0, row?[1] ?? 0)
        }
    }
}
