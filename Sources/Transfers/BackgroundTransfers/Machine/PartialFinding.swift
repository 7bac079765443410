// SPDX-License-Identifier: Apache-2.0

/// The state of a partial file on the disk.
package enum PartialFinding: Sendable, Hashable {
    /// The file, with this length.
    case present(length: Int64)
    /// The file is complete: it has the name of the destination.
    case committed
    /// The partial file is gone, and a file of its length has the name of the destination, which was claimed: only the
    /// digests show whether that is the file.
    case unproven
    /// Nothing, or another file.
    case missing
}
