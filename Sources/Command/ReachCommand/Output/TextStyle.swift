// SPDX-License-Identifier: Apache-2.0

package import CommandSystem
import LinuxSystem

/// The style of text: with or without color (ECMA-48, "select graphic rendition").
package enum TextStyle: Sendable {
    case plain
    case colored

    /// The role of a piece of text, with its color code.
    package enum Role: String, Sendable {
        case good = "32"
        case bad = "31"
        case doubtful = "33"
        case strong = "1"
        case heading = "2"
    }

    /// Returns text in the color of its role.
    package func apply(_ role: Role?, to text: String) -> String {
        guard let role, !text.isEmpty else { return text }
        switch self {
        case .plain: return text
        case .colored: return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
        }
    }
}

extension StandardStream {
    /// Whether the stream is a terminal that supports escape sequences (`TERM` is not `dumb`).
    package var interpretsEscapes: Bool {
        isTerminal && ProcessEnvironment.value(of: "TERM") != "dumb"
    }
}

// MARK: - Escaping

extension String {
    /// The text with control characters and direction marks escaped.
    ///
    /// Names of interfaces and networks come from others, and could control the terminal.
    package var escaped: String {
        // Nearly all texts are ASCII, and looking up properties of Unicode is slow.
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return self }
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            true
        default:
            false
        }
    }
}

// MARK: - Width

extension String {
    /// The number of columns that the text takes on a terminal.
    ///
    /// East Asian wide characters take two columns (Unicode Standard Annex 11).
    package var displayWidth: Int {
        utf8.allSatisfy { $0 < 0x80 }
            ? utf8.count
            : reduce(0) { $0 + ($1.unicodeScalars.first?.isWide == true ? 2 : 1) }
    }

    /// The text in at most this many columns; the end of a longer one is replaced by `…`.
    package func shortened(to columns: Int) -> String {
        guard displayWidth > columns else { return self }
        var text = ""
        var width = 1
        for character in self {
            width += String(character).displayWidth
            if width > columns { break }
            text.append(character)
        }
        return columns > 0 ? text + "…" : ""
    }
}

extension Unicode.Scalar {
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
