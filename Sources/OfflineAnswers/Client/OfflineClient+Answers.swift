// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability
internal import TransferRules

extension OfflineClient {
    /// An asynchronous sequence of the answers to a request; see ``OfflineClient/answers(for:constraints:)``.
    public struct Answers: AsyncSequence, Sendable {
        /// An answer that is newer than the one before, or was validated.
        public typealias Element = OfflineAnswer
        /// The sequence does not throw.
        public typealias Failure = Never

        let client: OfflineClient
        let request: URLRequest
        let constraints: NetworkConstraints

        /// An iterator over answers.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let sequence: Answers
            private var answers: AsyncStream<OfflineAnswer>.Iterator?

            init(_ sequence: Answers) { self.sequence = sequence }

            /// Waits for the next answer; returns `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> OfflineAnswer? {
                // Begun only now, so that the stored answer has somebody who waits for it.
                if answers == nil { answers = sequence.stream().makeAsyncIterator() }
                return await answers?.next(isolation: actor)
            }
        }

        /// Creates an iterator. The server is asked once it waits.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

        private func stream() -> AsyncStream<OfflineAnswer> {
            let (stream, continuation) = AsyncStream.makeStream(
                of: OfflineAnswer.self, bufferingPolicy: .bufferingNewest(1))
            guard let asked = try? client.core.asked(request), asked.storage.refusal == nil else {
                continuation.finish()
                return stream
            }
            let remove = client.core.watchers.add(asked, continuation)
            let task = Task { [client, constraints] in
                await client.core.follow(asked, constraints, continuation)
                continuation.finish()
            }
            continuation.onTermination = { _ in
                remove()
                task.cancel()
            }
            return stream
        }
    }
}

extension OfflineCore {
    /// Yields the stored answer, and has it validated now and whenever the path is back. What comes of that is told by
    /// ``watchers``.
    fileprivate func follow(
        _ asked: AskedRequest, _ constraints: NetworkConstraints,
        _ continuation: AsyncStream<OfflineAnswer>.Continuation
    ) async {
        let found = await store.find(asked)
        let decision = decision(.storedFirst, asked, found)
        if case .useStored(let reason, let overridden, _) = decision.opening(path(constraints)),
            let answer = await stored(found.answer, asked, reason, overridden)
        {
            continuation.yield(answer)
        }
        revalidate(asked, constraints)
        // What is added while there is no path waits for it.
        for await path in monitor where !path.satisfies(constraints) {
            revalidate(asked, constraints)
        }
    }
}
