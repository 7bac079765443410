// SPDX-License-Identifier: Apache-2.0

/// How the rest of some content is had of which the beginning is there, and what the answer is worth
/// (RFC 9110, sections 13.1.5, 14 and 15.3.7).
///
/// It decides, and does nothing: any HTTP client can follow it. A part is taken only if the answer proves
/// that it is the next one of the same version; two versions are never mixed in one file.
package struct Resumption: Sendable, Hashable {
    /// How many bytes are there.
    package let offset: Int64
    /// What they are the beginning of.
    package let content: PartialContent

    package init(offset: Int64, of content: PartialContent) {
        self.offset = offset
        self.content = content
    }

    /// The header fields of the request for the rest, or for the whole if there is another version by
    /// now.
    package var headers: [(name: String, value: String)] {
        [
            ("Range", "bytes=\(offset)-"),
            ("If-Range", content.validator.text),
            // An encoded part would be a part of the encoded whole.
            ("Accept-Encoding", "identity"),
        ]
    }

    /// What an answer is to the content that is there.
    package enum Answer: Sendable, Hashable {
        /// The next part: the content from the offset up to `end`, of `total` bytes. More than that is
        /// refused, and less is a connection that was lost.
        case part(end: Int64, total: Int64)
        /// What is there is all that there is.
        case complete
        /// The whole, which takes the place of what is there.
        ///
        /// - length: how long it is; `nil` if the server does not say.
        /// - doubts: why it may be something else than a newer version, such as a portal's page.
        case whole(length: Int64?, doubts: Set<Doubt>)
        /// Nothing that could be used: the whole is to be asked for.
        case unusable(Flaw)
        /// Neither: an error, a redirection, or a success without content.
        case other
    }

    /// In what a whole differs from what is there, so that it may not come from the same source.
    package enum Doubt: Sendable, Hashable, CaseIterable {
        /// It comes from another server.
        case origin
        /// It is another kind of content.
        case mediaType
        /// Nothing names its version: neither a tag nor a time of modification.
        case validator
    }

    /// Why an answer cannot be used.
    package enum Flaw: Sendable, Hashable, CaseIterable {
        /// The part is of another version, or of one that is not named.
        case validator
        /// The part comes from another server, where the same name may mean other bytes.
        case origin
        /// It is not said which part it is, in the form of the standard.
        case range
        /// The part does not begin where what is there ends.
        case offset
        /// The whole has another length now, or nobody says which it has.
        case total
        /// The part's length is not that of its range.
        case length
        /// The part is encoded.
        case encoding
        /// There are several parts in one (`multipart/byteranges`).
        case multipart
        /// The server has no such part, or not under this condition (412, 416).
        case refused
    }

    /// What an answer is.
    package func answer(status: Int, _ headers: HeaderFields, from origin: Origin?) -> Answer {
        switch status {
        case 200:
            return .whole(
                length: headers.isEncoded ? nil : headers.contentLength,
                doubts: doubts(headers, origin))
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
        guard origin == content.origin else { return .unusable(.origin) }
        // Some servers do not heed If-Range.
        guard content.validator.isNamed(by: headers) else { return .unusable(.validator) }
        guard case .part(let first, let end, let complete) = headers.contentRange else {
            return .unusable(.range)
        }
        guard first == offset else { return .unusable(.offset) }
        guard let total = content.total ?? complete, complete ?? total == total, end <= total else {
            return .unusable(.total)
        }
        if headers.contains("Content-Length"), !headers.contains("Transfer-Encoding"),
            headers.contentLength != end - first
        {
            return .unusable(.length)
        }
        return .part(end: end, total: total)
    }

    private func doubts(_ headers: HeaderFields, _ origin: Origin?) -> Set<Doubt> {
        var doubts: Set<Doubt> = []
        if origin != content.origin { doubts.insert(.origin) }
        if headers.mediaType != content.mediaType { doubts.insert(.mediaType) }
        if !headers.contains("ETag"), !headers.contains("Last-Modified") {
            doubts.insert(.validator)
        }
        return doubts
    }
}
