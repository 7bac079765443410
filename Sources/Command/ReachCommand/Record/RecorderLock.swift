// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The locks that a recorder holds as long as it runs.
enum RecorderLock {
    /// Gets a lock.
    ///
    /// - Parameters:
    ///   - path: the file of the lock.
    ///   - mode: the permission bits of the file. A user who may read it can find out
    ///     whether a recorder runs.
    ///   - waits: whether to wait for readers. A recorder that tries again does not, because its loop must go on.
    static func acquire(_ path: String, mode: UInt16, waits: Bool = true) throws(SystemError)
        -> FileLock.Attempt
    {
        try FileLock.acquire(
            path, note: "\(processIdentifier)", mode: mode, patience: waits ? 1000 : 0)
    }
}
