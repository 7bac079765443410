// SPDX-License-Identifier: Apache-2.0

/// Whether a condition has held for long enough. It is a pure value: each method takes the time.
///
/// The gate opens when the condition has held for ``stability`` without interruption. It closes when the condition is lost
/// for longer than a grace. Times are milliseconds of one clock, or durations since one moment.
package struct ConditionGate<Time>: Sendable, Hashable
where Time: Comparable & AdditiveArithmetic & Hashable & Sendable {
    private enum State: Sendable, Hashable {
        /// The condition does not hold, or has not been evaluated.
        case closed
        /// The condition has held since this time.
        case holding(since: Time)
        /// The gate was open, and the condition was lost. The gate closes at `end`.
        case losing(since: Time, end: Time)
    }

    /// The next step of the owner of a wait.
    package enum Step: Sendable, Hashable {
        /// End the wait: the gate is open.
        case open
        /// End the wait: the deadline has passed.
        case timedOut
        /// Wait for a change, or until this time; `nil` for a change only.
        case wait(until: Time?)
    }

    /// How long the condition must have held.
    package let stability: Time
    private var state = State.closed

    /// Creates a closed gate.
    package init(stability: Time) { self.stability = stability }

    /// Whether the condition holds, for long enough or not.
    package var holds: Bool { if case .holding = state { true } else { false } }

    /// When the gate opens, or has opened, if the condition goes on to hold; `nil` if it does not hold.
    package var opening: Time? {
        if case .holding(let since) = state { since + stability } else { nil }
    }

    /// When the gate closes, or has closed, after a loss; `nil` if there was none while it was open.
    package var closing: Time? { if case .losing(_, let end) = state { end } else { nil } }

    /// Notes that the condition holds.
    package mutating func hold(at now: Time) {
        switch state {
        case .closed: state = .holding(since: now)
        case .holding: break
        case .losing(let since, let end):
            state = .holding(since: now < end ? since : now)
        }
    }

    /// Notes that the condition does not hold.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - grace: how long an open gate stays open. Of several losses, the first end counts.
    package mutating func lose(at now: Time, grace: Time = .zero) {
        switch state {
        case .closed: break
        case .holding(let since):
            state = isOpen(at: now) ? .losing(since: since, end: now + grace) : .closed
        case .losing(let since, let end):
            state = .losing(since: since, end: min(end, now + grace))
        }
    }

    /// Whether the condition has held for long enough.
    package func isOpen(at now: Time) -> Bool {
        switch state {
        case .closed: false
        case .holding(let since): since + stability <= now
        case .losing(_, let end): now < end
        }
    }

    /// Returns the next step of the owner of a wait.
    ///
    /// - Parameter deadline: when the wait ends; `nil` for no end. A gate that opened until then counts, also if the owner
    ///   asks later.
    package func next(at now: Time, deadline: Time?) -> Step {
        if let opening, opening <= now, deadline.map({ opening <= $0 }) ?? true { return .open }
        if let deadline, deadline <= now { return .timedOut }
        return .wait(until: [opening, deadline].compactMap(\.self).min())
    }
}
