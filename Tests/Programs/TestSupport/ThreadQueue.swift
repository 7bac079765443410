// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem

/// Runs jobs that block, on a limited number of threads.
package final class ThreadQueue: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        /// How many more threads may start.
        var free: Int
        var waiting: [Job] = []

        mutating func next() -> Job? {
            if waiting.isEmpty {
                free += 1
                return nil
            }
            return waiting.removeFirst()
        }
    }

    private let state: Lock<State>

    /// - Parameter threads: how many jobs run at the same time, for each processor.
    package init(threads: Int) {
        state = Lock(State(free: threads * ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Adds a job.
    ///
    /// - Parameters:
    ///   - first: whether it runs before those that wait already.
    ///   - job: what to do.
    package func add(first: Bool = false, _ job: @escaping Job) {
        let starts = state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiting.insert(job, at: first ? 0 : state.waiting.count)
            return false
        }
        guard starts else { return }
        Thread.detachNewThread { [state] in
            var current: Job? = job
            while let job = current {
                job()
                current = state.withLock { $0.next() }
            }
        }
    }
}
