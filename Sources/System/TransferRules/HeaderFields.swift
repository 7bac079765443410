// SPDX-License-Identifier: Apache-2.0

/// The header fields of an HTTP response. Names are case-insensitive (RFC 9110, section 5.1).
package struct HeaderFields: Sendable, Hashable {
    private var lines: [String: [String]] = [:]

    /// Creates a header from its lines. A name can occur more than once.
    package init(_ fields: some Sequence<(name: String, value: String)>) {
        for (name, value) in fields {
            lines[name.asciiLowercased, default: []].append(value.trimmed)
        }
    }

    /// Creates a header from its lines.
    package init(_ fields: [FieldLine]) {
        self.init(fields.map { (name: $0.name, value: $0.value) })
    }

    /// The value of a field that must occur only once; `nil` if it is absent or occurs more than
    /// once.
    package subscript(single name: String) -> String? {
        guard let values = lines[name.asciiLowercased], values.count == 1 else { return nil }
        return values[0]
    }

    /// The members of a list field, from all its lines (RFC 9110, section 5.6.1). Empty members are
    /// left out.
    package subscript(list name: String) -> [String] {
        (lines[name.asciiLowercased] ?? []).flatMap { $0.unicodeScalars.split(separator: ",") }
            .map { Substring($0).trimmed }.filter { !$0.isEmpty }
    }

    /// The value of a field with all its lines, joined by commas (RFC 9110, section 5.3); `nil` if it is absent.
    package subscript(joined name: String) -> String? {
        lines[name.asciiLowercased]?.joined(separator: ", ")
    }

    /// Whether the header has a field with a name.
    package func contains(_ name: String) -> Bool { lines[name.asciiLowercased] != nil }
}

extension HeaderFields {
    /// The length of the content as sent (`Content-Length`); `nil` if it is absent, malformed or
    /// ambiguous, or if the response has a transfer encoding (RFC 9112, section 6.3).
    package var contentLength: Int64? {
        guard !contains("Transfer-Encoding") else { return nil }
        // A server may repeat the field with the same value (RFC 9110, section 8.6).
        let lengths = Set(self[list: "Content-Length"].map { Decimal.parse($0) })
        return lengths.count == 1 ? lengths.first ?? nil : nil
    }

    /// Whether the length of the content is announced, but not as one number, so that its end is unknown.
    package var hasUnusableLength: Bool {
        contains("Content-Length") && !contains("Transfer-Encoding") && contentLength == nil
    }

    /// The length of the content in the file; `nil` if it is unknown or no content follows (RFC
    /// 9110, section 6.4.1).
    package func contentLength(status: Int, method: String) -> Int64? {
        switch status {
        case 100...199, 204, 304: nil
        default: method == "HEAD" || isEncoded ? nil : contentLength
        }
    }

    /// Whether the server does not send parts (`Accept-Ranges: none`).
    var refusesRanges: Bool {
        self[list: "Accept-Ranges"].contains { $0.asciiLowercased == "none" }
    }

    /// The media type without parameters, in lower case (`Content-Type`).
    package var mediaType: String? {
        self[single: "Content-Type"]?.unicodeScalars.split(separator: ";").first.map {
            Substring($0).trimmed.asciiLowercased
        }
    }

    /// The part that follows, or the length of the complete content (`Content-Range`); `nil` if it
    /// is absent or malformed.
    var contentRange: ContentRange? {
        self[single: "Content-Range"].flatMap(ContentRange.init)
    }

    /// The entity tag (`ETag`); `nil` if it is absent or malformed.
    package var entityTag: EntityTag? { self[single: "ETag"].flatMap(EntityTag.init) }

    /// The time of the response by the server's clock (`Date`).
    ///
    /// - Parameter now: the time of this machine's clock, for two-digit years.
    package func date(now: HTTPDate) -> HTTPDate? {
        self[single: "Date"].flatMap { HTTPDate($0, now: now) }
    }

    /// The delay that the server requests before the next request (`Retry-After`), from zero to 24
    /// hours; `nil` if it is absent or malformed.
    ///
    /// - Parameter now: the time of this machine's clock, for a response without a `Date` and for
    ///   two-digit years.
    package func retryAfter(now: HTTPDate) -> Duration? {
        guard let text = self[single: "Retry-After"] else { return nil }
        let seconds: Int64
        if !text.isEmpty, text.utf8.allSatisfy(Decimal.isDigit) {
            // A number that does not fit is more than a day.
            seconds = Decimal.parse(text) ?? .max
        } else if let date = HTTPDate(text, now: now) {
            seconds = date.seconds - (self.date(now: now) ?? now).seconds
        } else {
            return nil
        }
        return .seconds(min(max(seconds, 0), 86_400))
    }
}

/// A line of a header.
package struct FieldLine: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
