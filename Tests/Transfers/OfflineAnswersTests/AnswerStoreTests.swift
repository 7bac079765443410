// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import TestSupport
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The store of answers")
struct AnswerStoreTests {
    /// A folder that is removed with the suite's value.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "answers-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
        var database: String { path + "/answers.sqlite" }
    }

    private static let noon = HTTPDate(seconds: 1_795_348_800)
    private let folder = Folder()

    private func open(total: Int64 = 1 << 20, answer: Int64 = 1 << 20) throws -> AnswerStore {
        try AnswerStore(at: folder.path, limits: .init(total: total, answer: answer))
    }

    private func answer(
        _ url: String, account: String = "", vary: [String: String?] = [:], size: Int = 10,
        received: Int64 = 0, status: Int = 200, source: String? = nil
    ) -> NewAnswer {
        let time = HTTPDate(seconds: Self.noon.seconds + received)
        return NewAnswer(
            key: AnswerKey(url: url, account: account), selecting: SelectingFields(values: vary),
            source: source ?? url,
            response: StoredResponse(
                status: status, fields: [FieldLine("ETag", "\"\(size)\"")], requestedAt: time,
                receivedAt: time, redirectionLifetime: source.map { _ in 60 }),
            content: Data(repeating: 1, count: size))
    }

    private func urls(_ store: AnswerStore) throws -> [String] {
        try store.read { try String.fetchAll($0, sql: "SELECT url FROM answers ORDER BY id") }
    }

    private func withdraw(_ url: String, _ store: AnswerStore) throws {
        var changes = PendingChanges()
        changes.withdraw(AnswerKey(url: url, account: ""))
        try store.apply(changes)
    }

    // MARK: - Answers

    @Test("A lookup reads only the rows of its address") func lookupPlan() throws {
        let plan = try open().read { database in
            try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(AnswerStore.lookup)",
                arguments: ["http://a.test/", ""]
            ).map { $0["detail"] as String }
        }
        #expect(plan.first == "SEARCH answers USING INDEX answers_by_key (url=? AND account=?)")
    }

    @Test("A stored answer is read as it was stored") func roundTrip() throws {
        let store = try open()
        let response = StoredResponse(
            status: 203,
            fields: [
                FieldLine("X-Colon", "a:b: c"), FieldLine("X-Empty", ""),
                FieldLine("X-Unicode", "é ü"), FieldLine("x-two", "1"), FieldLine("X-Two", "2"),
            ], requestedAt: Self.noon, receivedAt: HTTPDate(seconds: Self.noon.seconds + 1),
            redirectionLifetime: 7, isInvalidated: true)
        let content = Data((0...255).map { UInt8($0) })
        let selecting = SelectingFields(values: ["accept": "a:b", "x-none": nil, "x-empty": ""])
        let key = AnswerKey(url: "https://example.org/", account: "anna")
        try store.add(
            NewAnswer(
                key: key, selecting: selecting, source: "https://example.org/v1",
                response: response, content: content), now: Self.noon)
        let found = try #require(try open().answers(key).first)
        #expect(found.answer.response == response)
        #expect(found.answer.source == "https://example.org/v1")
        #expect(found.selecting == selecting)
        #expect(try store.content(of: found.answer.id) == content)
    }

    @Test("A new answer replaces the old one, and each answer has its own content")
    func replacement() throws {
        let store = try open()
        let old = try #require(try store.add(answer("a", size: 10), now: Self.noon))
        try store.add(answer("a", size: 20), now: Self.noon)
        let answers = try store.answers(AnswerKey(url: "a", account: ""))
        #expect(answers.map(\.answer.response.fields) == [[FieldLine("ETag", "\"20\"")]])
        #expect(try store.content(of: old.id) == nil)
        #expect(try store.content(of: answers[0].answer.id)?.count == 20)
        #expect(try store.total().count == 1)
    }

    @Test("The store returns the answers for one address and one account, the newest first")
    func keys() throws {
        let store = try open()
        try store.add(answer("a", vary: ["accept": "1"], size: 1), now: Self.noon)
        try store.add(answer("a", vary: ["accept": "2"], size: 2, received: 5), now: Self.noon)
        try store.add(answer("a", account: "anna", size: 3), now: Self.noon)
        try store.add(answer("b", size: 4), now: Self.noon)
        func tags(_ url: String, _ account: String) throws -> [String?] {
            try store.answers(AnswerKey(url: url, account: account)).map {
                $0.answer.response.headers[single: "ETag"]
            }
        }
        #expect(try tags("a", "") == ["\"2\"", "\"1\""])
        #expect(try tags("a", "anna") == ["\"3\""])
        #expect(try tags("A", "") == [])
        try store.invalidate(["a"])
        let all =
            try store.answers(AnswerKey(url: "a", account: ""))
            + store.answers(AnswerKey(url: "a", account: "anna"))
        #expect(all.count == 3)
        #expect(all.map(\.answer.response.isInvalidated) == [true, true, true])
        try store.removeAll(of: "anna")
        #expect(try urls(store) == ["a", "a", "b"])
        try withdraw("a", store)
        #expect(try urls(store) == ["b"])
    }

    @Test("An address has a limited number of answers, and the oldest is removed first")
    func variants() throws {
        let store = try open()
        for number in 0..<20 {
            try store.add(
                answer("a", vary: ["accept": "\(number)"], received: Int64(number)), now: Self.noon)
        }
        let values = try store.answers(AnswerKey(url: "a", account: "")).map {
            $0.selecting.values["accept"] ?? nil
        }
        #expect(values == (4..<20).reversed().map { "\($0)" })
    }

    @Test(
        "An answer that was requested before a removal is not stored afterwards, in any process"
    )
    func removedMeanwhile() throws {
        let (store, other) = (try open(), try open())
        let before = try store.mark()
        try store.add(answer("1"), after: before, now: Self.noon)
        #expect(try urls(store) == ["1"])
        try other.removeAll(of: "")
        #expect(try store.add(answer("2"), after: before, now: Self.noon) == nil)
        #expect(try urls(store).isEmpty)
        try store.add(answer("3"), after: try store.mark(), now: Self.noon)
        #expect(try urls(store) == ["3"])
    }

    // MARK: - Changes

    private func isInvalidated(_ store: AnswerStore, _ url: String) throws -> Bool? {
        try store.answers(AnswerKey(url: url, account: "")).first?.answer.response.isInvalidated
    }

    @Test("An answer that was requested before a change of its resource must be validated")
    func changedMeanwhile() throws {
        let (store, other) = (try open(), try open())
        let before = try store.mark()
        // Another process may have changed it.
        try other.invalidate(["a", "b"])
        try store.add(answer("a"), after: before, now: Self.noon)
        try store.add(answer("c"), after: before, now: Self.noon)
        #expect(try isInvalidated(store, "a") == true)
        #expect(try isInvalidated(store, "c") == false)
        try store.add(answer("a"), after: try store.mark(), now: Self.noon)
        #expect(try isInvalidated(store, "a") == false)
    }

    /// Each row: the status, the address that redirected content comes from, and the fields of the newer answer; whether it
    /// stays, and how many answers there are in the end.
    @Test(
        "An answer that was requested before a change does not replace one that was requested after it",
        arguments: [
            (200, nil, [:], true, 1), (404, nil, [:], true, 1), (200, "s", [:], true, 1),
            // It stays beside it.
            (200, nil, ["accept": "1"], true, 2),
            // Its resource has not changed, so that it may be the older one.
            (200, "other", [:], false, 1),
        ] as [(Int, String?, [String: String], Bool, Int)])
    func newerMeanwhile(
        status: Int, source: String?, vary: [String: String], stays: Bool, count: Int
    ) throws {
        let (store, other) = (try open(), try open())
        let before = try store.mark()
        try other.invalidate([source == nil ? "a" : "s"])
        let newer = answer("a", vary: vary, size: 2, status: status, source: source)
        let kept = try #require(try other.add(newer, after: other.mark(), now: Self.noon))
        let former = answer("a", size: 1, source: source == nil ? nil : "s")
        let isStored = try store.add(former, after: before, now: Self.noon) != nil
        let answers = try store.answers(AnswerKey(url: "a", account: ""))
        #expect(answers.contains { $0.answer.id == kept.id } == stays)
        #expect(answers.count == count && isStored == (count == 2 || !stays))
        // It is replaced by the answer to a later request.
        try store.add(former, after: try store.mark(), now: Self.noon)
        #expect(try store.answers(AnswerKey(url: "a", account: "")).count == count)
        #expect(try store.content(of: kept.id) == (count == 2 ? newer.content : nil))
    }

    @Test("Only the last changes are remembered, and older answers count as changed")
    func forgottenChanges() throws {
        let store = try open()
        let before = try store.mark()
        try store.invalidate((0..<AnswerStore.rememberedChanges).map { "\($0)" })
        try store.add(answer("a"), after: before, now: Self.noon)
        #expect(try isInvalidated(store, "a") == false)
        try store.invalidate(["one more"])
        try store.add(answer("a"), after: before, now: Self.noon)
        #expect(try isInvalidated(store, "a") == true)
        let count = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM changes") }
        #expect(count == AnswerStore.rememberedChanges)
    }

    private func update(
        _ store: AnswerStore, _ stored: StoredAnswer, _ fields: [FieldLine],
        vary: [String: String?] = [:], after mark: AnswerStore.Mark? = nil
    ) throws {
        let response = StoredResponse(
            status: 200, fields: fields, requestedAt: Self.noon, receivedAt: Self.noon)
        try store.update(
            stored, of: AnswerKey(url: stored.source, account: ""), to: response,
            selecting: SelectingFields(values: vary), after: mark ?? store.mark(),
            now: Self.noon)
    }

    @Test("An answer that was validated before a change of its resource must be validated again")
    func changedDuringValidation() throws {
        let store = try open()
        let stored = try #require(try store.add(answer("a"), now: Self.noon))
        let before = try store.mark()
        try store.invalidate(["a"])
        try update(store, stored, [], after: before)
        #expect(try isInvalidated(store, "a") == true)
        try update(store, stored, [], after: try store.mark())
        #expect(try isInvalidated(store, "a") == false)
    }

    @Test(
        "A validation that began before a change does not replace the header of one that began after it"
    )
    func newerValidation() throws {
        let store = try open()
        let stored = try #require(try store.add(answer("a"), now: Self.noon))
        let before = try store.mark()
        try store.invalidate(["a"])
        let newer = [FieldLine("X", "newer")]
        try update(store, stored, newer, after: try store.mark())
        try update(store, stored, [], after: before)
        let found = try #require(try store.answers(AnswerKey(url: "a", account: "")).first)
        #expect(found.answer.response.fields == newer)
        #expect(!found.answer.response.isInvalidated)
    }

    @Test("A new header counts with its size, and other answers are removed for it")
    func largerHeader() throws {
        let store = try open(total: 4000, answer: 3000)
        let stored = try #require(try store.add(answer("1", size: 900), now: Self.noon))
        try store.add(answer("2", size: 900), now: Self.noon)
        try store.add(answer("3", size: 900), now: Self.noon)
        try update(store, stored, [FieldLine("X", String(repeating: "x", count: 1500))])
        #expect(try urls(store) == ["1", "3"])
        let total = try store.total()
        let sum = try store.read { try Int64.fetchOne($0, sql: "SELECT sum(size) FROM answers") }
        #expect(total.bytes == sum && total.bytes > 256 + 900 + 1500)
        // With one that is too large, it stays as it was.
        try update(store, stored, [FieldLine("X", String(repeating: "x", count: 2500))])
        #expect(try urls(store) == ["1", "3"])
        #expect(try store.total().bytes == total.bytes)
    }

    @Test("After a validation with another Vary, the answer is selected by the new fields")
    func otherSelection() throws {
        let store = try open()
        let first = try #require(
            try store.add(answer("a", vary: ["accept": "1"], size: 1), now: Self.noon))
        try store.add(answer("a", vary: ["accept": "1", "x-a": "2"], size: 2), now: Self.noon)
        try update(store, first, [], vary: ["accept": "1", "x-a": "2"])
        let answers = try store.answers(AnswerKey(url: "a", account: ""))
        #expect(answers.map(\.answer.id) == [first.id])
        #expect(answers[0].selecting == SelectingFields(values: ["accept": "1", "x-a": "2"]))
    }

    // MARK: - Size

    /// Each row: the minutes at which three answers are stored, the first one is used and a fourth is stored, and a fifth
    /// is stored.
    @Test(
        "The least recently used answer is removed first, also after the clock was set back",
        arguments: [[0, 0, 0, 1, 2], [6000, 6060, 0, 60, 60]] as [[Int64]])
    func eviction(minutes: [Int64]) throws {
        let store = try open(total: 4000)
        let times = minutes.map { HTTPDate(seconds: Self.noon.seconds + $0 * 60) }
        let first = try #require(try store.add(answer("1", size: 900), now: times[0]))
        try store.add(answer("2", size: 900), now: times[1])
        try store.add(answer("3", size: 900), now: times[2])
        try store.use([first.id], now: times[3])
        try store.add(answer("4", size: 900), now: times[3])
        #expect(try urls(store) == ["1", "3", "4"])
        try store.add(answer("5", size: 1900), now: times[4])
        #expect(try urls(store) == ["4", "5"])
        #expect(try store.total().bytes <= 4000)
    }

    @Test("A second use within a minute is not written") func coarseUse() throws {
        let store = try open()
        let stored = try #require(try store.add(answer("1"), now: Self.noon))
        func needsNote(_ seconds: Int64) -> Bool {
            AnswerStore.notesUse(of: stored, now: HTTPDate(seconds: Self.noon.seconds + seconds))
        }
        #expect(!needsNote(0) && !needsNote(59) && !needsNote(-60))
        #expect(needsNote(60) && needsNote(-7200))
        let changes = store.connections.writer.inDatabase { $0.totalChangesCount }
        try store.use([stored.id], now: HTTPDate(seconds: Self.noon.seconds + 59))
        #expect(store.connections.writer.inDatabase { $0.totalChangesCount } == changes)
        try store.use([stored.id], now: HTTPDate(seconds: Self.noon.seconds + 60))
        #expect(store.connections.writer.inDatabase { $0.totalChangesCount } == changes + 1)
    }

    @Test("The sum of the sizes is right after each change") func sum() throws {
        let store = try open(total: 20_000, answer: 5000)
        var random = SystemRandomNumberGenerator()
        for step in 0..<300 {
            let url = "\(Int.random(in: 0..<40, using: &random))"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: try withdraw(url, store)
            case 1: try store.invalidate([url])
            case 2:
                if let found = try store.answers(AnswerKey(url: url, account: "")).first {
                    let size = Int.random(in: 0..<6000, using: &random)
                    let field = FieldLine("X", String(repeating: "x", count: size))
                    try update(store, found.answer, [field])
                }
            default:
                try store.add(
                    answer(url, size: Int.random(in: 0..<6000, using: &random)), now: Self.noon)
            }
            let (count, bytes) = try store.total()
            let counted = try store.read { database in
                (
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM answers"),
                    try Int64.fetchOne(database, sql: "SELECT ifnull(sum(size), 0) FROM answers"),
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM contents")
                )
            }
            #expect(counted.0 == count && counted.1 == bytes && counted.2 == count, "step \(step)")
            #expect(bytes <= 20_000)
        }
    }

    @Test("An answer that is too large leaves the older one as it is") func tooLarge() throws {
        let store = try open(answer: 1000)
        try store.add(answer("1", size: 10), now: Self.noon)
        try store.add(answer("2", size: 10), now: Self.noon)
        #expect(try store.add(answer("1", size: 1000), now: Self.noon) == nil)
        #expect(try urls(store) == ["1", "2"])
    }

    @Test("An error is stored beside the last good answer, and a new good answer replaces both")
    func errors() throws {
        let store = try open()
        func statuses() throws -> [Int] {
            try store.answers(AnswerKey(url: "a", account: "")).map(\.answer.response.status)
        }
        for (status, stored) in [
            (404, [404]), (410, [410]), (200, [200]), (404, [404, 200]), (404, [404, 200]),
            (203, [203]),
        ] {
            try store.add(answer("a", status: status), now: Self.noon)
            #expect(try statuses() == stored)
        }
    }

    // MARK: - The file

    @Test("Only its owner can read a store") func modes() throws {
        let store = try open()
        try store.add(answer("1"), now: Self.noon)
        let manager = FileManager.default
        func mode(_ path: String) throws -> Int? {
            try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder.path) == 0o700)
        for file in try manager.contentsOfDirectory(atPath: folder.path) {
            #expect(try mode(folder.path + "/" + file) == 0o600, "\(file)")
        }
    }

    @Test(
        "A file that is no database is replaced",
        arguments: [1, 511, 512, 4096, 100_000])
    func garbage(size: Int) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try Data(repeating: 0x58, count: size).write(to: URL(filePath: folder.database))
        let store = try open()
        try store.add(answer("1"), now: Self.noon)
        #expect(try open().total().count == 1)
    }

    @Test("A store that is damaged while it is used is replaced when it is opened again")
    func damage() throws {
        do {
            let store = try open()
            for number in 0..<200 {
                try store.add(answer("\(number)", size: 1000), now: Self.noon)
            }
            try store.connections.writer.inDatabase {
                try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
        // All pages but the first one.
        let file = try #require(FileHandle(forWritingAtPath: folder.database))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0x58, count: 300_000))
        try file.close()
        do {
            let store = try open()
            let error = #expect(throws: StoreError.self) {
                try store.add(answer("new"), now: Self.noon)
            }
            #expect(error?.code == .damaged)
            // While a client uses it, it stays.
            let refusal = #expect(throws: StoreError.self) { try open() }
            #expect(refusal?.code == .damaged)
        }
        let store = try open()
        #expect(try store.total().count == 0)
        try store.add(answer("new"), now: Self.noon)
    }

    private func change(_ sql: String) throws -> Data {
        do {
            let queue = try DatabaseQueue(path: folder.database)
            try queue.inDatabase { try $0.execute(sql: sql) }
            try queue.close()
        }
        return try Data(contentsOf: URL(filePath: folder.database))
    }

    @Test("A store of a newer version is refused by name, and stays as it is")
    func newer() throws {
        try open().add(answer("1"), now: Self.noon)
        let before = try change("PRAGMA journal_mode = DELETE; PRAGMA user_version = 99")
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .newer)
        #expect(error?.message.contains(folder.database) == true)
        expectSameBytes(try Data(contentsOf: URL(filePath: folder.database)), before)
    }

    @Test("A database of another program is refused, and stays as it is") func foreign() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let before = try change("CREATE TABLE notes (text)")
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .foreign)
        #expect(error?.localizedDescription == error?.message)
        expectSameBytes(try Data(contentsOf: URL(filePath: folder.database)), before)
    }

    @Test("A folder that others can write to is refused") func writableFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: folder.path)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .folder)
    }

    @Test(
        "The name of a store is one folder",
        arguments: ["", ".", "..", "a/b", "/a", "a\0b"])
    func names(name: String) {
        #expect(throws: StoreError.self) {
            try OfflineStoreLocation.user(name).path()
        }
    }
}
