// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A thread that does work which waits for the disk, one piece after the other, for a worker that must not wait.
final class BackgroundThread: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isEnding = false
    }

    private let state = Lock(State())
    private let wake: WakeUpEvent

    /// Starts the thread.
    init(name: String) throws(SystemError) {
        let wake = try WakeUpEvent()
        self.wake = wake
        let state = state
        try SystemThread.start(name: name) { Self.run(state, wake) }
    }

    deinit {
        state.withLock { $0.isEnding = true }
        wake.wake()
    }

    /// Adds a piece of work.
    func perform(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.work.append(work) }
        wake.wake()
    }

    private static func run(_ state: Lock<State>, _ wake: WakeUpEvent) {
        let interest = PollSet.Interest(wake.descriptor, reads: true)
        while true {
            wake.reset()
            let (work, isEnding) = state.withLock { state in
                defer { state.work = [] }
                return (state.work, state.isEnding)
            }
            for piece in work { piece() }
            if isEnding { return }
            if work.isEmpty { _ = interest.isMet(within: nil) }
        }
    }
}
