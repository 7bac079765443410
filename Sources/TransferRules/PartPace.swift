// SPDX-License-Identifier: Apache-2.0

/// Counts the short parts of a file that come in a row.
///
/// A server may send less than is asked for, and is then asked for what follows at once. One that sends a
/// byte at a time would be asked without an end.
package struct PartPace: Sendable, Hashable {
    /// A part of fewer bytes is short. Servers that limit parts send a megabyte or so.
    package static let shortLength: Int64 = 65_536
    /// How many short parts in a row are too many.
    package static let limit = 64

    private var shortParts = 0

    package init() {}

    /// Counts a part.
    ///
    /// - Returns: whether what follows may be asked for at once.
    package mutating func allowsNext(afterPartOf length: Int64) -> Bool {
        shortParts = length < Self.shortLength ? shortParts + 1 : 0
        return shortParts < Self.limit
    }
}
