// SPDX-License-Identifier: Apache-2.0

/// Where content comes from and what kind it has, by which a captive portal's page is distinguished from a newer version.
package struct Provenance: Sendable, Hashable, Codable {
    /// The server; `nil` if it is unknown.
    package var origin: Origin?
    /// The media type; `nil` if the server did not send it.
    package var mediaType: String?
    /// Whether the response had an entity tag or a modification date.
    package var hasValidator: Bool

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
