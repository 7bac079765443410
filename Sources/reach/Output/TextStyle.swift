// SPDX-License-Identifier: Apache-2.0

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
