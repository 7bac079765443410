// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
package import TransferRules

extension AnswerStore {
    /// Notes that an answer was used, so that others go first.
    ///
    /// The time is stored in minutes, and only if it has changed: a look would else be a write, and those of one minute need
    /// no order among themselves.
    package func use(_ id: Int64, now: HTTPDate) throws(OfflineStoreError) {
        let minute = now.seconds / 60
        let isNoted = try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT used_at FROM answers WHERE id = ?")
            return try Int64.fetchOne(statement, arguments: [id]).map { $0 >= minute } ?? true
        }
        guard !isNoted else { return }
        try write { database in
            try database.cachedStatement(sql: "UPDATE answers SET used_at = ? WHERE id = ?")
                .execute(arguments: [minute, id])
        }
    }

    /// Stores an answer in the place of the one that the same requests got, and removes others, the least recently used
    /// first, until all have room.
    ///
    /// - Returns: the stored answer; `nil` if it is too large.
    @discardableResult
    package func add(_ new: NewAnswer, now: HTTPDate) throws(OfflineStoreError) -> StoredAnswer? {
        guard let selecting = FieldText.text(new.selecting) else { return nil }
        let fields = FieldText.text(new.response.fields)
        let texts = [new.key.url, new.key.account, selecting, fields, new.source]
        let size =
            texts.reduce(AnswerSchema.overhead) { $0 + Int64($1.utf8.count) }
            + Int64(new.content.count)
        guard size <= min(limits.answer, limits.total) else {
            // What was stored is no longer what the server answers.
            try write { try Self.remove(new.key, selecting, $0) }
            return nil
        }
        return try write { [limits] database in
            try Self.remove(new.key, selecting, database)
            try database.cachedStatement(
                sql: """
                    INSERT INTO answers (url, account, selecting, status, fields, source, requested_at, received_at,
                        redirected, invalidated, size, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                new.key.url, new.key.account, selecting, new.response.status, fields, new.source,
                new.response.requestedAt.seconds, new.response.receivedAt.seconds,
                new.response.isRedirected, new.response.isInvalidated, size, now.seconds / 60,
            ])
            let id = database.lastInsertedRowID
            try database.cachedStatement(sql: "INSERT INTO contents VALUES (?, ?)")
                .execute(arguments: [id, new.content])
            try Self.evict(to: limits.total, sparing: id, database)
            return StoredAnswer(id: id, source: new.source, response: new.response)
        }
    }

    /// Stores the header of an answer anew, after the server has said that the content is still valid.
    func update(
        _ id: Int64, to response: StoredResponse, now: HTTPDate
    ) throws(OfflineStoreError) {
        let fields = FieldText.text(response.fields)
        try write { database in
            // The size keeps that of the first header: a header changes little.
            try database.cachedStatement(
                sql: """
                    UPDATE answers SET fields = ?, requested_at = ?, received_at = ?, redirected = ?, invalidated = ?,
                        used_at = ? WHERE id = ?
                    """
            ).execute(arguments: [
                fields, response.requestedAt.seconds, response.receivedAt.seconds,
                response.isRedirected, response.isInvalidated, now.seconds / 60, id,
            ])
        }
    }

    /// Notes that the resource of an address has changed, for all accounts, so that its answers must be validated.
    func invalidate(_ urls: [String]) throws(OfflineStoreError) {
        try write { database in
            let statement = try database.cachedStatement(
                sql: "UPDATE answers SET invalidated = 1 WHERE url = ?")
            for url in urls { try statement.execute(arguments: [url]) }
        }
    }

    /// Removes the answers to an address.
    func remove(_ key: AnswerKey) throws(OfflineStoreError) {
        try write { database in
            try database.cachedStatement(sql: "DELETE FROM answers WHERE url = ? AND account = ?")
                .execute(arguments: [key.url, key.account])
        }
    }

    /// Removes all answers of an account.
    func removeAll(of account: String) throws(OfflineStoreError) {
        try write { database in
            try database.cachedStatement(sql: "DELETE FROM answers WHERE account = ?")
                .execute(arguments: [account])
        }
    }

    private static func remove(
        _ key: AnswerKey, _ selecting: String, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: "DELETE FROM answers WHERE url = ? AND account = ? AND selecting = ?"
        ).execute(arguments: [key.url, key.account, selecting])
        // Leaves room for one more.
        try database.cachedStatement(
            sql: """
                DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE url = ? AND account = ?
                    ORDER BY received_at DESC, id DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [key.url, key.account, variants - 1])
    }

    /// Removes answers, the least recently used first.
    private static func evict(to limit: Int64, sparing id: Int64, _ database: Database) throws {
        let total = try database.cachedStatement(sql: "SELECT bytes FROM total")
        while let bytes = try Int64.fetchOne(total), bytes > limit {
            try database.cachedStatement(
                sql: """
                    DELETE FROM answers WHERE id =
                        (SELECT id FROM answers WHERE id <> ? ORDER BY used_at, id LIMIT 1)
                    """
            ).execute(arguments: [id])
            if database.changesCount == 0 { return }
        }
    }
}
