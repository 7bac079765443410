// SPDX-License-Identifier: Apache-2.0

/// What names a version of some content (`ETag`, RFC 9110, section 8.8.3).
package struct EntityTag: Sendable, Hashable {
    /// The tag as the server wrote it, with its quotation marks.
    package let text: String
    /// Whether versions of the same tag may differ in their bytes (`W/"…"`).
    package let isWeak: Bool

    /// Reads a tag: `"…"` or `W/"…"`, with neither blanks nor quotation marks in it.
    package init?(_ text: String) {
        isWeak = text.hasPrefix("W/")
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
