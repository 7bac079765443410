// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// Waits until a condition holds, and has held for some time.
struct ConditionWait: ~Copyable {
    private(set) var follower: ConditionFollower
    private let stable: Span
    /// When it is given up, by ``MonotonicClock``.
    private let deadline: Int64?
    /// Since when the condition holds.
    private var since: Int64?
    private var line: WaitingLine

    init(_ follower: consuming ConditionFollower, stable: Span, deadline: Span?) {
        self.follower = follower
        self.stable = stable
        let now = MonotonicClock.milliseconds
        self.deadline = deadline.map { now + $0.milliseconds }
        line = WaitingLine(lasting: deadline?.milliseconds)
    }

    /// Whether the condition holds, and has for as long as it is to.
    private mutating func isReady() -> Bool {
        if follower.takeLapse() { since = nil }
        guard follower.awaited == nil, follower.verdict.holds else { return false }
        let now = MonotonicClock.milliseconds
        let since = since ?? now
        self.since = since
        return now - since >= stable.milliseconds
    }

    /// Waits until the condition holds.
    ///
    /// - Returns: whether it holds, as opposed to the deadline having come.
    mutating func wait() -> Bool {
        defer { line.clear() }
        while true {
            if isReady() { return true }
            let now = MonotonicClock.milliseconds
            if let deadline, deadline <= now { return false }
            line.show(follower.lacks)
            let patience = [since.map { $0 + stable.milliseconds }, deadline]
                .compactMap(\.self).map { max(0, $0 - now) }.min()
            follower.wait(milliseconds: patience)
        }
    }
}
