// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// An open folder.
///
/// All that is read from it is of the same folder, even if its path leads elsewhere in the meantime.
@safe struct Folder: ~Copyable {
    private let descriptor: Int32

    /// Opens a folder (`openat(2)`).
    ///
    /// - Returns: `nil` if the folder does not exist, or this process may not read it.
    /// - Throws: ``SystemError`` if a resource is exhausted, such as descriptors.
    init?(path: String) throws(SystemError) {
        guard let descriptor = try openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY) else {
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// The content of a small file, up to 4 KiB: no file of sysfs is larger (`openat(2)`, `read(2)`).
    borrowing func read(_ name: String) throws(SystemError) -> String? {
        try readFile(descriptor, name, limit: 4096).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The content of a file up to `limit` bytes (`openat(2)`, `read(2)`).
    borrowing func readBytes(
        _ name: String,
        limit: Int
    ) throws(SystemError) -> [UInt8]? {
        try readFile(descriptor, name, limit: limit)
    }

    /// The end of a file, at most `limit` bytes (`openat(2)`, `lseek(2)`, `read(2)`).
    borrowing func readEnd(
        _ name: String,
        limit: Int
    ) throws(SystemError) -> [UInt8]? {
        try readFile(descriptor, name, limit: limit, fromEnd: true)
    }

    /// Whether the folder has an entry of a name (`faccessat(2)`).
    borrowing func contains(_ name: String) -> Bool {
        unsafe faccessat(descriptor, name, F_OK, 0) == 0
    }

    /// The names of the entries that begin with a prefix (`readdir(3)`).
    borrowing func entries(withPrefix prefix: String) throws(SystemError) -> [String] {
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
                    unsafe String(
                        decoding: UnsafeRawBufferPointer(start: $0, count: strlen($0)),
                        as: UTF8.self)
                }
            }
            if name.utf8.starts(with: prefix.utf8) { names.append(name) }
        }
        return names
    }
}

/// Whether a path leads to a folder (`stat(2)`). Symbolic links are followed.
package func isFolder(_ path: String) -> Bool {
    var information = stat()
    return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
}

/// Whether a path leads to a file or a folder (`access(2)`).
package func fileExists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
}

/// Whether a path certainly leads nowhere (`access(2)`), as opposed to a folder that this process may not enter.
package func isMissing(_ path: String) -> Bool {
    unsafe access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
}

/// The content of a regular file, up to `limit` bytes (`open(2)`, `read(2)`).
///
/// - Returns: `nil` if the file does not exist, or this process may not read it.
package func readFile(_ path: String, limit: Int = 65_536) throws(SystemError) -> String? {
    try readFile(AT_FDCWD, path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// - Parameter fromEnd: whether the end of a longer file is read, and not its beginning.
/// - Returns: `nil` if the file cannot be read, or is not regular: a device may have no end, and the content of a FIFO
///   is for another process.
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

/// - Returns: the bytes until the end, the limit or an error, and the error number; 0 for none.
func readBytes(_ file: Int32, limit: Int) -> (bytes: [UInt8], failure: Int32) {
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

/// Writes all bytes to an open file, in as few calls as the kernel allows (`write(2)`).
///
/// - Returns: the error number; 0 for none.
func writeBytes(_ bytes: RawSpan, to file: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
        var rest = unsafe buffer[...]
        while unsafe !rest.isEmpty {
            let count = unsafe Glibc.write(
                file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            unsafe rest = rest.dropFirst(count)
        }
        return 0
    }
}

/// - Returns: a descriptor; `nil` if the file does not exist, or this process may not read it.
private func openFile(_ folder: Int32, _ path: String, _ flags: Int32) throws(SystemError) -> Int32?
{
    let descriptor = openWithoutWaiting(folder, path, flags)
    if descriptor >= 0 { return descriptor }
    let failure = errno
    guard SystemError.isExhaustion(failure) else { return nil }
    throw SystemError(operation: "open \(path)", errno: failure)
}

/// Opens a file (`openat(2)`), without waiting for the writer of a FIFO, and without making a terminal the controlling
/// one.
private func openWithoutWaiting(_ folder: Int32, _ path: String, _ flags: Int32) -> Int32 {
    while true {
        let descriptor = unsafe openat(
            folder, path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}

/// The identity of a file, which is the same by whatever path it is reached (`stat(2)`).
package struct FileIdentity: Hashable, Sendable, Codable {
    /// The number of the file system's device.
    let device: UInt64
    /// The number of the file in its file system.
    package let number: UInt64

    package init(device: UInt64, number: UInt64) {
        self.device = device
        self.number = number
    }

    /// - Returns: `nil` if the path leads nowhere, or this process may not follow it.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
}

/// The destination of a symbolic link (`readlink(2)`); `nil` if the path is not a link, or this process may not read
/// it.
package func linkTarget(_ path: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { target in
        guard let start = target.baseAddress else { return nil }
        let length = unsafe readlink(path, start, target.count)
        guard length > 0, length < target.count else { return nil }
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

/// Writes a line to standard error at once (`write(2)`). An error is ignored, because nothing could report it.
package func writeToStandardError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
