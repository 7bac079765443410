// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import LinuxSystem
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The files of a store of answers")
struct StoreFileTests {
    private static let noon = HTTPDate(seconds: 1_795_348_800)
    private let folder = StoreFolderForTest()

    private func open(total: Int64 = 1 << 30) throws -> AnswerStore {
        try AnswerStore(at: folder.path, limits: .init(total: total, answer: 1 << 30))
    }

    private func answer(_ url: String, account: String = "", _ content: Data) -> NewAnswer {
        NewAnswer(
            key: AnswerKey(url: url, account: account), selecting: SelectingFields(values: [:]),
            source: url,
            response: StoredResponse(
                status: 200, fields: [], requestedAt: Self.noon, receivedAt: Self.noon),
            content: content)
    }

    private func content(_ store: AnswerStore, _ url: String) throws -> Data? {
        try store.answers(AnswerKey(url: url, account: "")).first.flatMap {
            try store.content(of: $0.answer.id)
        }
    }

    private func size() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(0) {
            $0 + (try Data(contentsOf: URL(filePath: folder.path + "/" + $1)).count)
        }
    }

    private func contains(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains {
            try Data(contentsOf: URL(filePath: folder.path + "/" + $0))
                .range(of: Data(text.utf8)) != nil
        }
    }

    @Test("Removed answers are in none of the files, even while another process has them open")
    func removal() throws {
        let (store, other) = (try open(), try open())
        let secret = String(repeating: "secret-", count: 40_000)
        for number in 0..<3 {
            // One that was replaced before, too.
            for _ in 0..<2 {
                try store.add(
                    answer("\(number)", account: "anna", Data(secret.utf8)), now: Self.noon)
            }
        }
        try store.add(answer("other", Data("page".utf8)), now: Self.noon)
        #expect(try contains("secret-"))
        try store.removeForProgram(AnswerKey(url: "0", account: "anna"))
        try other.removeAll(of: "anna")
        #expect(try !contains("secret-"))
        #expect(try content(store, "other") == Data("page".utf8))
    }

    @Test("A store shrinks when its limit is lower than before") func shrinking() throws {
        let store = try open()
        for number in 0..<40 {
            try store.add(
                answer("\(number)", Data(repeating: UInt8(number), count: 200_000)), now: Self.noon)
        }
        #expect(try size() > 8_000_000)
        let smaller = try open(total: 1 << 20)
        try smaller.tidy()
        #expect(try smaller.total().bytes <= 1 << 20)
        #expect(try size() < 2_000_000)
        #expect(try content(smaller, "39")?.count == 200_000)
    }

    @Test("Content that the disk has changed is not returned")
    func flippedBits() async throws {
        let count = 20
        func content(_ number: Int) -> Data {
            Data("begin-\(number)-".utf8) + Data(repeating: 0x61, count: 20_000)
        }
        do {
            let store = try open()
            for number in 0..<count {
                try store.add(answer("\(number)", content(number)), now: Self.noon)
            }
            try store.connections.writer.inDatabase {
                try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        var file = try Data(contentsOf: URL(filePath: folder.database))
        for number in stride(from: 0, to: count, by: 2) {
            let start = try #require(file.range(of: Data("begin-\(number)-".utf8)))
            file[start.upperBound + 10 * number] ^= 1 << UInt8(number % 8)
        }
        try file.write(to: URL(filePath: folder.database))
        let store = try open()
        for number in 0..<count {
            let expected = number % 2 == 0 ? nil : content(number)
            #expect(try self.content(store, "\(number)") == expected, "\(number)")
        }
        let damaged = store.damagedAnswers.withLock(\.self)
        #expect(damaged.count == count / 2)
        try store.remove(damaged)
        #expect(try store.total().count == count / 2)
    }

    @Test("A header that the disk has changed is not returned") func flippedHeader() throws {
        let store = try open()
        try store.add(answer("a", Data("page".utf8)), now: Self.noon)
        try store.connections.writer.inDatabase {
            try $0.execute(sql: "UPDATE answers SET fields = 'Cache-Control:max-age=99999'")
        }
        #expect(try store.answers(AnswerKey(url: "a", account: "")).isEmpty)
    }

    @Test("Any change within a content changes its checksum") func checksums() {
        let content = Data((0..<100).map { UInt8($0) })
        let sum = AnswerChecksum.of(content)
        for bit in 0..<800 {
            var other = content
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(AnswerChecksum.of(other) != sum)
        }
        #expect(AnswerChecksum.of(content + [0]) != sum)
        #expect(AnswerChecksum.of(content.dropLast()) != sum)
        #expect(AnswerChecksum.of(Data([1]) + content.dropFirst()) != sum)
    }

    @Test("A store of the version before is migrated with all its answers") func migration() throws
    {
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        do {
            let old = try DatabaseQueue(path: folder.database)
            try old.inDatabase { try $0.execute(sql: Self.version2) }
        }
        // In the store that it is migrated to, and in that which is opened later.
        for _ in 0..<2 {
            let store = try open()
            let found = try store.answers(AnswerKey(url: "https://example.org/", account: "anna"))
            #expect(found.map(\.answer.response.status) == [200])
            #expect(found.first?.answer.response.headers[single: "ETag"] == "\"1\"")
            #expect(
                found.first?.selecting == SelectingFields(values: ["accept": "a", "x-none": nil]))
            #expect(try store.content(of: 7) == Data("page".utf8))
            #expect(try content(store, "https://example.org/empty") == Data())
            #expect(try store.total() == (2, 612))
            #expect(try store.mark().change == 3)
        }
        let store = try open()
        try store.add(answer("https://example.org/empty", Data("new".utf8)), now: Self.noon)
        #expect(try content(store, "https://example.org/empty") == Data("new".utf8))
        try store.removeAll(of: "anna")
        #expect(try store.total().count == 1)
    }

    @Test("A store of a version that is too old is replaced") func tooOld() throws {
        try open().add(answer("a", Data()), now: Self.noon)
        do {
            let queue = try DatabaseQueue(path: folder.database)
            try queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 1") }
        }
        #expect(try open().total().count == 0)
    }

    /// The tables of version 2, with two answers.
    private static let version2 = """
        PRAGMA journal_mode = WAL;
        BEGIN;
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
        INSERT INTO answers VALUES (7, 'https://example.org/', 'anna', 'accept:a' || char(10) || 'x-none', 200,
            'ETag:"1"', 'https://example.org/v1', 1795348800, 1795348801, 7, 0, 300, 29922480);
        INSERT INTO contents VALUES (7, CAST('page' AS BLOB));
        INSERT INTO answers VALUES (9, 'https://example.org/empty', '', '', 204, '',
            'https://example.org/empty', 1795348800, 1795348801, NULL, 1, 312, 29922480);
        INSERT INTO contents VALUES (9, zeroblob(0));
        INSERT INTO changes VALUES (3, 'https://example.org/other');
        PRAGMA application_id = \(0x5263_6841);
        PRAGMA user_version = 2;
        COMMIT;
        """
}

/// The path of a folder that is removed with this value.
final class StoreFolderForTest: Sendable {
    let path = NSTemporaryDirectory() + "answers-\(UUID().uuidString)"
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var database: String { path + "/answers.sqlite" }
}
