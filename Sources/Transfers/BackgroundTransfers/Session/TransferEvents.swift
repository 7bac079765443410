// SPDX-License-Identifier: Apache-2.0

/// The events of a session's transfers, in the order of their numbers, and their progress.
///
/// Several tasks can iterate over the same sequence; each gets all events.
///
/// While a transfer of the session runs, ``TransferEvent/Kind/progress`` comes at most four times a second for each. It is
/// not stored, so it has the number of the last event that the iteration has returned, and a program that asks for the
/// events after that number misses nothing. A program that is slower gets the newest progress only.
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
        /// The transfers that run, as they were read last; `nil` before the first read.
        private var running: [Transfer.ID: Transfer]?
        /// Whether an attempt has begun since the worker was called last.
        private var hasStarted = false
        /// The newest progress that was not returned yet.
        private var progress: [TransferProgress] = []
        private var listener: TransferListener?
        private var signals: AsyncStream<Void>.Iterator?

        fileprivate init(session: TransferSession, last: Int64) {
            self.session = session
            self.last = last
        }

        /// Waits for the next event.
        ///
        /// - Returns: `nil` if the task was cancelled.
        /// - Throws: `StoreError` if the store cannot be read.
        public mutating func next() async throws -> TransferEvent? {
            while true {
                if let event = known.popLast() {
                    last = event.sequence
                    return event
                }
                // The watch begins before the first read, so that no change is missed.
                let listener = try listen()
                let news = listener.take()
                note(news.progress)
                if news.isChanged || hasMore {
                    try await look(listener)
                } else if let event = nextProgress() {
                    return event
                } else if await !change() {
                    // The iteration was cancelled, so the store is no longer watched.
                    (self.listener, signals) = (nil, nil)
                    if Task.isCancelled { return nil }
                    try listener.check()
                }
            }
        }

        /// Watches the store.
        private mutating func listen() throws -> TransferListener {
            if let listener { return listener }
            let new = try TransferListener(session.store, session: session.identifier)
            (listener, signals) = (new, new.signals.makeAsyncIterator())
            // Transfers may have begun to run since the last watch.
            running = nil
            return new
        }

        /// Waits for something new.
        ///
        /// - Returns: `false` if the task was cancelled, or the watch has ended.
        private mutating func change() async -> Bool {
            guard var signals else { return false }
            let isSignal = await signals.next(isolation: #isolation) != nil
            self.signals = signals
            return isSignal && !Task.isCancelled
        }

        /// Reads events.
        private mutating func look(_ listener: TransferListener) async throws {
            let (last, identifier, isFirst) = (last, session.identifier, running == nil)
            let (found, events) = try await session.perform { store in
                let filter = TransferStore.Filter(states: [.running], session: identifier)
                return (
                    isFirst ? try store.transfers(matching: filter) : [],
                    try store.events(after: last, limit: Self.limit, session: identifier)
                )
            }
            var running = running ?? [:]
            for transfer in found { running[transfer.id] = transfer }
            for event in events {
                let id = event.transfer.id
                running[id] = event.transfer.state == .running ? event.transfer : nil
            }
            hasStarted = hasStarted || isFirst || events.contains { $0.event == .started }
            self.running = running
            known = events.reversed()
            hasMore = events.count == Self.limit
            guard !hasMore else { return }
            // The call waits until a transfer has started: then a worker runs, and systemd need not start one.
            if running.isEmpty {
                listener.hangUp()
            } else if hasStarted {
                listener.call()
            }
            hasStarted = false
        }

        /// Keeps the newest progress of each transfer.
        private mutating func note(_ new: [TransferProgress]) {
            for one in new {
                if let place = progress.firstIndex(where: { $0.id == one.id }) {
                    progress[place] = one
                } else {
                    progress.append(one)
                }
            }
        }

        private mutating func nextProgress() -> TransferEvent? {
            while !progress.isEmpty {
                let one = progress.removeFirst()
                // Progress of a transfer that has ended, or whose start was not read yet, is dropped.
                guard let transfer = running?[one.id],
                    let event = one.event(of: transfer, sequence: last)
                else { continue }
                running?[one.id] = event.transfer
                return event
            }
            return nil
        }

        /// The number of events that are read at once.
        private static let limit = 256
    }
}
