// SPDX-License-Identifier: Apache-2.0

/// As a sequence, a monitor is the path as it is, then the newest one whenever it differs. Any number of tasks may iterate at the
/// same time, each at its own pace; the first one starts the monitor. The sequence ends when the
/// monitor is cancelled, or the task is.
extension PathMonitor: AsyncSequence {
    /// A path that differs from the one before it.
    public typealias Element = NetworkPath
    /// It does not fail.
    public typealias Failure = Never

    /// One of those who iterate.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var paths: NewestValues<NetworkPath>

        init(_ monitor: PathMonitor) {
            paths = NewestValues(monitor.core.signals()) { monitor.core.told?.path }
        }

        /// Waits for a path that differs from the last one; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> NetworkPath? {
            await paths.next(isolation: actor)
        }
    }

    /// Begins to iterate, and starts the monitor.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// What changes: each time the path differs from the one that was known before, both, and in what
    /// they differ. Who begins to iterate knows the path as it is at that time.
    public var changes: Changes { Changes(monitor: self) }

    /// The changes of a monitor's path.
    public struct Changes: AsyncSequence, Sendable {
        /// A path and the one before it.
        public typealias Element = PathChange
        /// It does not fail.
        public typealias Failure = Never

        let monitor: PathMonitor

        /// One of those who iterate.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var signals: AsyncStream<Void>.Iterator
            private var last: PathUpdate?
            private let monitor: PathMonitor

            init(_ monitor: PathMonitor) {
                self.monitor = monitor
                signals = monitor.core.signals().makeAsyncIterator()
                last = monitor.core.told
            }

            /// Waits for a change; `nil` at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> PathChange? {
                while await signals.next(isolation: actor) != nil {
                    guard let update = monitor.core.told else { continue }
                    defer { last = update }
                    guard let last else { continue }
                    let change = PathChange(
                        from: last.path, to: update.path, isResync: update.resyncs > last.resyncs)
                    if let change { return change }
                }
                return nil
            }
        }

        /// Begins to iterate, and starts the monitor.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(monitor) }
    }
}
