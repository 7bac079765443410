// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB

extension TransferStore {
    /// Stores why transfers wait, of all that wait for other reasons than before at once.
    ///
    /// Transfers that have ended or are paused meanwhile stay as they are.
    ///
    /// - Parameter now: the time of the events, in milliseconds since 1970.
    /// - Returns: the revision of the changes.
    @discardableResult
    package func setReasons(_ waits: [Schedule.Wait], now: Int64) throws -> Int64 {
        let json = JSONEncoder()
        json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var texts: [[WaitingReason]: String] = [:]
        return try write { database in
            let revision = try database.nextRevision()
            let statement = try database.cachedStatement(
                sql: """
                    UPDATE transfers SET reasons = ?, revision = ?,
                        state = CASE WHEN state = 'retrying' AND retry_at > ? THEN state ELSE 'waiting' END
                    WHERE id = ? AND ended_at IS NULL AND state != 'paused'
                    """)
            for wait in waits {
                let text =
                    try texts[wait.reasons]
                    ?? String(decoding: json.encode(wait.reasons), as: UTF8.self)
                texts[wait.reasons] = text
                try statement.execute(arguments: [text, revision, now, wait.id.rawValue])
                guard database.changesCount > 0 else { continue }
                let detail = wait.reasons.first.map { $0.detail ?? $0.code }
                try database.addEvent(.waiting, detail, of: wait.id, now: now)
            }
            return revision
        }
    }
}
