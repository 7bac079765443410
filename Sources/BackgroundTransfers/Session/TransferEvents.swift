// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The events of a session's transfers, in the order of their numbers.
///
/// Several tasks can iterate over the same sequence; each gets all events.
public struct TransferEvents: AsyncSequence, Sendable {
    let session: TransferSession
    let after: Int64

    init(session: TransferSession, after: Int64) {
        self.session = session
        self.after = after
    }

    /// Creates an iterator. It begins to watch the store with its first call of ``Iterator/next()``.
    public func makeAsyncIterator() -> Iterator { Iterator(session: session, last: after) }

    /// Gets one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let session: TransferSession
        private var last: Int64
        /// Events that were read, the newest first.
        private var known: [TransferEvent] = []
        /// Whether there may be more events than were read.
        private var hasMore = false
        private var changes: StoreChanges?
        private var signals: AsyncStream<Void>.Iterator?

        fileprivate init(session: TransferSession, last: Int64) {
            self.session = session
            self.last = last
        }

        /// Waits for the next event.
        ///
        /// - Returns: `nil` if the task was cancelled.
        /// - Throws: ``TransferStoreError`` if the store cannot be read.
        public mutating func next() async throws -> TransferEvent? {
            while known.isEmpty {
                // The watch begins before the first look, so that no change is missed.
                try await change()
                if Task.isCancelled { return nil }
                let (last, identifier) = (last, session.identifier)
                known = try await session.perform { store in
                    try store.events(after: last, limit: Self.limit, session: identifier).reversed()
                }
                hasMore = known.count == Self.limit
            }
            let event = known.removeLast()
            last = event.sequence
            return event
        }

        /// Waits until there may be more events.
        private mutating func change() async throws {
            if hasMore { return }
            let changes = try self.changes ?? StoreChanges(session.store)
            var signals = self.signals ?? changes.signals.makeAsyncIterator()
            self.changes = changes
            if await signals.next(isolation: #isolation) == nil { try changes.check() }
            self.signals = signals
        }

        /// The number of events that are read at once.
        private static let limit = 256
    }
}

/// Tells that a store may have changed, from a thread that watches it.
private final class StoreChanges: Sendable {
    /// An element after each change, and one when the watch has begun.
    let signals: AsyncStream<Void>
    private let stop: WakeUpEvent
    private let failure = Lock<(any Error)?>(nil)

    init(_ store: TransferStore) throws {
        let (signals, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let stop = try WakeUpEvent()
        self.signals = signals
        self.stop = stop
        let failure = failure
        try SystemThread.start(name: "transfer-events") {
            do {
                try Self.watch(store, until: stop) { continuation.yield() }
            } catch {
                let error = error
                failure.withLock { $0 = error }
            }
            continuation.finish()
        }
    }

    deinit { stop.wake() }

    /// Throws what made the watch end.
    func check() throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private static func watch(
        _ store: TransferStore, until stop: WakeUpEvent, _ tell: () -> Void
    ) throws {
        let watch = try StoreWatch(store)
        tell()
        while true {
            var ready = PollSet()
            ready.add(PollSet.Interest(stop.descriptor, reads: true))
            watch.add(to: &ready)
            ready.wait(milliseconds: watch.due.map(MonotonicClock.milliseconds(until:)))
            if ready.contains(stop.descriptor) { return }
            watch.receive(from: ready)
            tell()
        }
    }
}
