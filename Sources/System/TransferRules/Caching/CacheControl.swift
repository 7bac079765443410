// SPDX-License-Identifier: Apache-2.0

/// The directives of a `Cache-Control` field with their arguments (RFC 9111, section 5.2).
struct CacheControl {
    /// The arguments by the names of the directives in lower case; `nil` for a directive without an argument.
    private var arguments: [String: [String?]] = [:]

    /// Parses the value of the field, of all its lines; `nil` for a field that is absent.
    init(_ text: String?) {
        for element in Self.elements(of: text ?? "") {
            let parts = element.unicodeScalars.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false
            ).map { Substring($0) }
            let name = parts[0].trimmed.asciiLowercased
            guard !name.isEmpty else { continue }
            let argument = parts.count == 2 ? Self.argument(parts[1], after: parts[0]) : nil
            arguments[name, default: []].append(argument)
        }
    }

    /// Whether there is a directive, with or without an argument.
    func contains(_ name: String) -> Bool { arguments[name] != nil }

    /// Whether there is a directive without an argument, or with one that names nothing.
    func isUnqualified(_ name: String) -> Bool {
        arguments[name]?.contains { $0.map { Self.names(in: $0).isEmpty } ?? true } ?? false
    }

    /// The names of fields in the arguments of a directive (`no-cache="Set-Cookie"`), in lower case.
    func fieldNames(_ name: String) -> Set<String> {
        Set((arguments[name] ?? []).compactMap(\.self).flatMap(Self.names))
    }

    /// The seconds of a directive; `nil` if it is absent.
    ///
    /// A value that is no number of seconds counts as zero, and so do values that differ: the response is then stale
    /// (RFC 9111, section 4.2.1).
    func seconds(_ name: String) -> Int64? {
        guard let values = arguments[name] else { return nil }
        let seconds = Set(values.map { $0.flatMap(Self.deltaSeconds) })
        return seconds.count == 1 ? (seconds.first ?? nil) ?? 0 : 0
    }

    /// The largest number of seconds. A larger one counts as this one (RFC 9111, section 1.2.2).
    static let longest: Int64 = 1 << 31

    /// Parses a number of seconds; returns `nil` for any other text.
    static func deltaSeconds(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(Decimal.isDigit) else { return nil }
        return min(Decimal.parse(text) ?? longest, longest)
    }

    /// The elements between commas that are not in quotation marks.
    private static func elements(of text: String) -> [Substring] {
        var elements: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let character = scalars[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                elements.append(text[start..<index])
                start = scalars.index(after: index)
            }
        }
        elements.append(text[start...])
        return elements
    }

    /// An argument without its quotation marks. No blanks may be beside the equals sign: such an argument is empty, which
    /// is no valid number.
    private static func argument(_ text: Substring, after name: Substring) -> String {
        guard let first = text.unicodeScalars.first, !first.isBlank,
            name.unicodeScalars.last?.isBlank == false
        else { return "" }
        let text = text.trimmed
        let scalars = text.unicodeScalars
        guard scalars.first == "\"" else { return text }
        guard scalars.count >= 2, scalars.last == "\"" else { return "" }
        return String(scalars.dropFirst().dropLast())
    }

    private static func names(in text: String) -> [String] {
        text.unicodeScalars.split(separator: ",").map { Substring($0).trimmed.asciiLowercased }
            .filter { !$0.isEmpty }
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
