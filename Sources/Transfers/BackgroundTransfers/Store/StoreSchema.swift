// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The tables of a store, and how an older store gets them.
struct StoreSchema: Sendable {
    /// The number of the tables that this version knows (`user_version`).
    static let version: Int64 = 2

    /// A change from the tables of one number to the next. It runs in a transaction.
    typealias Migration = @Sendable (Database) throws -> Void

    /// The migrations from each older number to the next one.
    let migrations: [Int64: Migration]

    /// The schema of this version.
    static let current = StoreSchema(migrations: [1: addJobs])

    /// The tables of the store at a location.
    ///
    /// An older store is copied before it is migrated.
    func tables(_ location: StoreLocation) -> StoreTables {
        StoreTables(.transfers, create: Self.create) { database, old in
            try copy(location, version: old)
            for step in path(from: old) ?? [] { try step(database) }
        } obstacle: { old in
            guard path(from: old) == nil else { return nil }
            return StoreError(
                .foreign, location.database,
                "has a schema that no version of this program has made (\(old))")
        }
    }

    /// Copies an older store, which stays beside the migrated one.
    ///
    /// A connection of its own sees the committed transactions. No other process can write meanwhile.
    private func copy(_ location: StoreLocation, version: Int64) throws {
        let path = "\(location.database).schema-\(version)"
        do {
            // A copy of an attempt that was ended. If it cannot be removed, the backup replaces its content.
            try? FileManager.default.removeItem(atPath: path)
            let folder = try PrivateFolder(opening: location.folder)
            try folder.makeIfMissing(path.lastPathComponent ?? "")
            var reading = Configuration()
            reading.readonly = true
            let source = try DatabaseQueue(path: location.database, configuration: reading)
            let target = try DatabaseQueue(path: path)
            try source.backup(to: target)
            try target.close()
            try source.close()
            try folder.sync()
        } catch let error as SystemError {
            throw StoreError(error, path, .transfers)
        }
    }

    /// The migrations from an older schema; `nil` if one is missing.
    private func path(from old: Int64) -> [Migration]? {
        var steps: [Migration] = []
        for number in old..<Self.version {
            guard let step = migrations[number] else { return nil }
            steps.append(step)
        }
        return steps
    }

    /// Makes the tables.
    ///
    /// Times are in milliseconds since 1970. `place` is the destination without symbolic links: two transfers that have
    /// not ended cannot have the same one. `family` is the group. `delivery` has the completion command and unit. `told` is
    /// null without these, 0 before they have run, and 1 afterwards.
    static let create: Migration = { database in
        try createTransfers(database)
        try addJobs(database)
    }

    /// Version 2 has jobs. `command` is the list of the command's words, and `job` the details of how it is run
    /// (``JobRecord/Details``). Events keep what changes.
    private static let addJobs: Migration = { database in
        try database.execute(
            sql: """
                ALTER TABLE transfers ADD COLUMN command TEXT;
                ALTER TABLE transfers ADD COLUMN job TEXT;
                ALTER TABLE transfers ADD COLUMN every TEXT;
                ALTER TABLE transfers ADD COLUMN exit_code INTEGER;
                ALTER TABLE transfers ADD COLUMN next_at INTEGER;
                ALTER TABLE events ADD COLUMN exit_code INTEGER;
                ALTER TABLE events ADD COLUMN next_at INTEGER;
                """)
    }

    /// The tables of version 1.
    private static let createTransfers: Migration = { database in
        try database.execute(
            sql: """
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
                CREATE INDEX transfers_by_revision ON transfers(revision);
                CREATE INDEX open_transfers ON transfers(id) WHERE ended_at IS NULL;
                CREATE INDEX ended_transfers ON transfers(ended_at) WHERE ended_at IS NOT NULL;
                CREATE INDEX untold_transfers ON transfers(id) WHERE told = 0 AND ended_at IS NOT NULL;
                CREATE UNIQUE INDEX transfers_by_key ON transfers(session, key)
                    WHERE key IS NOT NULL AND ended_at IS NULL;
                CREATE UNIQUE INDEX transfers_by_place ON transfers(place)
                    WHERE place IS NOT NULL AND ended_at IS NULL;
                CREATE INDEX transfers_by_family ON transfers(family, session) WHERE family IS NOT NULL;
                CREATE INDEX open_families ON transfers(family, session)
                    WHERE family IS NOT NULL AND ended_at IS NULL;
                CREATE INDEX untold_families ON transfers(family, session)
                    WHERE family IS NOT NULL AND told = 0;
                CREATE TABLE events (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT, transfer INTEGER NOT NULL, time INTEGER NOT NULL,
                    kind TEXT NOT NULL, detail TEXT, state TEXT NOT NULL, reasons TEXT,
                    bytes_done INTEGER NOT NULL, bytes_total INTEGER, attempts INTEGER NOT NULL,
                    retry_at INTEGER, error TEXT);
                CREATE INDEX events_by_transfer ON events(transfer, sequence);
                CREATE TABLE queue (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL,
                    held INTEGER NOT NULL);
                INSERT INTO queue VALUES (1, 0, 0);
                """)
    }
}

extension StoreKind {
    /// The stores of transfers: "RchT".
    static let transfers = StoreKind(
        application: 0x5263_6854, version: StoreSchema.version, noun: "store of transfers",
        advice: "choose a folder on a local disk with --store or REACH_STORE",
        codeOfOtherFiles: .foreign)
}
