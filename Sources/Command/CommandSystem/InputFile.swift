// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import LinuxSystem

/// A file that the user gives to the command, such as its configuration.
package enum InputFile {
    /// Reads all of a file (`open(2)`, `read(2)`).
    ///
    /// - Parameter mayBePipe: whether it may be a pipe, as a shell makes for `<(command)`. Its writer gets ten seconds. Else
    ///   only a regular file is read, so that the call never waits for another process.
    /// - Returns: `nil` if there is no such file. A folder that this process may not enter may have one.
    /// - Throws: ``SystemError`` if the file cannot be read, or is larger than `limit` bytes.
    package static func read(
        _ path: String, limit: Int, mayBePipe: Bool = true
    ) throws(SystemError) -> [UInt8]? {
        guard let file = try open(path, mayBePipe: mayBePipe) else { return nil }
        defer { close(file) }
        return try read(file, named: path, limit: limit)
    }

    /// Reads a file line by line, so that its size does not matter.
    ///
    /// - Parameters:
    ///   - path: the file; `nil` for standard input, whose writer may take its time.
    ///   - mayBePipe: whether it may be a pipe. Else only a regular file is read.
    ///   - take: gets a line without its end, and whether it has one, and returns whether the next one is wanted.
    /// - Returns: `false` if there is no such file.
    /// - Throws: ``SystemError`` if the file cannot be read, or has a line of more than 64 MiB.
    package static func readLines(
        _ path: String?, mayBePipe: Bool = true, _ take: (ArraySlice<UInt8>, Bool) -> Bool
    ) throws(SystemError) -> Bool {
        guard let path else {
            try lines(0, named: "standard input", patience: .max / 2, take)
            return true
        }
        guard let file = try open(path, mayBePipe: mayBePipe) else { return false }
        defer { close(file) }
        try lines(file, named: path, patience: 10_000, take)
        return true
    }

    /// - Returns: `nil` if there is no such file.
    private static func open(_ path: String, mayBePipe: Bool) throws(SystemError) -> Int32? {
        // Without waiting for a writer, and without becoming the owner of a terminal.
        var file: Int32
        repeat {
            file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        } while file < 0 && errno == EINTR
        if file >= 0 {
            if mayBePipe { return file }
            var status = stat()
            let failure = unsafe fstat(file, &status) == 0 ? 0 : errno
            if failure == 0, status.st_mode & S_IFMT == S_IFREG { return file }
            close(file)
            guard failure == 0 else {
                throw SystemError(operation: "examine \(path)", errno: failure)
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            throw SystemError(
                operation: "read \(path), which is not a regular file",
                errno: isFolder ? EISDIR : EINVAL)
        }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(operation: "open \(path)", errno: errno)
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
        var bytes: [UInt8] = []
        try parts(file, named: path, patience: patience) { part in
            bytes += part
            return bytes.count <= limit
        }
        guard bytes.count <= limit else {
            throw SystemError(operation: "read \(path)", errno: EFBIG)
        }
        return bytes
    }

    private static let lineLimit = 64 << 20

    /// Reads a descriptor line by line.
    static func lines(
        _ file: Int32, named path: String, patience: Int64,
        _ take: (ArraySlice<UInt8>, Bool) -> Bool
    ) throws(SystemError) {
        var line: [UInt8] = []
        var isWanted = true
        try parts(file, named: path, patience: patience) { part in
            var rest = part
            while isWanted, let end = lineFeed(in: rest) {
                if line.isEmpty {
                    isWanted = take(rest[..<end], true)
                } else {
                    line += rest[..<end]
                    isWanted = take(line[...], true)
                    line.removeAll(keepingCapacity: true)
                }
                rest = rest[(end + 1)...]
            }
            line += rest
            return isWanted && line.count <= lineLimit
        }
        guard isWanted else { return }
        guard line.count <= lineLimit else {
            throw SystemError(operation: "read \(path)", errno: EFBIG)
        }
        if !line.isEmpty { _ = take(line[...], false) }
    }

    /// The position of the first line feed (`memchr(3)`). A year of records has hundreds of megabytes.
    private static func lineFeed(in bytes: ArraySlice<UInt8>) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress,
                let found = unsafe memchr(start, 0x0A, buffer.count)
            else { return nil }
            return unsafe bytes.startIndex + (UnsafeRawPointer(found) - start)
        }
    }

    /// Whether bytes contain others (`memchr(3)`, `memcmp(3)`).
    package static func isFound(_ word: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first else { return true }
        return unsafe bytes.withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress else { return false }
            let end = unsafe place + bytes.count
            while unsafe end - place >= word.count {
                guard
                    let found = unsafe memchr(place, Int32(first), end - place - word.count + 1)
                else { return false }
                if unsafe memcmp(found, word, word.count) == 0 { return true }
                unsafe place = UnsafeRawPointer(found) + 1
            }
            return false
        }
    }

    /// The end of a regular file, at most `limit` bytes; `nil` if there is no such file (`lseek(2)`, `read(2)`).
    package static func readEnd(_ path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        guard let file = try open(path, mayBePipe: false) else { return nil }
        defer { close(file) }
        let end = lseek(file, 0, SEEK_END)
        lseek(file, max(0, end - off_t(limit)), SEEK_SET)
        return try read(file, named: path, limit: limit)
    }

    /// Reads a descriptor in parts.
    ///
    /// - Parameter take: gets a part, and returns whether the next one is wanted.
    private static func parts(
        _ file: Int32, named path: String, patience: Int64, _ take: (ArraySlice<UInt8>) -> Bool
    ) throws(SystemError) {
        let deadline = MonotonicClock.milliseconds + patience
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(file, &part, part.count)
            if count == 0 { return }
            if count > 0 {
                guard take(part[..<count]) else { return }
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
    }
}
