// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// What the file system knows of a file, apart from its content (`fstat(2)`).
package struct FileFacts: Hashable, Sendable {
    /// The kind of a file, as far as it matters to those who write files.
    package enum Kind: Hashable, Sendable {
        case regular
        case folder
        case link
        /// A device, a pipe or a socket.
        case special
    }

    package let kind: Kind
    /// The user that the file belongs to.
    package let owner: UInt32
    /// The permission bits, such as 0o644.
    package let mode: UInt32
    package let identity: FileIdentity
    /// The size in bytes.
    package let size: Int64

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .special
            }
        owner = status.st_uid
        mode = status.st_mode & 0o7777
        identity = FileIdentity(status)
        size = Int64(status.st_size)
    }

    /// The facts of the file that a path leads to.
    ///
    /// - Parameter followsLink: whether those of a symbolic link's destination are returned, and not those of the link
    ///   itself (`stat(2)`, `lstat(2)`).
    /// - Returns: `nil` if there is no such file.
    /// - Throws: ``SystemError`` if it is unknown whether there is one, as in a folder that this process may not enter.
    package static func of(_ path: String, followsLink: Bool) throws(SystemError) -> FileFacts? {
        var status = stat()
        let result = unsafe followsLink ? stat(path, &status) : lstat(path, &status)
        if result == 0 { return FileFacts(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(operation: "look at \(path)", errno: errno)
    }
}

/// The user whose rights this process has (`geteuid(2)`).
package var effectiveUser: UInt32 { geteuid() }

/// Whether this process may make and remove files in a folder (`access(2)`).
///
/// - Returns: `nil` if it may; else the error number, such as that of a file system that is read-only.
package func obstacleToWriting(in folder: String) -> SystemError? {
    guard unsafe access(folder, W_OK | X_OK) != 0 else { return nil }
    return SystemError(operation: "write in \(folder)", errno: errno)
}

/// The absolute path of a file or folder that exists, without symbolic links (`realpath(3)`).
package func resolvedPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
        throw SystemError(operation: "find \(path)", errno: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

/// The permission bits that new files of this process do not get (`umask(2)`).
///
/// The call can only set them, which would be seen by other threads for a moment. So they are read from `/proc`.
package var fileCreationMask: UInt16 {
    let status = (try? readFile("/proc/self/status")) ?? nil
    let line = status?.pieces(separatedBy: "\n").first { $0.begins(with: "Umask:") }
    if let text = line?.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\t" }).last,
        let mask = UInt16(String(text), radix: 8)
    {
        return mask
    }
    let mask = umask(0o077)
    umask(mask)
    return UInt16(truncatingIfNeeded: mask)
}
