// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A file that is filled over a long time, possibly by several processes one after the other, and gets its name when it
/// is complete. Synced bytes survive a crash.
///
/// Its methods can be called from any thread.
@safe package final class PartialFile: Sendable {
    /// The path of the file, until it gets its name.
    package let path: String
    /// The file, by which it is recognized again.
    package let identity: FileIdentity
    private let descriptor: Int32

    /// Creates the file. A file that exists is neither opened nor replaced, and a symbolic link is not followed. Only the
    /// owner can read it.
    package static func create(at path: String) throws(SystemError) -> PartialFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else { throw SystemError(operation: "create \(path)", errno: errno) }
        return try PartialFile(path, descriptor)
    }

    /// Opens the file again.
    ///
    /// - Parameter isWritable: whether the file is still filled.
    /// - Returns: `nil` if there is no file, or another one.
    package static func open(
        at path: String, identity: FileIdentity, isWritable: Bool = true
    ) throws(SystemError) -> PartialFile? {
        let flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe Glibc.open(path, flags | (isWritable ? O_RDWR : O_RDONLY))
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, EISDIR, ENXIO].contains(errno) { return nil }
            throw SystemError(operation: "open \(path)", errno: errno)
        }
        let file = try PartialFile(path, descriptor)
        // The number of the device can be another one after each boot.
        return file.identity.number == identity.number ? file : nil
    }

    private init(_ path: String, _ descriptor: Int32) throws(SystemError) {
        self.path = path
        self.descriptor = descriptor
        do throws(SystemError) {
            identity = FileIdentity(try openFileStatus(descriptor, path))
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// The length of the file (`fstat(2)`).
    package var length: Int64 {
        get throws(SystemError) { Int64(try status.st_size) }
    }

    var status: stat {
        get throws(SystemError) { try openFileStatus(descriptor, path) }
    }

    /// Sets the length of the file (`ftruncate(2)`).
    package func resize(to length: Int64) throws(SystemError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw SystemError(operation: "set the length of \(path)", errno: errno)
        }
    }

    /// Reserves space up to a length, without changing the length of the file (`fallocate(2)`). Does nothing where the
    /// file system cannot do it.
    package func reserve(upTo length: Int64) throws(SystemError) {
        guard length > 0, clx_fallocate_keeping_size(descriptor, off_t(length)) != 0 else {
            return
        }
        // Only what shows that there is no space counts.
        guard [ENOSPC, EDQUOT, EFBIG].contains(errno) else { return }
        throw SystemError(operation: "reserve space for \(path)", errno: errno)
    }

    /// Writes bytes at an offset (`pwrite(2)`).
    package func write(_ bytes: RawSpan, at offset: Int64) throws(SystemError) {
        let failure = unsafe bytes.withUnsafeBytes { buffer -> Int32? in
            var rest = unsafe buffer[...]
            var position = offset
            while unsafe !rest.isEmpty {
                let count = unsafe pwrite(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    off_t(position))
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                unsafe rest = rest.dropFirst(count)
                position += Int64(count)
            }
            return nil
        }
        if let failure { throw SystemError(operation: "write to \(path)", errno: failure) }
    }

    /// Reads bytes from an offset (`pread(2)`).
    ///
    /// - Returns: at most `limit` bytes; none at the end of the file.
    package func read(at offset: Int64, limit: Int) throws(SystemError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            repeat {
                let got = unsafe pread(descriptor, buffer.baseAddress, limit, off_t(offset))
                failure = got < 0 ? errno : 0
                count = max(got, 0)
            } while failure == EINTR
        }
        if failure != 0 { throw SystemError(operation: "read \(path)", errno: failure) }
        return bytes
    }

    /// Begins to write a range of the file to the disk, and does not wait for it (`sync_file_range(2)`), so that a later
    /// ``sync()`` is short.
    package func startWriting(from offset: Int64, count: Int64) {
        // It is a hint. Errors show when the file is synced.
        _ = clx_start_writing(descriptor, off_t(offset), off_t(count))
    }

    /// Waits until the content is on the disk (`fdatasync(2)`).
    package func sync() throws(SystemError) {
        guard fdatasync(descriptor) == 0 else {
            throw SystemError(operation: "sync \(path)", errno: errno)
        }
    }

    /// Sets the mode, and waits until content and mode are on the disk (`fchmod(2)`, `fsync(2)`). Some file systems have the
    /// same mode for all files, and refuse another one, which is no error.
    package func complete(mode: UInt16) throws(SystemError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 || SystemError.isUnsupported(errno) else {
            throw SystemError(operation: "set the mode of \(path)", errno: errno)
        }
        guard fsync(descriptor) == 0 else {
            throw SystemError(operation: "sync \(path)", errno: errno)
        }
    }
}

/// Removes a file (`unlink(2)`). It is no error if there is none.
package func removeFile(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw SystemError(operation: "remove \(path)", errno: errno)
}

/// Sets the times of a file to now (`utimensat(2)`), which programs that watch it see. It is no error if there is none.
package func touchFile(_ path: String) { unsafe utimensat(AT_FDCWD, path, nil, 0) }

/// Waits until the names in the folder of a file are on the disk (`fsync(2)`).
package func syncFolder(of path: String) throws(SystemError) {
    let folder = path.folderPrefix
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open \(folder)", errno: errno) }
    defer { close(descriptor) }
    let failure = syncOpenFolder(descriptor)
    guard failure == 0 else { throw SystemError(operation: "sync \(folder)", errno: failure) }
}

/// Waits until the names in an open folder are on the disk (`fsync(2)`).
///
/// - Returns: the error number; 0 for none.
func syncOpenFolder(_ descriptor: Int32) -> Int32 {
    // Some file systems cannot sync a folder (EINVAL); they have nothing to sync then.
    fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
}

/// How many bytes this process may still write to the file system of a path (`statvfs(3)`); `nil` if it cannot be asked.
package func availableSpace(at path: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    return Int64(
        clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
            .partialValue)
}

/// The entry at a path, without following a symbolic link (`lstat(2)`).
package enum FileEntry: Sendable, Hashable {
    /// A regular file.
    case file(FileIdentity, length: Int64)
    /// A symbolic link.
    case link
    /// A folder.
    case folder
    /// A device, a pipe or a socket.
    case special

    /// - Returns: `nil` if there is nothing.
    package init?(at path: String) throws(SystemError) {
        guard let status = try entryStatus(path) else { return nil }
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file(FileIdentity(status), length: Int64(status.st_size))
            case S_IFLNK: .link
            case S_IFDIR: .folder
            default: .special
            }
    }
}

/// The status of what is at a path, without following a symbolic link (`lstat(2)`); `nil` if there is nothing.
func entryStatus(_ path: String) throws(SystemError) -> stat? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(operation: "look at \(path)", errno: errno)
    }
    return status
}

/// The status of an open file (`fstat(2)`).
///
/// - Parameters:
///   - descriptor: the file.
///   - path: the path of the file, for the error.
func openFileStatus(_ descriptor: Int32, _ path: String) throws(SystemError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
        throw SystemError(operation: "look at \(path)", errno: errno)
    }
    return status
}

extension PartialFile {
    /// How the file gets a name that another file may have.
    package enum Naming: Sendable, Hashable {
        /// A file of that name is replaced. A symbolic link is replaced, and not followed.
        case replacing
        /// No file is replaced (`renameat2(2)` with `RENAME_NOREPLACE`, or `link(2)` and `unlink(2)`). Some file systems
        /// have neither, such as exFAT in a FUSE file system.
        case exclusive
        /// An empty file takes the name first (`O_EXCL` of `open(2)`), and is replaced then. That works everywhere, but a
        /// crash in between leaves the empty file behind.
        ///
        /// - mayBeTaken: whether an empty file that has the name already may have been left by such a crash.
        case claiming(mayBeTaken: Bool)
    }

    /// Gives the file its name, and waits until the name is on the disk (`rename(2)`, then `fsync(2)` of the folder).
    ///
    /// - Returns: whether the file has its name. It has not where the file system cannot do it by
    ///   ``Naming/exclusive``; nothing has happened then.
    /// - Throws: ``SystemError`` with `EEXIST` if there is a file that must not be replaced.
    package func publish(
        at destination: String, by naming: Naming
    ) throws(SystemError) -> Bool {
        switch naming {
        case .replacing: try rename(to: destination)
        case .exclusive:
            guard try renameWithoutReplacing(to: destination) else { return false }
        case .claiming(let mayBeTaken):
            try claim(destination, mayBeTaken: mayBeTaken)
            do throws(SystemError) { try rename(to: destination) } catch {
                // It would be taken for the complete file. A folder to which names can only be added keeps it.
                if case .file(_, length: 0)? = try? FileEntry(at: destination) {
                    try? removeFile(destination)
                }
                throw error
            }
        }
        try syncFolder(of: destination)
        return true
    }

    /// Removes the empty file that ``Naming/claiming(mayBeTaken:)`` has left for a partial file, if there is one.
    /// Without the partial file, it looks like any other empty file, and stays.
    package static func removeClaim(_ destination: String, of path: String) throws(SystemError) {
        guard let partial = try entryStatus(path), try isClaim(destination, of: partial) else {
            return
        }
        try removeFile(destination)
    }

    /// Whether an empty file at the destination can claim it for a partial file: it is in the same file system, has the
    /// same owner, and was not changed before the partial file was, by the clock of the file system.
    private static func isClaim(
        _ destination: String, of partial: stat
    ) throws(SystemError) -> Bool {
        guard let claim = try entryStatus(destination) else { return false }
        // FAT keeps times to within two seconds.
        return claim.st_mode & S_IFMT == S_IFREG && claim.st_size == 0
            && claim.st_dev == partial.st_dev && claim.st_uid == partial.st_uid
            && claim.st_mtim.tv_sec >= partial.st_mtim.tv_sec - 2
    }

    private func rename(to destination: String) throws(SystemError) {
        guard unsafe Glibc.rename(path, destination) != 0 else { return }
        throw renameFailure(destination)
    }

    /// - Returns: whether the file system can do it.
    private func renameWithoutReplacing(to destination: String) throws(SystemError) -> Bool {
        if unsafe clx_rename_without_replacing(path, destination) == 0 { return true }
        guard SystemError.isUnsupported(errno) else { throw renameFailure(destination) }
        guard unsafe link(path, destination) == 0 else {
            if SystemError.isUnsupported(errno) { return false }
            throw SystemError(operation: "link \(path) to \(destination)", errno: errno)
        }
        try removeFile(path)
        return true
    }

    private func renameFailure(_ destination: String) -> SystemError {
        SystemError(operation: "rename \(path) to \(destination)", errno: errno)
    }

    private func claim(_ destination: String, mayBeTaken: Bool) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe Glibc.open(destination, flags, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        let failure = SystemError(operation: "make \(destination)", errno: errno)
        guard mayBeTaken, failure.isExisting, try Self.isClaim(destination, of: status) else {
            throw failure
        }
    }
}
