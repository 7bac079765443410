// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// The locks that a recorder has as long as it runs.
enum RecorderLock {
    /// Readers find out whether a recorder runs by a shared lock of some microseconds. So a recorder tries for this many
    /// milliseconds.
    private static let patience: Int64 = 1000

    /// Gets a lock.
    ///
    /// - Parameters:
    ///   - path: the file of the lock.
    ///   - mode: its permission bits: who may find out whether a recorder runs.
    ///   - waits: whether readers are waited for; a recorder that tries again does not, because its loop must go on.
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
