// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// By what a file is recognized as the one that it was, with the content that it had (`fstat(2)`).
package struct FileVersion: Hashable, Sendable, Codable {
    /// The file.
    package let identity: FileIdentity
    /// The size in bytes.
    package let size: Int64
    /// When the content was changed last, in nanoseconds since 1970.
    package let modified: Int64
    /// The boot in which the device had its number (``Boot/identifier``); `nil` if it is unknown.
    let boot: String?

    package init(identity: FileIdentity, size: Int64, modified: Int64, boot: String?) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.boot = boot
    }

    init(_ status: stat) {
        self.init(
            identity: FileIdentity(status), size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            boot: Boot.identifier.isEmpty ? nil : Boot.identifier)
    }

    /// Whether another version is of the same file with the same content.
    ///
    /// The number of a device can be another one after each boot, so it is compared within one boot only.
    package func isSame(as other: FileVersion) -> Bool {
        let isSameDevice =
            identity.device == other.identity.device || boot == nil || boot != other.boot
        return isSameDevice && identity.number == other.identity.number && size == other.size
            && modified == other.modified
    }
}

/// A regular file that is read, possibly for hours, while others may change it.
///
/// Its methods can be called from any thread.
@safe package final class SourceFile: Sendable {
    /// The path by which the file was opened.
    package let path: String
    private let descriptor: Int32

    /// Opens a file for reading (`open(2)`). A symbolic link is not followed.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read, or is not a regular one.
    package init(opening path: String) throws(SystemError) {
        self.path = path
        // A pipe must not block, and a terminal must not become that of this process.
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        descriptor = unsafe open(path, flags)
        guard descriptor >= 0 else { throw SystemError(operation: "open \(path)", errno: errno) }
        let status = try openFileStatus(descriptor, path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw SystemError(operation: "read \(path)", errno: isFolder ? EISDIR : EINVAL)
        }
        // It is read once, from the beginning to the end.
        posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_SEQUENTIAL))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The version of the open file (`fstat(2)`).
    package var version: FileVersion {
        get throws(SystemError) { FileVersion(try openFileStatus(descriptor, path)) }
    }

    /// The version of the file that has the path now (`lstat(2)`); `nil` if there is none.
    package var versionAtPath: FileVersion? {
        get throws(SystemError) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else {
                if errno == ENOENT || errno == ENOTDIR { return nil }
                throw SystemError(operation: "examine \(path)", errno: errno)
            }
            return FileVersion(status)
        }
    }

    /// Reads bytes from an offset into memory (`pread(2)`).
    ///
    /// - Returns: the number of bytes; 0 at the end of the file.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(SystemError) -> Int {
        while true {
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw SystemError(operation: "read \(path)", errno: errno)
            }
        }
    }

    /// Reads bytes from an offset (`pread(2)`).
    ///
    /// - Returns: at most `limit` bytes; none at the end of the file.
    package func read(at offset: Int64, limit: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            do throws(SystemError) {
                count = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
