// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import TransferRules

/// The file of a download, shared by all its attempts.
///
/// It is created with the first response, and gets its name when it is complete. Its methods throw
/// Foundation's errors.
final class DownloadFile: Sendable {
    private struct State {
        /// The open file; `nil` before it is created and after it is closed.
        var file: TemporaryFile?
        var length: Int64 = 0
        /// The response with which the content in the file begins.
        var response: URLResponse?
        /// The description of the complete content; `nil` if it cannot be resumed.
        var content: PartialContent?
        /// Whether a response had content other than an error's text.
        var hasBegun = false
        var replacements = Replacements()
    }

    let url: URL
    private let state = Lock(State())

    /// - Parameter folder: the folder in which the file is created.
    init(in folder: URL = FileManager.default.temporaryDirectory) {
        url = folder.appendingPathComponent("\(UUID().uuidString).download")
    }

    /// The number of bytes in the file.
    var length: Int64 { state.withLock(\.length) }

    /// The response with which the content in the file begins: for the caller, the response of the
    /// whole download.
    var response: URLResponse? { state.withLock(\.response) }

    /// Whether an attempt received content. A status of a failure is an error after that.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// The resumption of the content in the file; `nil` if it cannot be resumed or the file is
    /// empty.
    var resumption: Resumption? {
        state.withLock { state in
            guard state.length > 0, let content = state.content else { return nil }
            return Resumption(offset: state.length, of: content)
        }
    }

    /// Returns whether a response to the request for the rest may be used. Call it once for each
    /// response.
    func allows(_ answer: Resumption.Answer) -> Bool {
        state.withLock { $0.replacements.allows(answer) }
    }

    /// Empties the file for new content.
    ///
    /// - Parameters:
    ///   - response: the response with the new content.
    ///   - content: the description of the new content; `nil` if it cannot be resumed.
    func begin(_ response: URLResponse, _ content: PartialContent?) throws {
        try state.withLock { state in
            try translatingErrors(of: url) {
                if let file = state.file {
                    try file.empty()
                } else {
                    state.file = try TemporaryFile(path: url.path)
                }
            }
            state.length = 0
            state.response = response
            state.content = content
            if let status = (response as? HTTPURLResponse)?.statusCode {
                let isContent = (200...299).contains(status) && status != 204 && status != 205
                state.hasBegun = state.hasBegun || isContent
            }
        }
    }

    /// Appends content to the file.
    func append(_ data: Data) throws {
        try state.withLock { state in
            do {
                try translatingErrors(of: url) { try state.file?.append(data.bytes) }
                state.length += Int64(data.count)
            } catch {
                // It is unknown how much was written.
                state.content = nil
                throw error
            }
        }
    }

    /// Gives the complete file its name.
    func publish() throws {
        try state.withLock { state in
            try translatingErrors(of: url) { try state.file?.publish() }
        }
    }

    /// Closes the file. It remains if it has its name.
    func close() { state.withLock { $0 = State() } }

    /// Deletes the file.
    func remove() {
        state.withLock { state in
            // If this fails, a temporary file remains, and the caller could not do more.
            try? state.file?.remove()
            state = State()
        }
    }
}

/// Runs an operation on a file, and converts a `SystemError` to a `CocoaError` with the file's
/// path. (A `POSIXError` alone loses all but the code, seen with Swift 6.3.)
private func translatingErrors<Value>(of file: URL, _ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as SystemError {
        let code: CocoaError.Code =
            switch error.errno {
            case EEXIST: .fileWriteFileExists
            case ENOENT, ENOTDIR: .fileNoSuchFile
            case EACCES, EPERM: .fileWriteNoPermission
            case EROFS: .fileWriteVolumeReadOnly
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            default: .fileWriteUnknown
            }
        let cause = POSIXError(POSIXErrorCode(rawValue: error.errno) ?? .EIO)
        throw CocoaError(
            code, userInfo: [NSFilePathErrorKey: file.path, NSUnderlyingErrorKey: cause])
    }
}
