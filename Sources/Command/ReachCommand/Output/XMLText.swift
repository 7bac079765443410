// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text as character data or as an attribute's value of XML 1.0. What no document may have (section 2.2) becomes
    /// U+FFFD.
    ///
    /// Scalars decide, not characters: a `<` that a variation selector follows begins an element.
    var xml: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            // Readers take a raw one for a line feed.
            case "\r": text += "&#13;"
            case "\0"..<"\t", "\u{B}"..."\u{C}", "\u{E}"..<" ", "\u{FFFE}"..."\u{FFFF}":
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
