// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import LinuxSystem

/// How long calls wait for a store.
package struct StorePatience: Sendable {
    /// How long a write waits for another process that writes, in seconds.
    package var lock: Double
    /// How long a task waits until its write has ended, in milliseconds. Usually a write takes some milliseconds.
    var call: Int64

    package init(lock: Double = 10, call: Int64 = 250) {
        self.lock = lock
        self.call = call
    }
}

/// The writes of a store, one after another on a dispatch queue. A task waits a moment for its own write, but not while the
/// queue is stuck.
final class WriteQueue: Sendable {
    private struct Pending {
        let number: Int
        let since: Int64
        let size: Int64
    }

    private struct State {
        var pending: [Pending] = []
        var size: Int64 = 0
        var lastNumber = 0
    }

    private let queue = DispatchQueue(label: "org.reach.answers.writes")
    private let limit: Int64
    private let patience: Int64
    private let state = Lock(State())

    /// - Parameters:
    ///   - limit: the maximum size of the data that waits in memory, in bytes.
    ///   - patience: how long a task waits for its write, in milliseconds.
    init(limit: Int64, patience: Int64) {
        self.limit = limit
        self.patience = patience
    }

    /// The number of writes that have not ended.
    var count: Int { state.withLock(\.pending.count) }

    /// Adds a write that is performed in the background.
    func add(_ write: @escaping @Sendable () -> Void) { enqueue(size: 0, write) }

    /// Adds a write, and waits a moment until it has ended.
    ///
    /// - Parameters:
    ///   - size: the size of the data that waits in memory, in bytes.
    ///   - write: writes the data.
    /// - Returns: `false` if too much data waits already, and the write is not added.
    func add(size: Int64, _ write: @escaping @Sendable () -> Void) async -> Bool {
        let now = MonotonicClock.milliseconds
        let (isFull, isStuck) = state.withLock { state in
            (
                state.size > 0 && state.size + size > limit,
                state.pending.first.map { now - $0.since >= patience } ?? false
            )
        }
        guard !isFull else { return false }
        guard !isStuck else {
            enqueue(size: size, write)
            return true
        }
        let (end, ended) = AsyncStream.makeStream(of: Void.self)
        enqueue(size: size) {
            write()
            ended.finish()
        }
        let timer = Task { [patience] in
            // It ends early only if it was cancelled.
            try? await Task.sleep(for: .milliseconds(patience))
            ended.finish()
        }
        for await _ in end {}
        timer.cancel()
        return true
    }

    private func enqueue(size: Int64, _ write: @escaping @Sendable () -> Void) {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.size += size
            state.pending.append(
                Pending(number: state.lastNumber, since: MonotonicClock.milliseconds, size: size))
            return state.lastNumber
        }
        queue.async { [self] in
            write()
            state.withLock { state in
                state.pending.removeAll { $0.number == number }
                state.size -= size
            }
        }
    }
}
