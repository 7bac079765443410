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
    /// - Parameter change: ``lastChange()`` before the answer was requested; `nil` if that does not matter. If the resource
    ///   has changed since, the answer must be validated before it is used.
    /// - Returns: the stored answer; `nil` if it is too large.
    @discardableResult
    package func add(
        _ new: NewAnswer, after change: Int64? = nil, now: HTTPDate
    ) throws(OfflineStoreError) -> StoredAnswer? {
        guard let selecting = FieldText.text(new.selecting) else { return nil }
        let fields = FieldText.text(new.response.fields)
        let size =
            Self.size(of: [new.key.url, new.key.account, selecting, fields, new.source])
            + Int64(new.content.count)
        guard size <= min(limits.answer, limits.total) else {
            // What was stored is no longer what the server answers.
            try write { try Self.remove(new.key, selecting, $0) }
            return nil
        }
        return try write { [limits] database in
            try Self.remove(new.key, selecting, database)
            var response = new.response
            if try Self.hasChanged(new.key.url, new.source, since: change, database) {
                response.isInvalidated = true
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO answers (url, account, selecting, status, fields, source, requested_at, received_at,
                        redirection_lifetime, invalidated, size, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                new.key.url, new.key.account, selecting, response.status, fields, new.source,
                response.requestedAt.seconds, response.receivedAt.seconds,
                response.redirectionLifetime, response.isInvalidated, size, now.seconds / 60,
            ])
            let id = database.lastInsertedRowID
            try database.cachedStatement(sql: "INSERT INTO contents VALUES (?, ?)")
                .execute(arguments: [id, new.content])
            try Self.evict(to: limits.total, sparing: id, database)
            return StoredAnswer(id: id, source: new.source, response: response)
        }
    }

    /// Stores the header of an answer anew, after the server has said that the content is still valid. If the answer is too
    /// large with it, it is removed.
    ///
    /// - Parameters:
    ///   - selecting: the fields of the request that select the answer by its new header.
    ///   - change: ``lastChange()`` before the server was asked.
    func update(
        _ answer: StoredAnswer, of key: AnswerKey, to response: StoredResponse,
        selecting: SelectingFields, after change: Int64, now: HTTPDate
    ) throws(OfflineStoreError) {
        let selecting = FieldText.text(selecting)
        let fields = FieldText.text(response.fields)
        let texts = [key.url, key.account, selecting ?? "", fields, answer.source]
        try write { [limits] database in
            let length = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT length(content) FROM contents WHERE id = ?"),
                arguments: [answer.id])
            // It was removed meanwhile.
            guard let length else { return }
            let size = Self.size(of: texts) + length
            guard let selecting, size <= min(limits.answer, limits.total) else {
                return try database.cachedStatement(sql: "DELETE FROM answers WHERE id = ?")
                    .execute(arguments: [answer.id])
            }
            // The same requests may have got another one before the server chose by other fields.
            try database.cachedStatement(
                sql: """
                    DELETE FROM answers WHERE url = ? AND account = ? AND selecting = ? AND id <> ?
                    """
            ).execute(arguments: [key.url, key.account, selecting, answer.id])
            let isChanged = try Self.hasChanged(key.url, answer.source, since: change, database)
            try database.cachedStatement(
                sql: """
                    UPDATE answers SET fields = ?, selecting = ?, requested_at = ?, received_at = ?,
                        redirection_lifetime = ?, invalidated = ?, size = ?, used_at = ? WHERE id = ?
                    """
            ).execute(arguments: [
                fields, selecting, response.requestedAt.seconds, response.receivedAt.seconds,
                response.redirectionLifetime, response.isInvalidated || isChanged, size,
                now.seconds / 60, answer.id,
            ])
            try Self.evict(to: limits.total, sparing: answer.id, database)
        }
    }

    /// What an answer takes with these texts and without its content, in bytes.
    private static func size(of texts: [String]) -> Int64 {
        texts.reduce(AnswerSchema.overhead) { $0 + Int64($1.utf8.count) }
    }

    // MARK: - Changes

    /// Notes that the resource of an address has changed, for all accounts, so that its answers must be validated.
    func invalidate(_ urls: [String]) throws(OfflineStoreError) {
        try write { database in
            let answers = try database.cachedStatement(
                sql: "UPDATE answers SET invalidated = 1 WHERE url = ?")
            let redirected = try database.cachedStatement(
                sql: """
                    UPDATE answers SET invalidated = 1
                    WHERE redirection_lifetime IS NOT NULL AND source = ?
                    """)
            let changes = try database.cachedStatement(
                sql: "INSERT INTO changes (url) VALUES (?)")
            for url in urls {
                try answers.execute(arguments: [url])
                try redirected.execute(arguments: [url])
                try changes.execute(arguments: [url])
            }
            try database.cachedStatement(
                sql: "DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - ?"
            ).execute(arguments: [Self.rememberedChanges])
        }
    }

    /// Whether the resource of one of two addresses has changed since, or may have: of that which was asked for, or that which
    /// has answered.
    private static func hasChanged(
        _ url: String, _ source: String, since change: Int64?, _ database: Database
    ) throws -> Bool {
        guard let change else { return false }
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM changes WHERE number > ? AND url IN (?, ?))
                    OR ifnull((SELECT min(number) FROM changes), 0) > ? + 1
                """)
        return try Bool.fetchOne(statement, arguments: [change, url, source, change]) ?? false
    }

    // MARK: - Removal

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
