// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GRDB
internal import LinuxSystem

extension DatabaseQueue {
    /// Opens a database, and prepares it.
    ///
    /// SQLite does not wait for a lock where processes would wait for each other, as those do that open a new database at
    /// the same time (sqlite3_busy_handler(3)). One of them must let go, and begin again.
    ///
    /// - Parameters:
    ///   - patience: how long it begins again, in seconds.
    ///   - prepare: what is done with the database. It may be done more than once.
    /// - Throws: what GRDB and `prepare` throw.
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
                Thread.sleep(forTimeInterval: pause)
            }
        }
    }

    /// The time between two attempts, in seconds.
    private static let pause = 0.005
}
