// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A lock on a file, which one process has at a time, or several share (`flock(2)`).
///
/// The kernel releases it when the process ends, however it ends. A command that the process runs does not inherit it.
@safe package final class FileLock: Sendable {
    /// The result of an attempt to get a lock.
    package enum Attempt: Sendable {
        case acquired(FileLock)
        /// Another process has it, which wrote this into the file.
        case taken(note: String)
    }

    /// The descriptor of the file. The lock belongs to its open file description, which children share.
    package let descriptor: Int32
    /// Whether a child keeps the lock when this process releases it.
    private let isBequeathed = Lock(false)
    /// The process that got the lock.
    private let owner = getpid()

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A child that was just forked has the descriptor, too, until it executes its program. A child that goes on without
        // another program does not release the lock of its parent.
        if owner == getpid(), !isBequeathed.withLock(\.self) { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }

    /// Returns the descriptor for a child that is to keep the lock when this process releases it.
    ///
    /// From then on, releasing the lock only closes the descriptor. So a child that was just forked may keep the lock for some
    /// microseconds.
    package func bequeath() -> Int32 {
        isBequeathed.withLock { $0 = true }
        return descriptor
    }

    /// Gets the lock, if no other process has it. The file is made if there is none, and stays when the lock is
    /// released.
    ///
    /// Other processes have a lock for some microseconds without meaning to keep it: one that checks whether it is
    /// taken (``isTaken(_:)``), and a child that was just forked when its parent was killed, until it executes its
    /// program.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - note: what others read who do not get the lock, such as the number of this process; `nil` if the content of the
    ///     file is to stay.
    ///   - mode: the permission bits of the file, whatever the process's mask is. Who may read it may find out whether
    ///     the lock is taken.
    ///   - patience: how long the thread blocks at most until other processes have released the lock, in milliseconds.
    package static func acquire(
        _ path: String, note: String?, mode: UInt16 = 0o600, patience: Int64 = 0
    ) throws(SystemError) -> Attempt {
        let lock = try openFile(path)
        if mode != 0o600 { fchmod(lock.descriptor, mode_t(mode)) }
        let end = MonotonicClock.milliseconds + patience
        var isOwn = try lock.lock(path, LOCK_NB)
        // A wait in flock(2) has no end but a signal, and no descriptor is ready when a lock is free.
        while !isOwn, MonotonicClock.milliseconds < end {
            usleep(10_000)
            isOwn = try lock.lock(path, LOCK_NB)
        }
        if isOwn {
            if let note { lock.write(note) }
            return .acquired(lock)
        }
        let bytes = readBytes(lock.descriptor, limit: 64).bytes
        return .taken(note: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether the file of the lock is still at a path, and not another one or none.
    package func isAtPath(_ path: String) throws(SystemError) -> Bool {
        let own = FileIdentity(try openFileStatus(descriptor, path))
        return try FileFacts.of(path, followsLink: false)?.identity == own
    }

    /// Whether a process has the lock. The file is neither made nor changed.
    ///
    /// - Returns: `nil` if that is unknown, because the file cannot be opened, or is no regular file.
    package static func isTaken(_ path: String) -> Bool? {
        let descriptor = unsafe open(path, O_RDONLY | flags)
        guard descriptor >= 0 else { return errno == ENOENT ? false : nil }
        let lock = FileLock(descriptor)
        guard lock.isRegular else { return nil }
        return (try? lock.lock(path, LOCK_NB, LOCK_SH)).map { !$0 }
    }

    /// Gets the lock, and blocks until all processes that had it, or wait longer for it, have released it.
    ///
    /// - Parameter note: what others read who do not get the lock; `nil` if the content of the file is to stay.
    package static func wait(_ path: String, note: String?) throws(SystemError) -> FileLock {
        let lock = try openFile(path)
        _ = try lock.lock(path, 0)
        if let note { lock.write(note) }
        return lock
    }

    /// Gets the lock together with others who share it, and blocks while one process has it for itself. The file is made
    /// if there is none.
    package static func share(_ path: String) throws(SystemError) -> FileLock {
        let lock = try openFile(path)
        _ = try lock.lock(path, 0, LOCK_SH)
        return lock
    }

    /// No pipe is waited for, and none can be the file of a lock.
    private static let flags = O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK

    private static func openFile(_ path: String) throws(SystemError) -> FileLock {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | flags, 0o600)
        guard descriptor >= 0 else { throw SystemError(operation: "open \(path)", errno: errno) }
        let lock = FileLock(descriptor)
        guard lock.isRegular else {
            throw SystemError(operation: "lock \(path), which is no regular file", errno: EINVAL)
        }
        return lock
    }

    private var isRegular: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// - Returns: whether this process has the lock now.
    private func lock(
        _ path: String, _ flags: Int32, _ kind: Int32 = LOCK_EX
    ) throws(SystemError) -> Bool {
        while flock(descriptor, kind | flags) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return false
            case let code: throw SystemError(operation: "lock \(path)", errno: code)
            }
        }
        return true
    }

    private func write(_ note: String) {
        let bytes = Array(note.utf8)
        // The note is only for processes that do not get the lock: a full disk is no reason to fail.
        if ftruncate(descriptor, 0) == 0 { _ = unsafe pwrite(descriptor, bytes, bytes.count, 0) }
    }
}

/// The number of this process (`getpid(2)`).
package var processIdentifier: Int32 { getpid() }
