// SPDX-License-Identifier: Apache-2.0

/// Decides whether a whole file takes the place of the part that is there, from one answer to the next.
///
/// A captive portal answers every request with a page of its own. A server that has stopped to name
/// versions answers in the same way each time, too, but with the same kind of content.
package struct Replacements: Sendable, Hashable {
    /// How many answers in a row without a validator are refused before the next one is taken.
    package static let limit = 3

    private var refusals = 0

    package init() {}

    /// Whether an answer may be used: all but a whole file that may be something else.
    package mutating func allows(_ answer: Resumption.Answer) -> Bool {
        guard case .whole(_, let doubts) = answer,
            !doubts.isDisjoint(with: [.mediaType, .validator])
        else {
            refusals = 0
            return true
        }
        // Another kind of content, or content of another server, is a portal's however often it comes.
        guard doubts == [.validator] else {
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
