// SPDX-License-Identifier: Apache-2.0

/// A monitor is a sequence of paths: the current one, then the newest one whenever the path
/// changes.
///
/// Any number of tasks can iterate at the same time; the first one starts the monitor. A slow
/// consumer skips intermediate paths, but always receives the newest one. The sequence ends when
/// the monitor or the task is cancelled.
extension PathMonitor: AsyncSequence {
    /// A path that differs from the one before it.
    public typealias Element = NetworkPath
    /// The sequence does not throw.
    public typealias Failure = Never

    /// An iterator over paths.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var paths: NewestValues<NetworkPath>

        init(_ paths: NewestValues<NetworkPath>) { self.paths = paths }

        /// Waits for the next path that differs from the last one; returns `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> NetworkPath? {
            await paths.next(isolation: actor)
        }
    }

    /// Creates an iterator and starts the monitor.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self, validates: true)
    }

    /// A sequence of changes: for each change of the path, the path before, the path now, and the
    /// fields that differ.
    ///
    /// The path that is current when iteration starts is the first one to compare with.
    public var changes: Changes { Changes(monitor: self) }

    /// An asynchronous sequence of the changes of a monitor's path.
    public struct Changes: AsyncSequence, Sendable {
        /// A change of the path.
        public typealias Element = PathChange
        /// The sequence does not throw.
        public typealias Failure = Never

        let monitor: PathMonitor

        /// An iterator over changes.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var signals: AsyncStream<Void>.Iterator
            private var last: PathUpdate?
            private let monitor: PathMonitor

            init(_ monitor: PathMonitor) {
                self.monitor = monitor
                signals = monitor.driver.signals(validates: true).makeAsyncIterator()
                last = monitor.driver.delivered
            }

            /// Waits for the next change; returns `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> PathChange? {
                while await signals.next(isolation: actor) != nil {
                    guard let update = monitor.driver.delivered else { continue }
                    defer { last = update }
                    guard let last else { continue }
                    let change = PathChange(
                        from: last.path, to: update.path, isResync: update.resyncs > last.resyncs)
                    if let change { return change }
                }
                return nil
            }
        }

        /// Creates an iterator and starts the monitor.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(monitor) }
    }
}
