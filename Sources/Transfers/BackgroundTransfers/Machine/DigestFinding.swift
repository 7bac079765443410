// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// The result of computing the digests of a file, whose content was synced first.
package enum DigestFinding: Sendable, Hashable {
    /// The content has all digests.
    case right
    /// The content does not have this digest.
    case wrong(ContentDigest)
    /// The digests were given up.
    case givenUp
}
