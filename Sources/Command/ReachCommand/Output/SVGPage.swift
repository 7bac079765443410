// SPDX-License-Identifier: Apache-2.0

/// The page of a picture (SVG 1.1), for light and dark screens: its size, its texts for screen readers, and the style that
/// all pictures have.
struct SVGPage {
    // Lengths in units of the picture.
    static let width: Int64 = 960
    static let border: Int64 = 24

    let title: String
    /// The content of the picture as text, for screen readers.
    let description: String
    let height: Int64
    /// The further rules of the style sheet.
    let style: String
    /// Those of them that differ on dark screens.
    let darkStyle: String

    /// Returns the picture.
    ///
    /// - Parameter elements: the elements on the page.
    func text(_ elements: [String]) -> String {
        let (width, height) = (Self.width, height)
        let head = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" "#
                + #"width="\#(width)" height="\#(height)" role="img" aria-labelledby="title text">"#,
            #"<title id="title">\#(title.xml)</title>"#,
            #"<desc id="text">\#(description.xml)</desc>"#, styleSheet,
            #"<rect class="page" width="\#(width)" height="\#(height)"/>"#,
        ]
        return (head + elements).joined(separator: "\n") + "\n</svg>\n"
    }

    private var styleSheet: String {
        """
        <style>
        text { font-family: system-ui, sans-serif; fill: #1f2328; }
        .small { font-size: 13px; }
        .page { fill: #ffffff; }
        .axis { stroke: #59636e; stroke-width: 1; }
        \(style)
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .page { fill: #0d1117; }
        .axis { stroke: #9198a1; }
        \(darkStyle)
        }
        </style>
        """
    }
}

// MARK: - Elements

extension SVGPage {
    /// A text at a place, with a class.
    static func label(_ x: Int64, _ y: Int64, _ text: String, _ kind: String) -> String {
        #"<text class="\#(kind)" x="\#(x)" y="\#(y)">\#(text.xml)</text>"#
    }

    /// A small text beside a place, which is in hundredths of a unit.
    ///
    /// - Parameters:
    ///   - x: the place in the text that `anchor` names.
    ///   - y: the line on which the letters stand.
    ///   - text: the text.
    ///   - anchor: a value of `text-anchor`.
    static func label(
        atHundredth x: Int64, _ y: Int64, _ text: String, anchor: String
    ) -> String {
        #"<text class="small" text-anchor="\#(anchor)" x="\#(decimal(x))" y="\#(y)">"#
            + "\(text.xml)</text>"
    }

    /// A length in hundredths of a unit.
    static func decimal(_ hundredths: Int64) -> String {
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension String {
    /// The text as character data or as an attribute's value of XML 1.0. A character that no document may have (section
    /// 2.2) becomes U+FFFD.
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
