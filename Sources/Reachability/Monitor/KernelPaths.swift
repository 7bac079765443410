// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The paths of the kernel's network: one thread follows them for all monitors of the process, as
/// long as there is one.
final class KernelPaths: PathSource {
    static let shared = KernelPaths()

    private struct State {
        var board = PathBoard()
        var mode = PathMonitor.Mode.idle
        var statistics = PathMonitor.Statistics()
        /// What wakes the thread; `nil` if there is none.
        var thread: WakeUp?
        /// Whether there was nobody for a moment: whoever comes after it wants a fresh look.
        var wasForsaken = false
    }

    private let state = Lock(State())

    var mode: PathMonitor.Mode { state.withLock(\.mode) }
    var statistics: PathMonitor.Statistics { state.withLock(\.statistics) }

    func checkAccess() throws(NetworkAccessError) {
        try NetworkAccessError.catching { _ = try NetlinkSocket(.route) }
    }

    func look(_ question: PathQuestion) throws(NetworkAccessError) -> NetworkPath {
        try NetworkPath.current(question)
    }

    func subscribe(_ subscriber: any PathSubscriber) {
        PathBoard.deliver(
            state.withLock { state in
                var deliveries = state.board.add(subscriber)
                if let thread = state.thread {
                    thread.wake()
                    return deliveries
                }
                do {
                    let thread = try WakeUp()
                    try SystemThread.start(name: "reachability") { self.run(until: thread) }
                    state.thread = thread
                } catch {
                    // Out of descriptors or threads: the next monitor tries again.
                    state.mode = .unavailable(NetworkAccessError(error))
                    let unknown = state.board.questions.map { ($0, NetworkPath.unknown) }
                    deliveries += state.board.publish(
                        unknown, resyncs: state.statistics.resyncs)
                }
                return deliveries
            })
    }

    func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { state in
            guard state.board.remove(subscriber) else { return }
            state.mode = .idle
            state.wasForsaken = true
            // It ends if it finds nobody then: who comes before that is spared another one.
            state.thread?.wake()
        }
    }

    /// The thread: waits, decides and tells, until it finds that nobody asks any more.
    private func run(until thread: WakeUp) {
        var follower: PathFollower?
        while let (questions, isFresh) = questionsOrEnd() {
            if isFresh { follower = nil }
            var current = follower.take() ?? PathFollower(questions, showsAll: true)
            current.follow(questions)
            publish(current)
            var ready = Readiness()
            ready.add(Readiness.Interest(thread.descriptor, reads: true))
            current.wait(for: &ready)
            if ready.contains(thread.descriptor) { thread.take() }
            current.advance(after: ready) { publish($0) }
            follower = consume current
        }
    }

    /// What is asked; `nil` if nobody asks, and then whoever does next needs another thread.
    ///
    /// - Returns: and whether they are asked afresh.
    private func questionsOrEnd() -> (questions: Set<PathQuestion>, isFresh: Bool)? {
        state.withLock { state in
            defer { state.wasForsaken = false }
            if !state.board.questions.isEmpty {
                return (state.board.questions, state.wasForsaken)
            }
            state.thread = nil
            return nil
        }
    }

    private func publish(_ follower: borrowing PathFollower) {
        PathBoard.deliver(
            state.withLock { state in
                guard !state.board.questions.isEmpty else { return [] }
                state.mode = follower.mode
                state.statistics = follower.statistics
                return state.board.publish(
                    follower.paths, resyncs: follower.statistics.resyncs)
            })
    }
}
