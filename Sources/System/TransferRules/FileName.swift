// SPDX-License-Identifier: Apache-2.0

/// The name of the file in which content is stored.
package enum FileName {
    /// The longest name of a file, in bytes (`NAME_MAX`).
    package static let limit = 255

    /// Returns the name for the content of a response: the server's, else the one in the address, else `download`.
    ///
    /// - Parameters:
    ///   - headers: the header of the response.
    ///   - lastComponent: the last component of the first address, decoded; `nil` if it has none.
    package static func choose(_ headers: HeaderFields, lastComponent: String?) -> String {
        let candidates = [headers.contentDispositionFileName, lastComponent].compactMap(\.self)
        return candidates.lazy.compactMap(clean).first ?? "download"
    }

    /// Returns a name that is safe to use in a folder; `nil` if nothing is left of it.
    ///
    /// Everything before the last slash or backslash is removed, and so are control and bidirectional characters, and dots at
    /// the beginning, which would hide the file or name a folder.
    static func clean(_ text: String) -> String? {
        // By scalars: a slash and a joiner after it are one character, which is not a slash.
        let visible = text.unicodeScalars.filter { !isRemoved($0) }
        // So are a dot and an accent after it, which would hide the file all the same. An accent at the beginning would
        // be one with the slash before the name.
        let last = (visible.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? [])
            .drop { $0 == "." || $0 == " " || $0.properties.isGraphemeExtend }
        let cut = shorten(String(String.UnicodeScalarView(last)), to: limit).unicodeScalars
        let name = cut.reversed().drop { $0 == " " }.reversed()
        return name.isEmpty ? nil : String(String.UnicodeScalarView(name))
    }

    /// Returns the beginning of a text that has at most `length` bytes, cut at a character.
    package static func shorten(_ text: String, to length: Int) -> String {
        var count = 0
        var end = text.startIndex
        while end < text.endIndex {
            let bytes = text[end].utf8.count
            guard count + bytes <= length else { break }
            count += bytes
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    /// Whether a character must not be in a name: it controls the terminal or the direction of text, or cannot be seen.
    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            true
        default: false
        }
    }
}

extension HeaderFields {
    /// The name that the server gives the content (`Content-Disposition`, RFC 6266); `nil` if it gives none.
    ///
    /// `filename*` (RFC 8187) goes before `filename`.
    var contentDispositionFileName: String? {
        guard let field = self[single: "Content-Disposition"] else { return nil }
        let parameters = Self.parameters(of: field)
        if let extended = parameters["filename*"], let name = Self.decodeExtended(extended) {
            return name
        }
        return parameters["filename"]
    }

    /// The parameters after the first `;`, with the names in lower case. The first of several with one name counts.
    private static func parameters(of field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        // By scalars: a semicolon or a quotation mark with an accent after it is one all the same.
        var rest = field.unicodeScalars.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            var value = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let character = rest.first, character != "\"" {
                    rest = rest.dropFirst()
                    // A backslash quotes the character after it.
                    if character == "\\", let next = rest.first {
                        value.append(next)
                        rest = rest.dropFirst()
                    } else {
                        value.append(character)
                    }
                }
                rest = rest.drop { $0 != ";" }
            } else {
                let token = rest.prefix { $0 != ";" }
                value = Substring(token).trimmed.unicodeScalars
                rest = rest.dropFirst(token.count)
            }
            let key = Substring(name).trimmed.asciiLowercased
            if parameters[key] == nil { parameters[key] = String(value) }
        }
        return parameters
    }

    /// Decodes `UTF-8'en'%e2%82%ac.txt`. Returns `nil` for another character set, and for a malformed value.
    private static func decodeExtended(_ text: String) -> String? {
        let parts = text.unicodeScalars.split(
            separator: "'", maxSplits: 2, omittingEmptySubsequences: false
        ).map { Substring($0) }
        guard parts.count == 3, parts[0].asciiLowercased == "utf-8" else { return nil }
        return PercentEncoding.decode(parts[2])
    }
}
