// SPDX-License-Identifier: Apache-2.0

/// The meaning of a status for an upload.
package enum UploadAnswer: Sendable, Hashable {
    /// The server has performed the request.
    case accepted
    /// The same request, with its content, must be sent to another address (307, 308).
    case redirected
    /// A request without the content would be sent to another address (other 3xx).
    case misdirected
    /// The server does not know `Expect` (417).
    case withoutPermission
    /// The server no longer knows the upload (404 and 410).
    ///
    /// tus allows 403 for that, too. But a server also answers 403 to a caller whose permission has expired, and then the
    /// upload must not start again.
    case gone
    /// The server has another state of the upload than the request expects, such as another offset (409).
    case conflict
    /// Another request has locked the upload, for example an earlier request that was interrupted (423).
    case locked
    /// A portal answered in place of the server (511).
    case portal
    /// The same request can succeed later.
    case later
    /// The server refuses the request.
    case refused

    /// Creates the meaning of a status.
    package init(status: Int) {
        self =
            switch status {
            case 200...299: .accepted
            case 307, 308: .redirected
            case 300...399: .misdirected
            case 417: .withoutPermission
            case 404, 410: .gone
            case 409: .conflict
            case 423: .locked
            case 511: .portal
            case let status where isTransientStatus(status): .later
            default: .refused
            }
    }
}

/// The rules of resumable uploads, tus 1.0.0 (<https://tus.io/protocols/resumable-upload>).
package enum ResumableUploads {
    /// The version of the protocol.
    package static let version = "1.0.0"
    /// The media type of the content of a `PATCH`.
    package static let mediaType = "application/offset+octet-stream"

    /// The way in which a file is sent, after the answer to `OPTIONS`.
    package enum Choice: Sendable, Hashable {
        /// By tus.
        case resumable
        /// In one piece, by `PUT`.
        case whole
        /// The server has failed, and `OPTIONS` is sent again later.
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
        // 501 and 505 are permanent.
        case .later: status == 501 || status == 505 ? .whole : .later
        case .redirected, .misdirected, .withoutPermission, .gone, .conflict, .locked, .portal,
            .refused:
            .whole
        }
    }

    /// The value of `Upload-Metadata` for the name of a file.
    ///
    /// The protocol does not define the keys. Nearly all clients send these two, and some servers require both.
    package static func metadata(fileName: String) -> String {
        let type = "application/octet-stream"
        return "filename \(Base64.encode(Array(fileName.utf8))),"
            + "filetype \(Base64.encode(Array(type.utf8)))"
    }
}

extension HeaderFields {
    /// Whether the answer is one of tus, and not another page (`Tus-Resumable`).
    package var isOfResumableUpload: Bool { contains("Tus-Resumable") }

    /// How many bytes of an upload the server has (`Upload-Offset`); `nil` if the field is absent or malformed.
    package var uploadOffset: Int64? { self[single: "Upload-Offset"].flatMap { Decimal.parse($0) } }

    /// The length of the complete upload (`Upload-Length`); `nil` if the field is absent or malformed.
    package var uploadLength: Int64? { self[single: "Upload-Length"].flatMap { Decimal.parse($0) } }

    /// The largest upload that the server takes (`Tus-Max-Size`); `nil` if the field is absent or malformed.
    package var largestUpload: Int64? { self[single: "Tus-Max-Size"].flatMap { Decimal.parse($0) } }
}
