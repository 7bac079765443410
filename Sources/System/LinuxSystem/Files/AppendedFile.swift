// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A file of lines that this process alone appends to.
@safe package final class AppendedFile: Sendable {
    /// The path at which the file was opened.
    package let path: String
    /// Whether the file was empty when it was opened.
    package let wasEmpty: Bool
    /// The descriptor, for programs whose output is appended.
    package let descriptor: Int32
    private let identity: FileIdentity

    /// Opens a file, or makes it (`open(2)` with `O_APPEND`). A symbolic link is not followed.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - mode: the permission bits of a new file, whatever the process's mask is.
    /// - Throws: ``SystemError`` if that is refused, or if the file is not a regular one, or belongs to another user.
    package init(_ path: String, mode: UInt16) throws(SystemError) {
        let operation = "append to \(path)"
        let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
        var descriptor = unsafe open(path, flags)
        if descriptor < 0, errno == ENOENT {
            descriptor = unsafe open(path, flags | O_CREAT | O_EXCL, mode_t(mode))
            if descriptor >= 0 { fchmod(descriptor, mode_t(mode)) }
        }
        guard descriptor >= 0 else { throw SystemError(operation: operation, errno: errno) }
        self.path = path
        self.descriptor = descriptor
        do throws(SystemError) {
            let facts = FileFacts(try openFileStatus(descriptor, path))
            guard facts.kind == .regular else {
                throw SystemError(operation: operation, errno: EINVAL)
            }
            guard facts.owner == geteuid() else {
                throw SystemError(operation: operation, errno: EPERM)
            }
            identity = facts.identity
            wasEmpty = facts.size == 0
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Whether the file is still at its path.
    package var isAtPath: Bool {
        guard let facts = try? FileFacts.of(path, followsLink: false) else { return false }
        return facts.identity == identity
    }

    /// Appends bytes in one write (`write(2)`). If that fails, none of them are in the file.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        let size = try size
        // If the disk is full, the first write is short, and another one tells why.
        let failure = unsafe writeBytes(bytes.span.bytes, to: descriptor)
        guard failure != 0 else { return }
        ftruncate(descriptor, off_t(size))
        throw SystemError(operation: "write to \(path)", errno: failure)
    }

    /// Cuts off what follows the last line feed (`ftruncate(2)`).
    ///
    /// - Returns: the number of bytes that were cut off.
    package func cutIncompleteLine() throws(SystemError) -> Int64 {
        let size = try size
        var end = size
        var part = [UInt8](repeating: 0, count: 4096)
        while end > 0 {
            let start = max(0, end - Int64(part.count))
            let count = unsafe pread(descriptor, &part, Int(end - start), off_t(start))
            guard count == Int(end - start) else {
                throw SystemError(operation: "read \(path)", errno: count < 0 ? errno : EIO)
            }
            if let feed = part[..<count].lastIndex(of: UInt8(ascii: "\n")) {
                end = start + Int64(feed) + 1
                break
            }
            end = start
        }
        guard end < size else { return 0 }
        guard ftruncate(descriptor, off_t(end)) == 0 else {
            throw SystemError(operation: "cut off the end of \(path)", errno: errno)
        }
        return size - end
    }

    /// Waits until the content is on the disk (`fsync(2)`).
    package func sync() throws(SystemError) {
        guard fsync(descriptor) != 0 else { return }
        throw SystemError(operation: "sync \(path)", errno: errno)
    }

    private var size: Int64 {
        get throws(SystemError) { Int64(try openFileStatus(descriptor, path).st_size) }
    }
}
