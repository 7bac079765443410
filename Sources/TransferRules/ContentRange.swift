// SPDX-License-Identifier: Apache-2.0

/// What part of some content an answer brings (`Content-Range`, RFC 9110, section 14.4), in bytes.
package enum ContentRange: Sendable, Hashable {
    /// The bytes from `first` up to `end`, which is the first that does not belong to it.
    ///
    /// - complete: how many bytes there are of the whole; `nil` if the server does not know.
    case part(first: Int64, end: Int64, complete: Int64?)
    /// No part: what was asked for lies beyond the end of the content, which is this long.
    case beyond(complete: Int64)

    /// Reads the field's value: `bytes 0-4/9`, `bytes 0-4/*` or `bytes */9`, and nothing else. A part
    /// that ends before it begins, or lies beyond the end, is malformed; so is a number that does not fit.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let complete = Decimal.parse(halves[1])
        guard complete != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            guard let complete else { return nil }
            self = .beyond(complete: complete)
            return
        }
        let numbers = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let first = Decimal.parse(numbers[0]),
            let last = Decimal.parse(numbers[1]), first <= last, last < complete ?? .max
        else { return nil }
        self = .part(first: first, end: last + 1, complete: complete)
    }
}
