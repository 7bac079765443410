// SPDX-License-Identifier: Apache-2.0

// Syntax is compared by bytes. Swift's `hasPrefix(_:)` and `hasSuffix(_:)` compare characters, for which `/` with a
// combining mark after it is no slash, and U+037E is a semicolon.
extension StringProtocol {
    /// Whether the text begins with the bytes of another one.
    package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether the text ends with the bytes of another one.
    package func ends(with end: String) -> Bool {
        utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
    }

    /// Whether the bytes of another text are somewhere in the text.
    package func includes(_ part: String) -> Bool { Array(utf8).includes(Array(part.utf8)) }
}

extension [UInt8] {
    /// Whether bytes are somewhere in these bytes.
    ///
    /// The `contains` of collections of `_StringProcessing` would link the parser of regular expressions: 1.2 MB.
    package func includes(_ part: [UInt8]) -> Bool {
        guard part.count <= count else { return false }
        return (0...count - part.count).contains { self[$0...].starts(with: part) }
    }
}

extension String {
    /// Whether two texts have the same bytes. For `==` they are the same if Unicode says that they look the same, which
    /// two names of interfaces can.
    package func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// A text that equals another one only if both have the same bytes (``Swift/String/isSameText(as:)``): a key for names of
/// interfaces.
package struct ExactText: Sendable, Hashable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.init(text) }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.isSameText(as: other.text)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The pieces between the occurrences of a separator.
    package func pieces(
        separatedBy separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmpty: Bool = true
    ) -> [Substring] {
        self[...].unicodeScalars.split(
            separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmpty
        ).map { Substring($0) }
    }
}

extension String {
    /// The text, cut to a number of bytes with an ellipsis at its end if it is longer: messages contain text of servers,
    /// whose header fields may have 64 KiB.
    package func bounded(to count: Int = 1000) -> String {
        guard utf8.count > count else { return self }
        let mark = "…"
        var end = utf8.index(startIndex, offsetBy: max(0, count - mark.utf8.count))
        while !utf8[end].beginsScalar { end = utf8.index(before: end) }
        return self[..<end] + mark
    }
}

extension UInt8 {
    /// Whether a scalar begins with this byte in UTF-8.
    fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
}

extension Substring.UTF8View {
    /// Takes this character from the beginning.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }
}
