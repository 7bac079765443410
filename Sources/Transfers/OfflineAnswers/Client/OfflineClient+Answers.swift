// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

extension OfflineClient {
    /// An asynchronous sequence of the answers to a request; see
    /// ``OfflineClient/answers(for:policy:constraints:validate:)``.
    public struct Answers: AsyncSequence, Sendable {
        /// An answer that is newer than the one before, or was validated.
        public typealias Element = OfflineAnswer
        /// The sequence does not throw.
        public typealias Failure = Never

        let client: OfflineClient
        let request: URLRequest
        let policy: OfflinePolicy
        let constraints: NetworkConstraints
        let validate: CacheRequest.Validation?

        /// An iterator over answers.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let sequence: Answers
            private var answers: AsyncStream<OfflineAnswer>.Iterator?

            init(_ sequence: Answers) { self.sequence = sequence }

            /// Waits for the next answer; returns `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> OfflineAnswer? {
                // Only now, so that the caller waits for the stored answer.
                if answers == nil { answers = sequence.stream().makeAsyncIterator() }
                return await answers?.next(isolation: actor)
            }
        }

        /// Creates an iterator. The client asks the server when the iterator waits for the first answer.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

        private func stream() -> AsyncStream<OfflineAnswer> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: OfflineAnswer.self, bufferingPolicy: .bufferingNewest(1))
            // For a request that cannot be stored, the sequence is empty, as its documentation says.
            guard
                let request = try? client.core.cacheRequest(
                    request, policy: policy, constraints: constraints, validate: validate),
                request.storage.obstacle == nil
            else {
                continuation.finish()
                return stream
            }
            let place = client.core.watchers.add(request, continuation)
            let task = Task { [client] in
                await client.core.follow(request, place)
                continuation.finish()
            }
            continuation.onTermination = { _ in
                place.remove()
                task.cancel()
            }
            return stream
        }
    }
}

extension OfflineCore {
    /// Yields the stored answer, and validates it now and whenever the path is back. ``watchers`` yields the results.
    fileprivate func follow(_ request: CacheRequest, _ place: Watchers.Place) async {
        let delay = await begin(request, place)
        guard request.policy.preference != .storedOnly, !request.directives.onlyIfCached else {
            // The sequence only gets the answers to other calls.
            return await Task.untilCancelled()
        }
        if let delay { await revalidate(request, after: delay) }
        let monitor = paths.internet.monitor
        // As in a `for` loop over the monitor, but the path is checked only if the constraints demand that.
        var changes = PathMonitor.AsyncIterator(
            monitor, validates: request.constraints.requiresValidation)
        while let path = await changes.next() {
            // A validation that is added while there is no path waits for it.
            if !path.satisfies(request.constraints) { await revalidate(request) }
        }
    }

    /// Yields the first answer, if there is one. ``watchers`` yields an answer from the network.
    ///
    /// - Returns: the time until the server is asked in the background; `nil` if that is not needed.
    private func begin(_ request: CacheRequest, _ place: Watchers.Place) async -> Duration? {
        var found = await store.find(request)
        while true {
            let decision = decision(request, found)
            switch decision.opening(await obstacles(to: request, decision)) {
            case .useStored(let reason, let overridden, _):
                guard let answer = await stored(found.answer, request, reason, overridden) else {
                    found = await successor(of: found, request)
                    continue
                }
                place.yieldStored(answer)
                return decision.needsValidation ? .zero : nil
            case .ask(let patience):
                let removals = store.removalCount
                // The sequence has no errors. A request that fails is repeated in the background.
                let answer = try? await ask(
                    request, decision, found, until: patience.map { clock.timer($0) })
                guard !Task.isCancelled else { return nil }
                if let answer, answer.source.isStored { place.yieldStored(answer) }
                // An answer that is older than a removal does not count.
                if store.removalCount != removals { return .zero }
                let isAnswered = answer.map { !$0.source.isStored && $0.isGood } ?? false
                return isAnswered ? nil : Revalidations.pause
            case .fail: return .zero
            }
        }
    }
}

extension OfflineAnswer {
    /// Whether an answer from the network comes from the server, and is no failure.
    fileprivate var isGood: Bool {
        notStored != .unexpectedAnswer && !ServingOccasion.isServerError(response.statusCode)
    }
}

extension Task where Success == Never, Failure == Never {
    /// Sleeps until the task is cancelled.
    fileprivate static func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }
}

/// The sequences of answers, which get each newer answer to their request.
final class Watchers: Sendable {
    private struct Watcher {
        let request: CacheRequest
        let continuation: AsyncStream<OfflineAnswer>.Continuation
        /// The number of the request whose answer was yielded last; 0 if there was none.
        var newest = 0

        /// Notes that the answer to a request with a number is to be yielded.
        ///
        /// - Returns: `false` if an answer to a request that was sent later was yielded already.
        mutating func takes(_ number: Int) -> Bool {
            guard number > newest else { return false }
            newest = number
            return true
        }
    }

    private struct State {
        var watchers: [AnswerKey: [Int: Watcher]] = [:]
        var lastNumber = 0
    }

    /// The place of one sequence.
    struct Place: Sendable {
        fileprivate let watchers: Watchers
        fileprivate let key: AnswerKey
        fileprivate let number: Int

        /// Yields the stored answer, unless the sequence has an answer from the network: that may have come after the store was
        /// read.
        func yieldStored(_ answer: OfflineAnswer) {
            watchers.state.withLock { state in
                guard let watcher = state.watchers[key]?[number], watcher.newest == 0 else {
                    return
                }
                watcher.continuation.yield(answer)
            }
        }

        /// Yields no more answers to the sequence.
        func remove() {
            watchers.state.withLock { state in
                state.watchers[key]?[number] = nil
                if state.watchers[key]?.isEmpty == true { state.watchers[key] = nil }
            }
        }
    }

    private let state = Lock(State())

    /// Adds a watcher, until its place is removed.
    func add(
        _ request: CacheRequest, _ continuation: AsyncStream<OfflineAnswer>.Continuation
    ) -> Place {
        let number = state.withLock { state in
            state.lastNumber += 1
            let watcher = Watcher(request: request, continuation: continuation)
            state.watchers[request.key, default: [:]][state.lastNumber] = watcher
            return state.lastNumber
        }
        return Place(watchers: self, key: request.key, number: number)
    }

    /// Whether a sequence waits for the answers to a request.
    func isWatched(_ request: CacheRequest) -> Bool {
        state.withLock { $0.watchers[request.key] != nil }
    }

    /// Yields an answer to all sequences of the same address whose requests have the same values of the header fields by
    /// which the server has chosen the answer, or the same header. A sequence that has an answer to a later request does not
    /// get it.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - fetched: the answer.
    ///   - number: the number of the request, which is higher for one that was sent later.
    ///   - validate: the check of the client.
    func publish(
        _ request: CacheRequest, _ fetched: AnswerFetch.Answer, number: Int,
        validate: CacheRequest.Validation?
    ) {
        let answer = OfflineAnswer(fetched)
        let selecting = request.selecting(by: answer.response.headers)
        let recipients = state.withLock { state in
            (state.watchers[request.key] ?? [:]).filter { _, watcher in
                watcher.request.method == request.method
                    && (watcher.request.headers == request.headers
                        || selecting.matches(watcher.request.headers))
            }
        }
        for (watcher, recipient) in recipients
        where fetched.checked(for: recipient.request, by: validate).kind != .rejected {
            // Under the lock, so that no newer answer is yielded before it.
            state.withLock { state in
                guard state.watchers[request.key]?[watcher]?.takes(number) == true else { return }
                recipient.continuation.yield(answer)
            }
        }
    }

    /// Ends all sequences.
    func finish() {
        let all = state.withLock { state in
            state.watchers.values.flatMap { $0.values.map(\.continuation) }
        }
        for continuation in all { continuation.finish() }
    }
}
