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
                        Dictionary(uniqueKeysWithValues: unknown),
                        resyncs: state.statistics.resyncs)
                }
                return deliveries
            })
    }

    func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { state in
            if state.board.remove(subscriber) {
                state.thread?.wake()
                state.thread = nil
                state.mode = .idle
            }
        }
    }

    /// The thread: waits, decides and tells, until another one or none is wanted.
    private func run(until thread: WakeUp) {
        var follower: PathFollower?
        while let questions = questions(of: thread) {
            if let follower {
                follower.follow(questions)
            } else {
                follower = PathFollower(questions)
            }
            guard let follower else { return }
            publish(follower, thread)
            let results = follower.wait(
                beside: [Readiness.Interest(thread.descriptor, reads: true)])
            if results.first?.isEmpty == false { thread.take() }
            follower.advance { publish(follower, thread) }
        }
    }

    /// What is asked, as long as a thread is the one that is wanted.
    private func questions(of thread: WakeUp) -> Set<PathQuestion>? {
        state.withLock { $0.thread === thread ? $0.board.questions : nil }
    }

    private func publish(_ follower: PathFollower, _ thread: WakeUp) {
        PathBoard.deliver(
            state.withLock { state in
                guard state.thread === thread else { return [] }
                state.mode = follower.mode
                state.statistics = follower.statistics
                return state.board.publish(
                    follower.paths, resyncs: follower.statistics.resyncs)
            })
    }
}
