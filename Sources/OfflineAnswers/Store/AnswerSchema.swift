// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import GRDB

/// The tables of a store of answers.
///
/// There are no migrations: an older store is thrown away, for all of it can be asked for again.
enum AnswerSchema {
    /// The number of the tables that this version knows (`user_version`).
    static let version: Int64 = 2

    /// What an answer takes besides its content and its header, at most, in bytes: its row and the entries of indexes.
    static let overhead: Int64 = 256

    /// Makes the tables.
    ///
    /// Times are in seconds since 1970, but `used_at`, which is in minutes. Contents have a table of their own, so that a
    /// look at an answer does not read through them, and their rows are removed with those of the answers. Numbers are never
    /// used again (`AUTOINCREMENT`): who holds the number of an answer that was removed does not get another one's content.
    ///
    /// `total` has the sum of the sizes. Without it, each new answer would count all of them.
    ///
    /// `changes` has the addresses whose resource a request has changed, the last ones only. An answer that was requested
    /// before is then known to be older than the change, whichever process has made it.
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE answers (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, account TEXT NOT NULL,
                    selecting TEXT NOT NULL, status INTEGER NOT NULL, fields TEXT NOT NULL, source TEXT NOT NULL,
                    requested_at INTEGER NOT NULL, received_at INTEGER NOT NULL, redirection_lifetime INTEGER,
                    invalidated INTEGER NOT NULL, size INTEGER NOT NULL, used_at INTEGER NOT NULL);
                CREATE UNIQUE INDEX answers_by_key ON answers(url, account, selecting);
                CREATE INDEX answers_by_account ON answers(account);
                CREATE INDEX answers_by_source ON answers(source) WHERE redirection_lifetime IS NOT NULL;
                CREATE INDEX answers_by_use ON answers(used_at, id);
                CREATE TABLE contents (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
                CREATE TABLE total (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL,
                    bytes INTEGER NOT NULL);
                INSERT INTO total VALUES (1, 0, 0);
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
}

extension StoreIdentity {
    /// The stores of answers: "RchA".
    static let answers = StoreIdentity(
        application: 0x5263_6841, version: AnswerSchema.version, kind: .answers)
}
