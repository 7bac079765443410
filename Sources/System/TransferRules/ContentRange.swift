// SPDX-License-Identifier: Apache-2.0

/// The part of the content that a response contains (`Content-Range`, RFC 9110, section 14.4), in
/// bytes.
package enum ContentRange: Sendable, Hashable {
    /// The bytes from `first` up to, but not including, `end`.
    ///
    /// - complete: the length of the complete content; `nil` if the server does not know it.
    case part(first: Int64, end: Int64, complete: Int64?)
    /// No part: the requested range begins after the end of the content, whose length is
    /// `complete`.
    case beyond(complete: Int64)

    /// Parses the value of the field: `bytes 0-4/9`, `bytes 0-4/*` or `bytes */9`.
    ///
    /// Returns `nil` for any other text, for a part that ends before it begins or after the
    /// content, and for a number that does not fit.
    package init?(_ text: String) {
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, String(words[0]).asciiLowercased == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let complete = Decimal.parse(Substring(halves[1]))
        guard complete != nil || halves[1].elementsEqual(["*"]) else { return nil }
        if halves[0].elementsEqual(["*"]) {
            guard let complete else { return nil }
            self = .beyond(complete: complete)
            return
        }
        let numbers = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let first = Decimal.parse(Substring(numbers[0])),
            let last = Decimal.parse(Substring(numbers[1])), first <= last, last < complete ?? .max
        else { return nil }
        self = .part(first: first, end: last + 1, complete: complete)
    }
}
