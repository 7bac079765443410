// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A file without a name until it is complete (`O_TMPFILE` of `open(2)`, `linkat(2)`), so that it does not stay behind
/// if the process is killed before. Only its owner may read and write it.
///
/// Some file systems do not support this (FAT, NFS, FUSE before Linux 6.6), and without `/proc` a file cannot get a name
/// later. There the file has its name from the beginning, and stays behind if the process is killed.
@safe package final class TemporaryFile: Sendable {
    /// Where the file is after ``publish()``, or from the beginning.
    let path: String
    private let descriptor: Int32
    private let isNamed: Lock<Bool>

    /// Creates the file. A file that exists at the path is neither opened nor replaced.
    ///
    /// - Parameters:
    ///   - path: where the file is to be.
    ///   - isNamed: whether the file has its name from the beginning on every file system.
    package init(path: String, isNamed: Bool = false) throws(SystemError) {
        self.path = path
        if !isNamed, let unnamed = Self.openUnnamed(beside: path) {
            descriptor = unnamed
            self.isNamed = Lock(false)
        } else {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            descriptor = unsafe open(path, flags, 0o600)
            guard descriptor >= 0 else {
                throw SystemError(operation: "make \(path)", errno: errno)
            }
            self.isNamed = Lock(true)
        }
    }

    deinit { close(descriptor) }

    /// Appends bytes to the file (`write(2)`).
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        unsafe try append(bytes.span.bytes)
    }

    /// Appends bytes to the file (`write(2)`).
    package func append(_ bytes: RawSpan) throws(SystemError) {
        let failure = writeBytes(bytes, to: descriptor)
        guard failure == 0 else {
            throw SystemError(operation: "write to \(path)", errno: failure)
        }
    }

    /// Removes the content of the file (`ftruncate(2)`).
    package func empty() throws(SystemError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw SystemError(operation: "empty \(path)", errno: errno)
        }
    }

    /// Whether other processes see what is written to the file's memory (`mmap(2)` with `MAP_SHARED`).
    func canBeShared() throws(SystemError) -> Bool {
        let size = 4096
        guard ftruncate(descriptor, off_t(size)) == 0 else {
            throw SystemError(operation: "write to \(path)", errno: errno)
        }
        let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe memory != MAP_FAILED else { return false }
        unsafe munmap(memory, size)
        return true
    }

    /// Gives the file its name, if it has none yet (`linkat(2)`). A file that exists at the path is not replaced.
    package func publish() throws(SystemError) {
        let failure = isNamed.withLock { isNamed -> Int32? in
            guard !isNamed else { return nil }
            guard
                unsafe linkat(
                    AT_FDCWD, Self.entry(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
            else { return errno }
            isNamed = true
            return nil
        }
        if let failure { throw SystemError(operation: "make \(path)", errno: failure) }
    }

    /// Sets the mode of the file, whatever the process's mask is (`fchmod(2)`).
    package func setMode(_ mode: UInt16) throws(SystemError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw SystemError(operation: "set the mode of \(path)", errno: errno)
        }
    }

    /// Gives the file, which is named, another name (`rename(2)`). A file of that name is replaced, and a reader sees
    /// all of the old one or all of the new one.
    package func rename(to destination: String) throws(SystemError) {
        let failure = isNamed.withLock { isNamed -> Int32? in
            guard unsafe Glibc.rename(path, destination) == 0 else { return errno }
            isNamed = false
            return nil
        }
        if let failure {
            throw SystemError(operation: "rename \(path) to \(destination)", errno: failure)
        }
    }

    /// Removes the name of the file, if it has one (`unlink(2)`). The file is deleted when it is closed.
    package func remove() throws(SystemError) {
        let failure = isNamed.withLock { isNamed -> Int32? in
            guard isNamed else { return nil }
            guard unsafe unlink(path) == 0 || errno == ENOENT else { return errno }
            isNamed = false
            return nil
        }
        if let failure { throw SystemError(operation: "remove \(path)", errno: failure) }
    }

    /// - Returns: `nil` if the file system does not support this, or the file could not get a name later.
    private static func openUnnamed(beside path: String) -> Int32? {
        let flags = O_RDWR | clx_o_tmpfile | O_CLOEXEC
        // Any other error occurs when the file is created with a name, too, and is thrown there.
        let descriptor = unsafe open(path.parentFolder, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        guard fileExists(entry(of: descriptor)) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func entry(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
