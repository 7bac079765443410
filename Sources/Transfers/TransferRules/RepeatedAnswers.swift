// SPDX-License-Identifier: Apache-2.0

/// Decides, over several responses, whether a complete file replaces the content of a download.
///
/// A captive portal answers every request with its own page. A server that no longer sends
/// validators also answers each time in the same way, but with the same media type.
package struct Replacements: Sendable, Hashable {
    /// The number of responses in a row without a validator that are rejected before the next one
    /// is accepted.
    package static let limit = 3

    private var refusals = 0

    package init() {}

    /// Returns whether a response may be used. Only a complete file that may be other content is
    /// rejected.
    package mutating func allows(_ answer: Resumption.Answer) -> Bool {
        guard case .whole(_, let differences) = answer,
            !differences.isDisjoint(with: [.mediaType, .validator])
        else {
            refusals = 0
            return true
        }
        // Another media type, or another server, is a portal's however often it occurs.
        guard differences == [.validator] else {
            refusals = 0
            return false
        }
        guard refusals < Self.limit else {
            refusals = 0
            return true
        }
        refusals += 1
        return false
    }
}

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
