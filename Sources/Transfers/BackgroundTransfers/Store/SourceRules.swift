// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Whether a file can be uploaded. Asked when the upload is added; the worker asks again before each attempt.
enum SourceRules {
    /// A file that can be uploaded.
    struct Source: Sendable {
        /// The path without symbolic links in it. A link that leads elsewhere later does not change what is sent.
        var path: String
        /// The file as it is now.
        var version: FileVersion
    }

    /// Checks the file at a path.
    static func check(_ path: String) throws(TransferError) -> Source {
        do throws(SystemError) {
            let resolved = try resolvedPath(path)
            let file = try SourceFile(opening: resolved)
            return Source(path: resolved, version: try file.version)
        } catch {
            if error.isMissing { throw TransferError(.io, "the file \(path) does not exist") }
            throw TransferError(.io, "\(path) cannot be uploaded: \(error)")
        }
    }
}
