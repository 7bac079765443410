// SPDX-License-Identifier: Apache-2.0

import DurableStore
import Foundation
import GRDB
import LinuxSystem
import Testing

@testable import BackgroundTransfers

/// A store of version 0.1.0 (schema 1), in which completion commands were still to run.
@Suite("Store of schema 1", .timeLimit(.minutes(2))) struct OlderSchemaTests {
    /// The columns of the tables of schema 1, as version 0.1.0 has made them.
    private static let tables = """
        CREATE TABLE transfers (
            id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, session TEXT NOT NULL,
            kind TEXT NOT NULL, url TEXT NOT NULL, destination TEXT, source TEXT, mode INTEGER NOT NULL,
            overwrites INTEGER NOT NULL, condition TEXT NOT NULL, stability INTEGER NOT NULL,
            priority INTEGER NOT NULL, key TEXT, family TEXT, sha256 BLOB, limit_rate INTEGER,
            attempt_limit INTEGER, created_at INTEGER NOT NULL, not_before INTEGER, deadline INTEGER,
            on_deadline TEXT NOT NULL, secrets TEXT, delivery TEXT NOT NULL, state TEXT NOT NULL,
            reasons TEXT, partial TEXT, upload TEXT, bytes_done INTEGER NOT NULL, bytes_total INTEGER,
            attempts INTEGER NOT NULL, progress TEXT NOT NULL, retry_at INTEGER, error TEXT,
            ended_at INTEGER,
            file TEXT, place TEXT, told INTEGER, acknowledged_at INTEGER);
        CREATE TABLE events (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT, transfer INTEGER NOT NULL, time INTEGER NOT NULL,
            kind TEXT NOT NULL, detail TEXT, state TEXT NOT NULL, reasons TEXT,
            bytes_done INTEGER NOT NULL, bytes_total INTEGER, attempts INTEGER NOT NULL,
            retry_at INTEGER, error TEXT);
        CREATE TABLE queue (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL,
            held INTEGER NOT NULL);
        INSERT INTO queue VALUES (1, 4, 0);
        """

    private static let condition = """
        {"constraints":{"allowsExpensiveNetworkAccess":true,"allowsConstrainedNetworkAccess":true,\
        "unknownMetering":"allow","requiresCertainty":false,"withinPlan":false,"onPace":false,\
        "prohibitedInterfaceTypes":[],"prohibitedPlaces":[],"allowsUltraConstrainedNetworkAccess":true,\
        "requiresIPv4":false,"requiresIPv6":false,"requiresDNS":false,"allowsVPN":true,"allowsRoaming":true,\
        "requiresValidation":false},"demands":[],"isNegated":false}
        """
    private static let progress = """
        {"highest":0,"failingFor":0,"failures":0,"tlsFailures":0,"refusals":0,"strangers":0}
        """

    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    /// Makes the store.
    private func make() throws {
        do { _ = try fixture.open() }
        let path = fixture.location.database
        try FileManager.default.removeItem(atPath: path)
        try? FileManager.default.removeItem(atPath: path + "-wal")
        try? FileManager.default.removeItem(atPath: path + "-shm")
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        // The environment of the first transfer's command.
        let secrets = try SecretsFolder(location: fixture.location).write(
            TransferSecrets(environment: Data("PATH=/usr/bin:/bin\0NOTE=kept\0".utf8)))
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            try database.execute(sql: Self.tables)
            for (id, group) in [(1, nil), (2, "g"), (3, "g")] as [(Int, String?)] {
                try add(
                    id, group: group, state: "cancelled", secrets: id == 1 ? secrets : nil,
                    command: "echo \"$REACH_TRANSFER_ID $REACH_TRANSFER_STATE $NOTE\" >> told",
                    database)
            }
            try add(4, group: nil, state: "waiting", secrets: nil, command: nil, database)
            try database.execute(
                sql: """
                    PRAGMA application_id = \(StoreKind.transfers.application);
                    PRAGMA user_version = 1
                    """)
        }
        try database.close()
    }

    private func add(
        _ id: Int, group: String?, state: String, secrets: String?, command: String?,
        _ database: Database
    ) throws {
        let action = command.map { script in
            JSONLineEncoder.text(["sh", "-c", script])
        }
        let delivery =
            action.map {
                "{\"command\":{\"arguments\":\($0),\"folder\":\"\(fixture.downloads)\"},"
                    + "\"attempts\":0,\"isDone\":false}"
            } ?? "{\"attempts\":0,\"isDone\":false}"
        try database.execute(
            sql: """
                INSERT INTO transfers VALUES (?, 4, 'default', 'download', ?, ?, NULL, 420, 0, ?, 0, 1, NULL, ?, NULL,
                    NULL, NULL, 1795684925895, NULL, NULL, 'fail', ?, ?, ?, NULL, NULL, NULL, 0, NULL, 0, ?, NULL, NULL,
                    ?, NULL, ?, ?, NULL)
                """,
            arguments: [
                id, "http://127.0.0.1:9/\(id)", "\(fixture.downloads)/\(id)", Self.condition, group,
                secrets, delivery, state, Self.progress,
                state == "cancelled" ? RealTimeClock.milliseconds : nil,
                "\(fixture.downloads)/\(id)", command == nil ? nil : 0,
            ])
        try database.execute(
            sql: """
                INSERT INTO events (transfer, time, kind, state, bytes_done, attempts)
                VALUES (?, 1795684925895, 'added', 'waiting', 0, 0)
                """, arguments: [id])
    }

    @Test("It is migrated with its transfers and events, and takes jobs")
    func migrated() throws {
        try make()
        let store = try fixture.open()
        #expect(try store.transfers().map(\.id.rawValue) == [1, 2, 3, 4])
        #expect(try store.events(after: 0).map(\.event) == [.added, .added, .added, .added])
        #expect(try store.transfers().allSatisfy { $0.command == nil && $0.exit == nil })
        #expect(try store.completions().count == 2)
        let job = NewTransfer(
            job: Job(["true"]), in: fixture.downloads, mask: 0o22, environment: [])
        let added = try store.add(job)
        #expect(added.id.rawValue == 5)
        #expect(try store.record(added.id) == added)
        #expect(try store.transfer(added.id)?.command == ["true"])
        #expect(FileManager.default.fileExists(atPath: fixture.location.database + ".schema-1"))
    }

    @Test("Its completion commands run, each once, in their environment")
    func completions() async throws {
        try make()
        let worker = try WorkerProcess(store: URL(filePath: fixture.folder))
        let told = fixture.downloads + "/told"
        var lines: Set<Substring> = []
        while lines.count < 2 {
            lines = Set(
                (try? String(contentsOfFile: told, encoding: .utf8))?.split(separator: "\n") ?? [])
            try await Task.sleep(for: .milliseconds(20))
        }
        worker.end()
        #expect(lines == ["1 cancelled kept", "2 3 cancelled "])
        #expect(try fixture.open().completions().isEmpty)
    }
}
