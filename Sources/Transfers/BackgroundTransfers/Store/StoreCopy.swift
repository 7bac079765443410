// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import LinuxSystem

/// The copy of an older store, which stays beside the migrated one.
enum StoreCopy {
    /// Copies the store with a connection of its own, which sees the committed transactions. No other
    /// process can write meanwhile.
    static func make(of location: StoreLocation, version: Int64) throws {
        let path = "\(location.database).schema-\(version)"
        do {
            // A copy of an attempt that was ended. If it cannot be removed, the backup replaces its content.
            try? FileManager.default.removeItem(atPath: path)
            let folder = try PrivateFolder(opening: location.folder)
            try folder.makeIfMissing(String(path.pieces(separatedBy: "/").last ?? ""))
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
}
