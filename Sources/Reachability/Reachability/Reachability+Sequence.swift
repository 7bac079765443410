// SPDX-License-Identifier: Apache-2.0

internal import NetworkReachability
extension Reachability {
    /// A sequence of connections: the current one, then the newest one whenever it changes.
    ///
    /// ```swift
    /// for await connection in reachability.connections { print(connection) }
    /// ```
    ///
    /// Any number of tasks can iterate at the same time; the notifier need not run. A slow consumer
    /// skips intermediate values, but always receives the newest one. The sequence ends when the
    /// task is cancelled.
    public var connections: Connections { Connections(reachability: self) }

    /// An asynchronous sequence of the connections of a ``Reachability``.
    public struct Connections: AsyncSequence, Sendable {
        /// A connection that differs from the one before it.
        public typealias Element = Connection
        /// The sequence does not throw.
        public typealias Failure = Never

        let reachability: Reachability

        /// An iterator over connections.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var connections: NewestValues<Connection>

            init(_ reachability: Reachability) {
                connections = NewestValues(reachability.driver.signals()) {
                    reachability.driver.reported
                }
            }

            /// Waits for the next connection that differs from the last one; returns `nil` at the
            /// end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Connection? {
                await connections.next(isolation: actor)
            }
        }

        /// Creates an iterator and starts to observe the network.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reachability) }
    }
}
