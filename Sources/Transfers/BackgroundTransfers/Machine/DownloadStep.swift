// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// What a worker must do for a download.
package enum DownloadStep: Sendable, Hashable {
    /// Store the record and these events, in one transaction.
    case save([TransferEvent.Note])
    /// Look at the partial file: ``DownloadMachine/inspected(_:now:)``.
    case inspect(TransferRecord.Partial)
    /// Ask whether the path to the server meets the conditions, then send the request.
    case request(DownloadMachine.Request)
    /// Close the connection at once.
    case disconnect
    /// Make the partial file, and reserve space for the content: ``DownloadMachine/created(_:now:)``.
    case create(TransferRecord.Partial, length: Int64?)
    /// Give the partial file this length. What is received next is written there.
    case resize(Int64)
    /// Sync the content in the background: ``DownloadMachine/synced(_:now:)``.
    case sync(upTo: Int64)
    /// Sync the content and compute its digests in the background: ``DownloadMachine/verified(_:now:)``.
    case verify([ContentDigest], length: Int64)
    /// Give up computing the digests. What follows is ``DownloadMachine/verified(_:now:)`` or a failure if that had begun,
    /// and ``DownloadMachine/gaveUpVerifying(now:)`` otherwise.
    case stopVerifying
    /// Give the file its mode and its name in the background: ``DownloadMachine/committed(now:)``.
    ///
    /// - mayBeTaken: whether an empty file at the destination may be the download's own, which a crash has left.
    case commit(TransferRecord.Partial, mode: UInt16, overwrites: Bool, mayBeTaken: Bool)
    /// Remove the partial file, and the empty file by which it has claimed its name.
    case remove(TransferRecord.Partial)
}
