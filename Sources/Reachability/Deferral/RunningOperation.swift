// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// An operation of a queue while it runs. It tells whether a call of `run` is made inside of it, so that the
/// operation cannot end before the call returns.
final class RunningOperation: Sendable {
    /// The operation whose task this is, or that has started this task.
    @TaskLocal static var inherited: RunningOperation?

    private let queue: ObjectIdentifier
    private let key: DeferralKey?
    /// The operation in which this one was called, and which waits for it.
    private let outer: RunningOperation?
    /// The task it runs in; `nil` before and after.
    private let task = Lock<Int?>(nil)

    init(queue: ObjectIdentifier, key: DeferralKey?, outer: RunningOperation?) {
        self.queue = queue
        self.key = key
        self.outer = outer
    }

    /// The operation that calls this in its own task. (A task that it has started inherits
    /// ``inherited``, but the operation need not wait for that task.)
    static var current: RunningOperation? {
        guard let inherited, let task = CurrentTask.identity else { return nil }
        return inherited.task.withLock { $0 == task } ? inherited : nil
    }

    /// Whether a call in this operation would wait for this operation, or for one that waits for it: for the end
    /// of the operation that has the key, or for one of the queue's places.
    func blocks(_ key: DeferralKey?, in queue: ObjectIdentifier, limit: Int) -> Bool {
        var places = 0
        var next: RunningOperation? = self
        while let operation = next {
            if operation.queue == queue {
                places += 1
                if let key, operation.key == key { return true }
            }
            next = operation.outer
        }
        return places >= limit
    }

    /// Runs the operation in the current task.
    func run<Value>(
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        task.withLock { $0 = CurrentTask.identity }
        defer { task.withLock { $0 = nil } }
        return try await Self.$inherited.withValue(self) { try await operation() }
    }
}
