// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import GRDB

extension Configuration {
    /// The configuration of a connection to a store.
    ///
    /// - Parameter allows: whether a wait for another process that writes goes on after some milliseconds.
    package static func store(
        label: String, waitsWhile allows: @escaping @Sendable (_ waited: Int64) -> Bool
    ) -> Configuration {
        var configuration = Configuration()
        // SQLite's own wait looks ten times a second in the end, and a process that writes without a pause then leaves it
        // nothing. This one looks often enough.
        configuration.busyMode = .callback { attempts in
            guard allows(Int64(attempts) * pause) else { return false }
            Thread.sleep(forTimeInterval: Double(pause) / 1000)
            return true
        }
        configuration.foreignKeysEnabled = false
        configuration.label = label
        return configuration
    }

    /// The time between two attempts to write while another process does, in milliseconds.
    private static let pause: Int64 = 5
}

extension DatabaseQueue {
    /// The URI by which SQLite takes a database for a file that does not change (`immutable`, sqlite3_open(3)).
    ///
    /// SQLite then needs no files beside the database, which cannot be made where nothing can be written.
    package static func immutableURI(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return "file:\(encoded ?? path)?immutable=1"
    }
}
