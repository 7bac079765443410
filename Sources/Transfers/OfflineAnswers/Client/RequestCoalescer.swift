// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The requests under way. Equal ones are sent once, and all callers get the one result (single flight).
///
/// A request is cancelled when its last waiter is cancelled. A waiter whose patience ends leaves the request running: its
/// answer is stored for the next time.
final class RequestCoalescer<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Continuation = CheckedContinuation<Result<Value, any Error>?, Never>

    private struct Request {
        let key: Key
        var task: Task<Void, Never>?
        /// The callers, each with its continuation; `nil` for a caller that does not wait yet.
        var waiters: [Int: Continuation?] = [:]
        /// The result, for callers that do not wait yet.
        var result: Result<Value, any Error>?
        /// Whether the request goes on without a waiter.
        var outlivesWaiters = false
    }

    private struct State {
        var requests: [Int: Request] = [:]
        /// The requests without a result that later callers can wait for.
        var current: [Key: Int] = [:]
        var lastNumber = 0

        /// Closes a request to later callers. Another one may have taken its place already.
        mutating func close(_ number: Int, _ key: Key) {
            if current[key] == number { current[key] = nil }
        }
    }

    /// The place of a caller among the waiters of a request.
    private struct Ticket {
        let request: Int
        let waiter: Int
    }

    private let state = Lock(State())

    /// How many callers wait for a request.
    func waiters(of key: Key) -> Int {
        state.withLock { state in
            state.current[key].flatMap { state.requests[$0]?.waiters.count } ?? 0
        }
    }

    /// Closes requests to later callers, which then send their own.
    func close(where isConcerned: (Key) -> Bool) {
        state.withLock { state in
            state.current = state.current.filter { !isConcerned($0.key) }
        }
    }

    /// Waits for the result of a request, which is sent if there is none under way.
    ///
    /// - Parameters:
    ///   - patienceEnds: returns when the caller stops waiting; `nil` to wait for as long as the request takes. Its task is
    ///     cancelled when the result is there.
    ///   - send: sends the request, and returns its result.
    /// - Returns: `nil` if the patience has ended.
    /// - Throws: `CancellationError` if the caller's task was cancelled.
    func result(
        of key: Key, until patienceEnds: (@Sendable () async -> Void)? = nil,
        send: @escaping @Sendable () async throws -> Value
    ) async throws -> Result<Value, any Error>? {
        try Task.checkCancellation()
        let ticket = enter(key, send)
        let patience = patienceEnds.map { patienceEnds in
            Task {
                await patienceEnds()
                if !Task.isCancelled { self.leave(ticket, keepsRequest: true) }
            }
        }
        defer { patience?.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait(ticket, $0) }
        } onCancel: {
            leave(ticket, keepsRequest: false)
        }
        try Task.checkCancellation()
        return result
    }

    private func enter(_ key: Key, _ send: @escaping @Sendable () async throws -> Value) -> Ticket {
        state.withLock { state in
            state.lastNumber += 1
            let waiter = state.lastNumber
            if let number = state.current[key] {
                state.requests[number]?.waiters[waiter] = .some(nil)
                return Ticket(request: number, waiter: waiter)
            }
            state.lastNumber += 1
            let number = state.lastNumber
            var request = Request(key: key)
            request.waiters[waiter] = .some(nil)
            // It may be over before this function is, and then waits for the lock.
            request.task = Task {
                let result: Result<Value, any Error>
                do { result = .success(try await send()) } catch { result = .failure(error) }
                self.finish(number, result)
            }
            state.requests[number] = request
            state.current[key] = number
            return Ticket(request: number, waiter: waiter)
        }
    }

    private func wait(_ ticket: Ticket, _ continuation: Continuation) {
        let (isOver, result) = state.withLock { state -> (Bool, Result<Value, any Error>?) in
            // A caller that is no waiter any more has left already.
            guard var request = state.requests[ticket.request],
                request.waiters[ticket.waiter] != nil
            else { return (true, nil) }
            guard let result = request.result else {
                state.requests[ticket.request]?.waiters[ticket.waiter] = continuation
                return (false, nil)
            }
            request.waiters[ticket.waiter] = nil
            state.requests[ticket.request] = request.waiters.isEmpty ? nil : request
            return (true, result)
        }
        if isOver { continuation.resume(returning: result) }
    }

    private func leave(_ ticket: Ticket, keepsRequest: Bool) {
        let (continuation, task) = state.withLock {
            state -> (Continuation?, Task<Void, Never>?) in
            guard var request = state.requests[ticket.request],
                let waiter = request.waiters.removeValue(forKey: ticket.waiter)
            else { return (nil, nil) }
            if keepsRequest { request.outlivesWaiters = true }
            let isAbandoned = request.waiters.isEmpty && !request.outlivesWaiters
            state.requests[ticket.request] =
                isAbandoned || (request.result != nil && request.waiters.isEmpty) ? nil : request
            guard isAbandoned, request.result == nil else { return (waiter, nil) }
            state.close(ticket.request, request.key)
            return (waiter, request.task)
        }
        continuation?.resume(returning: nil)
        task?.cancel()
    }

    private func finish(_ number: Int, _ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [Continuation] in
            guard var request = state.requests[number] else { return [] }
            state.close(number, request.key)
            request.result = result
            let waiting = request.waiters.values.compactMap(\.self)
            request.waiters = request.waiters.filter { $0.value == nil }
            state.requests[number] = request.waiters.isEmpty ? nil : request
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
