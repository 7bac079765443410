// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The validation of a stored response by the server (RFC 9111, section 4.3).
extension StoredResponse {
    /// The fields that make a request conditional (section 4.3.1); empty if the response cannot be validated.
    var conditions: [FieldLine] {
        // An entity tag belongs to the address that sent it. Another address may use the same tag for other content.
        guard !isRedirected else { return [] }
        var conditions: [FieldLine] = []
        if let tag = headers.entityTag { conditions.append(FieldLine("If-None-Match", tag.text)) }
        if let modified = headers[single: "Last-Modified"] {
            conditions.append(FieldLine("If-Modified-Since", modified))
        }
        return conditions
    }

    /// The response after the server has confirmed that it is still valid (304; section 4.3.4).
    ///
    /// - Parameters:
    ///   - fields: the header of the 304.
    ///   - requestedAt: when the conditional request was sent.
    ///   - receivedAt: when the 304 was received.
    /// - Returns: `nil` if the 304 is about another version, or the header would get too large.
    func validated(
        by fields: [FieldLine], requestedAt: HTTPDate, receivedAt: HTTPDate
    ) -> StoredResponse? {
        guard isNamed(by: HeaderFields(fields)) else { return nil }
        return updated(
            by: fields, requestedAt: requestedAt, receivedAt: receivedAt,
            redirectionLifetime: redirectionLifetime)
    }

    /// The response after the server has answered a `HEAD` with 200 (section 4.3.5).
    ///
    /// - Parameters:
    ///   - fields: the header of the answer.
    ///   - isOfSource: whether the answer comes from the address of the stored content. The header of another address, to
    ///     which a redirection has led, says nothing about it.
    ///   - requestedAt: when the request was sent.
    ///   - receivedAt: when the answer was received.
    ///   - redirectionLifetime: how long the redirections that led to the answer are fresh, in seconds; `nil` if there were
    ///     none.
    /// - Returns: the response with the new header. If the content has changed, or the header would get too large, the
    ///   response that must be validated before its next use.
    func freshened(
        byHead fields: [FieldLine], isOfSource: Bool, requestedAt: HTTPDate, receivedAt: HTTPDate,
        redirectionLifetime: Int64? = nil
    ) -> StoredResponse {
        let head = HeaderFields(fields)
        guard isOfSource, head.contains("ETag") == headers.contains("ETag"),
            head.contains("Last-Modified") == headers.contains("Last-Modified"),
            isNamed(by: head),
            !head.contains("Content-Length") || head.contentLength == headers.contentLength,
            let updated = updated(
                by: fields, requestedAt: requestedAt, receivedAt: receivedAt,
                redirectionLifetime: redirectionLifetime)
        else {
            var invalidated = self
            invalidated.isInvalidated = true
            return invalidated
        }
        return updated
    }

    /// Whether a header has the validators of this response, or none.
    private func isNamed(by other: HeaderFields) -> Bool {
        if let tag = other[single: "ETag"] {
            return headers.entityTag.map { $0.opaque == EntityTag(tag)?.opaque } ?? false
        }
        if let modified = other[single: "Last-Modified"], let own = headers[single: "Last-Modified"]
        {
            return modified == own
        }
        return true
    }

    /// The response with the fields of a newer header (section 3.2); `nil` if the header would get too large.
    private func updated(
        by fields: [FieldLine], requestedAt: HTTPDate, receivedAt: HTTPDate,
        redirectionLifetime: Int64?
    ) -> StoredResponse? {
        let newer = fields.filter { !Self.ofContent.contains($0.name.lowercased()) }
        var names = Set(newer.map { $0.name.lowercased() })
        // The age and the date of the old response say nothing about the new one. Without a date, it is as old as its
        // reception (RFC 9110, section 6.6.1).
        names.formUnion(["age", "date"])
        let merged = StoredResponse(
            status: status,
            fields: self.fields.filter { !names.contains($0.name.lowercased()) } + newer,
            requestedAt: requestedAt, receivedAt: receivedAt,
            redirectionLifetime: redirectionLifetime)
        let limit = max(Self.longestHeader, self.fields.size)
        return merged.fields.size <= limit ? merged : nil
    }

    /// The maximum size of a header after a merge, in bytes. Otherwise a server could make it grow with each validation.
    static let longestHeader = 1 << 16

    /// The fields that describe the stored content, which a header without content does not change.
    private static let ofContent: Set<String> = [
        "content-length", "content-encoding", "content-type", "content-range",
    ]
}

extension [FieldLine] {
    /// The size of the names and the values, in bytes.
    fileprivate var size: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

extension EntityTag {
    /// The tag without the mark of a weak one, for the weak comparison (RFC 9110, section 8.8.3.2).
    fileprivate var opaque: Substring { isWeak ? text.dropFirst(2) : text[...] }
}
