// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reachability
import Synchronization

/// Paths that are published by hand, and told as those of the kernel's network are.
final class PublishedPaths: PathSource {
    private struct State {
        var board = PathBoard()
        var path: NetworkPath?

        mutating func publish() -> [PathBoard.Delivery] {
            path.map { board.publish([(PathQuestion(), $0)], resyncs: 0) } ?? []
        }
    }

    private let state = Mutex(State())

    func publish(_ path: NetworkPath) {
        PathBoard.deliver(
            state.withLock { state in
                state.path = path
                return state.publish()
            })
    }

    func checkAccess() {}

    func look(_ question: PathQuestion) -> NetworkPath { .unknown }

    var limitations: [NetworkAccessError] { [] }

    func subscribe(_ subscriber: any PathSubscriber) {
        PathBoard.deliver(
            state.withLock { state in
                // What was published before anybody asked is nobody's.
                let newest = state.board.add(subscriber)
                return newest.isEmpty ? state.publish() : newest
            })
    }

    func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { _ = $0.board.remove(subscriber) }
    }

    var mode: PathMonitor.Mode { .events }
    var statistics: PathMonitor.Statistics { PathMonitor.Statistics() }
}

/// Counts those who have been told, and wakes who waits for all of them.
final class Roll: Sendable {
    private let count = Atomic(0)
    private let size: Int
    private let complete = DispatchSemaphore(value: 0)

    init(size: Int) { self.size = size }

    func tick() {
        if count.add(1, ordering: .acquiringAndReleasing).newValue.isMultiple(of: size) {
            complete.signal()
        }
    }

    func await() { complete.wait() }
}

/// Those who are told of paths: tasks that iterate over one monitor, or monitors with handlers on one
/// queue.
final class Consumers {
    private let source = PublishedPaths()
    private let roll: Roll
    private var monitors: [PathMonitor] = []
    private let paths: [NetworkPath]
    private let queue = DispatchQueue(label: "handlers")

    /// - Parameter paths: the two that are told by turns.
    init(tasks count: Int, _ paths: [NetworkPath]) {
        (roll, self.paths) = (Roll(size: count), paths)
        let monitor = PathMonitor(PathQuestion(), of: source)
        monitors = [monitor]
        for _ in 0..<count {
            Task.detached { [roll] in
                for await _ in monitor { roll.tick() }
            }
        }
        deliver(1)
    }

    init(handlers count: Int, _ paths: [NetworkPath]) {
        (roll, self.paths) = (Roll(size: count), paths)
        for _ in 0..<count {
            let monitor = PathMonitor(PathQuestion(), of: source)
            monitor.pathUpdateHandler = { [roll] _ in roll.tick() }
            monitor.start(queue: queue)
            monitors.append(monitor)
        }
        deliver(1)
    }

    /// Tells a path, and waits until everybody has it.
    func deliver(_ number: Int) {
        source.publish(paths[number % 2])
        roll.await()
    }

    /// One more monitor begins and ends.
    func comeAndGo() {
        let monitor = PathMonitor(PathQuestion(), of: source)
        monitor.start(queue: queue)
        monitor.cancel()
    }
}
