// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GRDB
package import TransferRules

extension AnswerStore {
    /// The answers to an address, the newest first, with the fields of the request that select each.
    package func answers(_ key: AnswerKey) throws(OfflineStoreError) -> [(
        answer: StoredAnswer, selecting: SelectingFields
    )] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, source, status, fields, requested_at, received_at, redirection_lifetime,
                        invalidated, selecting
                    FROM answers WHERE url = ? AND account = ? ORDER BY received_at DESC, id DESC
                    """)
            return try Row.fetchAll(statement, arguments: [key.url, key.account]).map { row in
                (StoredAnswer(row), FieldText.selecting(row[8]))
            }
        }
    }

    /// The content of an answer; `nil` if it was removed.
    package func content(of id: Int64) throws(OfflineStoreError) -> Data? {
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT content FROM contents WHERE id = ?")
            return try Data.fetchOne(statement, arguments: [id])
        }
    }

    /// The number of the last change of a resource, which rises with each of them; 0 if there was none.
    package func lastChange() throws(OfflineStoreError) -> Int64 {
        try read { database in
            let statement = try database.cachedStatement(sql: "SELECT max(number) FROM changes")
            return try Int64.fetchOne(statement) ?? 0
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
    /// An answer of a row with the columns of ``AnswerStore/answers(_:)``.
    fileprivate init(_ row: Row) {
        id = row[0]
        source = row[1]
        response = StoredResponse(
            status: row[2], fields: FieldText.fields(row[3]),
            requestedAt: HTTPDate(seconds: row[4]), receivedAt: HTTPDate(seconds: row[5]),
            redirectionLifetime: row[6], isInvalidated: row[7])
    }
}
