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

/// The content of a file up to `limit` bytes (`open(2)`, `read(2)`); `nil` if there is none, or it
/// is not for us.
package func readFile(_ path: String, limit: Int = 65_536) throws(SystemError) -> String? {
    try readFile(AT_FDCWD, path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// The content of a file that is to be there whole (`open(2)`, `read(2)`).
///
/// - Returns: `nil` if there is none.
/// - Throws: ``SystemError`` if it cannot be read, or is larger than `limit` bytes.
package func readWholeFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(operation: "open \(path)", errno: errno)
    }
    defer { close(file) }
    guard let bytes = readBytes(file, limit: limit + 1) else {
        throw SystemError(operation: "read \(path)", errno: errno)
    }
    guard bytes.count <= limit else {
        throw SystemError(operation: "read \(path)", errno: EFBIG)
    }
    return bytes
}

private func readFile(_ folder: Int32, _ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
    guard let file = try openFile(folder, path, O_RDONLY) else { return nil }
    defer { close(file) }
    return readBytes(file, limit: limit)
}

/// - Returns: `nil` if reading failed (`errno`).
private func readBytes(_ file: Int32, limit: Int) -> [UInt8]? {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        while count < limit {
            let got = unsafe Glibc.read(
                file, buffer.baseAddress.map { unsafe $0 + count }, limit - count)
            if got < 0 && errno == EINTR { continue }
            failed = got < 0
            if got <= 0 { break }
            count += got
        }
    }
    return failed ? nil : bytes
}

/// - Returns: a descriptor, or `nil` if there is no such file or it is not for us.
private func openFile(_ folder: Int32, _ path: String, _ flags: Int32) throws(SystemError) -> Int32?
{
    while true {
        // A FIFO in the place of a file must not be waited for.
        let descriptor = unsafe openat(folder, path, flags | O_CLOEXEC | O_NONBLOCK)
        if descriptor >= 0 { return descriptor }
        switch errno {
        case EINTR: continue
        case let failure where SystemError.isExhaustion(failure):
            throw SystemError(operation: "open \(path)", errno: failure)
        default: return nil
        }
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
