// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Cancels work on another thread whose result is no longer needed.
final class Cancellation: Sendable {
    private struct State {
        var hasBegun = false
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Whether the work is given up.
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Notes that the work begins.
    ///
    /// - Returns: whether it is still wanted.
    func begin() -> Bool {
        state.withLock { state in
            state.hasBegun = true
            return !state.isCancelled
        }
    }

    /// Gives the work up.
    ///
    /// - Returns: whether it had begun.
    @discardableResult
    func cancel() -> Bool {
        state.withLock { state in
            state.isCancelled = true
            return state.hasBegun
        }
    }
}
