// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
package import TransferRules

/// Decides what happens to an upload, from its start until it waits again or has ended.
///
/// It is a pure state machine like ``DownloadMachine``: it is told what happened, and returns the steps that the worker must
/// carry out in their order. The result of a step is told to it, too. If a step fails, the rest of the list is void.
///
/// By tus, the offset that the server confirms is all that counts. `PUT` and `POST` begin at the first byte with each attempt.
package struct UploadMachine: Sendable {
    /// The upload as it is to be stored.
    package internal(set) var record: TransferRecord
    /// What the record has of the upload.
    var upload: TransferRecord.Upload { didSet { record.upload = upload } }
    var phase = Phase.idle
    /// The origin of the record's address.
    let origin: Origin
    /// The redirections since the first address of a request.
    var chain: RedirectionRules
    /// Whether the server may refuse a long request before its content is sent. It may not if it does not know `Expect`.
    var awaitsPermission = true
    /// A number from 0 to 1 for each delay, so that transfers that failed together are not all tried at the same time.
    let chance: @Sendable () -> Double

    enum Phase: Sendable {
        /// Nothing is held: no connection, no file, no work in the background.
        case idle
        /// The file is opened and compared with what it was when the upload was added.
        case opening
        /// The digest of the file is computed.
        case verifying
        /// A request was sent, or is being sent.
        case exchanging(Exchange)
        /// The file is looked at again: because the server has all of it, or because of a failure that a change of the file
        /// explains better.
        case comparing(failure: TransferError?)
        /// The server has the file. No order of the user changes that.
        case done
    }

    /// A request, and what has come of it.
    struct Exchange: Sendable {
        var request: Request
        /// The number of bytes of the content that were sent.
        var sent: Int64 = 0
        /// The server's answer, if it is a success, until the exchange ends.
        var response: ServerResponse?
    }

    /// - Parameters:
    ///   - record: the upload, as it is stored.
    ///   - upload: what the record has of the upload.
    ///   - origin: the origin of its address.
    ///   - chance: returns a random number from 0 to 1.
    package init(
        _ record: TransferRecord,
        _ upload: TransferRecord.Upload,
        origin: Origin,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.record = record
        self.upload = upload
        self.chance = chance
        self.origin = origin
        chain = RedirectionRules(origin: origin)
    }

    /// Whether the upload holds nothing any more, so that the worker can forget the machine.
    package var isIdle: Bool {
        switch phase {
        case .idle, .done: true
        case .opening, .verifying, .exchanging, .comparing: false
        }
    }

    /// The number of bytes that the server has confirmed, and of those that are on the way to it.
    package var bytesSent: Int64 {
        switch phase {
        case .exchanging(let exchange):
            exchange.request.part.map { $0.offset + exchange.sent } ?? record.bytesDone
        case .idle, .opening, .verifying, .comparing, .done: record.bytesDone
        }
    }

    /// Whether all of the current request has gone to the server.
    package var hasSentAll: Bool {
        guard case .exchanging(let exchange) = phase else { return false }
        return exchange.sent >= exchange.request.part?.length ?? 0
    }

    /// The length of the file.
    var length: Int64 { upload.file.size }
}
