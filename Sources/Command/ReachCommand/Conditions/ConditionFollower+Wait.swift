// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

extension ConditionFollower {
    /// Waits until the condition has held for long enough.
    ///
    /// - Parameters:
    ///   - limit: the end of the wait; `nil` for no end.
    ///   - isQuiet: whether nothing is shown of what is waited for.
    /// - Returns: whether the condition holds; `false` if the deadline passed.
    mutating func wait(limit: WaitLimit?, isQuiet: Bool) -> Bool {
        var line = WaitingLine(until: limit, isQuiet: isQuiet)
        defer { line.clear() }
        while true {
            let state = state
            if state == .open { return true }
            let deadline = limit?.due
            if let deadline, deadline <= MonotonicClock.milliseconds { return false }
            line.show(lacks, isProvisional: awaited != nil)
            var due = line.due
            if case .opens(let time) = state { due = MonotonicClock.earlier(due, time) }
            wait(until: MonotonicClock.earlier(due, deadline))
        }
    }
}
