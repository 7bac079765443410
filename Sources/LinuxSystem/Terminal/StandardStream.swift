// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// One of the process's standard streams.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person looks at it (`isatty(3)`).
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The terminal's width in columns (`TIOCGWINSZ`); `nil` if there is no terminal.
    package var columns: Int? {
        var size = winsize()
        guard unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes a notice that nothing depends on: not at all if there is no room for it or it cannot be written.
    package func tell(_ notice: String) {
        guard Readiness.hasRoom(rawValue) else { return }
        try? write(notice)
    }

    /// Writes all of `text` at once (`write(2)`).
    ///
    /// - Throws: ``SystemError`` with the reason; `EPIPE` if nobody reads any more.
    package func write(_ text: String) throws(SystemError) {
        let span = text.utf8Span.span
        try check(unsafe span.withUnsafeBytes { unsafe write(all: $0) })
    }

    /// Writes all of `bytes` at once (`write(2)`).
    ///
    /// - Throws: ``SystemError`` with the reason; `EPIPE` if nobody reads any more.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        try check(unsafe bytes.withUnsafeBytes { unsafe write(all: $0) })
    }

    /// Writes all of a buffer at once (`write(2)`).
    ///
    /// - Throws: ``SystemError`` with the reason; `EPIPE` if nobody reads any more.
    package func write(_ buffer: borrowing ByteBuffer) throws(SystemError) {
        try check(unsafe buffer.withUnsafeBytes { unsafe write(all: $0) })
    }

    /// Writes all of a buffer at once, if there is room for its beginning. The kernel is asked for that
    /// with the bytes (`pwritev2(2)` with `RWF_NOWAIT`), and where it cannot say, before them.
    ///
    /// - Returns: whether it was written; if not, nothing was.
    /// - Throws: ``SystemError`` with the reason; `EPIPE` if nobody reads any more.
    package func writeIfThereIsRoom(_ buffer: borrowing ByteBuffer) throws(SystemError) -> Bool {
        var hasRoom = true
        let failure = unsafe buffer.withUnsafeBytes { bytes -> Int32 in
            let count = unsafe clx_write_without_waiting(rawValue, bytes.baseAddress, bytes.count)
            if count < 0 {
                switch errno {
                // There may be no room, or the kernel cannot say (`EPERM`: a sandbox).
                case EAGAIN, EOPNOTSUPP, ENOSYS, EPERM: hasRoom = Readiness.hasRoom(rawValue)
                // Every other failure is that of writing, too.
                default: break
                }
            }
            return unsafe hasRoom ? write(all: bytes, from: max(count, 0)) : 0
        }
        try check(failure)
        return hasRoom
    }

    private func check(_ failure: Int32) throws(SystemError) {
        guard failure != 0 else { return }
        throw SystemError(
            operation: "write to standard \(self)", errno: failure, isOutput: true)
    }

    /// - Parameter written: how many of the bytes have been.
    /// - Returns: the system's error number; 0 for none.
    private func write(all bytes: UnsafeRawBufferPointer, from written: Int = 0) -> Int32 {
        var written = written
        while written < bytes.count {
            let count = unsafe Glibc.write(
                rawValue,
                bytes.baseAddress.map { unsafe $0 + written },
                bytes.count - written
            )
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN: waitUntilWritable()
                default: return errno
                }
                continue
            }
            written += count
        }
        return 0
    }

    /// Waits for a reader of a stream that somebody made non-blocking (`poll(2)`).
    private func waitUntilWritable() {
        var entry = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }
}
