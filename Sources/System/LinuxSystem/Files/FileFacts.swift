// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The properties of a file, apart from its content (`fstat(2)`).
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
        throw SystemError(operation: "examine \(path)", errno: errno)
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

/// Why the user of this process may not append to a file (`access(2)`).
///
/// - Returns: `nil` if it may.
package func obstacleToAppending(to file: String) -> SystemError? {
    guard unsafe access(file, W_OK) != 0 else { return nil }
    return SystemError(operation: "write to \(file)", errno: errno)
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

/// The kind of a file system, as far as it matters to databases (`statfs(2)`).
package struct FileSystemKind: Hashable, Sendable {
    /// The number that `statfs(2)` calls `f_type`.
    package let number: UInt32

    /// Creates a kind from its number (`linux/magic.h`).
    package init(number: UInt32) { self.number = number }

    /// The kind of the file system that a path is on.
    package init(of path: String) throws(SystemError) {
        var number: UInt32 = 0
        guard unsafe clx_statfs_type(path, &number) == 0 else {
            throw SystemError(operation: "examine the file system of \(path)", errno: errno)
        }
        self.number = number
    }

    /// The name of a file system that other machines can change at the same time, or that does not share memory between
    /// processes; `nil` for others.
    package var nameIfShared: String? { Self.shared[number] }

    /// Whether the file system is a program (FUSE). Whether files can be mapped depends on that program.
    package var isProgram: Bool { number == 0x6573_5546 }

    private static let shared: [UInt32: String] = [
        0x6969: "NFS", 0x0102_1997: "9p", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "SMB",
        0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x7375_7245: "Coda", 0x00C3_6400: "Ceph",
        0x0BD0_0BD0: "Lustre",
        0x564C: "NCP", 0x786F_4256: "a shared folder of VirtualBox",
        0xBACB_ACBC: "a shared folder of VMware",
        0x4750_4653: "GPFS", 0x7461_636F: "OCFS2", 0x0116_1970: "GFS2",
    ]
}

/// Whether processes can share memory through a file in a folder (`mmap(2)` with `MAP_SHARED`).
package func canShareMemory(in folder: String) throws(SystemError) -> Bool {
    let file = try TemporaryFile(path: folder + "/.memory-\(UInt64.random(in: .min ... .max))")
    defer { try? file.remove() }
    return try file.canBeShared()
}
