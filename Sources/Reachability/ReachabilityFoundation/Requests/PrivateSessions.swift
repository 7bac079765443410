// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem

/// The private sessions of one kind: one for each session of a caller, as long as that lives.
///
/// A caller can invalidate a session at any time, and Foundation on Linux ends the process if a task
/// is created then. A new session for each request would not reuse connections, and with some
/// versions of libcurl Foundation crashes when it destroys a session that has a connection to an
/// HTTPS server.
final class PrivateSessions: Sendable {
    /// The sessions for requests and uploads. They call delegates on the queue of the caller's
    /// session, if that is serial, as Foundation asks for. With a concurrent queue, Foundation on Linux
    /// can end a task twice at the same time, and ends the process ("Trying to remove task, but it's
    /// not in the registry").
    static let requests = PrivateSessions { configuration, caller in
        let queue = caller.delegateQueue
        return URLSession(
            configuration: configuration, delegate: nil,
            delegateQueue: queue.maxConcurrentOperationCount == 1 ? queue : nil)
    }

    private struct Pair {
        weak var caller: URLSession?
        let own: URLSession
    }

    private let pairs = Lock<[ObjectIdentifier: Pair]>([:])
    private let make: @Sendable (URLSessionConfiguration, URLSession) -> URLSession

    /// - Parameter make: makes the private session for a caller's session, with a copy of its
    ///   configuration.
    init(_ make: @escaping @Sendable (URLSessionConfiguration, URLSession) -> URLSession) {
        self.make = make
    }

    /// Returns the private session for a caller's session.
    func serving(_ caller: URLSession) -> URLSession {
        let (own, orphans) = pairs.withLock { pairs in
            let orphans = pairs.filter { $0.value.caller == nil }
            for number in orphans.keys { pairs[number] = nil }
            let pair = pairs[ObjectIdentifier(caller)] ?? pair(for: caller)
            pairs[ObjectIdentifier(caller)] = pair
            return (pair.own, orphans.values)
        }
        for orphan in orphans { orphan.own.finishTasksAndInvalidate() }
        return own
    }

    private func pair(for caller: URLSession) -> Pair {
        let configuration = caller.configuration
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        return Pair(caller: caller, own: make(copy, caller))
    }
}

/// A task of a session and the Swift task that waits for it. They are cancelled together, and the
/// Swift task is resumed once.
final class Transfer<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var task: URLSessionTask?
        /// The result of the transfer, regardless of how the session's task ends.
        var result: Result<Value, any Error>?
        /// Whether the session's task has ended, is cancelled, or will be as soon as it exists.
        var isStopped = false
        /// Whether `cancel()` of the session's task has been called, or is about to be.
        var isCancelled = false
    }

    private let state = Lock(State())
    private let delegateQueue: OperationQueue

    /// - Parameter delegateQueue: the queue on which the session calls its delegate.
    init(of delegateQueue: OperationQueue) { self.delegateQueue = delegateQueue }

    /// Runs a task of a session until ``end(_:)`` is called.
    ///
    /// - Parameter makeTask: creates the task, which must call ``end(_:)`` when it has ended.
    /// - Throws: `CancellationError` if the Swift task was cancelled and the session's task ended
    ///   with an error; otherwise the error of the result.
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
                    guard isStopped else { return task.resume() }
                    // Its session keeps it, although it never begins. It reports no end if no protocol
                    // knows its URL.
                    end(.failure(URLError(.cancelled)))
                    cancel(task)
                }
            } onCancel: {
                stop(with: nil)
            }
        } catch let error as URLError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        }
    }

    /// Reports the end of the session's task. The session's delegate calls it on its queue. Only the
    /// first call counts.
    func end(_ result: Result<Value, any Error>) {
        if let task = state.withLock({ $0.isCancelled ? $0.task : nil }) {
            task.waitForCancellation()
        }
        let (continuation, earlier) = state.withLock { state in
            defer { state = State(isStopped: true) }
            return (state.continuation, state.result)
        }
        continuation?.resume(with: earlier ?? result)
    }

    /// Answers which request Foundation is to send after a redirection; `nil` for none.
    ///
    /// Foundation on Linux ends the process if a task that was cancelled, or has ended, gets an answer.
    func redirect(to request: URLRequest?, _ completionHandler: (URLRequest?) -> Void) {
        state.withLock { if !$0.isStopped { completionHandler(request) } }
    }

    /// Cancels the session's task.
    ///
    /// - Parameter result: the result of the transfer once the task has ended; `nil` for the
    ///   task's own result.
    func stop(with result: Result<Value, any Error>?) {
        let task = state.withLock { state in
            if let result, state.result == nil { state.result = result }
            state.isStopped = true
            return state.task
        }
        if let task { cancel(task) }
    }

    /// Cancels a task between two calls of the session's delegate, so that the end of the task does not
    /// come in between.
    ///
    /// `cancel()` waits for the session's queue, on which a Swift task may be about to be resumed; and
    /// that waits for the lock that is held while Swift's cancellation handlers run. So it is not called
    /// here.
    private func cancel(_ task: URLSessionTask) {
        let operation = BlockOperation { [self] in
            state.withLock { $0.isCancelled = true }
            task.cancel()
        }
        // Before the calls that deliver content.
        operation.queuePriority = .veryHigh
        delegateQueue.addOperation(operation)
    }
}

extension URLSessionTask {
    /// Waits until Foundation has noted that this task was cancelled. It is called before the delegate
    /// returns from the report of the end, after which the session forgets the task.
    ///
    /// While Foundation on Linux reads the session's `URLCache`, it puts off both the start of a task and its
    /// cancellation, and does them one after the other on a thread of its own. If the task ends in between and is
    /// forgotten, the cancellation ends the process ("Trying to access a behaviour for a task that in not in the
    /// registry"). Only the error of the task tells when both are done.
    fileprivate func waitForCancellation() {
        // The priority is read on the queue on which the error is set.
        while case _ = priority, (error as? URLError)?.code != .cancelled {
            Thread.sleep(forTimeInterval: 0.000_1)
        }
    }
}
