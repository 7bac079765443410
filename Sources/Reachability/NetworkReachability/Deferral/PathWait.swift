// SPDX-License-Identifier: Apache-2.0

/// The state machine of ``PathMonitor/path(when:timeout:stability:clock:)``. Times are durations
/// since the start of the wait.
struct PathWait: Sendable {
    /// What the owner must do next.
    enum Step: Sendable, Hashable {
        /// Wait for a path, or until this time; `nil` for a path only.
        case wait(until: Duration?)
        /// Return this path; `nil` if the time has passed.
        case end(NetworkPath?)
    }

    private let constraints: NetworkConstraints
    private let timeout: Duration?
    private let stability: Duration
    /// When the first path was received.
    private var first: Duration?
    /// The newest path, if it meets the constraints.
    private var path: NetworkPath?
    /// Since when the constraints hold.
    private var since: Duration?

    /// - Parameters:
    ///   - timeout: how long to wait; `nil` for no limit.
    ///   - stability: how long the constraints must hold.
    init(_ constraints: NetworkConstraints, timeout: Duration?, stability: Duration) {
        self.constraints = constraints
        self.timeout = timeout?.bounded
        self.stability = stability.bounded
    }

    /// Records the newest path.
    mutating func receive(_ path: NetworkPath, now: Duration) {
        if first == nil { first = now }
        if path.satisfies(constraints) {
            self.path = path
            if since == nil { since = now }
        } else {
            self.path = nil
            since = nil
        }
    }

    /// How long the first path is waited for after the timeout, which may be zero.
    private static let grace = Duration.seconds(5)

    /// Returns what to do next.
    func next(now: Duration) -> Step {
        let deadline = timeout.map { max($0, first ?? $0 + Self.grace) }
        let stable = since.map { $0 + stability }
        if let path, let stable, stable <= now, deadline.map({ stable <= $0 }) ?? true {
            return .end(path)
        }
        if let deadline, deadline <= now { return .end(nil) }
        return .wait(until: [stable, deadline].compactMap(\.self).min())
    }
}
