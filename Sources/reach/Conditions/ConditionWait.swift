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
        line = WaitingLine(
            deadline: deadline.map { WallClock.milliseconds + $0.milliseconds })
    }

    /// What is missing, in words.
    var lacks: String {
        if follower.isResolving { return "the host's name is being looked up" }
        let verdict = follower.verdict
        return verdict.holds ? "not for long enough" : verdict.text
    }

    /// Waits.
    ///
    /// - Returns: whether it holds, as opposed to the deadline having come.
    mutating func wait() throws -> Bool {
        defer { line.clear() }
        since = nil
        while true {
            let now = MonotonicClock.milliseconds
            if !follower.isResolving, follower.verdict.holds {
                let since = since ?? now
                self.since = since
                if now - since >= stable.milliseconds { return true }
            } else {
                since = nil
            }
            if let deadline, now >= deadline { return false }
            line.show(lacks)
            let patience = [since.map { $0 + stable.milliseconds }, deadline]
                .compactMap(\.self).min().map { $0 - now }
            _ = try follower.wait(milliseconds: patience)
        }
    }
}
