// SPDX-License-Identifier: Apache-2.0

/// A validator, which proves that two responses have the same bytes (RFC 9110, section 8.8).
package enum Validator: Sendable, Hashable, Codable {
    /// A strong entity tag, as the server sent it.
    case entityTag(String)
    /// A modification date that is strong, as the server sent it.
    case lastModified(String)

    /// The minimum age of a modification date, in seconds, so that no two versions have the same
    /// date. (RFC 2616 required it, and the clocks of servers differ.)
    private static let margin: Int64 = 60

    /// Returns the strong validator of a response; `nil` if it has none. A date counts only if
    /// there is no entity tag, not even a weak one (RFC 9110, section 13.1.5).
    ///
    /// - Parameter now: the time of this machine's clock, for two-digit years.
    package init?(_ headers: HeaderFields, now: HTTPDate) {
        if headers.contains("ETag") {
            guard let tag = headers.entityTag, !tag.isWeak else { return nil }
            self = .entityTag(tag.text)
        } else {
            guard let text = headers[single: "Last-Modified"],
                let modified = HTTPDate(text, now: now),
                let date = headers.date(now: now), date.seconds - modified.seconds >= Self.margin
            else { return nil }
            self = .lastModified(text)
        }
    }

    /// The value for the `If-Range` field.
    package var text: String {
        switch self {
        case .entityTag(let text), .lastModified(let text): text
        }
    }

    /// Whether a response has the same validator. A response without one may be another version.
    package func isNamed(by headers: HeaderFields) -> Bool {
        switch self {
        case .entityTag(let text):
            // By bytes: two ways to write an accent are equal texts, and two versions.
            headers[single: "ETag"].map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .lastModified(let text):
            headers[single: "Last-Modified"] == text && !headers.contains("ETag")
        }
    }
}

/// An entity tag, which names a version of some content (`ETag`, RFC 9110, section 8.8.3).
package struct EntityTag: Sendable, Hashable {
    /// The tag as the server sent it, with its quotation marks.
    package let text: String
    /// Whether versions with the same tag can differ in their bytes (`W/"…"`).
    package let isWeak: Bool

    /// Parses a tag: `"…"` or `W/"…"`, without blanks or quotation marks inside.
    package init?(_ text: String) {
        isWeak = text.utf8.starts(with: "W/".utf8)
        let opaque = text.utf8.dropFirst(isWeak ? 2 : 0)
        guard opaque.count >= 2, opaque.first == UInt8(ascii: "\""),
            opaque.last == UInt8(ascii: "\""),
            opaque.dropFirst().dropLast().allSatisfy({
                $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80
            })
        else { return nil }
        self.text = text
    }
}
