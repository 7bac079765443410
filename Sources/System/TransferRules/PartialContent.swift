// SPDX-License-Identifier: Apache-2.0

/// A description of content whose beginning may already be in a file.
package struct PartialContent: Sendable, Hashable, Codable {
    /// The validator of the version.
    package let validator: Validator
    /// The length of the complete content; `nil` if the server did not send it.
    package let total: Int64?
    /// The media type; `nil` if the server did not send it.
    package let mediaType: String?
    /// The server that the content comes from.
    package let origin: Origin?

    /// Returns the description of a response's content; `nil` if it cannot be resumed.
    ///
    /// Content cannot be resumed if the status is not 200, if it has no strong validator, if it is
    /// encoded, or if the server does not send parts.
    ///
    /// - Parameter now: the time of this machine's clock, for two-digit years.
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
