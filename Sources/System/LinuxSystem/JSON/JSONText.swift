// SPDX-License-Identifier: Apache-2.0

/// Text between the quotation marks of a string in JSON (RFC 8259, section 7). Every writer of JSON here uses it.
///
/// Scalars decide, not characters: a quotation mark that a combining mark follows is a quotation mark.
package enum JSONText {
    /// Whether a text has a scalar that is escaped. Nearly none has, and such texts can be copied in one piece.
    package static func needsEscape(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        for index in bytes.indices {
            switch bytes[index] {
            // Those from 0xC2 on begin scalars of two and three bytes. Some of these are escaped.
            case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2:
                return true
            default: continue
            }
        }
        return false
    }

    /// Appends a text with its escapes.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        guard needsEscape(text) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(ascii: scalar))
            case _ where scalar.actsOnReaders:
                bytes.append(contentsOf: "\\u".utf8)
                for shift in [12, 8, 4, 0] as [UInt32] {
                    bytes.append(digits[Int(scalar.value >> shift & 15)])
                }
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension Unicode.Scalar {
    /// Whether the scalar acts on a terminal or on the order of the text around it, or ends a line for some readers of
    /// lines: control characters (C0, DEL, C1), the separators of lines and paragraphs, and the controls of
    /// bidirectional text (Unicode Standard Annex 9). All are below U+10000.
    fileprivate var actsOnReaders: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
