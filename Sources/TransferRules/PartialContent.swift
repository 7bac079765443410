// SPDX-License-Identifier: Apache-2.0

/// What proves that two answers bring the same bytes (RFC 9110, section 8.8).
package enum Validator: Sendable, Hashable {
    /// A strong entity tag, as the server wrote it.
    case entityTag(String)
    /// A time of modification that is strong, as the server wrote it.
    case lastModified(String)

    /// How long before the answer content must have been modified, so that no second version of the same
    /// time can be there (RFC 2616 asked for it, and clocks of servers differ).
    private static let margin: Int64 = 60

    /// The validator of an answer; `nil` if there is none that is strong. A time counts only where there is
    /// no tag, not even a weak one (RFC 9110, section 13.1.5).
    ///
    /// - Parameter now: the time by our own clock, for years of two digits.
    package init?(_ headers: HeaderFields, now: HTTPDate) {
        if headers.contains("ETag") {
            guard let tag = headers.entityTag, !tag.isWeak else { return nil }
            self = .entityTag(tag.text)
        } else {
            guard let text = headers[single: "Last-Modified"],
                let modified = HTTPDate(text, now: now),
                let date = headers.date(now: now), date.seconds - modified.seconds >= Self.margin
            else { return nil }
            self = .lastModified(text)
        }
    }

    /// The value for `If-Range`.
    package var text: String {
        switch self {
        case .entityTag(let text), .lastModified(let text): text
        }
    }

    /// Whether an answer names the same version. What it does not name may be another one.
    func isNamed(by headers: HeaderFields) -> Bool {
        switch self {
        case .entityTag(let text): headers[single: "ETag"] == text
        case .lastModified(let text):
            headers[single: "Last-Modified"] == text && !headers.contains("ETag")
        }
    }
}

/// Where content came from: a server, which may have copies that others have not (RFC 6454).
package struct Origin: Sendable, Hashable {
    /// In lower case.
    package let scheme: String
    /// In lower case.
    package let host: String
    package let port: Int

    /// An origin; without a port it is the scheme's own one.
    package init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
    }
}

/// What is known of content of which the beginning may be there already.
package struct PartialContent: Sendable, Hashable {
    /// What names its version.
    package let validator: Validator
    /// How long the whole is; `nil` if the server did not say.
    package let total: Int64?
    /// The kind of content; `nil` if the server did not say.
    package let mediaType: String?
    /// Where it came from.
    package let origin: Origin?

    /// What an answer that brings the whole says of it; `nil` if its content cannot be resumed: the answer
    /// is not 200, has no strong validator, is encoded, or says that parts cannot be had.
    ///
    /// - Parameter now: the time by our own clock, for years of two digits.
    package init?(status: Int, _ headers: HeaderFields, from origin: Origin?, now: HTTPDate) {
        guard status == 200, !headers.isEncoded, !headers.refusesRanges,
            let validator = Validator(headers, now: now)
        else { return nil }
        self.validator = validator
        self.total = headers.contentLength
        self.mediaType = headers.mediaType
        self.origin = origin
    }
}
