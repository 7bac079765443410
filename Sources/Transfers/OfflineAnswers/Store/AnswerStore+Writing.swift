// SPDX-License-Identifier: Apache-2.0

internal import GRDB
package import TransferRules

extension AnswerStore {
    /// Whether a use of an answer is still to be noted (``use(_:now:)``).
    static func notesUse(of answer: StoredAnswer, now: HTTPDate) -> Bool {
        let minute = now.seconds / 60
        // A use in the future is of a time before the clock was set back.
        return answer.usedAt < minute || answer.usedAt > minute + 1
    }

    /// Notes that answers were used, so that others go first. It does not wait for another process.
    ///
    /// The time is stored in minutes, and only if it has changed: otherwise each look would be a write. Uses within one
    /// minute need no order.
    package func use(_ ids: some Collection<Int64>, now: HTTPDate) throws(OfflineStoreError) {
        let minute = now.seconds / 60
        try write(waiting: .none) { database in
            try Self.setBack(to: minute, database)
            let statement = try database.cachedStatement(
                sql: "UPDATE answers SET used_at = ? WHERE id = ? AND used_at < ?")
            for id in ids { try statement.execute(arguments: [minute, id, minute]) }
        }
    }

    /// Moves the times of all uses back by the same, if the last one is in the future because the clock was set back. New
    /// answers would otherwise go before those that are no longer used.
    private static func setBack(to minute: Int64, _ database: Database) throws {
        let last = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT max(used_at) FROM answers"))
        guard let last, last > minute + 1 else { return }
        try database.execute(
            sql: "UPDATE answers SET used_at = used_at - ?", arguments: [last - minute])
    }

    /// Whether an answer is larger than one that is stored.
    package func isTooLarge(_ new: NewAnswer) -> Bool {
        guard let selecting = FieldText.text(new.selecting) else { return true }
        let row = AnswerRow(
            new.key, selecting: selecting, source: new.source, new.response, contentChecksum: 0)
        return row.size + Int64(new.content.count) > min(limits.answer, limits.total)
    }

    /// Stores an answer in the place of the one that the same requests got, and removes others, the least recently used
    /// first, until all have room. An error is stored beside the last good answer.
    ///
    /// - Parameter mark: ``mark()`` before the answer was requested; `nil` if that does not matter. If the resource
    ///   has changed since, the answer must be validated before it is used. If a program has removed answers since, it is
    ///   not stored: it may be for a user who has signed out.
    /// - Returns: the stored answer; `nil` if it is not stored. One that is too large leaves the older one as it is.
    @discardableResult
    package func add(
        _ new: NewAnswer, after mark: StoreMark? = nil, now: HTTPDate, waiting wait: Wait = .full
    ) throws(OfflineStoreError) -> StoredAnswer? {
        guard !isTooLarge(new), let selecting = FieldText.text(new.selecting) else { return nil }
        let row = AnswerRow(
            new.key, selecting: selecting, source: new.source, new.response,
            contentChecksum: AnswerChecksum.of(new.content))
        return try write(waiting: wait) { [limits] database in
            guard try !Self.hasRemoved(since: mark, database) else { return nil }
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

    /// Stores the new header of an answer, after the server has said that the content is still valid. If the answer is too
    /// large with it, the older header stays.
    ///
    /// - Parameters:
    ///   - selecting: the fields of the request that select the answer by its new header.
    ///   - mark: ``mark()`` before the server was asked.
    func update(
        _ answer: StoredAnswer, of key: AnswerKey, to response: StoredResponse,
        selecting: SelectingFields, after mark: StoreMark, now: HTTPDate,
        waiting wait: Wait = .full
    ) throws(OfflineStoreError) {
        guard let selecting = FieldText.text(selecting) else { return }
        try write(waiting: wait) { [limits] database in
            let content = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT length(content), content_checksum FROM contents
                        JOIN answers ON answers.id = contents.id WHERE contents.id = ?
                        """),
                arguments: [answer.id])
            // It was removed meanwhile.
            guard let content else { return }
            let row = AnswerRow(
                key, selecting: selecting, source: answer.source, response,
                contentChecksum: content[1])
            let size = row.size + content[0]
            guard size <= min(limits.answer, limits.total) else { return }
            try Self.setBack(to: now.seconds / 60, database)
            // The same requests may have got another one before the server chose by other fields.
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
    func invalidate(_ urls: [String]) throws(OfflineStoreError) {
        try write { try Self.invalidate(urls, $0) }
    }

    /// Changes and removes what servers have changed and withdrawn.
    func apply(
        _ changes: PendingChanges, waiting wait: Wait = .full
    ) throws(OfflineStoreError) {
        try write(waiting: wait) { database in
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

    /// Notes that any resource may have changed. It stores two changes and forgets the first one at once, so that all earlier
    /// requests count as older.
    private static func invalidateAll(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE answers SET invalidated = 1;
                INSERT INTO changes (url) VALUES (''), ('');
                DELETE FROM changes WHERE number < (SELECT max(number) FROM changes);
                """)
    }

    /// Whether the resource of one of two addresses has changed since, or may have: of that which was asked for, or that which
    /// has answered.
    private static func hasChanged(
        _ url: String, _ source: String, since mark: StoreMark?, _ database: Database
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

    /// Whether a program has removed answers since.
    private static func hasRemoved(since mark: StoreMark?, _ database: Database) throws -> Bool {
        guard let mark else { return false }
        let statement = try database.cachedStatement(sql: "SELECT removals FROM total")
        return try Int64.fetchOne(statement) != mark.removals
    }

    // MARK: - Places

    /// Removes what a new answer takes the place of, and leaves room for one more at its address.
    private static func makePlace(for row: AnswerRow, _ database: Database) throws {
        try removeReplaced(by: row, database)
        try database.cachedStatement(
            sql: """
                DELETE FROM answers WHERE id IN (SELECT id FROM answers WHERE url = ? AND account = ?
                    ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [row.url, row.account, variants - 1])
    }

    /// Removes the answers that the same requests got. An error replaces only an error.
    private static func removeReplaced(
        by row: AnswerRow, sparing id: Int64 = 0, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                DELETE FROM answers WHERE url = ? AND account = ? AND selecting = ? AND id <> ?
                    AND (status >= 400 OR ? < 400)
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
