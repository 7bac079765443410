// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem

/// A task of a session, and the Swift task that waits for it: cancelled together, and resumed once.
final class Transfer<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var task: URLSessionTask?
        /// How it ends whatever the session's task ends with.
        var verdict: Result<Value, any Error>?
        /// Whether the session's task is to be cancelled, or has been.
        var isStopped = false
    }

    private let state = Lock(State())

    /// Runs a task of a session until ``end(_:)`` is called. It throws `CancellationError` if the Swift
    /// task was cancelled and the session's ended with an error.
    ///
    /// - Parameter makeTask: makes the task, and has it call ``end(_:)`` when it has ended.
    func run(_ makeTask: (Transfer) -> URLSessionTask) async throws -> Value {
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    state.withLock { $0.continuation = continuation }
                    let task = makeTask(self)
                    let isStopped = state.withLock { state in
                        state.task = task
                        return state.isStopped
                    }
                    // A task that never runs must be cancelled all the same: its session holds it.
                    if isStopped { task.cancelSoon() } else { task.resume() }
                }
            } onCancel: {
                stop(with: nil)
            }
        } catch let error as URLError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        }
    }

    /// The session's task has ended. What is told after the first time does not count: a session whose
    /// queue is concurrent may tell it twice.
    func end(_ result: Result<Value, any Error>) {
        let (continuation, verdict) = state.withLock { state in
            defer { state = State(isStopped: true) }
            return (state.continuation, state.verdict)
        }
        continuation?.resume(with: verdict ?? result)
    }

    /// Cancels the session's task.
    ///
    /// - Parameter verdict: how the transfer ends once the task has; `nil` for as the task ends.
    func stop(with verdict: Result<Value, any Error>?) {
        let task = state.withLock { state in
            if let verdict, state.verdict == nil { state.verdict = verdict }
            state.isStopped = true
            return state.task
        }
        task?.cancelSoon()
    }
}

extension URLSessionTask {
    /// Cancels it on another thread. `cancel()` waits for the session's queue, and on that a Swift
    /// task may be about to be resumed, which waits for the lock that is held while Swift's handlers
    /// of cancellation run.
    fileprivate func cancelSoon() { DispatchQueue.global().async { self.cancel() } }
}
