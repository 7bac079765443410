// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The locks that a recorder holds as long as it runs.
enum RecorderLock {
    /// How long a recorder tries to get a lock, in milliseconds. A reader that looks whether a recorder runs has a shared
    /// lock for some microseconds.
    private static let patience: Int64 = 1000

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
        let end = MonotonicClock.milliseconds + (waits ? patience : 0)
        while true {
            let attempt = try FileLock.acquire(path, note: "\(processIdentifier)", mode: mode)
            guard case .taken = attempt, MonotonicClock.milliseconds < end else { return attempt }
            var pause = PollSet()
            pause.wait(milliseconds: 20)
        }
    }
}
