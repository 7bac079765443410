// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import LinuxSystem

/// A file that the user gives to the command, such as its configuration.
package enum InputFile {
    /// Reads all of a file (`open(2)`, `read(2)`). It may be a pipe, as a shell makes for `<(command)`: its writer
    /// gets ten seconds.
    ///
    /// - Returns: `nil` if there is no such file.
    /// - Throws: ``SystemError`` if the file cannot be read, or is larger than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        // Without waiting for a writer, and without becoming the owner of a terminal.
        var file: Int32
        repeat {
            file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        } while file < 0 && errno == EINTR
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError(operation: "open \(path)", errno: errno)
        }
        defer { close(file) }
        return try read(file, named: path, limit: limit)
    }

    /// Reads all of a descriptor that the program which became this one has left for it, from its beginning, and
    /// closes it.
    package static func readHanded(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        defer { close(descriptor) }
        lseek(descriptor, 0, SEEK_SET)
        return try read(descriptor, named: "descriptor \(descriptor)", limit: 64 << 20)
    }

    /// Reads all of standard input. Its writer may take its time.
    package static func readStandardInput(limit: Int) throws(SystemError) -> [UInt8] {
        try read(0, named: "standard input", limit: limit, patience: .max / 2)
    }

    /// Reads all of a descriptor.
    ///
    /// - Parameter patience: how many milliseconds the writer gets, if it is a pipe.
    static func read(
        _ file: Int32, named path: String, limit: Int, patience: Int64 = 10_000
    ) throws(SystemError) -> [UInt8] {
        let deadline = MonotonicClock.milliseconds + patience
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= limit {
            let count = unsafe Glibc.read(file, &part, part.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += part[..<count]
                continue
            }
            if errno == EINTR { continue }
            let failure = errno
            let rest = deadline - MonotonicClock.milliseconds
            guard failure == EAGAIN, rest > 0 else {
                throw SystemError(operation: "read \(path)", errno: failure)
            }
            _ = PollSet.Interest(file, reads: true).isMet(within: Int32(clamping: rest))
        }
        throw SystemError(operation: "read \(path)", errno: EFBIG)
    }
}
