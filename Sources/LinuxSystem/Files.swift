// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder held open, so that what is read from it is all of the same one, whatever happens to its
/// path in the meantime.
@safe package struct Folder: ~Copyable {
    private let descriptor: Int32

    /// Opens a folder (`openat(2)`).
    ///
    /// - Returns: `nil` if there is none, or it is not for us.
    /// - Throws: ``SystemError`` if the process lacks the means to look.
    package init?(path: String) throws(SystemError) {
        guard let descriptor = try openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY) else {
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The content of a small file, up to 4 KiB, which is more than sysfs gives (`openat(2)`,
    /// `read(2)`).
    package borrowing func read(_ name: String) throws(SystemError) -> String? {
        try readFile(descriptor, name, limit: 4096).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The content of a file up to `limit` bytes (`openat(2)`, `read(2)`).
    package borrowing func readBytes(
        _ name: String,
        limit: Int
    ) throws(SystemError) -> [UInt8]? {
        try readFile(descriptor, name, limit: limit)
    }

    /// The end of a file, at most `limit` bytes (`openat(2)`, `lseek(2)`, `read(2)`).
    package borrowing func readEnd(
        _ name: String,
        limit: Int
    ) throws(SystemError) -> [UInt8]? {
        try readFile(descriptor, name, limit: limit, fromEnd: true)
    }

    /// Whether there is an entry of that name (`faccessat(2)`).
    package borrowing func contains(_ name: String) -> Bool {
        unsafe faccessat(descriptor, name, F_OK, 0) == 0
    }

    /// The names of the entries that begin with a prefix (`readdir(3)`).
    package borrowing func entries(withPrefix prefix: String) throws(SystemError) -> [String] {
        guard let readable = try openFile(descriptor, ".", O_RDONLY | O_DIRECTORY) else {
            return []
        }
        guard let stream = unsafe fdopendir(readable) else {
            let failure = SystemError(operation: "read a folder", errno: errno)
            close(readable)
            throw failure
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        return names
    }
}

/// Whether there is a file, or something else, at a path (`access(2)`).
package func fileExists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

/// Whether it is certain that there is nothing at a path (`access(2)`): a folder that is not for us may hold it.
package func isMissing(_ path: String) -> Bool {
    unsafe access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
}

/// The content of a regular file up to `limit` bytes (`open(2)`, `read(2)`); `nil` if there is none, or
/// it is not for us.
package func readFile(_ path: String, limit: Int = 65_536) throws(SystemError) -> String? {
    try readFile(AT_FDCWD, path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// The content of a file that is to be there whole (`open(2)`, `read(2)`). It may be a pipe, as a shell makes
/// for `<(command)`: its other end is waited for, ten seconds at the most.
///
/// - Returns: `nil` if there is none.
/// - Throws: ``SystemError`` if it cannot be read, or is larger than `limit` bytes.
package func readWholeFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = openWithoutWaiting(AT_FDCWD, path, O_RDONLY)
    guard file >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(operation: "open \(path)", errno: errno)
    }
    defer { close(file) }
    let deadline = MonotonicClock.milliseconds + 10_000
    var bytes: [UInt8] = []
    while true {
        let part = readBytes(file, limit: limit + 1 - bytes.count)
        bytes += part.bytes
        if part.failure == 0 { break }
        let rest = deadline - MonotonicClock.milliseconds
        guard part.failure == EAGAIN, rest > 0 else {
            throw SystemError(operation: "read \(path)", errno: part.failure)
        }
        _ = Readiness.Interest(file, reads: true).isMet(within: Int32(clamping: rest))
    }
    guard bytes.count <= limit else {
        throw SystemError(operation: "read \(path)", errno: EFBIG)
    }
    return bytes
}

/// - Parameter fromEnd: whether of a file that is longer the end is read, and not the beginning.
/// - Returns: `nil` for what cannot be read, or is no regular file: a device may have no end, and a FIFO belongs to
///   others.
private func readFile(
    _ folder: Int32,
    _ path: String,
    limit: Int,
    fromEnd: Bool = false
) throws(SystemError) -> [UInt8]? {
    guard let file = try openFile(folder, path, O_RDONLY) else { return nil }
    defer { close(file) }
    var information = stat()
    guard unsafe fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
        return nil
    }
    if fromEnd, information.st_size > limit { lseek(file, information.st_size - limit, SEEK_SET) }
    let part = readBytes(file, limit: limit)
    return part.failure == 0 ? part.bytes : nil
}

/// - Returns: what was read until the end, the limit or a failure, and its error number; 0 for none.
private func readBytes(_ file: Int32, limit: Int) -> (bytes: [UInt8], failure: Int32) {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        while count < limit {
            let got = unsafe Glibc.read(
                file, buffer.baseAddress.map { unsafe $0 + count }, limit - count)
            if got < 0 && errno == EINTR { continue }
            if got < 0 { failure = errno }
            if got <= 0 { break }
            count += got
        }
    }
    return (bytes, failure)
}

/// - Returns: a descriptor, or `nil` if there is no such file or it is not for us.
private func openFile(_ folder: Int32, _ path: String, _ flags: Int32) throws(SystemError) -> Int32?
{
    let descriptor = openWithoutWaiting(folder, path, flags)
    if descriptor >= 0 { return descriptor }
    let failure = errno
    guard SystemError.isExhaustion(failure) else { return nil }
    throw SystemError(operation: "open \(path)", errno: failure)
}

/// Opens a file (`openat(2)`). A FIFO or a terminal in its place is not waited for, and becomes nobody's.
private func openWithoutWaiting(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
    while true {
        let descriptor = unsafe openat(
            folder, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}

/// Which file a path leads to, whatever its name: the same file has the same identity (`stat(2)`).
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// `nil` if the path leads nowhere, or not for us.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

/// Where a symbolic link leads (`readlink(2)`); `nil` if it is none, or not for us.
func linkTarget(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
        guard let start = target.baseAddress else { return nil }
        let length = unsafe readlink(path, start, target.count)
        guard length > 0, length < target.count else { return nil }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
}
