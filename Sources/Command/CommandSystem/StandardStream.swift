// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
internal import LinuxSystem

/// A standard stream of the process that the command writes to.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// The file descriptor.
    package var descriptor: Int32 { rawValue }

    /// Whether the stream is a terminal (`isatty(3)`).
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width of the terminal in columns (`TIOCGWINSZ`); `nil` if the stream is not a terminal.
    package var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Whether a write would not block now (`poll(2)`).
    package var hasRoom: Bool { isWritable(within: 0) }

    private func isWritable(within milliseconds: Int32?) -> Bool {
        PollSet.Interest(descriptor, writes: true).isMet(within: milliseconds)
    }
}

/// Standard output or standard error could not be written.
package struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    private let error: SystemError

    fileprivate init(_ stream: StandardStream, errno: Int32) {
        error = SystemError(operation: "write to standard \(stream)", errno: errno)
    }

    package var description: String { error.description }

    /// Whether the reader has closed the pipe (`EPIPE`).
    package var isClosedPipe: Bool { error.errno == EPIPE }
}

// MARK: - Writing

extension StandardStream {
    /// Writes all of a text (`write(2)`).
    package func write(_ text: String) throws(OutputError) {
        let span = text.utf8Span.span
        try check(unsafe span.withUnsafeBytes { unsafe write(all: $0) })
    }

    /// Writes all bytes (`write(2)`).
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        try check(unsafe bytes.withUnsafeBytes { unsafe write(all: $0) })
    }

    /// Writes the bytes that can be written without blocking. The kernel decides that in the write itself
    /// (`pwritev2(2)` with `RWF_NOWAIT`); where it cannot, `poll(2)` is asked before.
    ///
    /// - Returns: how many bytes were written.
    package func writeWithoutWaiting(_ bytes: ArraySlice<UInt8>) throws(OutputError) -> Int {
        var written = 0
        let failure = unsafe bytes.withUnsafeBytes { bytes -> Int32 in
            written = unsafe ccs_write_without_waiting(
                descriptor, bytes.baseAddress, bytes.count)
            guard written < 0 else { return 0 }
            written = 0
            switch errno {
            // There may be no room, or the kernel cannot say (`EPERM`: a sandbox).
            case EAGAIN, EOPNOTSUPP, ENOSYS, EPERM: guard hasRoom else { return 0 }
            // `write(2)` fails in the same way.
            default: break
            }
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.leastRoom))
            written = part.count
            return unsafe write(all: part)
        }
        try check(failure)
        return written
    }

    /// The number of bytes for which a pipe has room if it has any (`PIPE_BUF`). A terminal that stands still can have less:
    /// it delays the write until it goes on.
    private static let leastRoom = 4096

    /// Writes all bytes if at least the first ones can be written without blocking.
    ///
    /// - Returns: whether the bytes were written; if not, none of them were.
    package func writeIfThereIsRoom(_ bytes: [UInt8]) throws(OutputError) -> Bool {
        let written = try writeWithoutWaiting(bytes[...])
        guard written > 0 || bytes.isEmpty else { return false }
        try check(unsafe bytes.withUnsafeBytes { unsafe write(all: $0, from: written) })
        return true
    }

    /// Writes a notice that nothing depends on. It is dropped if the write would block or fails.
    package func notify(_ notice: String) {
        guard hasRoom else { return }
        try? write(notice)
    }

    private func check(_ failure: Int32) throws(OutputError) {
        guard failure != 0 else { return }
        throw OutputError(self, errno: failure)
    }

    /// - Parameter written: how many of the bytes have been written before.
    /// - Returns: the error number of the system; 0 if all bytes were written.
    private func write(all bytes: UnsafeRawBufferPointer, from written: Int = 0) -> Int32 {
        var written = written
        while written < bytes.count {
            let count = unsafe Glibc.write(
                descriptor,
                bytes.baseAddress.map { unsafe $0 + written },
                bytes.count - written
            )
            if count < 0 {
                switch errno {
                case EINTR: continue
                // The stream is non-blocking: another process that shares it made it so.
                case EAGAIN: _ = isWritable(within: nil)
                default: return errno
                }
                continue
            }
            written += count
        }
        return 0
    }
}

// MARK: - Closed streams

extension StandardStream {
    /// Occupies the descriptors 0 to 2 that the caller has closed, as in `command >&-`. Otherwise a socket that is
    /// opened later gets one of them, and receives what is meant for standard output.
    ///
    /// Reading from such a descriptor and writing to it fail with `EBADF`, as if it were closed, because
    /// /dev/null is opened for the opposite direction. In programs that this process starts, the descriptor is
    /// closed.
    package static func occupyClosed() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The system assigns the lowest free descriptor, which is this one.
            let direction = descriptor == 0 ? O_WRONLY : O_RDONLY
            guard unsafe open("/dev/null", direction | O_CLOEXEC) == -1 else { continue }
            // There may be no /dev, as in a chroot. A folder cannot be read or written either.
            _ = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
    }
}
