// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import TransferRules

extension AnswerStore {
    /// Whether a use of an answer must be stored (``use(_:now:)``).
    static func notesUse(of answer: StoredAnswer, now: HTTPDate) -> Bool {
        let minute = now.seconds / 60
        // A use in the future is from the time before the clock was set back.
        return answer.usedAt < minute || answer.usedAt > minute + 1
    }

    /// Notes that answers were used, so that other answers are removed first. It does not wait for another process.
    ///
    /// The time is stored in minutes, and only if it has changed, so that most reads do not write.
    package func use(_ ids: some Collection<Int64>, now: HTTPDate) throws(StoreError) {
        let minute = now.seconds / 60
        try write(waiting: .none) { database in
            try Self.setBack(to: minute, database)
            let statement = try database.cachedStatement(
                sql: "UPDATE answers SET used_at = ? WHERE id = ? AND used_at < ?")
            for id in ids { try statement.execute(arguments: [minute, id, minute]) }
        }
    }

    /// Moves the times of all uses back by the same duration, if the last use is in the future because the clock was set
    /// back. Otherwise new answers would be removed before unused ones.
    private static func setBack(to minute: Int64, _ database: Database) throws {
        let last = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT max(used_at) FROM answers"))
        guard let last, last > minute + 1 else { return }
        try database.execute(
            sql: "UPDATE answers SET used_at = used_at - ?", arguments: [last - minute])
    }

    /// Whether an answer is too large to be stored.
    func isTooLarge(_ new: NewAnswer) -> Bool {
        let row = AnswerRow(
            new.key, selecting: new.selecting, source: new.source, new.response, contentChecksum: 0)
        guard let row else { return true }
        return row.size + Int64(new.content.count) > min(limits.answer, limits.total)
    }

    /// Stores an answer. It replaces the answer to the same requests. If the store is full, the least recently used answers
    /// are removed. An error is stored beside the last good answer.
    ///
    /// - Parameters:
    ///   - new: the answer.
    ///   - mark: ``mark()`` before the request; `nil` to ignore changes and removals. If the resource has changed since then,
    ///     the answer must be validated before it is used, and is not stored in place of one that is newer than the change.
    ///     If a program has removed answers since then, the answer is not stored, because its user may have signed out.
    ///   - now: the time of day.
    ///   - wait: how long the write waits for another process that writes.
    /// - Returns: the stored answer; `nil` if it is not stored. If it is too large, the older answer stays.
    @discardableResult
    package func add(
        _ new: NewAnswer, after mark: Mark? = nil, now: HTTPDate, waiting wait: Wait = .full
    ) throws(StoreError) -> StoredAnswer? {
        guard !isTooLarge(new),
            let row = AnswerRow(
                new.key, selecting: new.selecting, source: new.source, new.response,
                contentChecksum: AnswerChecksum.of(new.content))
        else { return nil }
        return try write(waiting: wait) { [limits] database in
            guard try !Self.hasRemoved(since: mark, database),
                try !Self.hasNewer(than: row, since: mark, database)
            else { return nil }
            try Self.setBack(to: now.seconds / 60, database)
            try Self.makePlace(for: row, database)
            var response = new.response
            if try Self.hasChanged(new.key.url, new.source, since: mark, database) {
                response.isInvalidated = true
            }
            let usedAt = now.seconds / 60
            try database.cachedStatement(
                sql: """
                    INSERT INTO answers (\(AnswerRow.columns), checksum, invalidated, size, used_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: row.values + [
                    row.checksum, response.isInvalidated, row.size + Int64(new.content.count),
                    usedAt,
                ])
            let id = database.lastInsertedRowID
            try database.cachedStatement(sql: "INSERT INTO contents VALUES (?, ?)")
                .execute(arguments: [id, new.content])
            try Self.evict(to: limits.total, sparing: id, database)
            return StoredAnswer(id: id, source: new.source, response: response, usedAt: usedAt)
        }
    }

    /// Stores the new header of an answer after the server has confirmed the content. If the answer is too large with the new
    /// header, or the resource has changed since the request and the stored header is newer, the stored header stays.
    ///
    /// - Parameters:
    ///   - answer: the stored answer.
    ///   - key: its key.
    ///   - response: the response with the new header.
    ///   - selecting: the fields of the request that select the answer by its new header.
    ///   - mark: ``mark()`` before the request.
    ///   - now: the time of day.
    ///   - wait: how long the write waits for another process that writes.
    func update(
        _ answer: StoredAnswer, of key: AnswerKey, to response: StoredResponse,
        selecting: SelectingFields, after mark: Mark, now: HTTPDate,
        waiting wait: Wait = .full
    ) throws(StoreError) {
        try write(waiting: wait) { [limits] database in
            let content = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT length(content), content_checksum FROM contents
                        JOIN answers ON answers.id = contents.id WHERE contents.id = ?
                        """),
                arguments: [answer.id])
            // It was removed meanwhile, or its header cannot be written.
            guard let content,
                let row = AnswerRow(
                    key, selecting: selecting, source: answer.source, response,
                    contentChecksum: content[1])
            else { return }
            let size = row.size + content[0]
            guard size <= min(limits.answer, limits.total),
                try !Self.hasNewer(than: row, of: answer.id, since: mark, database)
            else { return }
            try Self.setBack(to: now.seconds / 60, database)
            // There may be another answer to the same requests, if the server now chooses by other fields.
            try Self.removeReplaced(by: row, sparing: answer.id, database)
            let isChanged = try Self.hasChanged(key.url, answer.source, since: mark, database)
            try database.cachedStatement(
                sql: """
                    UPDATE answers SET (\(AnswerRow.columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                        checksum = ?, invalidated = ?, size = ?, used_at = ? WHERE id = ?
                    """
            ).execute(
                arguments: row.values + [
                    row.checksum, response.isInvalidated || isChanged, size, now.seconds / 60,
                    answer.id,
                ])
            try Self.evict(to: limits.total, sparing: answer.id, database)
        }
    }

    // MARK: - Changes

    /// Notes that the resource of an address has changed, for all accounts, so that its answers must be validated.
    func invalidate(_ urls: [String]) throws(StoreError) {
        try write(syncs: true) { try Self.invalidate(urls, $0) }
    }

    /// Applies the changes and withdrawals of servers. Changes are on the disk when the call returns.
    func apply(
        _ changes: PendingChanges, waiting wait: Wait = .full
    ) throws(StoreError) {
        try write(
            waiting: wait, syncs: changes.allChanged != nil || !changes.changed.isEmpty
        ) { database in
            if changes.allChanged != nil { try Self.invalidateAll(database) }
            try Self.invalidate(changes.changed.keys, database)
            for key in changes.withdrawn.keys { try Self.remove(key, database) }
            for account in changes.withdrawnAccounts.keys {
                try Self.removeAll(of: account, database)
            }
        }
    }

    private static func invalidate(
        _ urls: some Collection<String>, _ database: Database
    ) throws {
        guard !urls.isEmpty else { return }
        let answers = try database.cachedStatement(
            sql: "UPDATE answers SET invalidated = 1 WHERE url = ?")
        let redirected = try database.cachedStatement(
            sql: """
                UPDATE answers SET invalidated = 1
                WHERE redirection_lifetime IS NOT NULL AND source = ?
                """)
        let changes = try database.cachedStatement(sql: "INSERT INTO changes (url) VALUES (?)")
        for url in urls {
            try answers.execute(arguments: [url])
            try redirected.execute(arguments: [url])
            try changes.execute(arguments: [url])
        }
        try database.cachedStatement(
            sql: "DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - ?"
        ).execute(arguments: [rememberedChanges])
    }

    /// Notes that any resource may have changed. It stores two changes and removes the first one at once, so that all earlier
    /// requests count as older.
    private static func invalidateAll(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE answers SET invalidated = 1;
                INSERT INTO changes (url) VALUES (''), ('');
                DELETE FROM changes WHERE number < (SELECT max(number) FROM changes);
                """)
    }

    /// Whether the resource of the requested address, or of the address that answered, has or may have changed since a mark.
    private static func hasChanged(
        _ url: String, _ source: String, since mark: Mark?, _ database: Database
    ) throws -> Bool {
        guard let mark else { return false }
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM changes WHERE number > ? AND url IN (?, ?))
                    OR ifnull((SELECT min(number) FROM changes), 0) > ? + 1
                """)
        return try Bool.fetchOne(
            statement, arguments: [mark.change, url, source, mark.change]) ?? false
    }

    /// Whether an answer that would be replaced is newer than a change since a mark. A change marks all answers to its address
    /// that are stored, and one without an address all answers, so that an answer without the mark was requested after it.
    ///
    /// - Parameters:
    ///   - row: the answer that was requested before the change.
    ///   - id: the number of the answer whose header it replaces; 0 if there is none.
    ///   - mark: the mark.
    private static func hasNewer(
        than row: AnswerRow, of id: Int64 = 0, since mark: Mark?, _ database: Database
    ) throws -> Bool {
        guard let mark else { return false }
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM answers WHERE url = ? AND account = ? AND invalidated = 0
                    AND (id = ? OR (selecting = ? AND \(isReplaced)))
                    AND EXISTS (SELECT 1 FROM changes WHERE number > ? AND (changes.url IN (answers.url, '')
                        OR (redirection_lifetime IS NOT NULL AND changes.url = answers.source))))
                """)
        return try Bool.fetchOne(
            statement,
            arguments: [row.url, row.account, id, row.selecting, row.status, mark.change]) ?? false
    }

    /// Whether a program has removed answers since a mark.
    private static func hasRemoved(since mark: Mark?, _ database: Database) throws -> Bool {
        guard let mark else { return false }
        let statement = try database.cachedStatement(sql: "SELECT removals FROM total")
        return try Int64.fetchOne(statement) != mark.removals
    }

    // MARK: - Places

    /// Removes the answers that a new answer replaces, and answers to its address above the limit.
    private static func makePlace(for row: AnswerRow, _ database: Database) throws {
        try removeReplaced(by: row, database)
        try database.cachedStatement(
            sql: """
                DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE url = ? AND account = ?
                    ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [row.url, row.account, variants - 1])
    }

    /// Whether an answer to the same requests is replaced by one with a status. An error replaces only an error.
    private static let isReplaced = "(status >= 400 OR ? < 400)"

    /// Removes the answers to the same requests that an answer replaces.
    private static func removeReplaced(
        by row: AnswerRow, sparing id: Int64 = 0, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM answers WHERE url = ? AND account = ? AND selecting = ? AND id <> ?
                    AND \(isReplaced)
                """
        ).execute(arguments: [row.url, row.account, row.selecting, id, row.status])
    }

    /// Removes answers, the least recently used first.
    static func evict(to limit: Int64, sparing id: Int64 = 0, _ database: Database) throws {
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
