// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The paths of the kernel's network: one thread follows them for all monitors of the process, as
/// long as there is one.
final class KernelPaths: PathSource {
    static let shared = KernelPaths()

    /// What is known, and whether somebody follows it.
    struct State {
        var board = PathBoard()
        var mode = PathMonitor.Mode.idle
        var limitations: [NetworkAccessError] = []
        var statistics = PathMonitor.Statistics()
        /// Whether there is a thread.
        var isRunning = false
        /// What wakes the thread; `nil` while it has none.
        var wakeUp: WakeUp?
        /// Whether there was nobody for a moment: whoever comes after it wants a fresh look.
        var wasForsaken = false

        /// Takes a subscriber in. If there is a thread, it is woken.
        ///
        /// - Returns: what the subscriber is told at once.
        mutating func add(_ subscriber: any PathSubscriber) -> [PathBoard.Delivery] {
            let deliveries = board.add(subscriber)
            guard isRunning else { return deliveries }
            wakeUp?.wake()
            // A thread that can follow nothing sleeps before it tries again.
            if wakeUp == nil, case .unavailable = mode { return deliveries + publishUnknown() }
            return deliveries
        }

        /// Nothing can be followed: who knows no path is told that there is none. If nobody asks any more, the
        /// mode is that.
        mutating func publish(unavailable error: SystemError) -> [PathBoard.Delivery] {
            guard !board.questions.isEmpty else { return [] }
            mode = .unavailable(NetworkAccessError(error))
            return publishUnknown()
        }

        private mutating func publishUnknown() -> [PathBoard.Delivery] {
            let unknown = board.questions.map { ($0, NetworkPath.unknown) }
            return board.publish(unknown, resyncs: statistics.resyncs)
        }
    }

    private let state = Lock(State())

    var mode: PathMonitor.Mode { state.withLock(\.mode) }
    var limitations: [NetworkAccessError] { state.withLock(\.limitations) }
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
                var deliveries = state.add(subscriber)
                if state.isRunning { return deliveries }
                do throws(SystemError) {
                    try SystemThread.start(name: "reachability") { self.run() }
                    state.isRunning = true
                } catch {
                    // Out of threads: the next monitor tries again.
                    deliveries += state.publish(unavailable: error)
                }
                return deliveries
            })
    }

    func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { state in
            guard state.board.remove(subscriber) else { return }
            state.mode = .idle
            state.limitations = []
            state.wasForsaken = true
            // It ends if it finds nobody then: who comes before that is spared another one.
            state.wakeUp?.wake()
        }
    }

    /// The thread: waits, decides and tells, until it finds that nobody asks any more.
    private func run() {
        guard let wakeUp = makeWakeUp() else { return }
        var follower: PathFollower?
        while let (questions, isFresh) = questionsOrEnd() {
            if isFresh { follower = nil }
            var current = follower.take() ?? PathFollower(questions, showsAll: true)
            current.follow(questions)
            publish(current)
            var ready = Readiness()
            ready.add(Readiness.Interest(wakeUp.descriptor, reads: true))
            current.wait(for: &ready)
            if ready.contains(wakeUp.descriptor) { wakeUp.take() }
            current.advance(after: ready) { publish($0) }
            follower = consume current
        }
    }

    /// Makes what wakes the thread, as soon as the process has a descriptor to spare.
    ///
    /// - Returns: `nil` if nobody asks any more.
    private func makeWakeUp() -> WakeUp? {
        var retry = Retry()
        while questionsOrEnd() != nil {
            do throws(SystemError) {
                let wakeUp = try WakeUp()
                state.withLock { $0.wakeUp = wakeUp }
                return wakeUp
            } catch {
                PathBoard.deliver(state.withLock { $0.publish(unavailable: error) })
                retry.failed()
                var nothing = Readiness()
                nothing.wait(milliseconds: retry.milliseconds)
            }
        }
        return nil
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
            state.isRunning = false
            state.wakeUp = nil
            return nil
        }
    }

    private func publish(_ follower: borrowing PathFollower) {
        PathBoard.deliver(
            state.withLock { state in
                guard !state.board.questions.isEmpty else { return [] }
                state.mode = follower.mode
                state.limitations = follower.limitations
                state.statistics = follower.statistics
                return state.board.publish(
                    follower.paths, resyncs: follower.statistics.resyncs)
            })
    }
}
