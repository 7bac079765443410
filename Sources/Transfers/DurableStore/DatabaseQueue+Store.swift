// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GRDB
internal import LinuxSystem

extension DatabaseQueue {
    /// Opens a database, and prepares it.
    ///
    /// SQLite does not wait for a lock if processes would wait for each other, such as those that open a new database at the
    /// same time (sqlite3_busy_handler(3)). Such a process closes the database, and begins again.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - configuration: the configuration of the connection.
    ///   - patience: how long it begins again, in seconds.
    ///   - prepare: prepares the database. It may be called more than once.
    /// - Throws: the errors of GRDB and of `prepare`.
    package static func opened(
        path: String, configuration: Configuration, patience: Double,
        prepare: (DatabaseQueue) throws -> Void
    ) throws -> DatabaseQueue {
        let end = MonotonicClock.milliseconds + Int64(patience * 1000)
        while true {
            do {
                let database = try DatabaseQueue(path: path, configuration: configuration)
                try prepare(database)
                return database
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && MonotonicClock.milliseconds < end
            {
                Configuration.sleep()
            }
        }
    }

    /// Performs a transaction of a kind, and returns the result of its body. If the body throws, nothing is changed.
    package func transaction<Output>(
        _ kind: Database.TransactionKind, _ body: (Database) throws -> Output
    ) throws -> Output {
        try inDatabase { database in
            var output: Output?
            try database.inTransaction(kind) {
                output = try body(database)
                return .commit
            }
            guard let output else { preconditionFailure("a transaction without a result") }
            return output
        }
    }

    /// The URI with which SQLite assumes that a database does not change (`immutable`, sqlite3_open(3)).
    ///
    /// SQLite then needs no files beside the database, which it cannot make on a read-only file system.
    package static func immutableURI(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return "file:\(encoded ?? path)?immutable=1"
    }
}

extension Configuration {
    /// The configuration of a connection to a store.
    ///
    /// - Parameters:
    ///   - label: the name of the connection's queue.
    ///   - allows: whether a wait for another process that writes goes on after some milliseconds.
    package static func store(
        label: String, waitsWhile allows: @escaping @Sendable (_ waited: Int64) -> Bool
    ) -> Configuration {
        var configuration = Configuration()
        // SQLite's own wait tries only ten times a second in the end, and then never finds a pause of a process that
        // writes without end. This one tries often enough.
        configuration.busyMode = .callback { attempts in
            guard allows(Int64(attempts) * pause) else { return false }
            sleep()
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = label
        return configuration
    }

    /// The time between two attempts to use a database that another process has locked, in milliseconds.
    private static let pause: Int64 = 5

    /// Waits until the next attempt.
    fileprivate static func sleep() { Thread.sleep(forTimeInterval: Double(pause) / 1000) }
}
