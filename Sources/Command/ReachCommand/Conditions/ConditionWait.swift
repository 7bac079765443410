// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Waits until a condition holds, or has held for a given time.
struct ConditionWait: ~Copyable {
    private(set) var follower: ConditionFollower
    private var gate: ConditionGate<Int64>
    /// The end of the wait; `nil` for no end.
    private let limit: WaitLimit?
    /// When it was known for the first time whether the condition holds. The wait does not end before that if it does.
    private var first: Int64?
    private var line: WaitingLine

    init(
        _ follower: consuming ConditionFollower, stable: TimeSpan, limit: WaitLimit?,
        isQuiet: Bool
    ) {
        self.follower = follower
        gate = ConditionGate(stability: stable.milliseconds)
        self.limit = limit
        line = WaitingLine(until: limit, isQuiet: isQuiet)
    }

    /// Passes to the gate whether the condition holds now, and whether it was lost meanwhile.
    private mutating func evaluate(at now: Int64) {
        if follower.readLapse() { gate.lose(at: now) }
        guard follower.awaited == nil else { return gate.lose(at: now) }
        first = first ?? now
        if follower.verdict.holds { gate.hold(at: now) } else { gate.lose(at: now) }
    }

    /// Waits until the condition holds.
    ///
    /// - Returns: whether the condition holds; `false` if the deadline passed.
    mutating func wait() -> Bool {
        defer { line.clear() }
        while true {
            let now = MonotonicClock.milliseconds
            evaluate(at: now)
            let end = limit.map { max($0.due, first ?? $0.due) }
            switch gate.next(at: now, deadline: end) {
            case .open: return true
            case .timedOut: return false
            case .wait(let due):
                line.show(follower.lacks, isProvisional: follower.awaited != nil)
                follower.wait(until: MonotonicClock.earlier(due, line.due))
            }
        }
    }
}
