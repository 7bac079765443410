// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

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

    /// Removes the empty file that ``Naming/claiming(mayBeTaken:)`` has left behind for a partial file, if there is one.
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
