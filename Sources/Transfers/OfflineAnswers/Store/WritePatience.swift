// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem

/// How long a connection waits for another process that writes.
///
/// A process that is stopped while it writes holds SQLite's lock for as long. After a wait in vain, the next writes do not
/// wait for it again, until one of them has succeeded.
final class WritePatience: Sendable {
    private struct State {
        /// How long a write waits now, in milliseconds.
        var now: Int64
        var wasInVain = false
    }

    private let longest: Int64
    private let state: Lock<State>

    /// - Parameter longest: the longest wait, in seconds.
    init(longest: Double) {
        let milliseconds = Int64(longest * 1000)
        self.longest = milliseconds
        state = Lock(State(now: milliseconds))
    }

    /// Whether one more attempt is made after a wait of some milliseconds.
    func allows(_ waited: Int64) -> Bool { state.withLock { waited < $0.now } }

    /// Runs a write.
    func run<Output>(_ wait: AnswerStore.Wait, _ body: () throws -> Output) throws -> Output {
        state.withLock { state in
            state.now =
                switch wait {
                case .none: 0
                case .unlessBusy: state.wasInVain ? 0 : longest
                case .full: longest
                }
        }
        do {
            let output = try body()
            state.withLock { $0.wasInVain = false }
            return output
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // A write that does not wait says nothing about how long the lock is held.
            state.withLock { state in if wait != .none { state.wasInVain = true } }
            throw error
        }
    }
}
