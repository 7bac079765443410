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
        if let awaited = follower.awaited { return awaited }
        let verdict = follower.verdict
        return verdict.holds ? "not for long enough" : verdict.text
    }

    /// Whether the condition does not hold.
    var isLost: Bool { follower.awaited == nil && !follower.verdict.holds }

    /// Whether the deadline has come.
    var isOverdue: Bool { deadline.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// Whether the condition holds, and has for as long as it is to.
    mutating func isReady() -> Bool {
        if follower.takeLapse() { since = nil }
        guard follower.awaited == nil, follower.verdict.holds else { return false }
        let now = MonotonicClock.milliseconds
        let since = since ?? now
        self.since = since
        return now - since >= stable.milliseconds
    }

    /// Waits until the condition holds.
    ///
    /// - Parameters:
    ///   - other: what else to wait for.
    ///   - body: called after each wait.
    /// - Returns: whether it holds, as opposed to the deadline having come.
    mutating func wait(
        beside other: Readiness.Interest? = nil,
        _ body: () -> Void = {}
    ) throws -> Bool {
        defer { line.clear() }
        while true {
            if isReady() { return true }
            if isOverdue { return false }
            _ = try follow(beside: other, showsLine: true)
            body()
        }
    }

    /// Waits for a change, for the end of the time that the condition is to hold, or for the deadline.
    ///
    /// - Parameters:
    ///   - other: what else to wait for.
    ///   - showsLine: whether to show on the terminal what is waited for.
    /// - Returns: whether the other is ready.
    mutating func follow(
        beside other: Readiness.Interest?,
        showsLine: Bool
    ) throws -> Bool {
        if showsLine { line.show(lacks) } else { line.clear() }
        let now = MonotonicClock.milliseconds
        let patience = [since.map { $0 + stable.milliseconds }, deadline]
            .compactMap(\.self).map { $0 - now }.filter { $0 > 0 }.min()
        return try follower.wait(beside: other, milliseconds: patience)
    }
}
