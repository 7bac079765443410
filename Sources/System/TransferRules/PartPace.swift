// SPDX-License-Identifier: Apache-2.0

/// Counts the consecutive short parts of a file.
///
/// A server can send less than requested, and the rest is then requested at once. A limit ends the
/// requests to a server that sends one byte at a time.
package struct PartPace: Sendable, Hashable {
    /// The minimum length of a part that is not short, in bytes. Servers that limit parts usually
    /// send about one megabyte.
    package static let shortLength: Int64 = 65_536
    /// The number of consecutive short parts that is too many.
    package static let limit = 64

    private var shortParts = 0

    package init() {}

    /// Counts a part.
    ///
    /// - Returns: whether the rest may be requested at once.
    package mutating func allowsNext(afterPartOf length: Int64) -> Bool {
        shortParts = length < Self.shortLength ? shortParts + 1 : 0
        return shortParts < Self.limit
    }
}
