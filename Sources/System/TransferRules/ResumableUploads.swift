// SPDX-License-Identifier: Apache-2.0

/// The rules of resumable uploads, tus 1.0.0 (<https://tus.io/protocols/resumable-upload>).
package enum ResumableUploads {
    /// The version of the protocol.
    package static let version = "1.0.0"
    /// The media type of the content of a `PATCH`.
    package static let mediaType = "application/offset+octet-stream"

    /// How a file is sent to a server that was asked by `OPTIONS`.
    package enum Choice: Sendable, Hashable {
        /// By tus.
        case resumable
        /// In one piece, by `PUT`.
        case whole
        /// The server could not answer, and is asked again later.
        case later
    }

    /// Chooses how a file is sent. A server that does not know `OPTIONS` gets it in one piece.
    package static func choose(status: Int, _ headers: HeaderFields) -> Choice {
        switch UploadAnswer(status: status) {
        case .accepted:
            // Without the extension, a client has no way to make an upload.
            headers[list: "Tus-Version"].contains(version)
                && headers[list: "Tus-Extension"].contains { $0.lowercased() == "creation" }
                ? .resumable : .whole
        // Not implemented, and a version of HTTP that is not supported, are no matter of time.
        case .later: status == 501 || status == 505 ? .whole : .later
        case .redirected, .misdirected, .withoutPermission, .gone, .conflict, .locked, .portal,
            .refused:
            .whole
        }
    }

    /// The value of `Upload-Metadata` for the name of a file.
    ///
    /// The protocol leaves the keys open. These two are what nearly all clients send, so that some servers want both.
    package static func metadata(fileName: String) -> String {
        let type = "application/octet-stream"
        return "filename \(base64(Array(fileName.utf8))),filetype \(base64(Array(type.utf8)))"
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var number = group.reduce(0) { $0 << 8 | Int($1) }
            number <<= 8 * (3 - group.count)
            for place in 0..<4 {
                let digit = digits[number >> (18 - 6 * place) & 63]
                text.append(place <= group.count ? digit : "=")
            }
        }
        return text
    }
}

extension HeaderFields {
    /// Whether the answer is one of tus, and not a page in its place (`Tus-Resumable`).
    package var isOfResumableUpload: Bool { contains("Tus-Resumable") }

    /// How many bytes of an upload the server has (`Upload-Offset`); `nil` if the field is absent or malformed.
    package var uploadOffset: Int64? { self[single: "Upload-Offset"].flatMap { Decimal.parse($0) } }

    /// The length of the complete upload (`Upload-Length`); `nil` if the field is absent or malformed.
    package var uploadLength: Int64? { self[single: "Upload-Length"].flatMap { Decimal.parse($0) } }

    /// The largest upload that the server takes (`Tus-Max-Size`); `nil` if the field is absent or malformed.
    package var largestUpload: Int64? { self[single: "Tus-Max-Size"].flatMap { Decimal.parse($0) } }
}
