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

        /// - Parameter validates: whether the connectivity of the path is waited for.
        package init(_ monitor: PathMonitor, validates: Bool = true) {
            paths = NewestValues(monitor.core.signals(validates: validates)) {
                monitor.core.delivered?.path
            }
        }

        /// Waits for the next path that differs from the last one; returns `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> NetworkPath? {
            await paths.next(isolation: actor)
        }
    }

    /// Creates an iterator and starts the monitor.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

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
                signals = monitor.core.signals(validates: true).makeAsyncIterator()
                last = monitor.core.delivered
            }

            /// Waits for the next change; returns `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> PathChange? {
                while await signals.next(isolation: actor) != nil {
                    guard let update = monitor.core.delivered else { continue }
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

/// The values of a source that signals when they may differ: the current value, then the newest one
/// whenever it differs. A slow consumer skips intermediate values. Public iterators use this type.
package struct NewestValues<Value: Equatable> {
    private var signals: AsyncStream<Void>.Iterator
    private var last: Value?
    /// Returns the current value; `nil` if there is none yet. The closure keeps the source alive,
    /// because the sequence may be a temporary value.
    private let newest: () -> Value?

    /// - Parameters:
    ///   - signals: signals that the value may differ; their end ends the sequence.
    ///   - newest: returns the current value.
    package init(_ signals: AsyncStream<Void>, newest: @escaping () -> Value?) {
        self.signals = signals.makeAsyncIterator()
        self.newest = newest
    }

    /// Waits for a value that differs from the last one; `nil` at the end.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
        while await signals.next(isolation: actor) != nil {
            guard let value = newest(), value != last else { continue }
            last = value
            return value
        }
        return nil
    }
}
