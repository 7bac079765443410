// SPDX-License-Identifier: Apache-2.0

/// The header fields of an HTTP answer, found by their names in any case (RFC 9110, section 5.1).
package struct HeaderFields: Sendable, Hashable {
    private var lines: [String: [String]] = [:]

    /// Takes in the lines of a header. A name may come more than once.
    package init(_ fields: some Sequence<(name: String, value: String)>) {
        for (name, value) in fields {
            lines[name.lowercased(), default: []].append(value.trimmed)
        }
    }

    /// The value of a field that may stand only once; `nil` if it is absent or stands more than once.
    package subscript(single name: String) -> String? {
        guard let values = lines[name.lowercased()], values.count == 1 else { return nil }
        return values[0]
    }

    /// The members of a field that is a list, however many lines it takes (RFC 9110, section 5.6.1).
    /// Empty members do not count.
    package subscript(list name: String) -> [String] {
        (lines[name.lowercased()] ?? []).flatMap { $0.split(separator: ",") }
            .map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Whether there is a field of that name.
    package func contains(_ name: String) -> Bool { lines[name.lowercased()] != nil }
}

extension HeaderFields {
    /// How many bytes follow (`Content-Length`); `nil` if the answer does not say, or says it in two
    /// ways or wrongly. It says nothing where the answer has a transfer encoding (RFC 9112, section 6.3).
    package var contentLength: Int64? {
        guard !contains("Transfer-Encoding") else { return nil }
        // A server may repeat it, if it says the same (RFC 9110, section 8.6).
        let lengths = Set(self[list: "Content-Length"].map { Decimal.parse($0) })
        return lengths.count == 1 ? lengths.first ?? nil : nil
    }

    /// How many bytes of content follow in the file; `nil` if that is not known, or if the length is that
    /// of content that does not follow (RFC 9110, section 6.4.1).
    package func contentLength(status: Int, method: String) -> Int64? {
        switch status {
        case 100...199, 204, 304: nil
        default: method == "HEAD" || isEncoded ? nil : contentLength
        }
    }

    /// Whether the content is encoded on its way, so that the file has more or fewer bytes
    /// (`Content-Encoding`).
    package var isEncoded: Bool {
        self[list: "Content-Encoding"].contains { $0.lowercased() != "identity" }
    }

    /// Whether the server says that it cannot send parts (`Accept-Ranges: none`).
    package var refusesRanges: Bool {
        self[list: "Accept-Ranges"].contains { $0.lowercased() == "none" }
    }

    /// The kind of content without its parameters, in lower case (`Content-Type`).
    package var mediaType: String? {
        self[single: "Content-Type"]?.split(separator: ";").first.map {
            String($0).trimmed.lowercased()
        }
    }

    /// The part that follows, or the length of what has no such part (`Content-Range`); `nil` if it is
    /// absent or malformed.
    package var contentRange: ContentRange? {
        self[single: "Content-Range"].flatMap(ContentRange.init)
    }

    /// The entity tag (`ETag`); `nil` if it is absent or malformed.
    package var entityTag: EntityTag? { self[single: "ETag"].flatMap(EntityTag.init) }

    /// When the answer was made, by the server's clock (`Date`).
    ///
    /// - Parameter now: the time by our own clock, for a year of two digits.
    package func date(now: HTTPDate) -> HTTPDate? {
        self[single: "Date"].flatMap { HTTPDate($0, now: now) }
    }

    /// How long the server wants to be left alone (`Retry-After`), at least zero and at most 24 hours;
    /// `nil` if it does not say, or is not understood.
    ///
    /// - Parameter now: the time by our own clock, for an answer without a `Date` and for a year of two
    ///   digits.
    package func retryAfter(now: HTTPDate) -> Duration? {
        guard let text = self[single: "Retry-After"] else { return nil }
        let seconds: Int64
        if !text.isEmpty, text.utf8.allSatisfy(Decimal.isDigit) {
            // More than fits is more than a day.
            seconds = Decimal.parse(text) ?? .max
        } else if let date = HTTPDate(text, now: now) {
            seconds = date.seconds - (self.date(now: now) ?? now).seconds
        } else {
            return nil
        }
        return .seconds(min(max(seconds, 0), 86_400))
    }
}

/// Numbers as HTTP writes them: `1*DIGIT`, without a sign, a blank or a separator.
enum Decimal {
    /// The number that a text is; `nil` if it is none, or does not fit.
    static func parse(_ text: some StringProtocol) -> Int64? {
        guard !text.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in text.utf8 {
            guard isDigit(byte) else { return nil }
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeNow) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !isTooLarge, !isTooLargeNow else { return nil }
            number = sum
        }
        return number
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension String {
    /// Without blanks and tabs at both ends (RFC 9110: OWS).
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}
