// SPDX-License-Identifier: Apache-2.0

extension Reachability {
    /// The connection as it is, then the newest one whenever it is another. Any number of tasks may
    /// iterate at the same time, each at its own pace; the notifier need not run. It ends when the
    /// task is cancelled.
    ///
    /// ```swift
    /// for await connection in reachability.connections { print(connection) }
    /// ```
    public var connections: Connections { Connections(reachability: self) }

    /// The connections of a ``Reachability``.
    public struct Connections: AsyncSequence, Sendable {
        /// A connection that differs from the one before it.
        public typealias Element = Connection
        /// It does not fail.
        public typealias Failure = Never

        let reachability: Reachability

        /// One of those who iterate.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var connections: NewestValues<Connection>

            init(_ reachability: Reachability) {
                connections = NewestValues(reachability.core.signals()) { reachability.core.told }
            }

            /// Waits for a connection that differs from the last one; `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Connection? {
                await connections.next(isolation: actor)
            }
        }

        /// Begins to iterate, and to follow the network.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reachability) }
    }
}
