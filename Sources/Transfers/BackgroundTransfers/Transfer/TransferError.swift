// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
internal import TransferRules

/// Why a transfer, or an attempt of it, failed.
public struct TransferError: Error, Sendable, Hashable, Codable {
    /// The kind of a failure, as the command's JSON has it.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The server answered with a status that is not a success.
        case status
        /// The content does not have the expected digest.
        case digest
        /// The content does not have the announced length.
        case length
        /// The content is encoded, which was not requested.
        case encoding
        /// The server redirects to an unusable or forbidden address, or too many times.
        case redirect
        /// The file system cannot have a file of this name.
        case name
        /// A file of this name exists.
        case exists
        /// The disk has no space. A download does not fail then, but waits with ``WaitingReason/space``.
        case space
        /// The deadline has passed.
        case deadline
        /// The file that is sent has changed since the upload was added.
        case changed
        /// The server could not be authenticated (TLS).
        case tls
        /// The connection failed or was lost, or the name of the server could not be resolved.
        case connection
        /// A file could not be read or written. Of a job: its command or its folder is missing, or the command could not
        /// be started.
        case io
        /// The command of a job exited with another code than 0. The status is the code.
        case exit
        /// A signal ended the command of a job. The status is its number.
        case signal
    }

    /// The kind of the failure.
    public var code: Code
    /// The status of the server's answer, or the exit code or the signal of a job; `nil` if it is not the reason.
    public var status: Int?
    /// A sentence for people, in English.
    ///
    /// It can contain text of a server. Escape control characters before you print it. A sentence of more than 1,000 bytes
    /// is cut.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, status: Int? = nil, _ message: String) {
        self.code = code
        self.status = status
        self.message = message.bounded()
    }
}

// Without the second conformance, Foundation's `localizedDescription` is "The operation could not be completed".
extension TransferError: CustomStringConvertible, LocalizedError {
    /// The message.
    public var description: String { message }

    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

/// The errors with which attempts end.
extension TransferError {
    /// A status that is not a success.
    static func refused(_ status: Int) -> TransferError {
        let text =
            switch status {
            case 204, 205: "the server has no content for this address"
            case 300: "the server offers several files, and does not choose one"
            case 304:
                "the server says that the file has not changed, although it was not asked for that"
            case 401: "the server requires a user name and password, or rejected the ones given"
            case 403: "the server does not allow this"
            case 404: "the server has no such file"
            case 407: "the proxy requires a user name and password, or rejected the ones given"
            case 408: "the server timed out waiting for the request"
            case 410: "the server no longer has the file"
            case 412, 416: "the server does not have the requested part"
            case 425, 429: "the server receives too many requests"
            case 500...599: "the server has a problem"
            default: "the server answered with a status that is not a success"
            }
        return TransferError(.status, status: status, "\(text) (\(status))")
    }

    /// A redirection that is not followed.
    static func redirection(_ error: RedirectionRules.RedirectionError, status: Int)
        -> TransferError
    {
        let text =
            switch error {
            case .noAddress: "the server redirects to no address of http or https"
            case .insecure: "the server redirects from https to http"
            case .tooMany: "the server redirects more than \(RedirectionRules.limit) times"
            }
        return TransferError(.redirect, status: status, "\(text) (\(status))")
    }

    /// A status that is not a success of an upload.
    static func uploadRefused(_ status: Int) -> TransferError {
        let text: String
        switch status {
        case 404: text = "the server has nothing at this address"
        case 405: text = "the server accepts no upload at this address by this method"
        case 409: text = "the server has another state of this address"
        case 410: text = "the server no longer has anything at this address"
        case 411: text = "the server requires the length in another form"
        case 412:
            text = "the server does not support this version of the protocol, or a condition failed"
        case 413: text = "the file is too large for the server"
        case 415: text = "the server does not accept this type of content"
        case 416: text = "the server does not accept this part"
        case 417: text = "the server does not accept the request"
        case 423: text = "the address is locked by another request"
        case 507: text = "the server has no space left"
        default: return .refused(status)
        }
        return TransferError(.status, status: status, "\(text) (\(status))")
    }

    /// A redirection after which the content would not be sent.
    static func misdirected(_ status: Int) -> TransferError {
        TransferError(
            .redirect, status: status,
            "the server redirects in a way that is not allowed for uploads (\(status))")
    }

    /// The file is not the one that was added, or not with the same content.
    static let sourceChanged = TransferError(
        .changed, "the file has changed since the upload was added")

    /// - Parameters:
    ///   - reasons: why the transfer waited until then.
    ///   - error: why its last attempt failed; `nil` if none did.
    static func deadlinePassed(
        after reasons: [WaitingReason] = [], lastError error: TransferError? = nil
    ) -> TransferError {
        // The error says why there was a pause between two attempts.
        let waiting = reasons.filter { error == nil || $0 != .backoff }.map(\.description)
        let parts = [
            waiting.isEmpty ? nil : "waiting: \(waiting.joined(separator: "; "))",
            error.map { "the last attempt failed: \($0.message)" },
        ].compactMap(\.self)
        return TransferError(
            .deadline,
            "the deadline has passed" + (parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))")
        )
    }
}

extension TransferError.Code {
    /// Whether the partial file stays after a failure, so that the user can try again.
    var keepsPartial: Bool {
        switch self {
        case .status, .redirect, .deadline, .tls, .connection, .space, .io, .exists, .exit, .signal:
            true
        case .digest, .length, .encoding, .name, .changed: false
        }
    }
}

extension Resumption.Mismatch {
    /// The mismatch as a sentence.
    var explanation: String {
        switch self {
        case .validator: "the server has another version of the file now"
        case .origin: "another server has answered, whose file may differ"
        case .range: "the server does not say which part it sent"
        case .offset: "the server sent another part than was requested"
        case .total: "the length of the file has changed"
        case .length: "the part has another length than announced"
        case .encoding: "the part is encoded"
        case .multipart: "the server sent several parts in one"
        case .refused: "the server refuses the rest of the file"
        }
    }
}
