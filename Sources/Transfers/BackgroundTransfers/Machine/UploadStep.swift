// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// What a worker must do for an upload.
package enum UploadStep: Sendable, Hashable {
    /// Store the record and these events, in one transaction.
    case save([TransferEvent.Note])
    /// Open the file: ``UploadMachine/opened(_:now:)``.
    case open
    /// Compute the digest of the file in the background: ``UploadMachine/verified(isRight:now:)``.
    case verify(ContentDigest)
    /// Give up computing the digest.
    case stopVerifying
    /// Ask whether the path to the server meets the conditions, then send the request.
    case request(UploadMachine.Request)
    /// Close the connection at once.
    case disconnect
    /// Look at the open file again, and at what has its path now: ``UploadMachine/compared(_:atPath:now:)``.
    case compare
}
