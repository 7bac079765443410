// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

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
        /// A redirection leads nowhere, too far, or where it must not.
        case redirect
        /// The file system cannot have a file of this name.
        case name
        /// A file of this name exists.
        case exists
        /// The disk has no space. Downloads do not fail by that, but wait with ``WaitingReason/space``.
        case space
        /// The deadline has passed.
        case deadline
        /// The file that is sent has changed since the upload was added.
        case changed
        /// The server could not be authenticated (TLS).
        case tls
        /// The connection failed or was lost, or the name of the server could not be resolved.
        case connection
        /// A file could not be read or written.
        case io
    }

    /// The kind of the failure.
    public var code: Code
    /// The status of the server's answer; `nil` if it is not the reason.
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

extension TransferError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
