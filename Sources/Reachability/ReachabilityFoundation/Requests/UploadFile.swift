// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The file of an upload. It is read while it is sent, so that it takes little memory.
struct UploadFile: Sendable {
    /// The file itself, not a symbolic link: Foundation on Linux sends as many bytes as the link's
    /// own text has (seen with Swift 6.3).
    let url: URL

    /// Resolves symbolic links, and checks that the file can be read.
    ///
    /// Foundation's error does not name a missing file, and its upload of a directory never ends
    /// (seen with Swift 6.3).
    ///
    /// - Throws: a `CocoaError` with the path.
    init(at url: URL) throws(CocoaError) {
        guard url.isFileURL else {
            throw CocoaError(.fileReadUnsupportedScheme, url.absoluteString, "is not a file URL")
        }
        self.url = url.resolvingSymlinksInPath()
        let type: FileAttributeType?
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: self.url.path)
            type = attributes[.type] as? FileAttributeType
        } catch {
            throw CocoaError(reading: url.path, error)
        }
        guard type == .typeRegular else {
            throw CocoaError(.fileReadUnknown, url.path, "is not a regular file")
        }
        do {
            try FileHandle(forReadingFrom: self.url).close()
        } catch {
            throw CocoaError(reading: url.path, error)
        }
    }
}

extension CocoaError {
    /// Creates an error for a file that cannot be read.
    fileprivate init(reading path: String, _ cause: any Error) {
        let code = (cause as? CocoaError)?.code ?? .fileReadUnknown
        let reason =
            switch code {
            case .fileReadNoSuchFile: "does not exist"
            case .fileReadNoPermission: "is not readable: permission denied"
            default: "is not readable"
            }
        self.init(code, path, reason, cause: cause)
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
