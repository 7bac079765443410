// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// An open folder whose files only their owner may read and write.
///
/// All that is done in it is done in the same folder, even if its path leads elsewhere in the meantime.
@safe package struct PrivateFolder: ~Copyable, Sendable {
    /// The path by which the folder was opened.
    let path: String
    private let descriptor: Int32

    /// Opens a folder (`open(2)`).
    package init(opening path: String) throws(SystemError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(operation: "open \(path)", errno: errno) }
    }

    deinit { close(descriptor) }

    /// Makes a folder and the missing ones on the path to it (`mkdir(2)`). A folder that exists stays as it is.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - mode: the permission bits of the folder if it is new, whatever the process's mask is. By default only its owner
    ///     may enter it.
    ///   - parents: the permission bits of new folders on the path to it, less those of the mask. By default only their
    ///     owner may enter them, because other programs keep their files there, too.
    package static func make(
        _ path: String, mode: UInt16 = 0o700, parents: UInt16 = 0o700
    ) throws(SystemError) {
        guard try makeWithParents(path, mode, parents) else { return }
        // Nothing depends on more rights than the mask leaves, if they cannot be given.
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o777 != mode_t(mode) else {
            return
        }
        // The bit for the group of new files comes from the folder above, and stays.
        fchmod(descriptor, status.st_mode & 0o7000 | mode_t(mode))
    }

    /// - Returns: whether the folder is new.
    private static func makeWithParents(
        _ path: String, _ mode: UInt16, _ parents: UInt16
    ) throws(SystemError) -> Bool {
        guard unsafe mkdir(path, mode_t(mode)) != 0 else { return true }
        var failure = errno
        if failure == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        {
            _ = try makeWithParents(String(path[..<slash]), parents, parents)
            if unsafe mkdir(path, mode_t(mode)) == 0 { return true }
            failure = errno
        }
        if failure == EEXIST { return false }
        // Of a folder that exists, a file system that is read-only tells just that.
        if unsafe access(path, F_OK) == 0 { return false }
        throw SystemError(operation: "make the folder \(path)", errno: failure)
    }

    /// The properties of the folder (`fstat(2)`).
    package borrowing func facts() throws(SystemError) -> FileFacts {
        FileFacts(try openFileStatus(descriptor, path))
    }

    /// The properties of a file in the folder, without following a link; `nil` if there is none (`fstatat(2)`).
    package borrowing func facts(of name: String) throws(SystemError) -> FileFacts? {
        var status = stat()
        if unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            return FileFacts(status)
        }
        if errno == ENOENT { return nil }
        throw SystemError(operation: "examine \(path)/\(name)", errno: errno)
    }

    /// Writes new files, and returns when their contents and names are on the disk. If that fails, none of them stays.
    /// A file that exists is not replaced.
    ///
    /// Up to 64 files are synced one by one (`fsync(2)`). More are synced with all of the file system (`syncfs(2)`): thousands of
    /// single syncs would take minutes.
    package borrowing func write(_ files: [(name: String, bytes: [UInt8])]) throws(SystemError) {
        var written: [String] = []
        let areSyncedAlone = files.count <= 64
        do throws(SystemError) {
            for (name, bytes) in files {
                try write(bytes, to: name, isSynced: areSyncedAlone)
                written.append(name)
            }
            if !areSyncedAlone, clx_sync_file_system(descriptor) != 0 {
                throw SystemError(operation: "sync \(path)", errno: errno)
            }
            try sync()
        } catch {
            for name in written { unsafe unlinkat(descriptor, name, 0) }
            throw error
        }
    }

    /// Writes a new file. If that fails, there is no file.
    private borrowing func write(
        _ bytes: [UInt8], to name: String, isSynced: Bool
    ) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe openat(descriptor, name, flags, 0o600)
        guard file >= 0 else { throw SystemError(operation: "make \(path)/\(name)", errno: errno) }
        var failure = unsafe writeBytes(bytes.span.bytes, to: file)
        if failure == 0, isSynced, fsync(file) != 0 { failure = errno }
        if close(file) != 0, failure == 0 { failure = errno }
        guard failure != 0 else { return }
        unsafe unlinkat(descriptor, name, 0)
        throw SystemError(operation: "write \(path)/\(name)", errno: failure)
    }

    /// Makes an empty file if there is none (`openat(2)` with `O_EXCL`).
    package borrowing func makeIfMissing(_ name: String) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = unsafe openat(descriptor, name, flags, 0o600)
        if file >= 0 {
            close(file)
        } else if errno != EEXIST {
            throw SystemError(operation: "make \(path)/\(name)", errno: errno)
        }
    }

    /// Takes the rights of all but the owner from a file (`fchmodat(2)`).
    package borrowing func makePrivate(_ name: String) throws(SystemError) {
        guard unsafe fchmodat(descriptor, name, 0o600, 0) != 0 else { return }
        throw SystemError(operation: "change the mode of \(path)/\(name)", errno: errno)
    }

    /// The content of a regular file, up to `limit` bytes; `nil` if there is none (`openat(2)`, `read(2)`).
    package borrowing func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let file = unsafe openat(descriptor, name, flags)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw SystemError(operation: "read \(path)/\(name)", errno: errno)
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(operation: "read \(path)/\(name)", errno: EINVAL)
        }
        let (bytes, failure) = readBytes(file, limit: limit)
        guard failure == 0 else {
            throw SystemError(operation: "read \(path)/\(name)", errno: failure)
        }
        return bytes
    }

    /// Removes a file, if there is one (`unlinkat(2)`).
    package borrowing func remove(_ name: String) throws(SystemError) {
        guard unsafe unlinkat(descriptor, name, 0) != 0, errno != ENOENT else { return }
        throw SystemError(operation: "remove \(path)/\(name)", errno: errno)
    }

    /// Waits until the names in the folder are on the disk (`fsync(2)`).
    package borrowing func sync() throws(SystemError) {
        let failure = syncOpenFolder(descriptor)
        guard failure == 0 else { throw SystemError(operation: "sync \(path)", errno: failure) }
    }

    /// The names of the files (`readdir(3)`).
    package borrowing func names() throws(SystemError) -> [String] {
        guard let folder = try Folder(path: path) else {
            throw SystemError(operation: "read \(path)", errno: ENOENT)
        }
        return try folder.entries(withPrefix: "").filter { $0 != "." && $0 != ".." }
    }
}
