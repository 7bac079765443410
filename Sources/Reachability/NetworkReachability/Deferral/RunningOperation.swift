// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A running operation of a queue. It detects calls of `run` inside the operation, which cannot end
/// before such a call returns.
final class RunningOperation: Sendable {
    /// The operation whose task this is, or that started this task.
    @TaskLocal static var inherited: RunningOperation?

    private let queue: ObjectIdentifier
    private let key: DeferralKey?
    /// The operation that called `run` for this one and waits for it.
    private let outer: RunningOperation?
    /// The identity of the task it runs in; `nil` before and after.
    private let task = Lock<Int?>(nil)

    init(queue: ObjectIdentifier, key: DeferralKey?, outer: RunningOperation?) {
        self.queue = queue
        self.key = key
        self.outer = outer
    }

    /// The operation that runs in the current task itself. (Child tasks inherit ``inherited`` too,
    /// but an operation need not wait for these.)
    static var current: RunningOperation? {
        guard let inherited, let task = CurrentTask.identity else { return nil }
        return inherited.task.withLock { $0 == task } ? inherited : nil
    }

    /// Whether a call of `run` in this operation would wait for this operation, or for one that
    /// waits for it: because of its key, or because these operations reach the queue's limit.
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
