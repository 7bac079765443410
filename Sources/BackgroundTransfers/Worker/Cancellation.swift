// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Tells work on another thread that nobody waits for its result any more.
final class Cancellation: Sendable {
    private let state = Lock(false)

    /// Whether the work is given up.
    var isCancelled: Bool { state.withLock { $0 } }

    /// Gives the work up.
    func cancel() { state.withLock { $0 = true } }
}
