// SPDX-License-Identifier: Apache-2.0

/// The directives of a request about stored responses (RFC 9111, section 5.2.1).
///
/// All directives except ``noStore`` and ``onlyIfCached`` are preferences: they decide whether the server is asked, not which
/// response is used if the server cannot be asked.
package struct RequestDirectives: Sendable, Hashable {
    /// The request and its response may not be stored (`no-store`).
    package let noStore: Bool
    /// A stored response is not preferred before the server has validated it (`no-cache`, or `Pragma: no-cache`).
    package let noCache: Bool
    /// The preferred maximum age of a stored response, in seconds (`max-age`).
    package let maxAge: Int64?
    /// How stale a stored response may be, in seconds (`max-stale`).
    package let maxStale: Int64?
    /// How long a stored response should be fresh from now on, in seconds (`min-fresh`).
    package let minFresh: Int64?
    /// The server is not to be asked (`only-if-cached`).
    package let onlyIfCached: Bool
    /// How stale a response may be when the server fails, in seconds (`stale-if-error`, RFC 5861, section 4).
    package let staleIfError: Int64?

    /// Reads the directives of a request.
    package init(_ headers: HeaderFields) {
        let control = CacheControl(headers[joined: "Cache-Control"])
        noStore = control.contains("no-store")
        // Pragma counts only where there is no Cache-Control (RFC 9111, section 5.4).
        noCache =
            control.contains("no-cache")
            || (!headers.contains("Cache-Control")
                && headers[list: "Pragma"].contains { $0.lowercased() == "no-cache" })
        maxAge = control.seconds("max-age")
        // Without an argument, any staleness is accepted.
        maxStale =
            control.isUnqualified("max-stale") ? CacheControl.longest : control.seconds("max-stale")
        minFresh = control.seconds("min-fresh")
        onlyIfCached = control.contains("only-if-cached")
        staleIfError = control.seconds("stale-if-error")
    }
}

/// The directives of a response for a private cache (RFC 9111, section 5.2.2, and RFC 5861).
///
/// `s-maxage` and `proxy-revalidate` are for shared caches, and do not count. `Pragma` has no meaning in a response.
package struct ResponseDirectives: Sendable, Hashable {
    /// The response may not be stored (`no-store`).
    package let noStore: Bool
    /// The response may not be used before the server has validated it (`no-cache` without names of fields).
    package let noCache: Bool
    /// The names, in lower case, of fields that may not be used before the server has validated the response
    /// (`no-cache="Set-Cookie"`).
    package let unvalidatedFields: Set<String>
    /// The response may not be used when it is stale, not even without a network (`must-revalidate`).
    package let mustRevalidate: Bool
    /// The response may be stored only by a cache that understands its status (`must-understand`).
    package let mustUnderstand: Bool
    /// The response may be stored although its status would not allow it (`public`, `private`).
    package let isExplicitlyStorable: Bool
    /// How long the response is fresh, in seconds (`max-age`); `nil` if it does not say.
    package let maxAge: Int64?
    /// How long a stale response may be used while it is validated, in seconds (RFC 5861, section 3); `nil` if it does
    /// not say.
    package let staleWhileRevalidate: Int64?
    /// How long a stale response may be used when the server fails, in seconds (RFC 5861, section 4); `nil` if it does
    /// not say.
    package let staleIfError: Int64?

    /// Reads the directives of a response.
    package init(_ headers: HeaderFields) {
        let control = CacheControl(headers[joined: "Cache-Control"])
        noStore = control.contains("no-store")
        noCache = control.isUnqualified("no-cache")
        unvalidatedFields = control.fieldNames("no-cache")
        mustRevalidate = control.contains("must-revalidate")
        mustUnderstand = control.contains("must-understand")
        isExplicitlyStorable = control.contains("public") || control.contains("private")
        maxAge = control.seconds("max-age")
        staleWhileRevalidate = control.seconds("stale-while-revalidate")
        staleIfError = control.seconds("stale-if-error")
    }
}

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

extension HeaderFields {
    /// `Age`, in seconds. Of several values the first counts, and one that is no number does not (RFC 9111, section 5.1).
    package var age: Int64? { self[list: "Age"].first.flatMap(CacheControl.deltaSeconds) }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
