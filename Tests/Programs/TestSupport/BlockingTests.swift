// SPDX-License-Identifier: Apache-2.0

package import Testing

/// Runs tests on threads of their own, because they wait in calls that block.
///
/// Swift has one thread for each processor. A test that blocks one of them would keep all other tests waiting.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTests {
    /// The tests wait in calls that block.
    package static var blocking: Self { Self() }
}

/// Runs the jobs of tasks on the threads of a queue.
private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private let queue = ThreadQueue(threads: 4)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
