// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import GRDB
import LoopbackServer
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// A store that was written by the version before `NetworkConstraints` could require validation and forbid roaming. Its
/// tables are the same, and the conditions of its transfers have neither key.
@Suite("Store of the former version", .timeLimit(.minutes(10))) struct FormerStoreTests {
    /// The keys that the former version did not know.
    private static let newKeys = ["allowsRoaming", "requiresValidation"]

    /// Takes the new keys out of the conditions of all transfers.
    ///
    /// - Returns: the conditions, as they are then.
    private func age(_ fixture: StoreFixture) throws -> [String] {
        let database = try DatabaseQueue(path: fixture.location.database)
        return try database.write { database in
            for key in Self.newKeys {
                try database.execute(
                    sql: """
                        UPDATE transfers
                        SET condition = json_remove(condition, '$.constraints.\(key)')
                        WHERE json_type(condition, '$.constraints.\(key)') IS NOT NULL
                        """)
                // What is not there is not taken out.
                #expect(database.changesCount == 2, "\(key)")
            }
            return try String.fetchAll(database, sql: "SELECT condition FROM transfers ORDER BY id")
        }
    }

    @Test("It opens, its transfers have the conditions that they had, and they run")
    func runs() async throws {
        let server = try HTTPServer(body: Data("content".utf8))
        let address = try #require(server.request("/map.bin").url)
        let fixture = try StoreFixture()
        let store = URL(filePath: fixture.folder)
        let places = ["a", "b"].map { URL(filePath: fixture.downloads).appending(path: $0) }
        let added = try TransferSession(identifier: "org.example.test", store: store)
        for (place, constraints) in zip(places, [.connected, NetworkConstraints.unmetered]) {
            _ = try await added.download(from: address, to: place, constraints: constraints)
        }
        let conditions = try age(fixture)
        #expect(conditions.count == 2)
        #expect(conditions.allSatisfy { !Self.newKeys.contains(where: $0.contains) })

        let session = try TransferSession(identifier: "org.example.test", store: store)
        let transfers = try await session.transfers()
        #expect(transfers.map(\.constraints) == [.connected, .unmetered])
        #expect(transfers.allSatisfy { $0.constraints.allowsRoaming })
        #expect(transfers.allSatisfy { !$0.constraints.requiresValidation })
        let worker = Task { try await session.runWorker() }
        var ended: Set<Transfer.ID> = []
        for try await event in session.events() where event.transfer.state.isFinal {
            #expect(event.transfer.state == .finished, "\(event.transfer)")
            ended.insert(event.transfer.id)
            if ended.count == transfers.count { break }
        }
        worker.cancel()
        try await worker.value
        #expect(
            try places.map { try String(contentsOf: $0, encoding: .utf8) } == [
                "content", "content",
            ])
    }
}
