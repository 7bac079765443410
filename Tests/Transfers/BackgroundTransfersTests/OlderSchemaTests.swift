// SPDX-License-Identifier: Apache-2.0

import DurableStore
import Foundation
import GRDB
import LinuxSystem
import Testing

@testable import BackgroundTransfers

/// A store of version 0.1.0 (schema 1), in which completion commands were still to run.
@Suite("Store of schema 1", .timeLimit(.minutes(10))) struct OlderSchemaTests {
    /// A store of version 0.1.0 as SQL: a download that waits. No other text has the tables of schema 1.
    private static let older = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Distributions/transfers-0.1.0.sql")

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
        // The environment of the second transfer's command.
        let secrets = try SecretsFolder(location: fixture.location).write([
            JSONLineEncoder.bytes(
                TransferSecrets(environment: Data("PATH=/usr/bin:/bin\0NOTE=kept\0".utf8)))
        ])[0]
        let older = try String(contentsOf: Self.older, encoding: .utf8)
        let database = try DatabaseQueue(path: path)
        // The text has a transaction of its own.
        try database.writeWithoutTransaction { try $0.execute(sql: older) }
        try database.write { database in
            try database.execute(
                sql: """
                    UPDATE transfers SET url = 'http://127.0.0.1:9/1', destination = ?1, place = ?1
                    """, arguments: ["\(fixture.downloads)/1"])
            for (id, group) in [(2, nil), (3, "g"), (4, "g")] as [(Int, String?)] {
                try addCancelled(id, group: group, secrets: id == 2 ? secrets : nil, database)
            }
        }
        try database.close()
    }

    /// Adds a cancelled download, whose completion command has still to run. The rest of it is that of the first one.
    private func addCancelled(
        _ id: Int, group: String?, secrets: String?, _ database: Database
    ) throws {
        let command = JSONLineEncoder.text([
            "sh", "-c", "echo \"$REACH_TRANSFER_ID $REACH_TRANSFER_STATE $NOTE\" >> told",
        ])
        let delivery =
            "{\"command\":{\"arguments\":\(command),\"folder\":\"\(fixture.downloads)\"},"
            + "\"attempts\":0,\"isDone\":false}"
        try database.execute(
            sql: "CREATE TEMP TABLE new AS SELECT * FROM main.transfers WHERE id = 1")
        try database.execute(
            sql: """
                UPDATE new SET id = ?1, url = ?2, destination = ?3, place = ?3, key = NULL, family = ?4,
                    secrets = ?5, delivery = ?6, state = 'cancelled', ended_at = ?7, told = 0
                """,
            arguments: [
                id, "http://127.0.0.1:9/\(id)", "\(fixture.downloads)/\(id)", group, secrets,
                delivery, RealTimeClock.milliseconds,
            ])
        try database.execute(
            sql: """
                INSERT INTO main.transfers SELECT * FROM new;
                DROP TABLE new;
                INSERT INTO events (transfer, time, kind, state, bytes_done, attempts)
                    SELECT \(id), time, kind, state, bytes_done, attempts FROM events WHERE transfer = 1
                """)
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
        #expect(lines == ["2 cancelled kept", "3 4 cancelled "])
        // A worker that ends earlier would not note that the commands have ended.
        let store = try fixture.open()
        while try !store.completions().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        worker.end()
    }
}
