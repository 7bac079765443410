// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Waits until a condition holds, or has held for a given time.
struct ConditionWait: ~Copyable {
    private(set) var follower: ConditionFollower
    private let stable: TimeSpan
    /// The end of the wait; `nil` for no end.
    private let limit: WaitLimit?
    /// The time since which the condition holds; `nil` if it does not.
    private var since: Int64?
    private var line: WaitingLine

    init(
        _ follower: consuming ConditionFollower, stable: TimeSpan, limit: WaitLimit?,
        isQuiet: Bool
    ) {
        self.follower = follower
        self.stable = stable
        self.limit = limit
        line = WaitingLine(until: limit, isQuiet: isQuiet)
    }

    /// Returns whether the condition holds and has held for the required time.
    private mutating func isReady() -> Bool {
        if follower.readLapse() { since = nil }
        guard follower.awaited == nil, follower.verdict.holds else { return false }
        let now = MonotonicClock.milliseconds
        let since = since ?? now
        self.since = since
        return now - since >= stable.milliseconds
    }

    /// Waits until the condition holds.
    ///
    /// - Returns: whether the condition holds; `false` if the deadline passed.
    mutating func wait() -> Bool {
        defer { line.clear() }
        while true {
            if isReady() { return true }
            let deadline = limit?.due
            if let deadline, deadline <= MonotonicClock.milliseconds { return false }
            line.show(follower.lacks, isProvisional: follower.awaited != nil)
            let stableAt = since.map { $0 + stable.milliseconds }
            let due = MonotonicClock.earlier(stableAt, line.due)
            follower.wait(until: MonotonicClock.earlier(due, deadline))
        }
    }
}
