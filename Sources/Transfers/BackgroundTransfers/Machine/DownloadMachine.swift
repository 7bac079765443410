// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// Decides what happens to a download, from its start until it waits again or has ended.
///
/// It is a pure state machine: it is told what happened, and returns the steps that the worker must carry out in their
/// order. The result of a step is told to it, too. If a step fails, the rest of the list is void.
package struct DownloadMachine: Sendable {
    /// The download as it is to be stored.
    package internal(set) var record: TransferRecord
    var phase = Phase.idle
    /// The redirections since the first address.
    var chain: RedirectionRules
    var parts = PartPace()
    /// Rises when other content takes the place of what is there, so that a sync of the old content does not count for
    /// the new.
    package internal(set) var epoch = 0
    /// Whether an earlier worker may have left an empty file at the destination.
    var mayBeTaken: Bool
    /// What makes the name of the partial file unique.
    let token: String
    /// A number from 0 to 1 for each delay, so that transfers that failed together are not all tried at the same time.
    let chance: @Sendable () -> Double

    enum Phase: Sendable {
        /// Nothing is held: no connection, no file, no work in the background.
        case idle
        /// The partial file is looked at.
        case inspecting
        /// A request was sent.
        case requesting(Request)
        /// The answer is good, and the partial file is made.
        case creating(Reception)
        /// Content is received.
        case receiving(Reception)
        /// The connection is closed. What was received is synced before the download leaves.
        case leaving(AttemptExit, received: Int64)
        /// The content is synced and its digests are computed.
        ///
        /// - isNamed: whether it is the content of a file at the destination, which a crash may have left there.
        case verifying(isNamed: Bool)
        /// The digests are given up. How that ends tells whether the content is synced.
        case givingUp(AttemptExit, received: Int64)
        /// The file gets its name.
        ///
        /// Until that has begun, the user's order goes first.
        case committing(hasBegun: Bool)
    }

    /// The content of an answer, while it is received.
    struct Reception: Sendable {
        /// The number of bytes in the file.
        var received: Int64
        /// Where the content of this answer ends; `nil` if only the end of the connection tells.
        var end: Int64?
        /// Whether more parts follow this one.
        var isPart = false
        /// Up to where the content is being synced; `nil` if it is not.
        var syncing: Int64?
        /// When a sync was begun last.
        var syncedAt: Int64
    }

    /// - Parameters:
    ///   - record: the download, as it is stored.
    ///   - origin: the origin of its address.
    ///   - token: what makes the name of the partial file unique.
    ///   - chance: returns a random number from 0 to 1.
    package init(
        _ record: TransferRecord,
        origin: Origin,
        token: String,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.record = record
        mayBeTaken = record.partial?.isClaimed == true
        self.token = token
        self.chance = chance
        chain = RedirectionRules(origin: origin)
    }

    /// Whether the download holds nothing any more, so that the worker can forget the machine.
    package var isIdle: Bool {
        switch phase {
        case .idle: true
        case .inspecting, .requesting, .creating, .receiving, .leaving, .verifying, .givingUp,
            .committing:
            false
        }
    }

    /// The number of bytes that are in the file, synced or not.
    package var received: Int64 {
        switch phase {
        case .receiving(let reception), .creating(let reception): reception.received
        case .leaving(_, let received), .givingUp(_, let received): received
        case .idle, .inspecting, .requesting, .verifying, .committing: record.bytesDone
        }
    }

    /// When ``checkpointIsDue(now:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    package var due: Int64? {
        guard case .receiving(let reception) = phase, reception.syncing == nil,
            reception.received > record.bytesDone
        else { return nil }
        return reception.syncedAt + Self.checkpointInterval
    }

    /// The most bytes that may be lost by a crash.
    static let checkpointLength: Int64 = 8 << 20
    /// The most milliseconds after which bytes are synced.
    static let checkpointInterval: Int64 = 5000
}
