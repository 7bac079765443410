// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Reachability
import Synchronization

/// A source of paths that are published manually, and delivered like those of the kernel's network.
final class PublishedPaths: PathSource {
    private struct State {
        var board = SubscriberTable()
        var path: NetworkPath?

        mutating func publish() -> [SubscriberTable.Delivery] {
            path.map { board.publish([(PathQuestion(), $0)], resyncs: 0) } ?? []
        }
    }

    private let state = Mutex(State())
    let circumstanceObservers = CircumstanceObservers()

    func publish(_ path: NetworkPath) {
        SubscriberTable.deliver(
            state.withLock { state in
                state.path = path
                return state.publish()
            })
    }

    func checkAccess() {}

    func look(_ question: PathQuestion) -> NetworkPath { .unknown }

    var limitations: [NetworkAccessError] { [] }

    func subscribe(_ subscriber: any PathSubscriber) {
        SubscriberTable.deliver(
            state.withLock { state in
                // A path that was published before the first subscriber must not be delivered.
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

/// Counts the consumers that received a path, and wakes the waiting thread when all have.
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

/// Consumers of paths: tasks that iterate over one monitor, or monitors with handlers on one queue.
final class Consumers {
    private let source = PublishedPaths()
    private let roll: Roll
    private var monitors: [PathMonitor] = []
    private let paths: [NetworkPath]
    private let queue = DispatchQueue(label: "handlers")

    /// - Parameter paths: the two paths that are delivered alternately.
    init(tasks count: Int, _ paths: [NetworkPath]) {
        (roll, self.paths) = (Roll(size: count), paths)
        let monitor = PathMonitor(question: PathQuestion(), of: source)
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
            let monitor = PathMonitor(question: PathQuestion(), of: source)
            monitor.pathUpdateHandler = { [roll] _ in roll.tick() }
            monitor.start(queue: queue)
            monitors.append(monitor)
        }
        deliver(1)
    }

    /// Delivers a path, and waits until all consumers have received it.
    func deliver(_ number: Int) {
        source.publish(paths[number % 2])
        roll.await()
    }

    /// Starts and cancels one more monitor.
    func comeAndGo() {
        let monitor = PathMonitor(question: PathQuestion(), of: source)
        monitor.start(queue: queue)
        monitor.cancel()
    }
}
