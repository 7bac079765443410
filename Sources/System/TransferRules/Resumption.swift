// SPDX-License-Identifier: Apache-2.0

/// The request for the rest of some content whose beginning is in a file, and the rules for its
/// response (RFC 9110, sections 13.1.5, 14 and 15.3.7).
///
/// It is a pure value for any HTTP client. A part is accepted only if the response proves that it
/// is the next one of the same version, so that a file never mixes two versions.
package struct Resumption: Sendable, Hashable {
    /// The number of bytes in the file.
    package let offset: Int64
    /// The description of the complete content.
    package let content: PartialContent
    /// The proof of the complete content at the end.
    package let proof: Proof
    /// Whether the client ends a part where its range ends. Then it does no harm if a server announces more bytes than
    /// the range has, and sends no more than these.
    package let endsWithRange: Bool

    package init(
        offset: Int64, of content: PartialContent, proof: Proof = .validator,
        endsWithRange: Bool = false
    ) {
        self.offset = offset
        self.content = content
        self.proof = proof
        self.endsWithRange = endsWithRange
    }

    /// A proof of the complete content at the end.
    package enum Proof: Sendable, Hashable {
        /// Nothing but the validator of each part.
        case validator
        /// A digest that the server has announced for this version. A part may come from another server.
        case announcedDigest
        /// A digest that the caller knows. A part may come from another server; and the server of the content may call it
        /// by another validator, as some do in each answer.
        case expectedDigest
    }

    /// The header fields of the request. The server sends the rest, or the complete content if it
    /// has another version now. If the digest decides, it sends the rest in any case.
    package var headers: [(name: String, value: String)] {
        let condition = proof == .expectedDigest ? [] : [("If-Range", content.validator.text)]
        return [("Range", "bytes=\(offset)-")] + condition + [
            // A part of encoded content is a part of the encoded bytes, which do not fit the file.
            ("Accept-Encoding", "identity")
        ]
    }

    /// The meaning of a response for the content in the file.
    package enum Answer: Sendable, Hashable {
        /// The next part: the content from the offset up to `end`, of `total` bytes. More bytes are
        /// an error, fewer bytes a lost connection.
        case part(end: Int64, total: Int64)
        /// The file is complete.
        case complete
        /// The complete content, which replaces the content of the file.
        ///
        /// - length: the length of the content; `nil` if the server did not send it.
        /// - differences: why it may not be a newer version but other content, such as a portal's page.
        case whole(length: Int64?, differences: Set<Difference>)
        /// The response cannot be used. The complete content must be requested.
        case unusable(Mismatch)
        /// Another response: an error, a redirection, or a success without content.
        case other
    }

    /// A difference between a complete response and the content of the file, so that they may not
    /// come from the same source.
    package enum Difference: Sendable, Hashable, CaseIterable {
        /// The response comes from another server.
        case origin
        /// The media type differs.
        case mediaType
        /// The response has no validator: neither an entity tag nor a modification date.
        case validator
    }

    /// The reason why a response cannot be used.
    package enum Mismatch: Sendable, Hashable, CaseIterable {
        /// The part has another validator, or none.
        case validator
        /// The part comes from another server, on which the same validator can mean other bytes.
        case origin
        /// The part has no valid `Content-Range`.
        case range
        /// The part does not begin at the end of the file.
        case offset
        /// The total length has changed, or is unknown.
        case total
        /// The length of the part differs from its range, and not only by being greater where that does no harm.
        case length
        /// The part has a content encoding.
        case encoding
        /// The response has several parts (`multipart/byteranges`).
        case multipart
        /// The server does not have the part, or not of this version (412, 416).
        case refused
    }

    /// Returns the meaning of a response.
    package func answer(status: Int, _ headers: HeaderFields, from origin: Origin?) -> Answer {
        switch status {
        case 200:
            return .whole(
                length: headers.isEncoded ? nil : headers.contentLength,
                differences: differences(headers, origin))
        case 206: return part(headers, origin)
        case 412: return .unusable(.refused)
        case 416:
            guard case .beyond(let complete) = headers.contentRange, complete == offset,
                content.total == complete
            else { return .unusable(.refused) }
            return .complete
        default: return .other
        }
    }

    private func part(_ headers: HeaderFields, _ origin: Origin?) -> Answer {
        if headers.mediaType == "multipart/byteranges" { return .unusable(.multipart) }
        if headers.isEncoded { return .unusable(.encoding) }
        guard proof != .validator || origin == content.origin else { return .unusable(.origin) }
        // Some servers ignore If-Range.
        guard content.validator.isNamed(by: headers) || isLeftToDigest(headers, from: origin) else {
            return .unusable(.validator)
        }
        guard case .part(let first, let end, let complete) = headers.contentRange else {
            return .unusable(.range)
        }
        guard first == offset else { return .unusable(.offset) }
        guard let total = content.total ?? complete, complete ?? total == total, end <= total else {
            return .unusable(.total)
        }
        guard isRightLength(headers, end - first) else { return .unusable(.length) }
        return .part(end: end, total: total)
    }

    /// Whether a part with another validator is used, because the digest decides. A page that answers in place of the
    /// server has another media type, or no validator.
    private func isLeftToDigest(_ headers: HeaderFields, from origin: Origin?) -> Bool {
        proof == .expectedDigest && differences(headers, origin).isEmpty
    }

    /// Whether the announced length of a part does not contradict that of its range.
    private func isRightLength(_ headers: HeaderFields, _ rangeLength: Int64) -> Bool {
        guard headers.contains("Content-Length"), !headers.contains("Transfer-Encoding") else {
            return true
        }
        guard let length = headers.contentLength else { return false }
        return length == rangeLength || endsWithRange && length > rangeLength
    }

    private func differences(_ headers: HeaderFields, _ origin: Origin?) -> Set<Difference> {
        Provenance(origin: content.origin, mediaType: content.mediaType, hasValidator: true)
            .differences(about: headers, from: origin)
    }
}

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

/// The part of the content that a response contains (`Content-Range`, RFC 9110, section 14.4), in
/// bytes.
enum ContentRange: Sendable, Hashable {
    /// The bytes from `first` up to, but not including, `end`.
    ///
    /// - complete: the length of the complete content; `nil` if the server does not know it.
    case part(first: Int64, end: Int64, complete: Int64?)
    /// No part: the requested range begins after the end of the content, whose length is
    /// `complete`.
    case beyond(complete: Int64)

    /// Parses the value of the field: `bytes 0-4/9`, `bytes 0-4/*` or `bytes */9`.
    ///
    /// Returns `nil` for any other text, for a part that ends before it begins or after the
    /// content, and for a number that does not fit.
    init?(_ text: String) {
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, String(words[0]).asciiLowercased == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let complete = Decimal.parse(Substring(halves[1]))
        guard complete != nil || halves[1].elementsEqual(["*"]) else { return nil }
        if halves[0].elementsEqual(["*"]) {
            guard let complete else { return nil }
            self = .beyond(complete: complete)
            return
        }
        let numbers = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, let first = Decimal.parse(Substring(numbers[0])),
            let last = Decimal.parse(Substring(numbers[1])), first <= last, last < complete ?? .max
        else { return nil }
        self = .part(first: first, end: last + 1, complete: complete)
    }
}
