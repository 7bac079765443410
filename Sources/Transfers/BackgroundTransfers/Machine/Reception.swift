// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine

/// The content of one answer, while it is received: how much may be written, and when it is synced.
///
/// A number of bytes in the file is `synced` if a crash cannot take it back.
struct Reception: Sendable, Hashable {
    /// The meaning of the end of the connection.
    enum Ending: Sendable, Hashable {
        /// All bytes of the file have come.
        case complete
        /// All bytes of this part have come, and more parts follow.
        case part
        /// Bytes are missing.
        case interrupted(HTTPError)
    }

    /// The number of bytes in the file.
    private(set) var received: Int64
    /// Where the content of this answer ends; `nil` if only the end of the connection shows it.
    private let end: Int64?
    /// Whether more parts follow this one.
    private let isPart: Bool
    /// Up to where the content is being synced; `nil` if it is not.
    private(set) var syncing: Int64?
    /// When a sync was begun last.
    private var syncedAt: Int64

    /// How many bytes are received between two syncs. A crash loses at most twice as many, because bytes arrive during a sync.
    static let checkpointLength: Int64 = 8 << 20
    /// The most milliseconds after which bytes are synced.
    static let checkpointInterval: Int64 = 5000

    /// Creates the reception of an answer whose header has come.
    ///
    /// - Parameters:
    ///   - offset: where the content of the answer begins in the file.
    ///   - end: where it ends; `nil` if only the end of the connection shows it.
    ///   - isPart: whether more parts follow this one.
    ///   - now: milliseconds since 1970.
    init(from offset: Int64 = 0, upTo end: Int64?, isPart: Bool = false, now: Int64) {
        received = offset
        self.end = end
        self.isPart = isPart
        syncedAt = now
    }

    /// Whether so many bytes may be written. More than the answer has announced are refused.
    func hasRoom(for count: Int) -> Bool { end.map { Int64(count) <= $0 - received } ?? true }

    /// Counts bytes that were written to the file.
    mutating func wrote(_ count: Int) { received += Int64(count) }

    /// When the content must be synced, in milliseconds since 1970; `nil` if it need not be.
    func due(synced: Int64) -> Int64? {
        syncing == nil && received > synced ? syncedAt + Self.checkpointInterval : nil
    }

    /// Whether enough bytes have come to sync them before the time for it.
    func isCheckpoint(synced: Int64) -> Bool { received - synced >= Self.checkpointLength }

    /// Whether no more content may be received until the disk has caught up.
    func awaitsDisk(synced: Int64) -> Bool {
        syncing != nil && received - synced >= 2 * Self.checkpointLength
    }

    /// Begins a sync of what was received, unless one runs.
    ///
    /// - Returns: whether it begins.
    mutating func beginSync(now: Int64) -> Bool {
        guard syncing == nil else { return false }
        syncing = received
        syncedAt = now
        return true
    }

    /// Ends the sync.
    mutating func endSync() { syncing = nil }

    /// Notes that the clock was set, so that the time of the last sync means nothing.
    mutating func clockWasSet(now: Int64) { syncedAt = now }

    /// Returns what the end of the connection means.
    ///
    /// - Parameter failure: why the exchange ended before its time; `nil` if the answer is complete.
    func ending(_ failure: HTTPError?) -> Ending {
        // Anything after the last announced byte does not matter.
        if let failure, received != end { return .interrupted(failure) }
        if let end, received < end {
            return .interrupted(.connection("the connection ended before the end of the file"))
        }
        return isPart ? .part : .complete
    }
}
