// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB

/// The tables of a store of answers.
enum AnswerSchema {
    /// The number of the tables that this version knows (`user_version`).
    static let version: Int64 = 3

    /// The oldest number of the tables that is migrated. Older stores are replaced by an empty one.
    private static let oldestVersion: Int64 = 2

    /// The most that an answer takes besides its content and its header, in bytes: its row and the entries of indexes.
    static let overhead: Int64 = 256

    /// Makes the tables.
    ///
    /// - `answers` has one answer for each address, account and choice of the server, and one error beside it. Times are in
    ///   seconds since 1970, except `used_at`, which is in minutes. `checksum` is the checksum of the header,
    ///   `content_checksum` that of the content (``AnswerChecksum``). SQLite never uses a number again (`AUTOINCREMENT`), so
    ///   that the number of a removed answer does not lead to the content of another one.
    /// - `contents` has the contents, so that a query of `answers` does not read through them. A trigger removes a content
    ///   with its answer.
    /// - `total` has the sum of the sizes, so that a new answer does not add them up, and the number of removals by programs.
    /// - `changes` has the last addresses whose resource a request has changed. An answer that any process requested before a
    ///   change is older than the change.
    private static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE answers (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, account TEXT NOT NULL,
                    selecting TEXT NOT NULL, status INTEGER NOT NULL, fields TEXT NOT NULL, source TEXT NOT NULL,
                    requested_at INTEGER NOT NULL, received_at INTEGER NOT NULL, redirection_lifetime INTEGER,
                    invalidated INTEGER NOT NULL, size INTEGER NOT NULL, used_at INTEGER NOT NULL,
                    checksum INTEGER NOT NULL, content_checksum INTEGER NOT NULL);
                CREATE UNIQUE INDEX answers_by_key ON answers(url, account, selecting, status >= 400);
                CREATE INDEX answers_by_account ON answers(account);
                CREATE INDEX answers_by_source ON answers(source) WHERE redirection_lifetime IS NOT NULL;
                CREATE INDEX answers_by_use ON answers(used_at, id);
                CREATE TABLE contents (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
                CREATE TABLE total (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL,
                    bytes INTEGER NOT NULL, removals INTEGER NOT NULL);
                INSERT INTO total VALUES (1, 0, 0, 0);
                CREATE TRIGGER answer_added AFTER INSERT ON answers BEGIN
                    UPDATE total SET count = count + 1, bytes = bytes + NEW.size;
                END;
                CREATE TRIGGER answer_removed AFTER DELETE ON answers BEGIN
                    DELETE FROM contents WHERE id = OLD.id;
                    UPDATE total SET count = count - 1, bytes = bytes - OLD.size;
                END;
                CREATE TRIGGER answer_resized AFTER UPDATE OF size ON answers BEGIN
                    UPDATE total SET bytes = bytes + NEW.size - OLD.size;
                END;
                CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL);
                """)
    }

    /// The tables of the database with this path.
    static func tables(_ path: String) -> StoreTables {
        StoreTables(.answers, create: create) { database, _ in
            try migrate(database)
        } obstacle: { version in
            guard version < oldestVersion else { return nil }
            return StoreError(
                .damaged, path, "has the tables of an older version (schema \(version))")
        }
    }

    /// Changes the tables of version 2 into those of this one. It is part of the caller's transaction.
    private static func migrate(_ database: Database) throws {
        try database.execute(
            sql: """
                DROP INDEX answers_by_key;
                CREATE UNIQUE INDEX answers_by_key ON answers(url, account, selecting, status >= 400);
                ALTER TABLE answers ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE answers ADD COLUMN content_checksum INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE total ADD COLUMN removals INTEGER NOT NULL DEFAULT 0;
                """)
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM answers") {
            let content = try Data.fetchOne(
                database, sql: "SELECT content FROM contents WHERE id = ?", arguments: [id])
            try database.execute(
                sql: "UPDATE answers SET content_checksum = ? WHERE id = ?",
                arguments: [AnswerChecksum.of(content ?? Data()), id])
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT \(AnswerRow.columns) FROM answers WHERE id = ?",
                    arguments: [id])
            else { continue }
            try database.execute(
                sql: "UPDATE answers SET checksum = ? WHERE id = ?",
                arguments: [AnswerRow(row).checksum, id])
        }
    }
}

extension StoreKind {
    /// The stores of answers: "RchA". Another file in the place of the database counts as damage, so that it is replaced.
    static let answers = StoreKind(
        application: 0x5263_6841, version: AnswerSchema.version, noun: "store of answers",
        advice: "choose a folder on a local disk", codeOfOtherFiles: .damaged)
}

/// A checksum of 64 bits, which detects bytes that the disk has changed. It does not protect against an attacker.
///
/// It takes eight bytes at a time (FNV-1a takes one), with a step that is reversible: a change within eight bytes always
/// changes the sum.
struct AnswerChecksum {
    private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of a content.
    static func of(_ content: Data) -> Int64 {
        var checksum = AnswerChecksum()
        checksum.add(content)
        return checksum.value
    }

    /// The checksum so far.
    var value: Int64 { Int64(bitPattern: sum) }

    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

    mutating func add(_ text: String) { add(Data(text.utf8)) }

    /// Adds the length and the bytes.
    mutating func add(_ bytes: Data) {
        add(UInt64(bytes.count))
        var sum = self
        bytes.span.withWords { sum.add($0) }
        self = sum
    }

    private mutating func add(_ word: UInt64) {
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
    }
}

extension Span<UInt8> {
    /// Calls a closure with each eight bytes as a number, and with the rest.
    fileprivate func withWords(_ body: (UInt64) -> Void) {
        var position = 0
        while position < count {
            let end = Swift.min(position + 8, count)
            var word: UInt64 = 0
            for index in position..<end { word = word << 8 | UInt64(self[index]) }
            body(word)
            position = end
        }
    }
}
