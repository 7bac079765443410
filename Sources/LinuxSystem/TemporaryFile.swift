// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A file of ours that has no name until it is complete (`O_TMPFILE` of `open(2)`, `linkat(2)`), so that
/// nothing is left behind if the process is killed before. Only its owner may read and write it.
///
/// Some file systems cannot do that (FAT, NFS, FUSE before Linux 6.6), and without `/proc` a file cannot be
/// given a name. There the file has its name from the beginning, and a kill leaves it behind.
@safe package final class TemporaryFile: Sendable {
    /// Its name: from ``publish()`` on, or from the beginning.
    package let path: String
    private let descriptor: Int32
    private let isNamed: Lock<Bool>

    /// Makes it. What is at the path already is neither opened nor replaced.
    ///
    /// - Parameters:
    ///   - path: in the folder where it is made.
    ///   - isNamed: whether it has its name from the beginning on every file system.
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

    /// Writes to its end (`write(2)`).
    package func append(_ bytes: RawSpan) throws(SystemError) {
        let failure = unsafe bytes.withUnsafeBytes { buffer -> Int32? in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let count = unsafe write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                unsafe rest = rest.dropFirst(count)
            }
            return nil
        }
        if let failure { throw SystemError(operation: "write to \(path)", errno: failure) }
    }

    /// Takes out what is in it (`ftruncate(2)`).
    package func empty() throws(SystemError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw SystemError(operation: "empty \(path)", errno: errno)
        }
    }

    /// Gives it its name, if it has none yet (`linkat(2)`). What is there already is not replaced.
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

    /// Takes its name away, if it has one: it goes once nobody holds it open (`unlink(2)`).
    package func remove() throws(SystemError) {
        let failure = isNamed.withLock { isNamed -> Int32? in
            guard isNamed else { return nil }
            guard unsafe unlink(path) == 0 || errno == ENOENT else { return errno }
            isNamed = false
            return nil
        }
        if let failure { throw SystemError(operation: "remove \(path)", errno: failure) }
    }

    /// - Returns: `nil` if the file system cannot, or a name cannot be given later.
    private static func openUnnamed(beside path: String) -> Int32? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let flags = O_RDWR | clx_o_tmpfile | O_CLOEXEC
        // What else may be wrong, the other way finds too, and says.
        let descriptor = unsafe open(folder, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        guard fileExists(entry(of: descriptor)) else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func entry(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
