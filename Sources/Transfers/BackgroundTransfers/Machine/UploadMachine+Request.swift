// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

extension UploadMachine {
    /// A request to the server.
    package struct Request: Sendable, Hashable {
        /// What is requested.
        package enum Kind: Sendable, Hashable {
            /// Whether the server speaks tus (`OPTIONS`).
            case options
            /// A place for the upload, by tus (`POST`).
            case creation
            /// How much of the upload the server has, by tus (`HEAD`).
            case offset
            /// That the server takes the rest of the file, by tus (`PATCH`).
            case rest(from: Int64)
            /// That the server takes the file (`PUT`).
            case put
            /// That the server takes the file (`POST`).
            case post
        }

        package var kind: Kind
        /// The length of the file.
        package var length: Int64
        /// The address; `nil` for the first one, which the record has.
        package var address: ResolvedAddress?
        /// Whether the caller's header fields, user and password may be sent.
        package var isTrusted: Bool
        /// Whether the server may refuse the request before a long content is sent.
        package var awaitsPermission: Bool

        /// The part of the file that is sent; `nil` if the request has no content.
        package var part: (offset: Int64, length: Int64)? {
            switch kind {
            case .options, .creation, .offset: nil
            case .rest(let offset): (offset, length - offset)
            case .put, .post: (0, length)
            }
        }

        /// Whether it is a request for the place that the server has made by tus.
        var isForResource: Bool {
            switch kind {
            case .offset, .rest: true
            case .options, .creation, .put, .post: false
            }
        }

        /// Whether the server may still be busy with an earlier request for the same place, which was broken off.
        var canBeHeldUp: Bool {
            switch kind {
            case .offset, .rest, .put: true
            case .options, .creation, .post: false
            }
        }
    }

    /// The header fields that a request has by its protocol. Of those in `defaults` the caller's own go first.
    package func fields(
        of request: Request
    ) -> (own: [(name: String, value: String)], defaults: [(name: String, value: String)]) {
        let version = (name: "Tus-Resumable", value: ResumableUploads.version)
        switch request.kind {
        case .options: return ([], [])
        case .creation:
            let name =
                record.source?.utf8.split(separator: UInt8(ascii: "/")).last
                .flatMap { String($0) } ?? "file"
            return (
                [version, (name: "Upload-Length", value: "\(request.length)")],
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
        case .post: return ([], [(name: "Idempotency-Key", value: upload.idempotencyKey)])
        }
    }

    /// Sends a request to the first address, or to the place that the server has made.
    mutating func ask(_ kind: Request.Kind) -> [UploadStep] {
        var request = Request(
            kind: kind, length: length, address: nil, isTrusted: true,
            awaitsPermission: awaitsPermission)
        chain = RedirectionRules(origin: origin)
        if request.isForResource, let resource = upload.resource {
            request.address = ResolvedAddress(url: resource.url, origin: resource.origin)
            request.isTrusted = resource.isTrusted
            chain = RedirectionRules(origin: resource.origin)
        }
        phase = .exchanging(Exchange(request: request))
        return [.request(request)]
    }

    /// Sends the same request elsewhere, or without asking whether the server wants the content.
    mutating func askAgain(_ request: Request) -> [UploadStep] {
        phase = .exchanging(Exchange(request: request))
        return [.disconnect, .request(request)]
    }
}
