// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import Glibc
internal import LinuxSystem

/// The file of an upload. It is open, and is read while it is sent, so that it takes little memory.
final class UploadFile: Sendable {
    private let path: String
    private let source: SourceFile
    /// The number of bytes that are sent.
    let size: Int64
    private let error = Lock<CocoaError?>(nil)

    /// Why the file could not be read to its end; `nil` if nothing failed.
    var failure: CocoaError? { error.withLock(\.self) }

    /// Opens the file, or the file that a symbolic link leads to.
    ///
    /// - Throws: a `CocoaError` with the path if it cannot be read, or is not a regular file.
    init(at url: URL) throws(CocoaError) {
        guard url.isFileURL else {
            throw CocoaError(.fileReadUnsupportedScheme, url.absoluteString, "is not a file URL")
        }
        path = url.path
        do throws(SystemError) {
            source = try SourceFile(opening: url.resolvingSymlinksInPath().path)
            size = try source.version.size
        } catch {
            throw CocoaError(reading: path, error)
        }
    }

    /// Returns a request whose body is the file.
    ///
    /// With a field `Transfer-Encoding` that is only a space, libcurl sends a stream as it is, as
    /// long as `Content-Length` says. In the same way `Content-Type` is not sent.
    func asBody(of request: URLRequest) -> URLRequest {
        var request = request
        request.httpBodyStream = Content(of: self)
        request.setValue("\(size)", forHTTPHeaderField: "Content-Length")
        request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
        if request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(" ", forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    /// Returns a request without its body and the fields that describe the body.
    static func withoutBody(_ request: URLRequest) -> URLRequest {
        var request = request
        request.httpBody = nil
        request.httpBodyStream = nil
        for field in ["Content-Length", "Transfer-Encoding"] {
            request.setValue(nil, forHTTPHeaderField: field)
        }
        if request.value(forHTTPHeaderField: "Content-Type") == " " {
            request.setValue(nil, forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    private func fail(_ failure: CocoaError) { error.withLock { $0 = failure } }

    /// The file as a stream that begins at the first byte each time it is opened: after a response
    /// that asks for a password, Foundation sends the same stream again.
    ///
    /// Foundation reads the file of its own upload task on another thread. If the task is cancelled
    /// or times out during a read, Foundation ends the process (`_PauseState.setState(on:)`, seen
    /// with Swift 6.3). It reads a stream on the session's queue.
    final class Content: InputStream {
        private let file: UploadFile
        private var offset: Int64 = 0

        init(of file: UploadFile) {
            self.file = file
            super.init(data: Data())
        }

        // Foundation opens only a stream that is not open.
        override var streamStatus: Stream.Status { .notOpen }
        override func open() { offset = 0 }
        override func close() {}
        override var hasBytesAvailable: Bool { offset < file.size }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let wanted = min(maxLength, Int(file.size - offset))
            do throws(SystemError) {
                let count = try unsafe file.source.read(
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted), at: offset)
                if count > 0 || wanted == 0 {
                    offset += Int64(count)
                    return count
                }
                file.fail(
                    CocoaError(.fileReadCorruptFile, file.path, "became smaller while it was sent"))
            } catch {
                file.fail(CocoaError(reading: file.path, error))
            }
            return -1
        }
    }
}

extension CocoaError {
    /// Creates an error for a file that cannot be read.
    fileprivate init(reading path: String, _ cause: SystemError) {
        switch cause.errno {
        case ENOENT, ENOTDIR: self.init(.fileReadNoSuchFile, path, "does not exist", cause: cause)
        case EACCES, EPERM:
            self.init(
                .fileReadNoPermission, path, "is not readable: permission denied", cause: cause)
        case EISDIR, EINVAL:
            self.init(.fileReadUnknown, path, "is not a regular file", cause: cause)
        default: self.init(.fileReadUnknown, path, "is not readable", cause: cause)
        }
    }

    /// Creates an error whose sentence names the file.
    fileprivate init(
        _ code: Code, _ path: String, _ reason: String, cause: (any Error)? = nil
    ) {
        var details: [String: Any] = [
            NSFilePathErrorKey: path,
            NSLocalizedDescriptionKey: "\(path) \(reason)",
        ]
        details[NSUnderlyingErrorKey] = cause
        self.init(code, userInfo: details)
    }
}
