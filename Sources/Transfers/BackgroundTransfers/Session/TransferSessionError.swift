// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a call of a ``TransferSession`` could not be carried out.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum TransferSessionError: Error, Sendable, Hashable {
    /// The address is not an http or https URL with a host.
    case invalidURL(String)
    /// A header field is malformed, or is one that transfers set themselves: Host, Range, If-Range, Accept-Encoding; and for
    /// uploads Content-Length, Transfer-Encoding, Expect, Tus-Resumable, Upload-Offset, Upload-Length.
    case invalidHeader(String)
    /// The destination is not a file URL.
    case invalidDestination(String)
    /// The source of an upload is not a file URL.
    case invalidSource(String)
    /// A property of a `URLRequest` is not supported for downloads: another method than GET, a body, or an answer from a
    /// cache alone. The text is its name.
    case unsupportedRequest(String)
    /// The digest in the options is not a SHA-256 digest, which has 32 bytes. The number is the length of the given one.
    case invalidDigest(Int)
    /// The job cannot be run by the system. The text says why, as in "the command is empty".
    case invalidJob(String)
    /// The session has no such transfer.
    case unknownTransfer(Transfer.ID)
    /// The state of the transfer does not allow it. The text says why, as in "has ended".
    case refused(Transfer.ID, String)
    /// Another process is the worker of the store; its number, if it is known.
    case workerRuns(Int32?)
}

// Without the second conformance, Foundation's `localizedDescription` is "The operation could not be completed".
extension TransferSessionError: CustomStringConvertible, LocalizedError {
    /// The error as a sentence, in English.
    public var description: String {
        switch self {
        case .invalidURL(let url): "'\(url)' is not an http or https URL"
        case .invalidHeader(let name): "the header field '\(name)' cannot be used"
        case .invalidDestination(let path), .invalidSource(let path):
            "'\(path)' is not a file URL"
        case .unsupportedRequest(let name):
            "a download does not support '\(name)' of the request"
        case .invalidDigest(let count): "a SHA-256 digest has 32 bytes, and not \(count)"
        case .invalidJob(let reason): "the job cannot be run: \(reason)"
        case .unknownTransfer(let id): "there is no transfer \(id.rawValue)"
        case .refused(let id, let reason): "transfer \(id.rawValue) \(reason)"
        case .workerRuns(let process):
            "\(process.map { "process \($0)" } ?? "another process") performs the transfers already"
        }
    }

    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
