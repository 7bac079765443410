// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// Text with or without color (ECMA-48's "select graphic rendition").
enum TextStyle {
    case plain
    case colored

    /// What a piece of text is.
    enum Role: String {
        case good = "32"
        case bad = "31"
        case doubtful = "33"
        case strong = "1"
        case heading = "2"
    }

    /// The text in the color of its role.
    func apply(_ role: Role?, to text: String) -> String {
        guard let role, !text.isEmpty else { return text }
        switch self {
        case .plain: return text
        case .colored: return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
        }
    }
}

extension StandardStream {
    /// Whether it is a terminal that acts upon escape sequences: one of the type `dumb` does not.
    var takesEscapes: Bool { isTerminal && ProcessEnvironment.value(of: "TERM") != "dumb" }
}
