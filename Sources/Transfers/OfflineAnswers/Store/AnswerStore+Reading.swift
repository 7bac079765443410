// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB
internal import LinuxSystem
package import TransferRules

extension AnswerStore {
    /// The query for the answers to an address.
    ///
    /// It names its index. SQLite would choose the one of accounts, which needs no sort, and read all answers of the account.
    static let lookup = """
        SELECT \(AnswerRow.columns), id, invalidated, used_at, checksum
        FROM answers INDEXED BY answers_by_key WHERE url = ? AND account = ? ORDER BY id DESC
        """

    /// The answers to an address, the last stored one first, with the fields of the request that select each. One whose
    /// checksum is wrong is left out.
    package func answers(_ key: AnswerKey) throws(OfflineStoreError) -> [(
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
                    id: row[10], read, isInvalidated: row[11], usedAt: row[12])
                return (answer, FieldText.selecting(read.selecting))
            }
        }
    }

    /// The content of an answer; `nil` if it was removed, or is damaged.
    package func content(of id: Int64) throws(OfflineStoreError) -> Data? {
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

    /// The current state of changes and removals.
    package func mark() throws(OfflineStoreError) -> StoreMark {
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT (SELECT max(number) FROM changes), removals FROM total")
            let row = try Row.fetchOne(statement)
            return StoreMark(change: row?[0] ?? 0, removals: row?[1] ?? 0)
        }
    }

    /// The number of answers, and the sum of their sizes in bytes.
    package func total() throws(OfflineStoreError) -> (count: Int, bytes: Int64) {
        try read { database in
            let row = try Row.fetchOne(
                try database.cachedStatement(sql: "SELECT count, bytes FROM total"))
            return (row?[0] ?? 0, row?[1] ?? 0)
        }
    }
}

extension StoredAnswer {
    fileprivate init(id: Int64, _ row: AnswerRow, isInvalidated: Bool, usedAt: Int64) {
        self.id = id
        source = row.source
        response = StoredResponse(
            status: row.status, fields: FieldText.fields(row.fields),
            requestedAt: HTTPDate(seconds: row.requestedAt),
            receivedAt: HTTPDate(seconds: row.receivedAt),
            redirectionLifetime: row.redirectionLifetime, isInvalidated: isInvalidated)
        self.usedAt = usedAt
    }
}
