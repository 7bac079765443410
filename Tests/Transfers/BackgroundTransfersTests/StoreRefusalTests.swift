// SPDX-License-Identifier: Apache-2.0

import DurableStore
import Foundation
import GRDB
import LinuxSystem
import TestSupport
import Testing

@testable import BackgroundTransfers

@Suite("A store that cannot be used is refused by name, and left as it is")
struct StoreRefusalTests {
    let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    /// Makes the folder of the store, and returns the path of its database.
    private func prepare(mode: Int = 0o700) throws -> String {
        try FileManager.default.createDirectory(
            atPath: fixture.folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: mode])
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: fixture.folder)
        return fixture.location.database
    }

    private func refusal() -> StoreError? {
        let error = #expect(throws: StoreError.self) { try fixture.open() }
        #expect(error?.message.contains(error?.path ?? "?") == true)
        return error
    }

    @Test(
        "A new store is a folder that only its owner may enter, with files that only its owner may read"
    )
    func modes() throws {
        let store = try fixture.open()
        try store.add(fixture.download("a"))
        let manager = FileManager.default
        #expect(
            try manager.attributesOfItem(atPath: fixture.folder)[.posixPermissions] as? Int == 0o700
        )
        for file in ["", "-wal", "-shm"] {
            let attributes = try manager.attributesOfItem(atPath: fixture.location.database + file)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }

    @Test("The database has a write-ahead log, and each transaction is synced")
    func durability() throws {
        let store = try fixture.open()
        let (mode, synchronous) = try store.database.inDatabase { database in
            (
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(database, sql: "PRAGMA synchronous")
            )
        }
        #expect(mode == "wal")
        #expect(synchronous == 2)
    }

    @Test("A folder that others may write in is refused", arguments: [0o777, 0o770, 0o702])
    func writableFolder(mode: Int) throws {
        let database = try prepare(mode: mode)
        #expect(refusal()?.code == .folder)
        // A reader is refused, too.
        let error = #expect(throws: StoreError.self) {
            _ = try TransferStore.readable(at: StoreLocation(folder: fixture.folder))
        }
        #expect(error?.code == .folder)
        #expect(!FileManager.default.fileExists(atPath: database))
    }

    @Test(
        "A folder of another owner is refused",
        .enabled(if: effectiveUser == 0, "only root can give a folder away"))
    func foreignFolder() throws {
        _ = try prepare()
        try FileManager.default.setAttributes(
            [.ownerAccountID: 12345], ofItemAtPath: fixture.folder)
        #expect(refusal()?.code == .folder)
    }

    @Test("Garbage is refused, and stays byte for byte", arguments: [1, 99, 100, 8192])
    func garbage(length: Int) throws {
        let database = try prepare()
        let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try bytes.write(to: URL(filePath: database))
        #expect(refusal()?.code == .foreign)
        expectSameBytes(try Data(contentsOf: URL(filePath: database)), bytes)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.folder) == [
                "transfers.sqlite"
            ])
    }

    @Test("A file that begins as a store and goes on as garbage is refused")
    func damage() throws {
        do { _ = try fixture.open() }
        let database = fixture.location.database
        var bytes = try Data(contentsOf: URL(filePath: database))
        for index in 100..<bytes.count { bytes[index] = 0xAA }
        try bytes.write(to: URL(filePath: database))
        #expect(refusal()?.code == .damaged)
        expectSameBytes(try Data(contentsOf: URL(filePath: database)), bytes)
    }

    @Test("A link, a folder and the database of another program are refused")
    func others() throws {
        let database = try prepare()
        let elsewhere = fixture.downloads + "/elsewhere"
        try FileManager.default.createSymbolicLink(atPath: database, withDestinationPath: elsewhere)
        #expect(refusal()?.code == .foreign)
        #expect(!FileManager.default.fileExists(atPath: elsewhere))
        try FileManager.default.removeItem(atPath: database)
        try FileManager.default.createDirectory(
            atPath: database, withIntermediateDirectories: false)
        #expect(refusal()?.code == .foreign)
        try FileManager.default.removeItem(atPath: database)
        try DatabaseQueue(path: database).write {
            try $0.execute(sql: "CREATE TABLE songs (name TEXT)")
        }
        #expect(refusal()?.code == .foreign)
    }

    @Test("A store of a newer version is refused, and left as it is")
    func newer() throws {
        do { _ = try fixture.open() }
        let database = fixture.location.database
        try DatabaseQueue(path: database).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA user_version = \(StoreSchema.version + 1)")
            _ = try database.checkpoint(.truncate)
        }
        let bytes = try Data(contentsOf: URL(filePath: database))
        #expect(refusal()?.code == .newer)
        expectSameBytes(try Data(contentsOf: URL(filePath: database)), bytes)
    }

    @Test("A store that a newer version migrates while it is open is not written any more")
    func newerMeanwhile() throws {
        let store = try fixture.open()
        try DatabaseQueue(path: fixture.location.database).writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA user_version = \(StoreSchema.version + 1)")
        }
        let error = #expect(throws: StoreError.self) {
            try store.add(fixture.download("a"))
        }
        #expect(error?.code == .newer)
    }

    @Test("A store of an older version is copied, then migrated, once")
    func migration() throws {
        let path = try prepare()
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql:
                    "CREATE TABLE old (url TEXT); INSERT INTO old VALUES ('https://files.example/a')"
            )
            try database.execute(
                sql: "PRAGMA application_id = \(StoreKind.transfers.application)")
        }
        let schema = StoreSchema(migrations: [
            0: { database in
                try StoreSchema.create(database)
                try database.execute(sql: "UPDATE queue SET held = 1; DROP TABLE old")
            },
            1: { _ in },
        ])
        for _ in 0..<2 {
            let store = try TransferStore(at: fixture.location, patience: 10, schema: schema)
            #expect(try store.isHeld())
            try store.setHeld(false)
            try store.setHeld(true)
        }
        let copy = path + ".schema-0"
        #expect(
            try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
                == 0o600)
        let urls = try DatabaseQueue(path: copy).read {
            try String.fetchAll($0, sql: "SELECT url FROM old")
        }
        #expect(urls == ["https://files.example/a"])
    }

    @Test("A migration that fails leaves the older store as it is")
    func failedMigration() throws {
        let path = try prepare()
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "CREATE TABLE old (url TEXT)")
            try database.execute(
                sql: "PRAGMA application_id = \(StoreKind.transfers.application)")
        }
        let schema = StoreSchema(migrations: [
            0: { database in
                try StoreSchema.create(database)
                throw StoreError(.full, path, "is full")
            },
            1: { _ in },
        ])
        #expect(throws: StoreError.self) {
            try TransferStore(at: fixture.location, patience: 10, schema: schema)
        }
        let tables = try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_master")
        }
        #expect(tables == ["old"])
        #expect(refusal()?.code == .foreign)
    }

    @Test("The file systems that cannot hold a store are known by their numbers")
    func fileSystems() throws {
        for (number, name) in [
            (0x6969, "NFS"), (0x0102_1997, "9p"), (0xFE53_4D42, "SMB"), (0x00C3_6400, "Ceph"),
        ] {
            #expect(FileSystemKind(number: UInt32(number)).nameIfShared == name)
        }
        // ext4, btrfs, xfs, tmpfs, overlay
        for number in [0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x794C_7630] {
            #expect(FileSystemKind(number: UInt32(number)).nameIfShared == nil)
        }
        #expect(FileSystemKind(number: 0x6573_5546).isProgram)
        #expect(try FileSystemKind(of: "/proc").number == 0x9FA0)
    }

    @Test("A store that another process keeps locked is reported as busy")
    func busy() throws {
        let store = try TransferStore(at: fixture.location, patience: 0.05, schema: .current)
        let other = try DatabaseQueue(path: fixture.location.database)
        try other.inDatabase { database in
            try database.inTransaction(.immediate) {
                let error = #expect(throws: StoreError.self) {
                    try store.add(fixture.download("a"))
                }
                #expect(error?.code == .busy)
                #expect(error?.sqliteCode == 5, "SQLITE_BUSY")
                #expect(error?.errno == nil)
                return .rollback
            }
        }
        try store.add(fixture.download("a"))
    }

    @Test("A folder that cannot be made is named, with the error number of the call")
    func systemError() {
        let error = #expect(throws: StoreError.self) {
            try TransferStore(at: StoreLocation(folder: "/proc/no-such-folder"))
        }
        #expect(error?.code == .io)
        #expect(error?.errno == 2, "ENOENT")
        #expect(error?.sqliteCode == nil)
        #expect(error?.localizedDescription == error?.message)
    }

    @Test("A full disk is named, and what was there stays")
    func full() throws {
        let store = try fixture.open()
        try store.add(fixture.download("a"))
        try store.database.inDatabase { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
        let error = #expect(throws: StoreError.self) {
            try store.add((0..<1000).map { fixture.download("b\($0)") }, now: noon)
        }
        #expect(error?.code == .full)
        #expect(try fixture.open().transfers().count == 1)
    }

    @Test(
        "A store that this process may not write is named",
        .enabled(if: effectiveUser != 0, "root may write all"))
    func readOnly() throws {
        do { _ = try fixture.open() }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o500], ofItemAtPath: fixture.folder)
        defer {
            try? FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: fixture.folder)
        }
        #expect(refusal()?.code == .readOnly)
    }

    @Test("A reader of a store makes and changes nothing")
    func readable() throws {
        let first: Transfer.ID
        do { first = try fixture.open().add(fixture.download("a")).id }
        let database = fixture.location.database
        let before = FileManager.default.contents(atPath: database)
        let store = try TransferStore(readingOnly: fixture.location)
        #expect(try store.transfers().map(\.id) == [first])
        #expect(try store.events(after: 0, of: first).map(\.event) == [.added])
        #expect(FileManager.default.contents(atPath: database) == before)
        #expect(!FileManager.default.fileExists(atPath: database + "-wal"))
        #expect(throws: StoreError.self) { try store.add(fixture.download("b")) }
    }

    @Test("Without a store, nothing is made to look for one")
    func existing() throws {
        #expect(try TransferStore.existing(at: fixture.location) == nil)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder))
        _ = try fixture.open()
        #expect(try TransferStore.existing(at: fixture.location) != nil)
    }

    @Test("A file in the place of the folder is refused, also by readers")
    func fileInPlaceOfFolder() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: fixture.folder))
        let error = #expect(throws: StoreError.self) {
            try TransferStore.existing(at: fixture.location)
        }
        #expect(error?.message.contains("\(fixture.folder) is not a folder") == true)
        #expect(FileManager.default.contents(atPath: fixture.folder) == Data("mine".utf8))
    }
}
