// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// A request of an upload to the server.
struct UploadRequest: Sendable, Hashable {
    /// The purpose of the request.
    enum Kind: Sendable, Hashable {
        /// Asks whether the server supports tus (`OPTIONS`).
        case options
        /// Asks for a place for the upload, by tus (`POST`).
        case creation
        /// Asks how much of the upload the server has, by tus (`HEAD`).
        case offset
        /// Sends the rest of the file, by tus (`PATCH`).
        case rest(from: Int64)
        /// Sends the file (`PUT`).
        case put
        /// Sends the file (`POST`).
        case post
    }

    var kind: Kind
    /// The length of the file.
    var length: Int64
    /// The address; `nil` for the first one, which the record has.
    var address: ResolvedAddress?
    /// Whether the caller's header fields, user and password may be sent.
    var isTrusted: Bool
    /// Whether the server may refuse the request before a long content is sent.
    var awaitsPermission: Bool

    /// The part of the file that is sent; `nil` if the request has no content.
    var part: (offset: Int64, length: Int64)? {
        switch kind {
        case .options, .creation, .offset: nil
        case .rest(let offset): (offset, length - offset)
        case .put, .post: (0, length)
        }
    }

    /// Whether it is a request for the place that the server has made by tus.
    var isForResource: Bool { if case .rest = kind { true } else { kind == .offset } }

    /// Whether the server may still be busy with an earlier request for the same place, which was broken off.
    var canBeHeldUp: Bool { isForResource || kind == .put }

    /// Whether the request sends the whole file. The server keeps nothing of it if the request is interrupted.
    var isWhole: Bool { kind == .put || kind == .post }
}

extension UploadRequest {
    /// The header fields of the request by its protocol. The caller's fields replace those in `defaults`.
    func fields(
        of record: TransferRecord
    ) -> (own: [(name: String, value: String)], defaults: [(name: String, value: String)]) {
        let version = (name: "Tus-Resumable", value: ResumableUploads.version)
        switch kind {
        case .options: return ([], [])
        case .creation:
            let name = record.source?.lastPathComponent ?? "file"
            return (
                [version, (name: "Upload-Length", value: "\(length)")],
                [(name: "Upload-Metadata", value: ResumableUploads.metadata(fileName: name))]
            )
        case .offset: return ([version], [])
        case .rest(let offset):
            return (
                [
                    version, (name: "Upload-Offset", value: "\(offset)"),
                    (name: "Content-Type", value: ResumableUploads.mediaType),
                ], []
            )
        // Without a media type, like curl: some servers would refuse another one than they expect.
        case .put: return ([], [])
        case .post:
            return (
                [],
                record.upload.map { [(name: "Idempotency-Key", value: $0.idempotencyKey)] } ?? []
            )
        }
    }
}
