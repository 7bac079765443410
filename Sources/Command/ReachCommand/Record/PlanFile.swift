// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// The file with the sums of the data plans, which every user may read. It exists as long as the recorder runs.
final class PlanFile {
    private let folder: String?
    /// The lock that says that a recorder keeps the file; `nil` before the first write.
    private var lock: FileLock?
    private var last: PlanSums?
    private var notice = FailureNotice()
    /// The time of the next attempt after a failure, by ``MonotonicClock``; `nil` if there was none.
    private(set) var due: Int64?

    /// The time between two attempts, in milliseconds.
    private static let retry: Int64 = 60_000

    /// - Parameter folder: the folder of the file; by default that of root, or of the user.
    init(folder: String? = effectiveUser == 0 ? PlanSums.systemFolder : PlanSums.userFolder) {
        self.folder = folder
    }

    private var path: String? { folder.map { "\($0)/\(PlanSums.fileName)" } }

    /// Replaces the file if the sums have changed. After a failure the next attempt comes a minute later.
    ///
    /// A failure is reported once on standard error: the record has the bytes all the same.
    func write(_ sums: PlanSums) {
        let now = MonotonicClock.milliseconds
        if let due, now < due { return }
        let isFirst = due == nil
        due = nil
        guard let folder, let path else { return }
        let isLost = lock != nil && !isHeld
        guard sums != last || isLost else { return }
        do {
            if isLost { lock = nil }
            if lock == nil { lock = try acquire(folder, waits: isFirst) }
            try ReplacedFile(path: path).write(JSONLineEncoder.line(sums))
            last = sums
            notice.clear()
        } catch {
            notice.report("the sums of the plans cannot be kept: \(Failure(error).reason)")
            due = MonotonicClock.milliseconds + Self.retry
        }
    }

    /// Whether the lock of this recorder is the one that readers see. Its folder may have disappeared: that of a user does so
    /// with the session.
    private var isHeld: Bool {
        guard let lock, let folder else { return false }
        return (try? lock.isAtPath(lockPath(in: folder))) == true
    }

    private func lockPath(in folder: String) -> String { "\(folder)/\(PlanSums.lockName)" }

    private func acquire(_ folder: String, waits: Bool) throws -> FileLock {
        let lock = lockPath(in: folder)
        do throws(SystemError) {
            try PrivateFolder.make(folder, mode: 0o755)
            if case .acquired(let lock) = try RecorderLock.acquire(
                lock, mode: 0o644, waits: waits)
            {
                return lock
            }
        } catch { throw Failure(error.description.escaped, exitCode: 73) }
        throw Failure(
            "another reach record runs (it has locked \(lock.escaped)); stop it first", exitCode: 75
        )
    }

    /// Removes the file, because the recorder ends or there are no plans any more.
    func remove() {
        due = nil
        defer { (lock, last) = (nil, nil) }
        // Another recorder may have the folder by now.
        guard isHeld, let path else { return }
        // Nothing depends on it: without the lock, readers ignore the file.
        try? removeFile(path)
    }
}
