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
