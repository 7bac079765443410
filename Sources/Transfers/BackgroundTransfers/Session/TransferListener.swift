// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Watches a store, and listens to its worker, on a thread that ends with the listener.
final class TransferListener: Sendable {
    /// The news since the last call.
    struct News: Sendable {
        /// Whether the store may have changed.
        var isChanged = false
        /// The newest progress of each transfer that has made any, by id.
        var progress: [TransferProgress] = []
    }

    /// The next action of the thread with its connection to the worker.
    private enum Order: Sendable {
        case call, hangUp, end
    }

    private struct State: Sendable {
        var isChanged = false
        var progress: [Transfer.ID: TransferProgress] = [:]
        var order: Order?
        var failure: (any Error)?
    }

    /// An element when there is something to take. It ends if the store cannot be watched.
    let signals: AsyncStream<Void>
    private let state = Lock(State())
    private let wake: WakeUpEvent

    /// Begins to watch. The store counts as changed once that is done.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - session: the session whose progress is reported.
    init(_ store: TransferStore, session: String) throws(SystemError) {
        let (signals, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wake = try WakeUpEvent()
        self.signals = signals
        self.wake = wake
        let state = state
        try SystemThread.start(name: "transfer-events") {
            do {
                try Self.watch(store, session, state, wake) { continuation.yield() }
            } catch {
                let error = error
                state.withLock { $0.failure = error }
            }
            continuation.finish()
        }
    }

    deinit { give(.end) }

    /// Takes what has happened since the last call.
    func take() -> News {
        state.withLock { state in
            defer { (state.isChanged, state.progress) = (false, [:]) }
            return News(
                isChanged: state.isChanged,
                progress: state.progress.values.sorted { $0.id < $1.id })
        }
    }

    /// Connects to the worker, if there is one and no connection.
    func call() { give(.call) }

    /// Ends the connection to the worker.
    func hangUp() { give(.hangUp) }

    /// Throws what made the watch end.
    func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func give(_ order: Order) {
        state.withLock { $0.order = order }
        wake.wake()
    }

    private static func watch(
        _ store: TransferStore, _ session: String, _ state: Lock<State>, _ wake: WakeUpEvent,
        _ notify: () -> Void
    ) throws {
        let source = try EventSource(store, after: 0, session: session)
        var isChanged = true
        while true {
            wake.reset()
            let order = state.withLock { state in
                defer { state.order = nil }
                return state.order
            }
            // The end of a connection is noticed before an order is carried out, so that a call reaches the next worker.
            let progress = source.newProgress()
            switch order {
            case .call: source.connect()
            case .hangUp: source.disconnect()
            case .end: return
            case nil: break
            }
            if isChanged || !progress.isEmpty {
                state.withLock { state in
                    state.isChanged = state.isChanged || isChanged
                    for one in progress { state.progress[one.id] = one }
                }
                notify()
            }
            var ready = PollSet()
            ready.add(PollSet.Interest(wake.descriptor, reads: true))
            source.add(to: &ready)
            ready.wait(milliseconds: source.due.map(MonotonicClock.milliseconds(until:)))
            source.receive(from: ready)
            isChanged = source.readWriting()
        }
    }
}
