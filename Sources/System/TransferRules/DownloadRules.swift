// SPDX-License-Identifier: Apache-2.0

/// The state of a download when a response arrives. It determines what the status of the response
/// means.
///
/// The text of an error, an empty response, or a part that was not requested must not be used as
/// the file.
package struct DownloadStage: Sendable, Hashable {
    /// The meaning of a status.
    package enum Meaning: Sendable, Hashable {
        /// The response has content, or means that the rest is not available. Its header decides
        /// which.
        case usable
        /// The response is a failure.
        case failure
        /// The response is a part of the file (206), but the complete file was requested.
        case unrequestedPart
    }

    /// Whether the rest of a file was requested.
    package var isResumed = false
    /// Whether the caller requested a part of the file, so that a part is a complete result.
    package var isForPart = false
    /// Whether this request or an earlier one received content.
    package var hasBegun = false
    /// Whether the caller did not follow the redirection, so that the redirection itself is the
    /// result.
    package var isRedirectionRefused = false

    package init() {}

    /// Returns the meaning of a status.
    package func meaning(of status: Int) -> Meaning {
        let isInMidst = isResumed || hasBegun
        switch status {
        case 200: return .usable
        case 206: return isResumed || isForPart ? .usable : .unrequestedPart
        // These have no content to replace the content of the file.
        case 204, 205: return isInMidst ? .failure : .usable
        case 201...299: return isResumed ? .failure : .usable
        case 300...399: return isInMidst && !isRedirectionRefused ? .failure : .usable
        // The complete file is requested next.
        case 412 where isResumed, 416 where isResumed: return .usable
        default: return isInMidst ? .failure : .usable
        }
    }
}

/// Whether the same request can succeed later after an HTTP status: 408, 425, 429, and 5xx.
package func isTransientStatus(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || (500...599).contains(status)
}

/// Where content comes from and what kind it has, by which a captive portal's page is distinguished from a newer version.
package struct Provenance: Sendable, Hashable, Codable {
    /// The server; `nil` if it is unknown.
    package var origin: Origin?
    /// The media type; `nil` if the server did not send it.
    package var mediaType: String?
    /// Whether the response had an entity tag or a modification date.
    var hasValidator: Bool

    init(origin: Origin?, mediaType: String?, hasValidator: Bool) {
        self.origin = origin
        self.mediaType = mediaType
        self.hasValidator = hasValidator
    }

    /// Creates the provenance of a response's content.
    package init(_ headers: HeaderFields, from origin: Origin?) {
        self.origin = origin
        mediaType = headers.mediaType
        hasValidator = headers.contains("ETag") || headers.contains("Last-Modified")
    }

    /// The differences to another response, by which it may be other content, and not a newer version.
    package func differences(about headers: HeaderFields, from origin: Origin?) -> Set<
        Resumption.Difference
    > {
        let other = Provenance(headers, from: origin)
        var differences: Set<Resumption.Difference> = []
        if other.origin != self.origin { differences.insert(.origin) }
        if other.mediaType != mediaType { differences.insert(.mediaType) }
        if hasValidator, !other.hasValidator { differences.insert(.validator) }
        return differences
    }
}

/// Decides, over several responses, whether a complete file replaces the content of a download.
///
/// A captive portal answers every request with its own page. A server that no longer sends
/// validators also answers each time in the same way, but with the same media type.
package struct Replacements: Sendable, Hashable {
    /// The number of responses in a row without a validator that are rejected before the next one
    /// is accepted.
    package static let limit = 3

    private var refusals = 0

    package init() {}

    /// Returns whether a response may be used. Only a complete file that may be other content is
    /// rejected.
    package mutating func allows(_ answer: Resumption.Answer) -> Bool {
        guard case .whole(_, let differences) = answer,
            !differences.isDisjoint(with: [.mediaType, .validator])
        else {
            refusals = 0
            return true
        }
        // Another media type, or another server, is a portal's however often it occurs.
        guard differences == [.validator] else {
            refusals = 0
            return false
        }
        guard refusals < Self.limit else {
            refusals = 0
            return true
        }
        refusals += 1
        return false
    }
}

/// Counts the consecutive short parts of a file.
///
/// A server can send less than requested, and the rest is then requested at once. A limit ends the
/// requests to a server that sends one byte at a time.
package struct PartPace: Sendable, Hashable {
    /// The minimum length of a part that is not short, in bytes. Servers that limit parts usually
    /// send about one megabyte.
    static let shortLength: Int64 = 65_536
    /// The number of consecutive short parts that is too many.
    package static let limit = 64

    private var shortParts = 0

    package init() {}

    /// Counts a part.
    ///
    /// - Returns: whether the rest may be requested at once.
    package mutating func allowsNext(afterPartOf length: Int64) -> Bool {
        shortParts = length < Self.shortLength ? shortParts + 1 : 0
        return shortParts < Self.limit
    }
}
