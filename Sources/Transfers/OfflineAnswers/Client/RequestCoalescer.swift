// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import TransferRules

/// The requests that are under way. It sends equal requests once, and gives the result to all callers (single flight).
///
/// A request is cancelled when its last waiter is cancelled. If a waiter stops waiting after a time, the request goes on,
/// and its answer is stored for the next call.
final class RequestCoalescer: Sendable {
    /// A key that is equal for requests with the same answer.
    struct Key: Sendable, Hashable {
        private let key: AnswerKey
        private let method: String
        private let selecting: SelectingFields?
        private let headers: HeaderFields?
        /// A unique number of a request that is sent for its own caller only; `nil` for all others.
        private var mark: UUID?

        /// Creates the key of a request.
        ///
        /// - Parameter names: the names of the fields by which the server chooses its answers; `nil` if they are unknown, so
        ///   that any field may matter.
        init(_ request: CacheRequest, selectingNames names: Set<String>?) {
            key = request.key
            method = request.method
            selecting = names.map { names in
                SelectingFields(
                    names: names.union(["cache-control", "pragma"]), in: request.headers)
            }
            headers = names == nil ? request.headers : nil
        }

        /// The key of a request that is sent for its caller only.
        var alone: Key {
            var key = self
            key.mark = UUID()
            return key
        }

        /// Whether the request is for an address.
        func isFor(_ url: String) -> Bool { key.url == url }

        /// Whether the answer to the request is stored under a key.
        func isFor(_ key: AnswerKey) -> Bool { self.key == key }
    }

    typealias SharedResult = Result<AnswerFetch.Answer, any Error>
    private typealias Continuation = CheckedContinuation<SharedResult?, Never>

    private struct Request {
        let key: Key
        var task: Task<Void, Never>?
        /// The continuations of the callers; `nil` for a caller that does not wait yet.
        var waiters: [Int: Continuation?] = [:]
        /// The result, for callers that do not wait yet.
        var result: SharedResult?
        /// Whether the request goes on without waiters.
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

    /// The number of a request, and of a caller among its waiters.
    private struct Ticket {
        let request: Int
        let waiter: Int
    }

    private let state = Lock(State())

    /// The number of callers that wait for a request.
    func waiters(of key: Key) -> Int {
        state.withLock { state in
            state.current[key].flatMap { state.requests[$0]?.waiters.count } ?? 0
        }
    }

    /// Closes requests to later callers, which then send their own request.
    func close(where isConcerned: (Key) -> Bool) {
        state.withLock { state in
            state.current = state.current.filter { !isConcerned($0.key) }
        }
    }

    /// Waits for the result of a request. It sends the request if no equal one is under way.
    ///
    /// - Parameters:
    ///   - key: the key of the request.
    ///   - patienceEnds: returns when the caller stops waiting; `nil` to wait until the request ends. Its task is cancelled
    ///     when there is a result.
    ///   - send: sends the request, and returns its answer.
    /// - Returns: `nil` if the caller stopped waiting.
    /// - Throws: `CancellationError` if the caller's task was cancelled.
    func result(
        of key: Key, until patienceEnds: (@Sendable () async -> Void)? = nil,
        send: @escaping @Sendable () async throws -> AnswerFetch.Answer
    ) async throws -> SharedResult? {
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

    private func enter(
        _ key: Key, _ send: @escaping @Sendable () async throws -> AnswerFetch.Answer
    ) -> Ticket {
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
            // It may end before this function returns, and then waits for the lock.
            request.task = Task {
                let result: SharedResult
                do { result = .success(try await send()) } catch { result = .failure(error) }
                self.finish(number, result)
            }
            state.requests[number] = request
            state.current[key] = number
            return Ticket(request: number, waiter: waiter)
        }
    }

    private func wait(_ ticket: Ticket, _ continuation: Continuation) {
        let (isOver, result) = state.withLock { state -> (Bool, SharedResult?) in
            // The caller has left already.
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

    private func finish(_ number: Int, _ result: SharedResult) {
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
